import { pageKindOf } from './page-path-rules';
import type { PageKind } from './page-path-rules';

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
