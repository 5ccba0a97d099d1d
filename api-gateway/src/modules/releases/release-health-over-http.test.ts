import { ErrorBody, PageRegistry, ReleaseAct, ReleaseHealth } from '@mahlzeit/contract';
import type { ReleaseEvent } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { messagesTo } from '../identity/testing/people';
import { storeVisitor } from '../identity/testing/stored-people';
import { aMainManifest, aShellManifest, aWholeRelease, createTemporaryFronts } from './fakes/fake-releases';
import type { TemporaryFronts, WholeRelease } from './fakes/fake-releases';
import { createTeamTokens } from './index';
import { packFiles } from './store/pack-release';

const TEAM_EMAIL = 'team-social@mahlzeit.test';
const gateways = testGateways();
const first = aWholeRelease('eins');
const second = aWholeRelease('zwei');
let fronts: TemporaryFronts;
let gateway: TestGateway;
let token = '';

beforeAll(async () => {
  fronts = createTemporaryFronts();
  fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0' }) });
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
  gateway = await gateways.start({ folder: fronts.root, environment: { TRUST_PROXY: '1' } });
  token = await createTeamTokens(gateway).issue({ remoteName: 'mf-social', tokenName: 'social-ci' }, TEAM_EMAIL);
  for (const release of [first, second]) {
    gateway.clock.advance(1_000);
    expect((await send('?channel=stable', await packFiles(release.files))).status).toBe(200);
  }
});
afterAll(() => fronts.remove());

const send = (path: string, body?: Uint8Array | object) =>
  fetch(`${gateway.url}/api/releases${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': body instanceof Uint8Array ? 'application/gzip' : 'application/json',
    },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  });

const eventOf = ({ manifest }: WholeRelease, parts: Pick<ReleaseEvent, 'kind' | 'phase' | 'ms'>): ReleaseEvent => ({
  name: 'mf-social',
  version: manifest.version,
  ...parts,
});

/** Reports a release event as a new visitor, from an IP address. */
const report = async (address: string, event: ReleaseEvent, target = gateway): Promise<number> => {
  const { idToken } = await storeVisitor(target);
  const response = await fetch(`${target.url}/api/releases/events`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${idToken}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
    },
    body: JSON.stringify({ events: [event] }),
  });
  expect(await response.json()).toEqual(response.ok ? {} : expect.objectContaining({ code: 'ErrorTooManyAttempts' }));
  return response.status;
};

const stableVersion = async () =>
  PageRegistry.parse(await (await fetch(`${gateway.url}/registry.json`)).json()).remotes.find(
    ({ name }) => name === 'mf-social',
  )?.version;

const readHealth = async ({ manifest }: WholeRelease) =>
  z
    .array(ReleaseHealth)
    .parse(await (await send('/mf-social/health')).json())
    .find(({ version }) => version === manifest.version);

it('shows the health of releases before anybody has reported', async () => {
  expect(await readHealth(second)).toMatchObject({ loads: 0, failures: 0, p75Ms: null, withdrawnAt: null });
});

it('takes a release back at the twentieth visitor for whom it fails; one address alone cannot do that', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2'])
    expect(await report(address, eventOf(first, { kind: 'loaded', ms: 100 }))).toBe(200);
  await report('192.0.2.3', eventOf(second, { kind: 'loaded', ms: 100 }));
  for (let index = 0; index < 21; index += 1)
    await report('203.0.113.9', eventOf(second, { kind: 'failed', phase: 'entry' }));
  await report('192.0.2.4', eventOf(second, { kind: 'failed', phase: 'mount' }));
  expect(await stableVersion()).toBe(second.manifest.version);

  await report('192.0.2.5', eventOf(second, { kind: 'failed', phase: 'mount' }));
  expect(await stableVersion()).toBe(first.manifest.version);
  expect(await readHealth(second)).toMatchObject({
    loads: 1,
    failures: 23,
    phases: { entry: 21, mount: 2 },
    withdrawnAt: expect.any(Number),
  });
  const [lastAct] = z.array(ReleaseAct).parse(await (await send('/mf-social/audit')).json());
  expect(lastAct).toMatchObject({
    by: 'gateway',
    act: 'withdraw',
    version: second.manifest.version,
    channel: 'stable',
  });
});

it('tells the team by mail, in German', async () => {
  const [mail, ...moreMails] = await messagesTo(gateway, TEAM_EMAIL);
  expect(moreMails).toEqual([]);
  expect(mail?.subject).toBe(`mf-social: Release ${second.manifest.version} ist zurückgenommen`);
  expect(mail?.text).toContain(`von mf-social ist bei 23 von 24 Gästen fehlgeschlagen.\nWo: entry 21, mount 2`);
  expect(mail?.text).toContain(`Beim Release davor, ${first.manifest.version}, waren es 0 von 2.`);
  expect(mail?.text).toContain(`Der Kanal stable liefert deshalb wieder ${first.manifest.version} aus.`);
  expect(mail?.text).toContain(`npm run release -- promote mf-social ${second.manifest.version} --force`);
});

it('shows the counts at /metrics, for releases that were delivered lately alone', async () => {
  await report('192.0.2.6', { name: 'mf-invented', version: '1', kind: 'failed', phase: 'entry' });
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const release = `remote="mf-social",version="${second.manifest.version}"`;
  expect(metrics).toContain(`mahlzeit_release_loads{${release}} 1\n`);
  expect(metrics).toContain(`mahlzeit_release_failures{${release}} 23\n`);
  expect(metrics).toContain(`mahlzeit_release_phase_failures{${release},phase="entry"} 21\n`);
  expect(metrics).toContain('mahlzeit_release_withdrawals{remote="mf-social"} 1\n');
  expect(metrics).not.toContain('mf-invented');
});

it('promotes the release again by force alone', async () => {
  const { version } = second.manifest;
  const refused = await send('/mf-social/promote', { version });
  expect([refused.status, ErrorBody.parse(await refused.json()).code]).toEqual([409, 'withdrawn']);
  gateway.clock.advance(1_000);
  expect((await send('/mf-social/promote', { version, force: true })).status).toBe(200);
  expect(await stableVersion()).toBe(version);
  expect(await readHealth(second)).toMatchObject({ failures: 0, withdrawnAt: null });
});

it('limits the reports of one address', async () => {
  const limited = await gateways.start({ environment: { RATE_LIMITS: 'default', TRUST_PROXY: '1' } });
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1)
    statuses.push(await report('192.0.2.1', eventOf(first, { kind: 'loaded' }), limited));
  expect([statuses[29], statuses[30]]).toEqual([200, 429]);
  expect(await report('192.0.2.2', eventOf(first, { kind: 'loaded' }), limited)).toBe(200);
});
