import { ReleaseHealth } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { messagesTo } from '../modules/identity/testing/people';
import { storeVisitor } from '../modules/identity/testing/stored-people';
import {
  aMainManifest,
  aShellManifest,
  aWholeRelease,
  createTemporaryFronts,
} from '../modules/releases/fakes/fake-releases';
import type { TemporaryFronts } from '../modules/releases/fakes/fake-releases';
import { openFirstList } from '../modules/discovery';
import { openReleaseActs } from '../modules/releases';
import { packFiles } from '../modules/releases/store/pack-release';
import { testGateways } from '../platform/testing/test-gateway';
import type { TestGateway } from '../platform/testing/test-gateway';
import { createLocalReleases } from './local-releases';
import { runRelease } from './run-release';

const NAME = 'mf-social';
const first = aWholeRelease('eins');
const second = aWholeRelease('zwei');
const { version } = second.manifest;

describe('a release that fails for its visitors', () => {
  const gateways = testGateways();
  let fronts: TemporaryFronts;
  let gateway: TestGateway;

  /** Runs a `release` command in the process of the test. Returns its exit code and the lines that it has printed. */
  const run = async (commandLine: readonly string[]): Promise<readonly [code: number, lines: readonly string[]]> => {
    const lines: string[] = [];
    const collect = (text: string): void => void lines.push(...text.split('\n'));
    const code = await runRelease(
      commandLine,
      createLocalReleases(() => gateway.config),
      { log: collect, error: collect },
    );
    return [code, lines];
  };
  const readJson = async (commandLine: readonly string[]): Promise<unknown> =>
    JSON.parse((await run([...commandLine, '--json']))[1].join('\n'));

  beforeAll(async () => {
    fronts = createTemporaryFronts();
    fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0' }) });
    fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
    gateway = await gateways.start({ folder: fronts.root });
    const acts = openReleaseActs({ ...gateway, loadList: openFirstList(gateway) });
    const caller = { actor: { name: 'ci', address: null }, mayPublish: () => true };
    for (const { files } of [first, second]) {
      gateway.clock.advance(1_000);
      const options = { channel: 'stable', isDryRun: false, note: null } as const;
      expect(await acts.publish(await packFiles(files), options, caller)).toMatchObject({ ok: true });
    }
    const [, [token]] = await run(['token', NAME, '--mail', 'team@mahlzeit.test']);
    process.env['RELEASE_TOKEN'] = token;
    for (let index = 0; index < 20; index += 1) {
      const { idToken } = await storeVisitor(gateway);
      await fetch(`${gateway.url}/api/releases/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ events: [{ name: NAME, version, kind: 'failed', phase: 'mount' }] }),
      });
    }
  });
  afterAll(() => {
    Reflect.deleteProperty(process.env, 'RELEASE_TOKEN');
    fronts.remove();
  });

  it('is told to its team by mail', async () => {
    expect(await messagesTo(gateway, 'team@mahlzeit.test')).toHaveLength(1);
  });

  describe.each(['on the database', 'over HTTP'])('%s', (place) => {
    const withGatewayOption = (commandLine: readonly string[]) =>
      place === 'over HTTP' ? [...commandLine, '--gateway', gateway.url] : commandLine;

    it('is shown by health, as a table and as JSON', async () => {
      const [code, [heading, ...rows]] = await run(withGatewayOption(['health', NAME]));
      expect(code).toBe(0);
      expect(heading?.split(/ {2,}/).slice(0, 5)).toEqual(['Remote', 'Version', 'geladen', 'fehlgeschlagen', 'Phasen']);
      const failedRow = rows.find((row) => row.includes(version));
      expect(failedRow?.split(/ {2,}/).slice(0, 5)).toEqual([NAME, version, '0', '20', 'mount 20']);
      const health = z.array(ReleaseHealth).parse(await readJson(withGatewayOption(['health', NAME])));
      expect(health.find((row) => row.version === version)).toMatchObject({
        failures: 20,
        withdrawnAt: expect.any(Number),
      });
      expect(await readJson(withGatewayOption(['health']))).toContainEqual(
        expect.objectContaining({ name: NAME, version, failures: 20 }),
      );
      expect((await run(withGatewayOption(['health', 'mf-nobody'])))[0]).toBe(1);
    });

    it('makes room for the release before in the list, which names the health of each', async () => {
      const row = { name: NAME, channel: 'stable', version: first.manifest.version, share: 100 };
      const health = expect.objectContaining({ loads: 0, failures: 0, withdrawnAt: null });
      expect(await readJson(withGatewayOption(['list']))).toContainEqual(expect.objectContaining({ ...row, health }));
      const [, lines] = await run(withGatewayOption(['list']));
      expect(lines.find((line) => line.startsWith(NAME))).toMatch(/0 geladen, 0 fehlgeschlagen$/);
    });

    it('is promoted again by force alone', async () => {
      expect(await run(withGatewayOption(['promote', NAME, version]))).toEqual([
        1,
        [expect.stringMatching(/^Das Gateway hat dieses Release zurückgenommen, .* --force/)],
      ]);
      if (place === 'over HTTP')
        expect((await run(withGatewayOption(['promote', NAME, version, '--force'])))[0]).toBe(0);
    });
  });
});
