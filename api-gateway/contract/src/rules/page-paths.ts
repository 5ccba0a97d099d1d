/** First path segments that the gateway or the shell own: none of them is ever the id of a place (contract §6). */
export const reservedSegments: ReadonlySet<string> = new Set([
  'restaurants',
  'search',
  'empty',
  'api',
  'live',
  'payment',
  'legal',
  'registry.json',
  'remotes',
  'assets',
  'media',
  'mails',
  'i',
  'r',
  'partner',
  'livez',
  'readyz',
  'version',
  'metrics',
  'sw.js',
  'manifest.webmanifest',
  'robots.txt',
  'favicon.ico',
]);

/**
 * Attribute that the page's first lines give a prerendered button when it is pressed; the shell does what it asks for
 * once the screen is there. Its value orders the presses.
 */
export const PRESSED_EARLY = 'data-pressed-early';
