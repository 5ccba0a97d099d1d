/** First path segments that the gateway or the shell own: none of them is ever the id of a place (contract §6). */
export const reservedSegments: ReadonlySet<string> = new Set([
  'restaurants', 'search', 'empty', 'api', 'live', 'payment', 'legal', 'registry.json', 'remotes', 'assets', 'media',
  'livez', 'readyz', 'version', 'metrics', 'sw.js', 'manifest.webmanifest', 'robots.txt', 'favicon.ico',
]);
