import { request as rawRequest } from 'node:http';
import { ErrorBody, PageRegistry, Session } from '@mahlzeit/contract';
import { googleMapsCookie } from '@mahlzeit/contract/rules';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import {
  aPageManifest,
  aMainManifest,
  aRemoteManifest,
  aShellManifest,
  createTemporaryFronts,
} from './fakes/fake-releases';
import type { TemporaryFronts } from './fakes/fake-releases';
import { PAGE_NAMES } from './manifest';
import { SCRIPT_LOADER_SOURCE } from './page/script-loader';

const gateways = testGateways();
let frontsFolder: TemporaryFronts;
let url = '';
let gatewayAddress = { port: 0, publicUrl: '' };
let sandboxUrl: string | null = null;

beforeAll(async () => {
  frontsFolder = createTemporaryFronts();
  const gateway = await gateways.start({
    folder: frontsFolder.root,
    environment: { MODERATION_TOKEN: 'moderation-token-of-the-tests' },
  });
  ({ url, address: gatewayAddress, sandboxUrl } = gateway);
});
afterAll(() => frontsFolder.remove());

const buildAllReleases = () => {
  frontsFolder.build({ name: 'shell', manifest: aShellManifest() });
  frontsFolder.build({ name: 'mf-discovery', manifest: aMainManifest() });
  frontsFolder.build({
    name: 'mf-social',
    manifest: aRemoteManifest({ addresses: { '/treff': ['contacts'], connection: ['contacts'] } }),
  });
  for (const name of PAGE_NAMES) frontsFolder.build({ name, manifest: aPageManifest({ name }) });
};

/** Sends a request without normalising its path, as `fetch` would. */
const sendRawRequest = (
  path: string,
  headers: Record<string, string> = {},
  httpMethod = 'GET',
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const clientRequest = rawRequest(
      { host: '127.0.0.1', port: gatewayAddress.port, path, headers, method: httpMethod },
      (response) => {
        const responseChunks: Buffer[] = [];
        response.on('data', (responseChunk: Buffer) => responseChunks.push(responseChunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(responseChunks) }),
        );
      },
    );
    clientRequest.on('error', reject).end();
  });

/** Reads the registry that a page contains as JSON. */
const parseInlinedRegistry = (pageHtml: string): PageRegistry =>
  PageRegistry.parse(JSON.parse(/id="registry">(.*?)<\/script>/s.exec(pageHtml)?.[1] ?? ''));

const REMOTE_ENTRY_PATH = '/remotes/mf-social/remoteEntry.0a1b2c3d4e.js';

it('answers in German and asks to come back while no shell was built', async () => {
  const pageResponse = await fetch(`${url}/restaurants`);
  expect(pageResponse.status).toBe(503);
  expect(pageResponse.headers.get('Retry-After')).toBe('5');
  expect(await pageResponse.text()).toContain('Mahlzeit ist gleich wieder da');
  const registryResponse = await fetch(`${url}/registry.json`);
  expect([registryResponse.status, ErrorBody.parse(await registryResponse.json()).code]).toEqual([503, 'unavailable']);
});

describe('once the fronts are built', () => {
  beforeAll(buildAllReleases);

  it('inlines in the page what /registry.json answers', async () => {
    const inlinedRegistry = parseInlinedRegistry(await (await fetch(`${url}/restaurants`)).text());
    const registryAnswer = PageRegistry.parse(await (await fetch(`${url}/registry.json`)).json());
    expect(inlinedRegistry).toEqual(registryAnswer);
    expect(registryAnswer.remotes.map(({ name, entry }) => [name, entry])).toEqual([
      ['mf-discovery', '/remotes/mf-discovery/remoteEntry.3a1b2c3d4e.js'],
      ['mf-social', REMOTE_ENTRY_PATH],
    ]);
  });

  it.each([
    '/restaurants',
    '/restaurants/mensa-arcisstrasse',
    '/restaurants/a%2Fb',
    '/search/details/x',
    '/ChIJuRMYfoNhsUcRoDrWe_I9JgQ',
    '/%E0%A4%A',
    '/empty',
  ])('R01 answers %s with the page', async (path) => {
    const rawResponse = await sendRawRequest(path);
    expect(rawResponse.status).toBe(200);
    expect(rawResponse.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('R03 leads the bare address to the main screen and keeps the query', async () => {
    const rawResponse = await sendRawRequest('/?token=abc&PayerID=%C3%9C');
    expect([rawResponse.status, rawResponse.headers['location']]).toEqual([
      302,
      '/restaurants?token=abc&PayerID=%C3%9C',
    ]);
    expect((await sendRawRequest('//evil.test/')).headers['location']).toBeUndefined();
  });

  it.each([
    '/api',
    '/api/unknown',
    '/payment',
    '/legal/x',
    '/media/a.png',
    '/robots.txt',
    '/favicon.ico',
    '/remotes',
    '/assets',
  ])('R01 never answers %s with the page', async (path) => {
    const rawResponse = await sendRawRequest(path, { Accept: 'text/html' });
    expect(rawResponse.status).toBe(404);
    expect(ErrorBody.parse(JSON.parse(rawResponse.body.toString())).code).toBe('notFound');
  });

  it.each([
    ['/sw.js', /^text\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ])('R01 answers %s with its own file and never with the page', async (path, contentType) => {
    const rawResponse = await sendRawRequest(path, { Accept: 'text/html' });
    expect(rawResponse.status).toBe(200);
    expect(rawResponse.headers['content-type']).toMatch(contentType);
  });

  it('R01 shows the app on an unknown path, with status 404 for programs', async () => {
    const personResponse = await sendRawRequest('/foo/bar', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([personResponse.status, personResponse.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const programResponse = await sendRawRequest('/foo/bar', { Accept: '*/*' });
    expect([programResponse.status, ErrorBody.parse(JSON.parse(programResponse.body.toString())).code]).toEqual([
      404,
      'notFound',
    ]);
  });

  it('guards the page by its headers, with a new nonce each time', async () => {
    const [firstAnswer, secondAnswer] = [await sendRawRequest('/restaurants'), await sendRawRequest('/restaurants')];
    const pageNonce = /nonce="([^"]+)"/.exec(firstAnswer.body.toString())?.[1];
    expect(firstAnswer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(self), microphone=()',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'self' ${SCRIPT_LOADER_SOURCE}`,
        `connect-src 'self' ws://127.0.0.1:${gatewayAddress.port} ${sandboxUrl}`,
        "img-src 'self' data: blob:",
        "media-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        `style-src 'self' 'nonce-${pageNonce}'`,
        "base-uri 'none'",
        `form-action 'self' ${sandboxUrl}`,
        `frame-src 'self' ${sandboxUrl}`,
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types mahlzeit mahlzeit-start',
        'report-uri /api/csp-reports',
      ].join('; '),
    });
    expect(secondAnswer.headers['content-security-policy']).not.toBe(firstAnswer.headers['content-security-policy']);
  });

  it('admits the sandbox nowhere but where it runs', async () => {
    const otherGateway = await gateways.start({
      folder: frontsFolder.root,
      environment: { SMTP_URL: 'smtp://mail.test:587' },
    });
    const pageResponse = await fetch(`${otherGateway.url}/restaurants`);
    expect(otherGateway.sandboxUrl).toBeNull();
    expect(pageResponse.headers.get('content-security-policy')).not.toMatch(/localhost|frame-src/);
  });

  it.each([
    [
      'cards and PayPal',
      { MANGOPAY_CLIENT_ID: 'id', MANGOPAY_API_KEY: 'key', PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' },
      [
        ' https://webpayment.payline.com https://api.mangopay.com;',
        "; form-action 'self' https://www.paypal.com; frame-src 'self' https:; ",
      ],
    ],
    [
      'PayPal alone',
      { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_URL: 'https://api-m.sandbox.paypal.com' },
      ["; form-action 'self' https://www.sandbox.paypal.com; frame-ancestors"],
    ],
  ])('admits of real providers what their payments need: %s', async (_title, environmentVariables, expectedRules) => {
    const otherGateway = await gateways.start({ folder: frontsFolder.root, environment: environmentVariables });
    const policyText = (await fetch(`${otherGateway.url}/restaurants`)).headers.get('content-security-policy') ?? '';
    for (const expectedRule of expectedRules) expect(policyText).toContain(expectedRule);
    expect(policyText).not.toContain('localhost');
  });

  it.each([
    ['Google', { GOOGLE_MAPS_API_KEY: 'AIza-key_1' }, /google|gstatic/],
    ['the sandbox in its place', { GOOGLE_MAPS_API_KEY: 'sandbox' }, /script-src [^;]*localhost|google/],
  ])(
    'admits the map of %s to those alone whose browser says that they agree, on every page of theirs',
    async (_title, environmentVariables, hostPattern) => {
      const otherGateway = await gateways.start({ folder: frontsFolder.root, environment: environmentVariables });
      const consentCookieAt = (publicOrigin: string): string =>
        googleMapsCookie(publicOrigin, true).split(';')[0] ?? '';
      const getPage = async (path: string, cookieHeader: string) => {
        const pageResponse = await fetch(otherGateway.url + path, { headers: { Cookie: cookieHeader } });
        return [
          hostPattern.test(pageResponse.headers.get('content-security-policy') ?? ''),
          parseInlinedRegistry(await pageResponse.text()).deployment.googleMaps?.isAdmitted,
          pageResponse.headers.get('cache-control'),
        ];
      };
      for (const path of ['/restaurants', '/restaurants/mensa-arcisstrasse', '/search/details/x']) {
        expect(await getPage(path, '')).toEqual([false, false, 'no-store']);
        expect(await getPage(path, consentCookieAt('http://127.0.0.1:1'))).toEqual([false, false, 'no-store']);
        expect(
          await getPage(path, `mahlzeit_start=53.55,9.99,; ${consentCookieAt(otherGateway.address.publicUrl)}`),
        ).toEqual([true, true, 'no-store']);
      }
    },
  );

  it('serves the page for the shared links of a built remote, and no other path of two segments', async () => {
    expect((await sendRawRequest('/treff/a%2Fb')).status).toBe(200);
    for (const path of ['/treff', '/treff/a/b', '/mensa/a'])
      expect((await sendRawRequest(path, { Accept: 'text/html' })).status).toBe(path === '/treff' ? 200 : 404);
  });

  it('has a page for payments to return to, that we alone may frame', async () => {
    const rawResponse = await sendRawRequest('/payment/return?transactionId=7');
    expect([rawResponse.status, rawResponse.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(rawResponse.headers['content-security-policy']).toMatch(/frame-ancestors 'self'/);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('packs page and files for who accepts %s', async (acceptedEncodings, expectedEncoding) => {
    for (const path of ['/restaurants', REMOTE_ENTRY_PATH]) {
      const rawResponse = await sendRawRequest(path, { 'Accept-Encoding': acceptedEncodings });
      expect(rawResponse.headers['content-encoding']).toBe(expectedEncoding);
      expect(rawResponse.headers['vary']).toBe('Accept-Encoding');
    }
    expect(
      await (await fetch(url + REMOTE_ENTRY_PATH, { headers: { 'Accept-Encoding': acceptedEncodings } })).text(),
    ).toBe('content of remoteEntry.0a1b2c3d4e.js');
  });

  it('caches files with a hash in their name for ever, with any query', async () => {
    frontsFolder.write('mf-social', 'plain.js', 'plain');
    for (const path of [REMOTE_ENTRY_PATH, `${REMOTE_ENTRY_PATH}?r=2`, '/assets/shell.5a1b2c3d4e.js']) {
      const rawResponse = await sendRawRequest(path);
      expect([
        rawResponse.status,
        rawResponse.headers['cache-control'],
        rawResponse.headers['content-type'],
        rawResponse.headers['x-content-type-options'],
      ]).toEqual([200, 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8', 'nosniff']);
    }
    expect((await sendRawRequest('/remotes/mf-social/plain.js')).headers['cache-control']).toBe('no-cache');
    expect((await sendRawRequest('/assets/text-latin.6a1b2c3d4e.woff2')).headers['content-type']).toBe('font/woff2');
    expect((await sendRawRequest('/remotes/mf-social/art.2a1b2c3d4e.svg')).headers['content-type']).toBe(
      'image/svg+xml; charset=utf-8',
    );
  });

  it.each([
    ['partner-console', '/partner'],
    ['release-console', '/releases'],
    ['moderation-console', '/moderation'],
  ])('serves %s and its files below %s, and names it to no page of the app', async (name, path) => {
    const pageHtml = await (await fetch(url + path)).text();
    const scriptPath = /<script [^>]*src="([^"]+)"/.exec(pageHtml)?.[1] ?? '';
    expect(scriptPath).toBe(`${path}/page.8a1b2c3d4e.js`);
    expect(await (await fetch(url + scriptPath)).text()).toBe('content of page.8a1b2c3d4e.js');
    expect((await sendRawRequest(`${path}/release.json`)).status).toBe(404);
    expect(JSON.stringify(parseInlinedRegistry(await (await fetch(`${url}/restaurants`)).text()))).not.toContain(name);
  });

  it('answers HEAD like GET, without the body', async () => {
    for (const path of ['/restaurants', REMOTE_ENTRY_PATH]) {
      const rawResponse = await sendRawRequest(path, {}, 'HEAD');
      expect([rawResponse.status, rawResponse.body.length]).toEqual([200, 0]);
    }
  });

  it.each([
    '/remotes/mf-social/release.json',
    '/assets/shell.json',
    '/remotes/mf-social/sizes.json',
    '/remotes/mf-social/.build-hash',
    '/remotes/mf-other/x.js',
    '/remotes/mf-social/gone.js',
    '/remotes/mf-social/..%2f..%2fmf-discovery%2fdist%2fmain.4a1b2c3d4e.js',
    '/remotes/mf-social/../../package.json',
    '/assets/..%5c..%5cx.js',
    '/assets/%2e%2e/x.js',
    '/remotes/shell/shell.5a1b2c3d4e.js',
    '/remotes/mf-social/',
    '/assets/',
    '/assets/x.js.br',
    '/assets/a%00.js',
  ])('does not serve %s', async (path) => {
    frontsFolder.write('mf-social', 'sizes.json', '{}');
    frontsFolder.write('mf-social', '.build-hash', 'x');
    const rawResponse = await sendRawRequest(path);
    expect(rawResponse.status).toBe(404);
    expect(rawResponse.headers['cache-control']).toBe('no-store');
  });

  it('answers a malformed file name as a mistake of who asks', async () => {
    expect((await sendRawRequest('/assets/%zz.js')).status).toBe(400);
  });

  it("notices that a remote's files went away and came back, and goes on serving the others", async () => {
    frontsFolder.hideRelease('mf-social');
    expect((await sendRawRequest(REMOTE_ENTRY_PATH)).status).toBe(404);
    expect((await sendRawRequest('/remotes/mf-discovery/main.4a1b2c3d4e.js')).status).toBe(200);
    const meanwhileRegistry = PageRegistry.parse(await (await fetch(`${url}/registry.json`)).json());
    expect(meanwhileRegistry.remotes.map(({ name }) => name)).toEqual(['mf-discovery', 'mf-social']);
    frontsFolder.restoreRelease('mf-social');
    expect((await sendRawRequest(REMOTE_ENTRY_PATH)).status).toBe(200);
  });

  it('serves a new build with the next page', async () => {
    frontsFolder.build({ name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) });
    const fetchedRegistry = PageRegistry.parse(await (await fetch(`${url}/registry.json`)).json());
    expect(fetchedRegistry.remotes.map(({ version }) => version)).toEqual(['5.0.1+aaaa', '5.0.1+cccc']);
  });
});

it('announces a new build to open pages, beside content’s items of the same topic', async () => {
  const sessionResponse = await fetch(`${url}/api/auth/anonymous`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const liveClient = await connectLive(url, { token: Session.parse(await sessionResponse.json()).idToken });
  liveClient.say({ op: 'sub', id: 'global', topic: 'global' });
  const { items } = await liveClient.next('snap');
  expect(items.map(({ collection, key }) => `${collection}/${key}`)).toEqual(
    expect.arrayContaining(['versionInfos/5', 'legal/privacyde']),
  );
  await liveClient.next('live');
  frontsFolder.build({ name: 'mf-discovery', manifest: aMainManifest({ version: '5.0.1+dddd' }) });
  const releaseOp = {
    kind: 'put',
    collection: 'registry',
    key: 'mf-discovery',
    value: { key: 'mf-discovery', version: '5.0.1+dddd', rollout: null },
  };
  for (let isAnnounced = false; !isAnnounced;)
    isAnnounced = (await liveClient.next('delta')).ops.some(
      (liveOp) => JSON.stringify(liveOp) === JSON.stringify(releaseOp),
    );
  liveClient.terminate();
});
