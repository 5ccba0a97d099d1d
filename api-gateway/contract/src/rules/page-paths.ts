/**
 * First path segments of URLs that the gateway and the shell use themselves. No place may have one of them as its id,
 * because a place's id is also a path (contract §6).
 */
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
  'moderation',
  'livez',
  'readyz',
  'version',
  'metrics',
  'releases',
  'icons',
  'sw.js',
  'manifest.webmanifest',
  'robots.txt',
  'favicon.ico',
]);

/**
 * Attribute that the page's first script sets on a prerendered button when the user presses it. The shell repeats the
 * press when the screen is ready. The attribute's value gives the order of several presses.
 */
export const EARLY_PRESS_ATTRIBUTE = 'data-pressed-early';
