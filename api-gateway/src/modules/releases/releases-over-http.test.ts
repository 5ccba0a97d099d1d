import { request as rawRequest } from 'node:http';
import { ErrorBody, PageRegistry, Session } from '@mahlzeit/contract';
import { googleMapsCookie } from '@mahlzeit/contract/rules';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import {
  aConsoleManifest,
  aMainManifest,
  aRemoteManifest,
  aShellManifest,
  createTemporaryFronts,
} from './fakes/fake-releases';
import type { TemporaryFronts } from './fakes/fake-releases';
import { SCRIPT_LOADER_SOURCE } from './page/script-loader';

const gateways = testGateways();
let fronts: TemporaryFronts;
let url = '';
let address = { port: 0, publicUrl: '' };
let sandboxUrl: string | null = null;

beforeAll(async () => {
  fronts = createTemporaryFronts();
  const gateway = await gateways.start({ folder: fronts.root });
  ({ url, address, sandboxUrl } = gateway);
});
afterAll(() => fronts.remove());

const buildAll = () => {
  fronts.build({ name: 'shell', manifest: aShellManifest() });
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
  fronts.build({
    name: 'mf-social',
    manifest: aRemoteManifest({ addresses: { '/treff': ['contacts'], connection: ['contacts'] } }),
  });
  fronts.build({ name: 'partner-console', manifest: aConsoleManifest() });
};

/** Sends a request without normalising its path, as `fetch` would. */
const sendRawRequest = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const clientRequest = rawRequest({ host: '127.0.0.1', port: address.port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    clientRequest.on('error', reject).end();
  });

/** Reads the registry that a page contains as JSON. */
const parseInlinedRegistry = (page: string): PageRegistry =>
  PageRegistry.parse(JSON.parse(/id="registry">(.*?)<\/script>/s.exec(page)?.[1] ?? ''));

const REMOTE_ENTRY_PATH = '/remotes/mf-social/remoteEntry.0a1b2c3d4e.js';

it('answers in German and asks to come back while no shell was built', async () => {
  const page = await fetch(`${url}/restaurants`);
  expect(page.status).toBe(503);
  expect(page.headers.get('Retry-After')).toBe('5');
  expect(await page.text()).toContain('Mahlzeit ist gleich wieder da');
  const registry = await fetch(`${url}/registry.json`);
  expect([registry.status, ErrorBody.parse(await registry.json()).code]).toEqual([503, 'unavailable']);
});

describe('once the fronts are built', () => {
  beforeAll(buildAll);

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
    const answer = await sendRawRequest(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('R03 leads the bare address to the main screen and keeps the query', async () => {
    const answer = await sendRawRequest('/?token=abc&PayerID=%C3%9C');
    expect([answer.status, answer.headers['location']]).toEqual([302, '/restaurants?token=abc&PayerID=%C3%9C']);
    expect((await sendRawRequest('//evil.test/')).headers['location']).toBeUndefined();
  });

  it.each([
    '/api',
    '/api/unknown',
    '/payment',
    '/legal/x',
    '/media/a.png',
    '/sw.js',
    '/manifest.webmanifest',
    '/robots.txt',
    '/favicon.ico',
    '/remotes',
    '/assets',
  ])('R01 never answers %s with the page', async (path) => {
    const answer = await sendRawRequest(path, { Accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect(ErrorBody.parse(JSON.parse(answer.body.toString())).code).toBe('notFound');
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
    const nonce = /nonce="([^"]+)"/.exec(firstAnswer.body.toString())?.[1];
    expect(firstAnswer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'self' ${SCRIPT_LOADER_SOURCE}`,
        `connect-src 'self' ws://127.0.0.1:${address.port} ${sandboxUrl}`,
        "img-src 'self' data: blob:",
        "media-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "base-uri 'none'",
        `form-action 'self' ${sandboxUrl}`,
        `frame-src 'self' ${sandboxUrl}`,
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types mahlzeit mahlzeit-start',
      ].join('; '),
    });
    expect(secondAnswer.headers['content-security-policy']).not.toBe(firstAnswer.headers['content-security-policy']);
  });

  it('admits the sandbox nowhere but where it runs', async () => {
    const otherGateway = await gateways.start({
      folder: fronts.root,
      environment: { SMTP_URL: 'smtp://mail.test:587' },
    });
    const answer = await fetch(`${otherGateway.url}/restaurants`);
    expect(otherGateway.sandboxUrl).toBeNull();
    expect(answer.headers.get('content-security-policy')).not.toMatch(/localhost|frame-src/);
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
  ])('admits of real providers what their payments need: %s', async (_, environment, rules) => {
    const otherGateway = await gateways.start({ folder: fronts.root, environment });
    const policy = (await fetch(`${otherGateway.url}/restaurants`)).headers.get('content-security-policy') ?? '';
    for (const rule of rules) expect(policy).toContain(rule);
    expect(policy).not.toContain('localhost');
  });

  it.each([
    ['Google', { GOOGLE_MAPS_API_KEY: 'AIza-key_1' }, /google|gstatic/],
    ['the sandbox in its place', { GOOGLE_MAPS_API_KEY: 'sandbox' }, /script-src [^;]*localhost|google/],
  ])(
    'admits the map of %s to those alone whose browser says that they agree, on every page of theirs',
    async (_, environment, hostPattern) => {
      const otherGateway = await gateways.start({ folder: fronts.root, environment });
      const consentCookieAt = (origin: string): string => googleMapsCookie(origin, true).split(';')[0] ?? '';
      const getPage = async (path: string, cookie: string) => {
        const page = await fetch(otherGateway.url + path, { headers: { Cookie: cookie } });
        return [
          hostPattern.test(page.headers.get('content-security-policy') ?? ''),
          parseInlinedRegistry(await page.text()).deployment.googleMaps?.isAdmitted,
          page.headers.get('cache-control'),
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
    const answer = await sendRawRequest('/payment/return?transactionId=7');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'self'/);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('packs page and files for who accepts %s', async (acceptedEncodings, encoding) => {
    for (const path of ['/restaurants', REMOTE_ENTRY_PATH]) {
      const answer = await sendRawRequest(path, { 'Accept-Encoding': acceptedEncodings });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['vary']).toBe('Accept-Encoding');
    }
    expect(
      await (await fetch(url + REMOTE_ENTRY_PATH, { headers: { 'Accept-Encoding': acceptedEncodings } })).text(),
    ).toBe('content of remoteEntry.0a1b2c3d4e.js');
  });

  it('caches files with a hash in their name for ever, with any query', async () => {
    fronts.write('mf-social', 'plain.js', 'plain');
    for (const path of [REMOTE_ENTRY_PATH, `${REMOTE_ENTRY_PATH}?r=2`, '/assets/shell.5a1b2c3d4e.js']) {
      const answer = await sendRawRequest(path);
      expect([
        answer.status,
        answer.headers['cache-control'],
        answer.headers['content-type'],
        answer.headers['x-content-type-options'],
      ]).toEqual([200, 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8', 'nosniff']);
    }
    expect((await sendRawRequest('/remotes/mf-social/plain.js')).headers['cache-control']).toBe('no-cache');
    expect((await sendRawRequest('/assets/text-latin.6a1b2c3d4e.woff2')).headers['content-type']).toBe('font/woff2');
    expect((await sendRawRequest('/remotes/mf-social/art.2a1b2c3d4e.svg')).headers['content-type']).toBe(
      'image/svg+xml',
    );
  });

  it("serves the restaurant's console and its files below /partner, and names it to no page of the app", async () => {
    const page = await (await fetch(`${url}/partner`)).text();
    const script = /<script [^>]*src="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(script).toBe('/partner/page.8a1b2c3d4e.js');
    expect(await (await fetch(url + script)).text()).toBe('content of page.8a1b2c3d4e.js');
    expect((await sendRawRequest('/partner/release.json')).status).toBe(404);
    expect(JSON.stringify(parseInlinedRegistry(await (await fetch(`${url}/restaurants`)).text()))).not.toContain(
      'partner-console',
    );
  });

  it('answers HEAD like GET, without the body', async () => {
    for (const path of ['/restaurants', REMOTE_ENTRY_PATH]) {
      const answer = await sendRawRequest(path, {}, 'HEAD');
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
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
    fronts.write('mf-social', 'sizes.json', '{}');
    fronts.write('mf-social', '.build-hash', 'x');
    const answer = await sendRawRequest(path);
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers a malformed file name as a mistake of who asks', async () => {
    expect((await sendRawRequest('/assets/%zz.js')).status).toBe(400);
  });

  it("notices that a remote's files went away and came back, and goes on serving the others", async () => {
    fronts.hideRelease('mf-social');
    expect((await sendRawRequest(REMOTE_ENTRY_PATH)).status).toBe(404);
    expect((await sendRawRequest('/remotes/mf-discovery/main.4a1b2c3d4e.js')).status).toBe(200);
    const meanwhileRegistry = PageRegistry.parse(await (await fetch(`${url}/registry.json`)).json());
    expect(meanwhileRegistry.remotes.map(({ name }) => name)).toEqual(['mf-discovery', 'mf-social']);
    fronts.restoreRelease('mf-social');
    expect((await sendRawRequest(REMOTE_ENTRY_PATH)).status).toBe(200);
  });

  it('serves a new build with the next page', async () => {
    fronts.build({ name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) });
    const registry = PageRegistry.parse(await (await fetch(`${url}/registry.json`)).json());
    expect(registry.remotes.map(({ version }) => version)).toEqual(['5.0.1+aaaa', '5.0.1+cccc']);
  });
});

it('announces a new build to open pages, beside content’s items of the same topic', async () => {
  const sessionResponse = await fetch(`${url}/api/auth/anonymous`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const client = await connectLive(url, { token: Session.parse(await sessionResponse.json()).idToken });
  client.say({ op: 'sub', id: 'global', topic: 'global' });
  const { items } = await client.next('snap');
  expect(items.map(({ collection, key }) => `${collection}/${key}`)).toEqual(
    expect.arrayContaining(['versionInfos/5', 'legal/privacyde']),
  );
  await client.next('live');
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest({ version: '5.0.1+dddd' }) });
  const releaseOp = {
    kind: 'put',
    collection: 'registry',
    key: 'mf-discovery',
    value: { key: 'mf-discovery', version: '5.0.1+dddd' },
  };
  for (let isAnnounced = false; !isAnnounced;)
    isAnnounced = (await client.next('delta')).ops.some((op) => JSON.stringify(op) === JSON.stringify(releaseOp));
  client.terminate();
});
