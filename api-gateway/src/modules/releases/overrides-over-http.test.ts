import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { PageRegistry, RemoteChoices } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import {
  aMainManifest,
  aRemoteManifest,
  aShellManifest,
  aWholeRelease,
  createTemporaryFronts,
} from './fakes/fake-releases';
import type { TemporaryFronts, WholeRelease } from './fakes/fake-releases';
import { createTeamTokens } from './index';
import { packFiles } from './store/pack-release';

const gateways = testGateways();
const current = aWholeRelease('jetzt');
const candidate = aWholeRelease('Kandidat', { addresses: { '/treff': ['contacts'] } });

let fronts: TemporaryFronts;
let gatewayWithOverrides: TestGateway;
let storeOnly: TestGateway;
let gatewayWithoutOverrides: TestGateway;
let devServer: Server;
let devOrigin = '';
/** Response of the fake dev server to the next requests: its manifest, or a text that is no manifest. */
let devAnswer: string | { readonly name: string } = '';

beforeAll(async () => {
  devServer = createServer((request, response) => {
    response.end(
      request.url === '/release.json' && typeof devAnswer !== 'string' ? JSON.stringify(devAnswer) : devAnswer,
    );
  }).listen(0, '127.0.0.1');
  await once(devServer, 'listening');
  const address = devServer.address();
  devOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  fronts = createTemporaryFronts();
  fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0' }) });
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
  gatewayWithOverrides = await gateways.start({
    folder: fronts.root,
    environment: { RELEASE_OVERRIDES: `store,${devOrigin}` },
  });
  storeOnly = await gateways.start({ folder: fronts.root, environment: { RELEASE_OVERRIDES: 'store' } });
  gatewayWithoutOverrides = await gateways.start({ folder: fronts.root });
  const token = await createTeamTokens(gatewayWithOverrides).issue({ remoteName: 'mf-social', tokenName: 'social-ci' });
  const publish = async ({ files }: WholeRelease, channel: string) =>
    fetch(`${gatewayWithOverrides.url}/api/releases?channel=${channel}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/gzip' },
      body: Buffer.from(await packFiles(files)),
    });
  await publish(current, 'stable');
  await publish(candidate, 'beta');
});
afterAll(() => {
  devServer.close();
  fronts.remove();
});
beforeEach(() => {
  devAnswer = aRemoteManifest({
    version: '5.0.1+dev.1',
    screens: ['contacts', 'neu'],
    preload: ['contacts.1a1b2c3d4e.js'],
  });
});

const get = (gateway: TestGateway, path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${gateway.url}${path}`, { redirect: 'manual', headers });

const cookieOf = (response: Response): string => response.headers.get('Set-Cookie')?.split(';')[0] ?? '';

/** Opens a URL with overrides of releases, as a browser does: follows the redirect with the cookie. */
const openWithOverrides = async (
  gateway: TestGateway,
  query: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const redirect = await get(gateway, `/restaurants?${query}`, headers);
  const cookie = cookieOf(redirect);
  const page = await get(gateway, '/restaurants', { Cookie: cookie });
  const html = await page.text();
  return { redirect, cookie, page, html, registry: registryOf(html) };
};

const registryOf = (html: string): PageRegistry =>
  PageRegistry.parse(JSON.parse(/id="registry">(.*?)<\/script>/s.exec(html)?.[1] ?? ''));

const socialOf = (registry: PageRegistry) => registry.remotes.find(({ name }) => name === 'mf-social');

const policyOf = (response: Response): string => response.headers.get('Content-Security-Policy') ?? '';

/**
 * Returns the directives of a page's Content-Security-Policy that other visitors' pages don't have, without the random
 * value.
 */
const ownDirectivesOf = async (page: Response): Promise<readonly string[]> => {
  const directivesOf = (response: Response) =>
    policyOf(response)
      .replace(/'nonce-[^']+'/, '')
      .split('; ');
  const usualDirectives = directivesOf(await get(gatewayWithOverrides, '/restaurants'));
  return directivesOf(page).filter((directive) => !usualDirectives.includes(directive));
};

it('shows a stored release to the browser that asked for it, and to no other', async () => {
  const { redirect, cookie, page, html, registry } = await openWithOverrides(
    gatewayWithOverrides,
    `qa&remote.social=${candidate.manifest.version}`,
  );
  expect([redirect.status, redirect.headers.get('Location'), redirect.headers.get('Cache-Control')]).toEqual([
    302,
    '/restaurants?qa',
    'no-store',
  ]);
  expect(redirect.headers.get('Set-Cookie')).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(socialOf(registry)).toMatchObject({
    version: candidate.manifest.version,
    integrity: candidate.manifest.files[candidate.manifest.entry],
    origin: null,
  });
  expect(registry.overrides).toMatchObject({
    remotes: [{ name: 'mf-social', value: candidate.manifest.version, outcome: 'release' }],
  });
  expect(registry.overrides?.expiresInMs).toBe(3_600_000);
  expect(html).not.toContain(current.manifest.version);
  expect(await ownDirectivesOf(page)).toEqual([]);

  const registryAnswer = await get(gatewayWithOverrides, '/registry.json', { Cookie: cookie });
  expect(registryAnswer.headers.get('Cache-Control')).toMatch(/no-store/);
  expect(socialOf(PageRegistry.parse(await registryAnswer.json()))?.version).toBe(candidate.manifest.version);

  const registryOfOthers = registryOf(await (await get(gatewayWithOverrides, '/restaurants')).text());
  expect([
    socialOf(registryOfOthers)?.version,
    registryOfOthers.overrides?.remotes,
    registryOfOthers.overrides?.expiresInMs,
  ]).toEqual([current.manifest.version, [], null]);
});

it('opens the shared links that only the chosen release has', async () => {
  const { cookie } = await openWithOverrides(gatewayWithOverrides, `remote.social=${candidate.manifest.version}`);
  expect((await get(gatewayWithOverrides, '/treff/eins', { Cookie: cookie, Accept: 'text/html' })).status).toBe(200);
  expect((await get(gatewayWithOverrides, '/treff/eins', { Accept: 'text/html' })).status).toBe(404);
});

it('leaves a remote out that a tester has switched off', async () => {
  const { registry } = await openWithOverrides(gatewayWithOverrides, 'remote.social=off');
  expect(socialOf(registry)).toBeUndefined();
  expect(registry.overrides?.remotes).toEqual([{ name: 'mf-social', value: 'off', outcome: 'off' }]);
});

describe('a dev server', () => {
  it('serves its remote in one browser, whose policy alone admits it', async () => {
    const { page, html, registry } = await openWithOverrides(gatewayWithOverrides, `remote.social=${devOrigin}`);
    expect(html).not.toContain('contacts.1a1b2c3d4e.js');
    expect(socialOf(registry)).toMatchObject({
      version: '5.0.1+dev.1',
      origin: devOrigin,
      entry: `${devOrigin}/remotes/mf-social/remoteEntry.0a1b2c3d4e.js`,
      screens: ['contacts', 'neu'],
      files: {},
    });
    const socketOrigin = devOrigin.replace('http', 'ws');
    expect(await ownDirectivesOf(page)).toEqual([
      expect.stringMatching(new RegExp(`^script-src 'self' 'sha256-[^']+' ${devOrigin}$`)),
      expect.stringMatching(new RegExp(`^connect-src .* ${devOrigin} ${socketOrigin}$`)),
      `img-src 'self' data: blob: ${devOrigin}`,
      `media-src 'self' ${devOrigin}`,
      `font-src 'self' ${devOrigin}`,
    ]);
  });

  it.each<[string, () => void]>([
    ['answers no manifest', () => (devAnswer = 'Moment')],
    ['serves another remote', () => (devAnswer = aRemoteManifest({ name: 'mf-other' }))],
    ['answers without an end', () => (devAnswer = 'x'.repeat(1_000_001))],
  ])('leaves the current release in place while it %s', async (_title, prepare) => {
    prepare();
    const { registry, page } = await openWithOverrides(gatewayWithOverrides, `remote.social=${devOrigin}`);
    expect(socialOf(registry)?.version).toBe(current.manifest.version);
    expect(registry.overrides?.remotes).toEqual([{ name: 'mf-social', value: devOrigin, outcome: 'unreachable' }]);
    expect(await ownDirectivesOf(page)).toEqual([]);
  });

  it('is refused where its origin is not on the list, and where only stored releases are allowed', async () => {
    for (const [gateway, value] of [
      [gatewayWithOverrides, 'http://localhost:9'],
      [storeOnly, devOrigin],
    ] as const) {
      const { registry, page } = await openWithOverrides(gateway, `remote.social=${value}`);
      expect(socialOf(registry)?.version).toBe(current.manifest.version);
      expect(registry.overrides?.remotes).toEqual([{ name: 'mf-social', value, outcome: 'originNotAllowed' }]);
      expect(policyOf(page)).not.toContain(value);
    }
  });

  it('is not chosen by a link of another site', async () => {
    const redirect = await get(gatewayWithOverrides, `/restaurants?remote.social=${devOrigin}`, {
      'Sec-Fetch-Site': 'cross-site',
    });
    expect([redirect.status, redirect.headers.get('Set-Cookie')]).toEqual([302, expect.stringContaining('Max-Age=0')]);
  });
});

it.each(['1.2.3+000000000000', 'quatsch', '5.0.1+dev.404', '../etc', '%22%3E'])(
  'opens the page as usual for the unknown release %s, and says so',
  async (value) => {
    const { page, registry } = await openWithOverrides(gatewayWithOverrides, `remote.social=${value}`);
    expect(page.status).toBe(200);
    expect(socialOf(registry)?.version).toBe(current.manifest.version);
    expect(registry.overrides?.remotes).toEqual([
      { name: 'mf-social', value: decodeURIComponent(value), outcome: 'unknownRelease' },
    ]);
  },
);

it('takes overrides back', async () => {
  const { cookie } = await openWithOverrides(
    gatewayWithOverrides,
    `remote.social=${candidate.manifest.version}&remote.account=off`,
  );
  const one = await get(gatewayWithOverrides, '/restaurants?remote.account=', { Cookie: cookie });
  expect(
    registryOf(await (await get(gatewayWithOverrides, '/restaurants', { Cookie: cookieOf(one) })).text()).overrides,
  ).toMatchObject({ remotes: [{ name: 'mf-social', outcome: 'release' }] });
  const answerWithoutOverrides = await get(gatewayWithOverrides, '/restaurants?remote', { Cookie: cookie });
  expect([answerWithoutOverrides.headers.get('Location'), answerWithoutOverrides.headers.get('Set-Cookie')]).toEqual([
    '/restaurants',
    expect.stringMatching(/^mahlzeit_overrides_\d+=; Max-Age=0; /),
  ]);
});

it('ignores a forged cookie, one of another gateway, and an expired one', async () => {
  const { cookie } = await openWithOverrides(gatewayWithOverrides, `remote.social=${candidate.manifest.version}`);
  const versionWith = async (gateway: TestGateway, sentCookie: string) =>
    socialOf(registryOf(await (await get(gateway, '/restaurants', { Cookie: sentCookie })).text()))?.version;
  expect(await versionWith(gatewayWithOverrides, `${cookie.slice(0, -2)}AA`)).toBe(current.manifest.version);
  const [, allowingPort = ''] = /_(\d+)=/.exec(cookie) ?? [];
  const foreignCookie = cookie.replace(allowingPort, String(storeOnly.address.port));
  expect(await versionWith(storeOnly, foreignCookie)).toBe(current.manifest.version);
  expect(await versionWith(gatewayWithOverrides, cookie)).toBe(candidate.manifest.version);
  gatewayWithOverrides.clock.advance(3_600_000);
  expect(await versionWith(gatewayWithOverrides, cookie)).toBe(current.manifest.version);
});

it('keeps the address and the releases as they are where no overrides are allowed', async () => {
  const page = await get(gatewayWithoutOverrides, `/restaurants?remote.social=${candidate.manifest.version}`);
  expect([page.status, page.headers.get('Set-Cookie')]).toEqual([200, null]);
  const registry = registryOf(await page.text());
  expect([socialOf(registry)?.version, registry.overrides]).toEqual([current.manifest.version, null]);
  expect((await get(gatewayWithoutOverrides, '/api/releaseChoices')).status).toBe(404);
});

it('lists the releases to choose from, with the channels that deliver them', async () => {
  const choices = z.array(RemoteChoices).parse(await (await get(storeOnly, '/api/releaseChoices')).json());
  expect(choices.map(({ name }) => name)).toContain('mf-social');
  expect(choices.find(({ name }) => name === 'mf-social')?.releases).toMatchObject([
    { version: candidate.manifest.version, channels: ['beta'] },
    { version: current.manifest.version, channels: ['stable'] },
  ]);
});
