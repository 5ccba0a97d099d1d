/** First path segments that are never the id of a place (contract §6). */
const reservedSegments: ReadonlySet<string> = new Set([
  'restaurants', 'search', 'empty', 'api', 'live', 'payment', 'legal', 'registry.json', 'remotes', 'assets', 'media',
  'livez', 'readyz', 'version', 'metrics', 'sw.js', 'manifest.webmanifest', 'robots.txt', 'favicon.ico',
]);

/** What a path shows (S1§2 "URL paths"): the main view, the page that renders nothing, the way home, or no page at all. */
export type PageKind = 'main' | 'empty' | 'home' | 'none';

/** Judges a path as it stands in the request line, without its query. */
export const pageKindOf = (path: string): PageKind => {
  const [first = '', ...rest] = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (first === '') return rest.length === 0 ? 'home' : 'none';
  if (first === 'restaurants' || first === 'search') return 'main';
  if (rest.length > 0) return 'none';
  if (first === 'empty') return 'empty';
  return reservedSegments.has(first) ? 'none' : 'main';
};
