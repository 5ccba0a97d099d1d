import { policyHeadersOf } from './content-security-policy';
import type { PageDocument, PageSources } from './content-security-policy';

const noSources: PageSources = {
  isMeasured: false,
  tileUrl: null,
  googleMapsUrl: null,
  cards: null,
  paypalUrl: null,
  signInUrls: [],
};
const GOOGLE_MAPS_URL = 'https://maps.googleapis.com/maps/api/js';

const appDocument: PageDocument = { kind: 'app', nonce: 'bm9uY2U=' };
const paymentReturnDocument: PageDocument = {
  kind: 'paymentReturn',
  script: "'sha256-c2NyaXB0'",
  style: "'sha256-c3R5bGU='",
};

const rulesByDirective = (
  pageSources: Partial<PageSources> = {},
  pageDocument: PageDocument = appDocument,
): ReadonlyMap<string, string> =>
  new Map(
    policyHeadersOf({
      document: pageDocument,
      publicUrl: 'https://mahlzeit.test',
      sources: { ...noSources, ...pageSources },
    })
      ['Content-Security-Policy'].split('; ')
      .map((directiveRule) => [directiveRule.split(' ')[0] ?? '', directiveRule]),
  );

/** Returns the directives of a page's policy that differ from those of a page without third parties. */
const changedDirectivesOf = (pageSources: Partial<PageSources>): string[] =>
  [...rulesByDirective(pageSources)].flatMap(([directiveName, directiveRule]) =>
    directiveRule === rulesByDirective().get(directiveName) ? [] : [directiveName],
  );

it('lets pages speak to this site alone where nothing else is set up', () => {
  expect(rulesByDirective().get('connect-src')).toBe("connect-src 'self' wss://mahlzeit.test");
  expect(rulesByDirective().get('img-src')).toBe("img-src 'self' data: blob:");
  expect([...rulesByDirective().values()].join(' ')).not.toMatch(/https:/);
});

it('admits the one host that measures, and neither its scripts nor its pictures', () => {
  expect(changedDirectivesOf({ isMeasured: true })).toEqual(['connect-src']);
  expect(rulesByDirective({ isMeasured: true }).get('connect-src')).toBe(
    "connect-src 'self' wss://mahlzeit.test https://region1.google-analytics.com",
  );
});

it('admits the pictures of the one host that has the map’s tiles', () => {
  const tileUrl = 'https://tiles.example:8443/streets/{z}/{x}/{y}.png?key=1';
  expect(changedDirectivesOf({ tileUrl })).toEqual(['img-src']);
  expect(rulesByDirective({ tileUrl }).get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example:8443");
});

it('admits Google’s hosts where its map is offered, and each of its Trusted Types policies by name', () => {
  const googleMapsRules = rulesByDirective({ googleMapsUrl: GOOGLE_MAPS_URL });
  expect(changedDirectivesOf({ googleMapsUrl: GOOGLE_MAPS_URL })).toEqual([
    'script-src',
    'connect-src',
    'img-src',
    'font-src',
    'worker-src',
    'style-src',
    'trusted-types',
  ]);
  expect(googleMapsRules.get('script-src')).toMatch(/ https:\/\/maps\.googleapis\.com$/);
  expect(googleMapsRules.get('script-src')).not.toMatch(/unsafe|strict-dynamic|blob:|\*/);
  expect(googleMapsRules.get('trusted-types')).toMatch(
    / mahlzeit-google-maps google-maps-api-loader google-maps-api#html lit-html$/,
  );
  expect(googleMapsRules.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
});

it('allows one script of the sandbox’s map', () => {
  const googleMapsUrl = 'http://localhost:4100/maps/api/js';
  expect(changedDirectivesOf({ googleMapsUrl })).toEqual(['script-src', 'trusted-types']);
  expect(rulesByDirective({ googleMapsUrl }).get('script-src')).toMatch(/ http:\/\/localhost:4100$/);
});

describe('each document in each deployment', () => {
  const SANDBOX_URL = 'http://localhost:4100';
  const signInUrls = ['https://accounts.google.com', 'https://www.facebook.com'];
  const realSources: Partial<PageSources> = {
    cards: { tokeniserUrls: ['https://webpayment.example/getToken?x=1', 'https://api.example'], bankUrl: null },
    paypalUrl: 'https://www.paypal.com/checkoutnow',
    signInUrls,
  };
  const sandboxSources: Partial<PageSources> = {
    cards: { tokeniserUrls: [SANDBOX_URL, `${SANDBOX_URL}/psp`], bankUrl: `${SANDBOX_URL}/psp/secure` },
    paypalUrl: `${SANDBOX_URL}/paypal`,
    signInUrls: [`${SANDBOX_URL}/google`, `${SANDBOX_URL}/apple`],
  };
  const sourcesByDeployment = {
    bare: {},
    real: realSources,
    sandbox: sandboxSources,
    'PayPal alone': { paypalUrl: 'https://www.paypal.com' },
    'sign-in alone': { signInUrls },
  } satisfies Record<string, Partial<PageSources>>;
  const ownConnectSources = "'self' wss://mahlzeit.test";

  it.each<[keyof typeof sourcesByDeployment, Readonly<Record<string, string | undefined>>]>([
    ['bare', { 'connect-src': ownConnectSources, 'frame-src': undefined, 'form-action': "'self'" }],
    [
      'real',
      {
        'connect-src': `${ownConnectSources} https://webpayment.example https://api.example`,
        'frame-src': "'self' https:",
        'form-action': "'self' https://www.paypal.com https://accounts.google.com https://www.facebook.com",
      },
    ],
    [
      'sandbox',
      {
        'connect-src': `${ownConnectSources} ${SANDBOX_URL}`,
        'frame-src': `'self' ${SANDBOX_URL}`,
        'form-action': `'self' ${SANDBOX_URL}`,
      },
    ],
    [
      'PayPal alone',
      { 'connect-src': ownConnectSources, 'frame-src': undefined, 'form-action': "'self' https://www.paypal.com" },
    ],
    [
      'sign-in alone',
      {
        'connect-src': ownConnectSources,
        'frame-src': undefined,
        'form-action': "'self' https://accounts.google.com https://www.facebook.com",
      },
    ],
  ])('the app, %s: nobody frames it', (deploymentName, expectedRules) => {
    const policyRules = rulesByDirective(sourcesByDeployment[deploymentName]);
    expect(
      Object.fromEntries(
        Object.keys(expectedRules).map((directiveName) => [
          directiveName,
          policyRules.get(directiveName)?.slice(directiveName.length + 1),
        ]),
      ),
    ).toEqual(expectedRules);
    expect(policyRules.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(
      changedDirectivesOf(sourcesByDeployment[deploymentName]).filter(
        (directiveName) => !(directiveName in expectedRules),
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(sourcesByDeployment))(
    'the return of a payment, %s: we alone frame it, and it takes nothing from anybody',
    (_name, pageSources) => {
      expect([...rulesByDirective(pageSources, paymentReturnDocument).values()]).toEqual([
        "default-src 'none'",
        "script-src 'sha256-c2NyaXB0'",
        "style-src 'sha256-c3R5bGU='",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        'report-to csp',
        'report-uri /api/csp-reports',
      ]);
    },
  );
});
