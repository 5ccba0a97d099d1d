import { contentSecurityPolicy } from './content-security-policy';
import type { PageDocument, PageSources } from './content-security-policy';

const none: PageSources = {
  isMeasured: false,
  tileUrl: null,
  googleMapsUrl: null,
  cards: null,
  paypalUrl: null,
  signInUrls: [],
};
const GOOGLE = 'https://maps.googleapis.com/maps/api/js';

const app: PageDocument = { kind: 'app', nonce: 'bm9uY2U=' };
const paymentReturn: PageDocument = { kind: 'paymentReturn', script: "'sha256-c2NyaXB0'", style: "'sha256-c3R5bGU='" };

const rulesOf = (sources: Partial<PageSources> = {}, document: PageDocument = app): ReadonlyMap<string, string> =>
  new Map(
    contentSecurityPolicy({ document, publicUrl: 'https://mahlzeit.test', sources: { ...none, ...sources } })
      .split('; ')
      .map((rule) => [rule.split(' ')[0] ?? '', rule]),
  );

/** Returns the directives that differ from those of a page without third parties. */
const changesOf = (sources: Partial<PageSources>): string[] =>
  [...rulesOf(sources)].flatMap(([name, rule]) => (rule === rulesOf().get(name) ? [] : [name]));

it('lets pages speak to this site alone where nothing else is set up', () => {
  expect(rulesOf().get('connect-src')).toBe("connect-src 'self' wss://mahlzeit.test");
  expect(rulesOf().get('img-src')).toBe("img-src 'self' data: blob:");
  expect([...rulesOf().values()].join(' ')).not.toMatch(/https:/);
});

it('admits the one host that measures, and neither its scripts nor its pictures', () => {
  expect(changesOf({ isMeasured: true })).toEqual(['connect-src']);
  expect(rulesOf({ isMeasured: true }).get('connect-src')).toBe(
    "connect-src 'self' wss://mahlzeit.test https://region1.google-analytics.com",
  );
});

it('admits the pictures of the one host that has the map’s tiles', () => {
  const tileUrl = 'https://tiles.example:8443/streets/{z}/{x}/{y}.png?key=1';
  expect(changesOf({ tileUrl })).toEqual(['img-src']);
  expect(rulesOf({ tileUrl }).get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example:8443");
});

it('admits Google’s hosts where its map is offered, and each of its Trusted Types policies by name', () => {
  const rules = rulesOf({ googleMapsUrl: GOOGLE });
  expect(changesOf({ googleMapsUrl: GOOGLE })).toEqual([
    'script-src',
    'connect-src',
    'img-src',
    'font-src',
    'worker-src',
    'style-src',
    'trusted-types',
  ]);
  expect(rules.get('script-src')).toMatch(/ https:\/\/maps\.googleapis\.com$/);
  expect(rules.get('script-src')).not.toMatch(/unsafe|strict-dynamic|blob:|\*/);
  expect(rules.get('trusted-types')).toMatch(
    / mahlzeit-google-maps google-maps-api-loader google-maps-api#html lit-html$/,
  );
  expect(rules.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
});

it('allows one script of the sandbox’s map', () => {
  const googleMapsUrl = 'http://localhost:4100/maps/api/js';
  expect(changesOf({ googleMapsUrl })).toEqual(['script-src', 'trusted-types']);
  expect(rulesOf({ googleMapsUrl }).get('script-src')).toMatch(/ http:\/\/localhost:4100$/);
});

describe('each document in each deployment', () => {
  const SANDBOX = 'http://localhost:4100';
  const signInUrls = ['https://accounts.google.com', 'https://www.facebook.com'];
  const real: Partial<PageSources> = {
    cards: { tokeniserUrls: ['https://webpayment.example/getToken?x=1', 'https://api.example'], bankUrl: null },
    paypalUrl: 'https://www.paypal.com/checkoutnow',
    signInUrls,
  };
  const sandbox: Partial<PageSources> = {
    cards: { tokeniserUrls: [SANDBOX, `${SANDBOX}/psp`], bankUrl: `${SANDBOX}/psp/secure` },
    paypalUrl: `${SANDBOX}/paypal`,
    signInUrls: [`${SANDBOX}/google`, `${SANDBOX}/apple`],
  };
  const deployments = {
    bare: {},
    real,
    sandbox,
    'PayPal alone': { paypalUrl: 'https://www.paypal.com' },
    'sign-in alone': { signInUrls },
  } satisfies Record<string, Partial<PageSources>>;
  const ownSources = "'self' wss://mahlzeit.test";

  it.each<[keyof typeof deployments, Readonly<Record<string, string | undefined>>]>([
    ['bare', { 'connect-src': ownSources, 'frame-src': undefined, 'form-action': "'self'" }],
    [
      'real',
      {
        'connect-src': `${ownSources} https://webpayment.example https://api.example`,
        'frame-src': "'self' https:",
        'form-action': "'self' https://www.paypal.com https://accounts.google.com https://www.facebook.com",
      },
    ],
    [
      'sandbox',
      {
        'connect-src': `${ownSources} ${SANDBOX}`,
        'frame-src': `'self' ${SANDBOX}`,
        'form-action': `'self' ${SANDBOX}`,
      },
    ],
    [
      'PayPal alone',
      { 'connect-src': ownSources, 'frame-src': undefined, 'form-action': "'self' https://www.paypal.com" },
    ],
    [
      'sign-in alone',
      {
        'connect-src': ownSources,
        'frame-src': undefined,
        'form-action': "'self' https://accounts.google.com https://www.facebook.com",
      },
    ],
  ])('the app, %s: nobody frames it', (deployment, rules) => {
    const policy = rulesOf(deployments[deployment]);
    expect(
      Object.fromEntries(Object.keys(rules).map((name) => [name, policy.get(name)?.slice(name.length + 1)])),
    ).toEqual(rules);
    expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(changesOf(deployments[deployment]).filter((name) => !(name in rules))).toEqual([]);
  });

  it.each(Object.entries(deployments))(
    'the return of a payment, %s: we alone frame it, and it takes nothing from anybody',
    (_name, sources) => {
      expect([...rulesOf(sources, paymentReturn).values()]).toEqual([
        "default-src 'none'",
        "script-src 'sha256-c2NyaXB0'",
        "style-src 'sha256-c3R5bGU='",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
    },
  );
});
