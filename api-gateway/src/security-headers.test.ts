import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { securityHeadersOf } from './platform/http/security-headers';
import { createWholeFronts, type TemporaryFronts } from './modules/releases/fakes/fake-releases';

const gateways = testGateways();
let fronts: TemporaryFronts;
let gateway: TestGateway;

beforeAll(async () => {
  fronts = createWholeFronts();
  gateway = await gateways.start({
    folder: fronts.root,
    environment: {
      PUBLIC_URL: 'https://mahlzeit.example',
      SECURITY_CONTACT: 'mailto:security@mahlzeit.example',
      MODERATION_TOKEN: 'token-of-the-moderation-0123',
    },
  });
});
afterAll(() => fronts.remove());

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(gateway.url + path, { redirect: 'manual', ...init });

// Headers of HTML pages: a page allows only its own scripts and styles, and no other site may show it in a frame.
const pagePolicy = {
  'content-security-policy': expect.stringMatching(
    /^default-src 'none';.* script-src .*; base-uri 'none'; form-action .*; frame-ancestors 'none'/,
  ),
};

/** Headers that differ from those of all other responses, by the path that needs the difference. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/partner': pagePolicy,
  '/releases': pagePolicy,
  '/moderation': pagePolicy,
  '/api/auth/google/callback': pagePolicy,
  // The app needs the position of the device for the list of near restaurants, and the referrer's origin for PayPal and
  // login pages.
  '/restaurants': {
    ...pagePolicy,
    'permissions-policy': 'camera=(), geolocation=(self), microphone=()',
    'referrer-policy': 'strict-origin',
  },
  // A shared link is a secret, so this page sends no referrer.
  '/i/unknown': { ...pagePolicy, 'permissions-policy': 'camera=(), geolocation=(self), microphone=()' },
  // The app shows the page to which a bank returns in a frame.
  '/payment/return': {
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*; frame-ancestors 'self';/),
    'x-frame-options': 'SAMEORIGIN',
  },
};

describe('each answer has the security headers', () => {
  it.each([
    ['/', 302],
    ['/restaurants', 200],
    ['/i/unknown', 200],
    ['/payment/return', 200],
    ['/partner', 200],
    ['/releases', 200],
    ['/moderation', 200],
    ['/livez', 200],
    ['/readyz', 200],
    ['/version', 200],
    ['/metrics', 200],
    ['/registry.json', 200],
    ['/.well-known/security.txt', 200],
    ['/assets/unknown.js', 404],
    ['/remotes/mf-social/unknown.js', 404],
    ['/media/meal/unknown.svg', 404],
    ['/api/auth/google/start', 400],
    ['/api/auth/google/callback', 400],
    ['/api/unknown', 404],
    ['/unknown/page/below', 404],
  ])('%s (%i)', async (path, expectedStatus) => {
    const response = await get(path);
    expect(response.status).toBe(expectedStatus);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...Object.fromEntries(new Headers({ ...securityHeadersOf('https://mahlzeit.example') })),
      ...EXCEPTIONS[path],
    });
  });

  it('an unknown method and a broken body', async () => {
    for (const init of [
      { method: 'DELETE' },
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
    ])
      expect(Object.fromEntries((await get('/api/auth/login', init)).headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
      });
  });

  it('texts name their character set', async () => {
    for (const path of [
      '/restaurants',
      '/payment/return',
      '/livez',
      '/metrics',
      '/.well-known/security.txt',
      '/api/unknown',
    ])
      expect([path, (await get(path)).headers.get('content-type')]).toEqual([
        path,
        expect.stringMatching(/^(text|application)\/[a-z]+;.*charset=utf-8/),
      ]);
  });

  it.each(['/', '/restaurants', '/api/users/me', '/livez'])('%s echoes no request', async (path) => {
    const [status, body] = await new Promise<readonly [number, string]>((resolve, reject) => {
      const headers = { 'X-Secret': 'do-not-echo' };
      const trace = request(gateway.url + path, { method: 'TRACE', headers }, (response) => {
        text(response).then((bodyText) => resolve([response.statusCode ?? 0, bodyText]), reject);
      });
      trace.on('error', reject).end();
    });
    expect([404, 405]).toContain(status);
    expect(body).not.toContain('do-not-echo');
  });

  it('HTTPS alone is remembered', () =>
    expect(securityHeadersOf('http://127.0.0.1:4000')).not.toHaveProperty('Strict-Transport-Security'));
});

it('names the address for vulnerabilities, and a date until which that is true', async () => {
  const text = await (await get('/.well-known/security.txt')).text();
  expect(text).toContain('Contact: mailto:security@mahlzeit.example\n');
  expect(text).toContain('Canonical: https://mahlzeit.example/.well-known/security.txt\n');
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  const daysLeft = (Date.parse(expires) - gateway.clock.realNow()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

describe('reports of violated policies', () => {
  const report = (body: unknown, type = 'application/reports+json'): Promise<Response> =>
    get('/api/csp-reports', { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) });

  const countedLines = async (): Promise<readonly string[]> =>
    (await (await get('/metrics')).text()).split('\n').filter((line) => line.startsWith('mahlzeit_csp_reports_total{'));

  it('count by directive and remote, in both forms, and become no labels of their own', async () => {
    const violation = (effectiveDirective: string, sourceFile: string | null) => ({
      type: 'csp-violation',
      body: { effectiveDirective, sourceFile, blockedURL: 'https://evil.example/' },
    });
    const responses = [
      await report([
        violation('script-src-elem', 'https://mahlzeit.example/remotes/mf-social/remote.js'),
        violation('script-src-elem', 'https://mahlzeit.example/remotes/mf-social/part.js'),
        violation('img-src', 'https://mahlzeit.example/remotes/mf-invented/remote.js'),
        violation('an-invented-directive', null),
        { type: 'deprecation', body: {} },
      ]),
      await report(
        {
          'csp-report': {
            'violated-directive': "img-src 'self'",
            'source-file': 'https://mahlzeit.example/assets/a.js',
          },
        },
        'application/csp-report',
      ),
      await report({ nothing: 'of the kind' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await countedLines()).toEqual([
      'mahlzeit_csp_reports_total{directive="script-src-elem",remote="mf-social"} 2',
      'mahlzeit_csp_reports_total{directive="img-src",remote="other"} 1',
      'mahlzeit_csp_reports_total{directive="other",remote="other"} 1',
      'mahlzeit_csp_reports_total{directive="img-src",remote="shell"} 1',
    ]);
  });

  it('are asked for by each page', async () => {
    for (const path of ['/restaurants', '/partner', '/releases', '/moderation', '/payment/return']) {
      const { headers } = await get(path);
      expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
      expect(headers.get('content-security-policy')).toMatch(/; report-to csp; report-uri \/api\/csp-reports$/);
    }
  });

  it('are limited for each address', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1)
      statuses.push((await fetch(`${limitedGateway.url}/api/csp-reports`, { method: 'POST' })).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the metrics', () => {
  it('need the token where one is set, and wrong tokens are limited', async () => {
    const token = 'token-of-the-monitoring-0123';
    const guardedGateway = await gateways.start({ environment: { METRICS_TOKEN: token, RATE_LIMITS: 'default' } });
    const statusWith = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${guardedGateway.url}/metrics`, { headers })).status;
    expect(await statusWith({})).toBe(401);
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push(await statusWith({ Authorization: `Bearer ${count}` }));
    expect(statuses.at(-1)).toBe(429);
    expect(await statusWith({ Authorization: `Bearer ${token}` })).toBe(200);
  });
});

it('limits wrong partner tokens by address, whatever they look like', async () => {
  const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const readStatus = async (token: string): Promise<number> =>
    (await fetch(`${limitedGateway.url}/api/partner/restaurant`, { headers: { Authorization: `Bearer ${token}` } }))
      .status;
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) statuses.push(await readStatus(`guess-${count}`));
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  expect(await readStatus(limitedGateway.partnerToken)).not.toBe(429);
});
