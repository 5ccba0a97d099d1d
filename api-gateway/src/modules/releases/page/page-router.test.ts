import { fallbackStart } from '../prerender/prerender';
import { isOtherLoopbackHost, pageKindOf, sharedLinkOf, startPlaceOf } from './page-router';
import type { PageKind } from './page-router';

describe('pageKindOf', () => {
  const reservedPaths = [
    'api',
    'live',
    'payment',
    'legal',
    'registry.json',
    'remotes',
    'assets',
    'media',
    'livez',
    'readyz',
    'version',
    'metrics',
    'sw.js',
    'manifest.webmanifest',
    'robots.txt',
    'favicon.ico',
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
    ['/i/3qZ8-t0k3n', 'main'],
    ['/i/3qZ8-t0k3n/', 'main'],
    ['/r/mensa-arcisstrasse', 'main'],
    ['/r/a%2Fb', 'main'],
    ['/r/%E0%A4%A', 'main'],
    ['/i', 'stray'],
    ['/r/', 'stray'],
    ['/i/a/b', 'stray'],
    ['/empty/more', 'stray'],
    ['/ChIJ/more', 'stray'],
    ...reservedPaths.map((reservedSegment): [string, PageKind] => [`/${reservedSegment}`, 'none']),
    ...reservedPaths.map((reservedSegment): [string, PageKind] => [`/${reservedSegment}/x`, 'none']),
  ])('R01 takes %s for %s', (path, expectedKind) => {
    expect(pageKindOf(path)).toBe(expectedKind);
  });
});

describe('isOtherName', () => {
  it.each([
    ['localhost:4000', 'http://127.0.0.1:4000', true],
    ['[::1]:4000', 'http://127.0.0.1:4000', true],
    ['127.0.0.1:4000', 'http://localhost:4000', true],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000', false],
    ['localhost:5000', 'http://127.0.0.1:4000', false],
    ['localhost.example:4000', 'http://127.0.0.1:4000', false],
    ['localhost', 'https://mahlzeit.example', false],
    [undefined, 'http://127.0.0.1:4000', false],
  ])('%s is another name of %s: %s', (requestHost, publicUrl, isOtherExpected) =>
    expect(isOtherLoopbackHost(requestHost, publicUrl)).toBe(isOtherExpected),
  );
});

describe('sharedLinkOf', () => {
  it.each([
    ['/i/3qZ8-t0k3n', { kind: 'invitation', token: '3qZ8-t0k3n' }],
    ['/i/3qZ8-t0k3n/', { kind: 'invitation', token: '3qZ8-t0k3n' }],
    ['/r/caf%C3%A9%2Fbar', { kind: 'place', routingName: 'café/bar' }],
    ['/r/%E0%A4%A', { kind: 'place', routingName: '%E0%A4%A' }],
    ['/i', null],
    ['/i/a/b', null],
    ['/restaurants/i', null],
    ['/i/a/../b', null],
  ])('%s names %j', (path, expectedLink) => expect(sharedLinkOf(path)).toEqual(expectedLink));
});

describe('startPlaceOf', () => {
  const startPlace = (latitude: number, longitude: number, placeName: string | null = null) => ({
    coordinate: { latitude, longitude },
    kind: 'last',
    name: placeName,
  });

  it.each([
    [undefined, fallbackStart],
    ['', fallbackStart],
    ['other=1', fallbackStart],
    ['other=1; mahlzeit_start=48.14742,11.56722', startPlace(48.14742, 11.56722)],
    ['mahlzeit_start=-33.5,-70,', startPlace(-33.5, -70)],
    ['mahlzeit_start=48.14742,11.56722,M%C3%BCnchen', startPlace(48.14742, 11.56722, 'München')],
    [
      'mahlzeit_start=50.11,8.68,Frankfurt%20am%20Main%2C%20Innenstadt',
      startPlace(50.11, 8.68, 'Frankfurt am Main, Innenstadt'),
    ],
    ['mahlzeit_start=48.14742,11.56722,@', { ...startPlace(48.14742, 11.56722), kind: 'user' }],
    ['__Secure-mahlzeit_start=-33.5,-70,; mahlzeit_start=48.14742,11.56722', startPlace(-33.5, -70)],
    ['mahlzeit_start=53.55,9.99; mahlzeit_narrowed=1', null],
    ['__Secure-mahlzeit_start=53.55,9.99; __Secure-mahlzeit_narrowed=1', null],
    ['mahlzeit_start=somewhere', null],
    ['mahlzeit_start=', null],
    ['mahlzeit_start=91,0', null],
    ['mahlzeit_start=1e1,0', null],
    [`mahlzeit_start=53.55,9.99,${'a'.repeat(81)}`, null],
    ['mahlzeit_start=53.55,9.99,a%0Ab', null],
    ['mahlzeit_start=NaN,NaN', null],
  ])('%s begins at %j', (cookieHeader, expectedStartPlace) =>
    expect(startPlaceOf(cookieHeader)).toEqual(expectedStartPlace),
  );
});
