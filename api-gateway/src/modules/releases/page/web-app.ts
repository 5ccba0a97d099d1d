import { Router } from 'express';
import texts from '../../../../locales/de.json';
import appIcons from './app-icons.json';

/** Colour of the page's background in each colour scheme, which the browser's own bars take over. */
export const BACKGROUND_BY_SCHEME = { light: '#faf7f6', dark: '#150e12' } as const;

const MANIFEST_PATH = '/manifest.webmanifest';
const MAIN_PATH = '/restaurants';

const iconPathOf = (file: keyof typeof appIcons): string => `/icons/${file}`;

/**
 * HTML tags by which browsers find the manifest of the installable app, and its home screen icon where they don't read
 * the manifest.
 */
export const WEB_APP_TAGS: readonly string[] = [
  `<link rel="manifest" href="${MANIFEST_PATH}">`,
  `<link rel="apple-touch-icon" href="${iconPathOf('touch-180.png')}">`,
];

const SMALL_ICON = { src: iconPathOf('app-192.png'), type: 'image/png', sizes: '192x192' } as const;

const shortcutOf = (name: string, screen: string) => ({ name, url: `${MAIN_PATH}#${screen}`, icons: [SMALL_ICON] });

/**
 * Manifest of the installed app. A manifest has one colour for both schemes; the open page replaces it by its own
 * (`commonHeadTags`).
 */
const MANIFEST = {
  id: MAIN_PATH,
  name: texts.pageTitle,
  short_name: texts.pageTitle,
  description: texts.pageDescription,
  lang: 'de',
  start_url: MAIN_PATH,
  scope: '/',
  display: 'standalone',
  background_color: BACKGROUND_BY_SCHEME.light,
  theme_color: BACKGROUND_BY_SCHEME.light,
  icons: [
    SMALL_ICON,
    { src: iconPathOf('app-512.png'), type: 'image/png', sizes: '512x512' },
    { src: iconPathOf('maskable-192.png'), type: 'image/png', sizes: '192x192', purpose: 'maskable' },
    { src: iconPathOf('maskable-512.png'), type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
  shortcuts: [shortcutOf(texts.shortcutMeetups, 'invitations'), shortcutOf(texts.shortcutOrders, 'orders')],
  // Target of shared texts. The shell reads the parameters (`shell/src/router/return-values.ts`).
  share_target: { action: MAIN_PATH, method: 'GET', params: { text: 'sharedText', url: 'sharedUrl' } },
} as const;

const DAY_S = 86_400;

/** Creates the router of the installable app: it serves its manifest and its icons. */
export const createWebAppRouter = (): Router => {
  const manifestText = JSON.stringify(MANIFEST);
  const iconByFile = new Map(
    Object.entries(appIcons).map(([file, base64Text]) => [file, Buffer.from(base64Text, 'base64')]),
  );
  const router = Router({ strict: true, caseSensitive: true });
  router.get(MANIFEST_PATH, (_request, response) => {
    response.set({ 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'no-cache' });
    response.end(manifestText);
  });
  router.get('/icons/:file', (request, response, next) => {
    const icon = iconByFile.get(request.params.file);
    if (icon === undefined) return next();
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${DAY_S}` });
    response.end(icon);
  });
  return router;
};
