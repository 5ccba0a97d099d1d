import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { partnerTopic } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { demoPartnerToken } from './seeds/demo/accounts';
import { createRestaurantRepository } from './modules/discovery/testing/repositories';
import { runPartner as runPartnerCommand } from './partner';
import { bundledProgram } from './platform/testing/bundled-program';
import { DEMO_START } from './platform/testing/demo-template';
import { connectLive } from './platform/testing/live-test-client';
import { runCommand } from './platform/testing/run-command';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const repositoryRoot = join(__dirname, '../..');

const askRestaurant = ({ url }: Pick<TestGateway, 'url'>, partnerToken: string): Promise<Response> =>
  fetch(`${url}/api/partner/restaurant`, { headers: { Authorization: `Bearer ${partnerToken}` } });

describe('npm run partner', () => {
  const gateways = testGateways();
  const partnerProgram = bundledProgram('src/partner-main.ts');

  const runPartner = ({ commandEnvironment }: TestGateway, commandLine: readonly string[]) =>
    promisify(execFile)(process.execPath, [partnerProgram(), ...commandLine], {
      cwd: repositoryRoot,
      env: commandEnvironment,
    });

  it('prints a token beside a running gateway, which lets it in at once, and ends it on open consoles', async () => {
    const gateway = await gateways.start();
    const { database } = gateway;
    await database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'elbkantine', routingName: 'elbkantine' }), {
        source: 'test',
        sourceId: '1',
      }),
    );
    const { stdout } = await runPartner(gateway, ['token', 'elbkantine']);
    expect(stdout).toMatch(/^mzp_[\w-]{43}\n$/);
    const partnerToken = stdout.trim();
    expect((await askRestaurant(gateway, partnerToken)).status).toBe(200);
    const counterClient = await connectLive(gateway.url, { token: partnerToken });
    counterClient.say({ op: 'sub', id: partnerTopic('elbkantine'), topic: partnerTopic('elbkantine') });
    await counterClient.next('live');
    expect((await runPartner(gateway, ['revoke', 'elbkantine'])).stdout).toBe('Beendete Token: 1\n');
    expect([await counterClient.next('reset'), await counterClient.whenClosed]).toMatchObject([
      { reason: 'rights' },
      4401,
    ]);
    expect((await askRestaurant(gateway, partnerToken)).status).toBe(401);
  });

  it('works without a gateway, and prints one line for an unknown restaurant', async () => {
    const gateway = await gateways.start();
    await gateway.close();
    await expect(runPartner(gateway, ['token', 'nirgendwo'])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Ein Lokal mit dem Schlüssel nirgendwo gibt es nicht.\n',
    });
    const runInProcess = (...commandWords: string[]) =>
      runCommand((programOutput) => runPartnerCommand(commandWords, () => gateway.config, programOutput));
    for (const commandName of ['token', 'revoke'])
      await expect(runInProcess(commandName, 'nirgendwo')).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'Ein Lokal mit dem Schlüssel nirgendwo gibt es nicht.\n',
      });
    for (const commandWords of [[], ['token'], ['token', 'eins', 'zwei'], ['toString', 'eins']])
      await expect(runInProcess(...commandWords)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('npm run partner'),
      });
  });

  it('is not needed for the counter of the demo, which everybody may try out', async () => {
    const gateway = await gateways.start({ environment: { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: DEMO_START } });
    expect(await (await askRestaurant(gateway, demoPartnerToken)).json()).toMatchObject({
      name: 'Tag & Nacht Bowl',
      hasPayment: true,
    });
    expect((await askRestaurant(await gateways.start(), demoPartnerToken)).status).toBe(401);
  });
});
