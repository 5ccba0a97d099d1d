import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request as rawRequest } from 'node:http';
import { join } from 'node:path';
import { ErrorBody, MAX_RELEASE_BYTES, PageRegistry, PublishedRelease, Release, routes } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { knexOf } from '../../platform/database/knex-of';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import {
  aMainManifest,
  aShellManifest,
  aWholeRelease,
  createTemporaryFronts,
  withManifest,
} from './fakes/fake-releases';
import type { TemporaryFronts, WholeRelease } from './fakes/fake-releases';
import { createTeamTokens } from './index';
import { packFiles } from './store/pack-release';
import { createReleaseRepository } from './store/release-repository';

const gateways = testGateways();
const first = aWholeRelease('eins');
const second = aWholeRelease('zwei');
let fronts: TemporaryFronts;
let gateway: TestGateway;
let socialToken = '';
let otherToken = '';
let operatorToken = '';

beforeAll(async () => {
  fronts = createTemporaryFronts();
  fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0' }) });
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
  gateway = await gateways.start({ folder: fronts.root });
  const tokens = createTeamTokens(gateway);
  socialToken = await tokens.issue({ remoteName: 'mf-social', tokenName: 'social-ci' });
  otherToken = await tokens.issue({ remoteName: 'mf-other', tokenName: 'other-ci' });
  operatorToken = await tokens.issue({ remoteName: null, tokenName: 'betrieb' });
});
afterAll(() => fronts.remove());

const send = (path: string, token: string, body?: Uint8Array | object, method = body === undefined ? 'GET' : 'POST') =>
  fetch(`${gateway.url}/api/releases${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': body instanceof Uint8Array ? 'application/gzip' : 'application/json',
    },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  });

const publish = async ({ files }: WholeRelease, query = 'channel=stable', token = socialToken) =>
  send(`?${query}`, token, await packFiles(files));

const errorCodeOf = async (response: Response): Promise<string> => ErrorBody.parse(await response.json()).code;

const readRegistry = async () =>
  PageRegistry.parse(await (await fetch(`${gateway.url}/registry.json`)).json()).remotes.find(
    ({ name }) => name === 'mf-social',
  );

it('delivers a published release to new pages at once, with files from the database', async () => {
  const published = await publish(first);
  expect(published.status).toBe(200);
  expect(PublishedRelease.parse(await published.json())).toMatchObject({
    version: first.manifest.version,
    publishedBy: 'social-ci',
    problems: [],
  });
  const remote = await readRegistry();
  expect(remote).toMatchObject({
    version: first.manifest.version,
    integrity: first.manifest.files[first.manifest.entry],
  });
  const page = await (await fetch(`${gateway.url}/restaurants`)).text();
  expect(page).toContain(first.manifest.version);
  const file = await fetch(`${gateway.url}${remote?.entry}`, { headers: { 'Accept-Encoding': 'br' } });
  expect([
    file.status,
    file.headers.get('Content-Encoding'),
    file.headers.get('Cache-Control'),
    await file.text(),
  ]).toEqual([200, 'br', 'public, max-age=31536000, immutable', 'entry("eins")']);
  const plainFile = await fetch(`${gateway.url}${remote?.entry}`, { headers: { 'Accept-Encoding': 'identity' } });
  expect([plainFile.headers.get('Content-Encoding'), await plainFile.text()]).toEqual([null, 'entry("eins")']);
});

it('takes a release back, and goes on serving the files of the other one to open pages', async () => {
  await publish(second);
  expect(await readRegistry()).toMatchObject({ version: second.manifest.version });
  const rollback = await send('/mf-social/rollback', socialToken, {});
  expect(Release.parse(await rollback.json()).version).toBe(first.manifest.version);
  expect(await readRegistry()).toMatchObject({ version: first.manifest.version });
  expect((await fetch(`${gateway.url}/remotes/mf-social/${second.manifest.entry}`)).status).toBe(200);
});

it('serves the files again after the cache on the disk was deleted', async () => {
  rmSync(join(gateway.config.dataDir, 'releases'), { recursive: true });
  expect(await (await fetch(`${gateway.url}/remotes/mf-social/${first.manifest.entry}`)).text()).toBe('entry("eins")');
});

it('serves nothing that the database has damaged', async () => {
  const damagedRelease = aWholeRelease('beschädigt');
  await publish(damagedRelease, 'channel=beta');
  await gateway.database.write(async (tx) => {
    await knexOf(tx.knex)('release_content')
      .where({ integrity: damagedRelease.manifest.files[damagedRelease.manifest.entry] })
      .update({ content: Buffer.from('fremd') });
  });
  expect((await fetch(`${gateway.url}/remotes/mf-social/${damagedRelease.manifest.entry}`)).status).toBe(500);
});

it('serves the content of the present release under a path of a deleted one', async () => {
  const contentsOf = (text: string): WholeRelease => {
    const releaseWithoutArt = aWholeRelease(text);
    const artContent = Buffer.from(`art of ${text}`);
    const integrity = `sha384-${createHash('sha384').update(artContent).digest('base64')}`;
    const manifest = {
      ...releaseWithoutArt.manifest,
      files: { ...releaseWithoutArt.manifest.files, 'art.2a1b2c3d4e.svg': integrity },
    };
    const files = new Map(releaseWithoutArt.files).set('art.2a1b2c3d4e.svg', artContent);
    return withManifest({ manifest, files }, manifest);
  };
  const readArt = async () => (await fetch(`${gateway.url}/remotes/mf-social/art.2a1b2c3d4e.svg`)).text();
  const [deleted, renewed] = [contentsOf('gelöscht'), contentsOf('erneuert')];
  await publish(deleted, 'channel=beta');
  expect(await readArt()).toBe('art of gelöscht');
  await publish(aWholeRelease('danach'), 'channel=beta');
  await gateway.database.write((tx) => createReleaseRepository(tx.knex).remove([deleted.manifest]));
  expect((await publish(renewed, 'channel=beta')).status).toBe(200);
  expect(await readArt()).toBe('art of erneuert');
});

it('knows no file that no release has, nor its manifest', async () => {
  for (const path of [
    '/remotes/mf-social/none.0000000000.js',
    '/remotes/mf-social/release.json',
    '/remotes/mf-x/chunk.1a1b2c3d4e.js',
  ])
    expect([path, (await fetch(`${gateway.url}${path}`)).status]).toEqual([path, 404]);
});

// Expected outcomes of requests with the token of another remote's team, of the remote's own team, and of an operator.
// The requests run in this order.
const teamCells: Readonly<
  Record<string, readonly [path: string, body: object | 'archive' | null, outcomes: readonly string[]]>
> = {
  publishRelease: ['?channel=beta', 'archive', ['notFound', 'ok', 'ok']],
  getReleaseToken: ['/token', null, ['ok', 'ok', 'ok']],
  getReleases: ['', null, ['ok', 'ok', 'ok']],
  getRemoteReleases: ['/mf-social', null, ['notFound', 'ok', 'ok']],
  getReleaseDiff: [
    `/mf-social/diff?from=${encodeURIComponent(first.manifest.version)}&to=${encodeURIComponent(second.manifest.version)}`,
    null,
    ['notFound', 'ok', 'ok'],
  ],
  getReleaseAudit: ['/mf-social/audit', null, ['notFound', 'ok', 'ok']],
  getRelease: [`/mf-social/${encodeURIComponent(first.manifest.version)}`, null, ['notFound', 'ok', 'ok']],
  promoteRelease: ['/mf-social/promote', { version: second.manifest.version }, ['notFound', 'ok', 'ok']],
  rollBackRelease: ['/mf-social/rollback', {}, ['notFound', 'ok', 'nothingBefore']],
  pinRelease: ['/mf-social/pin', {}, ['notFound', 'ok', 'ok']],
  unpinRelease: ['/mf-social/unpin', {}, ['notFound', 'ok', 'ok']],
  getReleaseHealth: ['/mf-social/health', null, ['notFound', 'ok', 'ok']],
};

it('has a row for each route of teams', () =>
  expect(Object.keys(teamCells).sort()).toEqual(
    routes
      .filter(({ access }) => access === 'team')
      .map(({ name }) => name)
      .sort(),
  ));

it.each(Object.entries(teamCells))(
  '%s moves a remote for its own team and for operators alone',
  async (name, [path, body, expectedOutcomes]) => {
    const route = routes.find((candidate) => candidate.name === name);
    const sentBody = body === 'archive' ? await packFiles(aWholeRelease('drei').files) : (body ?? undefined);
    const outcomes: string[] = [];
    for (const token of [otherToken, socialToken, operatorToken]) {
      const response = await send(path, token, route?.method === 'POST' ? (sentBody ?? {}) : undefined);
      outcomes.push(response.ok ? 'ok' : await errorCodeOf(response));
    }
    expect(outcomes).toEqual(expectedOutcomes);
  },
);

it('tells whose token it is', async () => {
  const owners = await Promise.all(
    [socialToken, operatorToken].map(async (token) => (await send('/token', token)).json()),
  );
  expect(owners).toEqual([
    { name: 'social-ci', remote: 'mf-social' },
    { name: 'betrieb', remote: null },
  ]);
});

it('lists to a team its own releases alone', async () => {
  expect(await (await send('', otherToken)).json()).toEqual([]);
  const otherRelease = aWholeRelease('anders', { name: 'mf-other', screens: ['other'], slots: [] });
  expect((await publish(otherRelease, 'channel=beta', otherToken)).status).toBe(200);
  const names = (releases: unknown): unknown[] =>
    Array.isArray(releases) ? [...new Set(releases.map((release: { name: string }) => release.name))] : [];
  expect(names(await (await send('', socialToken)).json())).toEqual(['mf-social']);
  // The gateway publishes the build of mf-discovery two seconds after its start.
  expect(names(await (await send('', operatorToken)).json())).toEqual(
    expect.arrayContaining(['mf-other', 'mf-social']),
  );
});

it('refuses unknown and revoked tokens', async () => {
  const tokens = createTeamTokens(gateway);
  const revokedToken = await tokens.issue({ remoteName: 'mf-gone', tokenName: 'gone' });
  expect(await tokens.revoke('mf-gone')).toBe(1);
  for (const token of ['mzr_x', `mzr_${'a'.repeat(43)}`, gateway.partnerToken, revokedToken])
    expect(await errorCodeOf(await send('', token))).toBe('unauthenticated');
});

it('limits wrong tokens from one address', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const statuses: number[] = [];
  for (let index = 0; index < 61; index += 1)
    statuses.push(
      (await fetch(`${limitedGateway.url}/api/releases`, { headers: { Authorization: 'Bearer mzr_x' } })).status,
    );
  expect([statuses[59], statuses[60]]).toEqual([401, 429]);
});

it('tells each reason for which a release is refused', async () => {
  const response = await publish(aWholeRelease('vier', { contract: '^9.0.0', screens: ['details'] }));
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    code: 'releaseRefused',
    details: {
      problems: [
        { code: 'contractUnmet', remedy: expect.any(String) },
        { code: 'screenTaken' },
        { code: 'screenLost' },
      ],
    },
  });
});

it('checks a release without storing it', async () => {
  const triedRelease = aWholeRelease('versuch');
  const response = await publish(triedRelease, 'channel=stable&dryRun=1');
  expect(PublishedRelease.parse(await response.json())).toMatchObject({
    version: triedRelease.manifest.version,
    channels: [],
  });
  expect((await send(`/mf-social/${encodeURIComponent(triedRelease.manifest.version)}`, socialToken)).status).toBe(404);
});

it('keeps teams apart whose tokens have the same name', async () => {
  const tokens = createTeamTokens(gateway);
  const statuses: number[] = [];
  for (const [remoteName, release] of [
    ['mf-social', aWholeRelease('gleich')],
    ['mf-other', aWholeRelease('namig', { name: 'mf-other', screens: ['other'], slots: [] })],
  ] as const) {
    const token = await tokens.issue({ remoteName, tokenName: 'ci' });
    const response = await fetch(`${gateway.url}/api/releases`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'build-1' },
      body: await packFiles(release.files),
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200]);
});

it('stores nothing of an upload that is too large or breaks off', async () => {
  // Counts the releases without the checkout's builds, which have other names and which the gateway may store only now.
  const countReleases = async (): Promise<number> =>
    z.array(z.unknown()).parse(await (await send('/mf-social', operatorToken)).json()).length;
  const releaseCount = await countReleases();
  const tooLarge = await send('?channel=stable', socialToken, new Uint8Array(MAX_RELEASE_BYTES + 1));
  expect([tooLarge.status, await errorCodeOf(tooLarge)]).toEqual([413, 'payloadTooLarge']);
  await new Promise<void>((resolve) => {
    const brokenRequest = rawRequest(`${gateway.url}/api/releases?channel=stable`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${socialToken}`, 'Content-Length': 1_000_000 },
    });
    brokenRequest.on('error', () => {}).on('close', () => resolve());
    brokenRequest.write(Buffer.alloc(1_000), () => brokenRequest.destroy());
  });
  expect(await countReleases()).toBe(releaseCount);
});

it('publishes one of two releases that are sent at once, and asks the other to come again', async () => {
  const releases = [aWholeRelease('links'), aWholeRelease('rechts')];
  const responses = await Promise.all(releases.map((release) => publish(release)));
  for (const [index, response] of responses.entries()) {
    if (response.ok) continue;
    expect([response.status, response.headers.get('Retry-After'), await errorCodeOf(response)]).toEqual([
      409,
      '1',
      'requestInProgress',
    ]);
    expect((await publish(releases[index] ?? first)).status).toBe(200);
  }
  for (const { manifest } of releases)
    expect((await send(`/mf-social/${encodeURIComponent(manifest.version)}`, socialToken)).status).toBe(200);
});

it('gives a page that has found the present release broken the last good one before it', async () => {
  const [good, broken, alsoBroken] = ['gut', 'kaputt', 'auch kaputt'].map((text) => aWholeRelease(text));
  for (const release of [good, broken, alsoBroken]) if (release !== undefined) await publish(release);
  const versionFor = async (...failed: readonly (WholeRelease | undefined)[]): Promise<string | undefined> => {
    const ids = failed.map((release) => `mf-social@${release?.manifest.version}`).join(',');
    const response = await fetch(`${gateway.url}/registry.json?failed=${encodeURIComponent(ids)}`);
    return PageRegistry.parse(await response.json()).remotes.find(({ name }) => name === 'mf-social')?.version;
  };
  expect(await versionFor(broken)).toBe(alsoBroken?.manifest.version);
  expect(await versionFor(alsoBroken)).toBe(broken?.manifest.version);
  expect(await versionFor(alsoBroken, broken)).toBe(good?.manifest.version);
  expect((await readRegistry())?.version).toBe(alsoBroken?.manifest.version);
});

it.each(['mf-social', '../x@1', 'mf-social@', `mf-social@${'1'.repeat(101)}`])(
  'refuses %s as the name of a release that a page has found broken',
  async (failed) => {
    const response = await fetch(`${gateway.url}/registry.json?failed=${encodeURIComponent(failed)}`);
    expect([response.status, await errorCodeOf(response)]).toEqual([400, 'invalidRequest']);
  },
);
