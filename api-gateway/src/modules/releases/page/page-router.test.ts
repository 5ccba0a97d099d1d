import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import { contentSecurityPolicy, pageKindOf, startPlaceOf } from './page-router';
import type { PageKind } from './page-router';

describe('contentSecurityPolicy', () => {
  const parts = { nonce: 'bm9uY2U=', publicUrl: 'https://mahlzeit.test', isMeasured: false };

  const connectOf = (policy: string): string | undefined => policy.split('; ').find((rule) => rule.startsWith('connect-src'));

  it('lets scripts speak to this site alone where nothing is measured', () => {
    expect(connectOf(contentSecurityPolicy(parts))).toBe("connect-src 'self' wss://mahlzeit.test");
  });

  it('admits the one host that measures, and neither its scripts nor its pictures', () => {
    const policy = contentSecurityPolicy({ ...parts, isMeasured: true });
    expect(connectOf(policy)).toBe("connect-src 'self' wss://mahlzeit.test https://region1.google-analytics.com");
    expect(policy.match(/google/g)).toHaveLength(1);
  });
});

describe('pageKindOf', () => {
  const reserved = [
    'api', 'live', 'payment', 'legal', 'registry.json', 'remotes', 'assets', 'media', 'livez', 'readyz', 'version', 'metrics', 'sw.js',
    'manifest.webmanifest', 'robots.txt', 'favicon.ico',
  ];

  it.each<[string, PageKind]>([
    ['/', 'home'],
    ['//', 'home'],
    ['/restaurants', 'main'],
    ['/restaurants/', 'main'],
    ['/restaurants/mensa-arcisstrasse', 'main'],
    ['/restaurants/a%2Fb', 'main'],
    ['/search', 'main'],
    ['/search/details/mensa-arcisstrasse', 'main'],
    ['/empty', 'empty'],
    ['/empty/', 'empty'],
    ['/ChIJuRMYfoNhsUcRoDrWe_I9JgQ', 'main'],
    ['/%E0%A4%A', 'main'],
    ['/empty/more', 'stray'],
    ['/ChIJ/more', 'stray'],
    ...reserved.map((segment): [string, PageKind] => [`/${segment}`, 'none']),
    ...reserved.map((segment): [string, PageKind] => [`/${segment}/x`, 'none']),
  ])('R01 takes %s for %s', (path, kind) => {
    expect(pageKindOf(path)).toBe(kind);
  });
});

describe('startPlaceOf', () => {
  it.each([
    [undefined, fallbackCoordinate],
    ['', fallbackCoordinate],
    ['other=1', fallbackCoordinate],
    ['other=1; mahlzeit_start=48.14742,11.56722', { latitude: 48.14742, longitude: 11.56722 }],
    ['mahlzeit_start=-33.5,-70', { latitude: -33.5, longitude: -70 }],
    ['mahlzeit_start=53.55,9.99; mahlzeit_narrowed=1', null],
    ['mahlzeit_start=somewhere', null],
    ['mahlzeit_start=', null],
    ['mahlzeit_start=91,0', null],
    ['mahlzeit_start=1e1,0', null],
    ['mahlzeit_start=53.55,9.99,1', null],
    ['mahlzeit_start=NaN,NaN', null],
  ])('%s begins at %j', (cookies, place) => expect(startPlaceOf(cookies)).toEqual(place));
});
