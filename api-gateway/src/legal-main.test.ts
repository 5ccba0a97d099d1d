import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LegalDocument } from '@mahlzeit/contract';
import { createGateway } from './app';
import { runLegal } from './legal';
import { visit } from './modules/identity/testing/people';
import { connectLive } from './platform/testing/live-test-client';
import { runCommand } from './platform/testing/run-command';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

describe('npm run legal', () => {
  const gateways = testGateways();

  const run = (gateway: TestGateway, ...commandArguments: string[]) =>
    runCommand((output) => runLegal(commandArguments, () => gateway.config, output));

  const fileWith = ({ folder }: TestGateway, html: string): string => {
    const file = join(folder, 'text.html');
    writeFileSync(file, html);
    return file;
  };

  const replaceAll = async (gateway: TestGateway): Promise<void> => {
    const file = fileWith(gateway, '<h3>Anbieter</h3><p>Elbkantinen GmbH</p><script>x()</script>');
    for (const kind of ['imprint', 'privacy', 'terms', 'accessibility'])
      await run(gateway, 'set', kind, '--version', '20', '--file', file, '--title', `Unser ${kind}`);
  };

  it('replaces a text beside a running gateway, whose open pages hear of the version', async () => {
    const gateway = await gateways.start();
    const visitor = await visit(gateway);
    const page = await connectLive(gateway.url, { token: visitor.idToken });
    page.say({ op: 'sub', id: 'global', topic: 'global' });
    await page.next('live');
    await replaceAll(gateway);
    expect(JSON.stringify((await page.next('delta')).ops)).toContain('"imprintde","version":20');
    page.terminate();
    const response = await fetch(`${gateway.url}/api/legal/imprint`);
    expect(LegalDocument.parse(await response.json())).toMatchObject({
      ...{ title: 'Unser imprint', version: 20, sample: false },
      nodes: [
        { tag: 'h3', children: ['Anbieter'] },
        { tag: 'p', children: ['Elbkantinen GmbH'] },
      ],
    });
  });

  it('lists the texts', async () => {
    const gateway = await gateways.start();
    const file = fileWith(gateway, '<p>Wir sind für alle da.</p>');
    await run(gateway, 'set', 'accessibility', '--version', '20', '--file', file);
    const { stdout } = await run(gateway, 'list');
    expect(stdout).toMatch(/^accessibility {2}de {2}Fassung 20 {2}eigener Text {2}\S/m);
    expect(stdout).toMatch(/^imprint {2}de {2}Fassung \d+ {2}Muster {2}Impressum$/m);
  });

  it.each([
    ['an empty text', '<p> </p><script>wort</script>', '20', /kein Text/],
    ['a sample', '<p><strong>Mustertext: Dieses Dokument</strong></p>', '20', /noch „Mustertext:“/],
    ['an old version', '<p>Wir</p>', '1', /nicht höher/],
  ])('refuses %s', async (_name, html, version, expectedText) => {
    const gateway = await gateways.start();
    const file = fileWith(gateway, html);
    await expect(run(gateway, 'set', 'imprint', '--version', version, '--file', file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(expectedText),
    });
  });

  it('has to replace all samples before production starts', async () => {
    const gateway = await gateways.start();
    const startInProduction = async (): Promise<void> =>
      (
        await createGateway({
          ...gateway.config,
          stage: 'prod',
          sandbox: { ...gateway.config.sandbox, isForbidden: true },
        })
      ).close();
    await expect(startInProduction()).rejects.toThrow(
      'DATABASE_URL: must not hold sample texts (accessibility, imprint, privacy, terms) with STAGE=prod: npm run legal -- set',
    );
    await replaceAll(gateway);
    await startInProduction();
  });

  it.each([
    [[]],
    [['set']],
    [['set', 'cookies', '--version', '2', '--file', 'x']],
    [['set', 'imprint', '--version', '2']],
    [['set', 'imprint', '--version', '0', '--file', 'x']],
    [['set', 'imprint', '--file', 'x']],
    [['list', '--version', '2']],
    [['list', 'imprint']],
  ])('prints its usage for %j', async (commandArguments) => {
    await expect(
      runCommand((output) =>
        runLegal(
          commandArguments,
          () => {
            throw new Error('The configuration is not needed');
          },
          output,
        ),
      ),
    ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('npm run legal') });
  });
});
