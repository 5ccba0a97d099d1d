import { contentSecurityPolicy } from './content-security-policy';
import type { PageSources } from './content-security-policy';

const none: PageSources = { isMeasured: false, tileUrl: null, googleMapsUrl: null };
const GOOGLE = 'https://maps.googleapis.com/maps/api/js';

const rulesOf = (sources: Partial<PageSources> = {}): ReadonlyMap<string, string> =>
  new Map(contentSecurityPolicy({ nonce: 'bm9uY2U=', publicUrl: 'https://mahlzeit.test', sources: { ...none, ...sources } }).split('; ').map((rule) => [rule.split(' ')[0] ?? '', rule]));

/** Directives that differ from those of a page that takes nothing from others. */
const changesOf = (sources: Partial<PageSources>): string[] => [...rulesOf(sources)].flatMap(([name, rule]) => (rule === rulesOf().get(name) ? [] : [name]));

it('lets pages speak to this site alone where nothing else is set up', () => {
  expect(rulesOf().get('connect-src')).toBe("connect-src 'self' wss://mahlzeit.test");
  expect(rulesOf().get('img-src')).toBe("img-src 'self' data: blob:");
  expect([...rulesOf().values()].join(' ')).not.toMatch(/https:/);
});

it('admits the one host that measures, and neither its scripts nor its pictures', () => {
  expect(changesOf({ isMeasured: true })).toEqual(['connect-src']);
  expect(rulesOf({ isMeasured: true }).get('connect-src')).toBe("connect-src 'self' wss://mahlzeit.test https://region1.google-analytics.com");
});

it('admits the pictures of the one host that has the map’s tiles', () => {
  const tileUrl = 'https://tiles.example:8443/streets/{z}/{x}/{y}.png?key=1';
  expect(changesOf({ tileUrl })).toEqual(['img-src']);
  expect(rulesOf({ tileUrl }).get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example:8443");
});

it('admits Google’s hosts where its map is offered, and each of its Trusted Types policies by name', () => {
  const rules = rulesOf({ googleMapsUrl: GOOGLE });
  expect(changesOf({ googleMapsUrl: GOOGLE })).toEqual(['script-src', 'connect-src', 'img-src', 'font-src', 'worker-src', 'style-src', 'trusted-types']);
  expect(rules.get('script-src')).toMatch(/ https:\/\/maps\.googleapis\.com$/);
  expect(rules.get('script-src')).not.toMatch(/unsafe|strict-dynamic|blob:|\*/);
  expect(rules.get('trusted-types')).toMatch(/ mahlzeit-google-maps google-maps-api-loader google-maps-api#html lit-html$/);
  expect(rules.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
});

it('admits one script of the sandbox where that stands in for Google', () => {
  const googleMapsUrl = 'http://localhost:4100/maps/api/js';
  expect(changesOf({ googleMapsUrl })).toEqual(['script-src', 'trusted-types']);
  expect(rulesOf({ googleMapsUrl }).get('script-src')).toMatch(/ http:\/\/localhost:4100$/);
});
