import type { PageRegistry, PrerenderResult } from '@mahlzeit/contract';
import { EARLY_PRESS_ATTRIBUTE } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { escapeHtml, escapeJson } from '../../../platform';
import { publicPathOf, SHELL_NAME } from '../manifest';
import type { ReleaseName, RemoteManifest, ShellManifest } from '../manifest';
import { BRAND_ICON_SVG } from './brand-icon';
import { RELOAD_HINT_CLASS } from './page-recovery';
import { SCRIPT_LIST_ID, scriptLoader } from './script-loader';
import type { ScriptFile, ScriptList } from './script-loader';
import { screenScriptsOf } from './screen-scripts';
import { BACKGROUND_BY_SCHEME, WEB_APP_TAGS } from './web-app';

const skeletonBlock = (...classNames: readonly string[]): string => `<i class="${classNames.join(' ')}"></i>`;

const repeatHtml = (repetitionCount: number, html: string): string => html.repeat(repetitionCount);

const topBarHtml = ['menu', 'brand', 'place', 'app', 'search', 'filter']
  .map((blockName) => skeletonBlock(blockName))
  .join('');

const skeletonCardHtml =
  `<div class="card">${skeletonBlock('media')}<div class="words">${skeletonBlock('line', 'w72')}${skeletonBlock('line', 'w52', 'thin')}${skeletonBlock('line', 'w52', 'thin')}</div>` +
  `<div class="dishes">${skeletonBlock('dish', 'w88')}${skeletonBlock('dish', 'w72')}</div></div>`;

/**
 * HTML of the frame around a prerendered view before the scripts run: only the top bar, because the view replaces the
 * rest.
 */
const skeletonFrameHtml = `<div id="skeleton" class="frame" aria-hidden="true"><div class="bar">${topBarHtml}</div></div>`;

/** HTML of the page before the scripts run („skeleton“): empty shapes of the bar, the tags, the list and the map. */
const skeletonHtml =
  `<div id="skeleton" aria-hidden="true"><div class="bar">${topBarHtml}</div><div class="tags">${repeatHtml(5, skeletonBlock('tag'))}</div>` +
  `<div class="split"><div class="list">${skeletonBlock('line', 'w52', 'head')}${repeatHtml(4, skeletonCardHtml)}</div>${skeletonBlock('map')}</div></div>`;

/**
 * CSS of the skeleton, the page before its scripts run. Sizes equal those of the design system's bar and cards, so that
 * the layout doesn't shift. All rules are below #skeleton and disappear with it.
 */
const skeletonCss = `
html{background:#faf7f6;color:#23161d;color-scheme:light dark}
body{margin:0;font:400 1rem/1.5 system-ui,sans-serif}
#skeleton{--place:#f4eeef;--map:#f5f0ea;opacity:0;animation:appear 1ms 150ms forwards;overflow:hidden;height:100vh}
#skeleton i{display:block;border-radius:14px;background:var(--place)}
#skeleton .bar{display:grid;grid-template-columns:44px 34px 1fr auto;grid-template-areas:"menu brand place app" "search search search filter";gap:8px;align-items:center;padding:6px 16px 6px 8px}
#skeleton .menu{grid-area:menu;width:28px;height:20px;margin:12px 8px;border-radius:6px}
#skeleton .brand{grid-area:brand;width:34px;height:34px;border-radius:50%}
#skeleton .place{grid-area:place;width:55%;height:36px;border-radius:10px}
#skeleton .app{grid-area:app;width:78px;height:40px}
#skeleton .search{grid-area:search;height:48px;margin:0 -22px 0 8px}
#skeleton .filter{grid-area:filter;height:48px;width:48px;justify-self:end}
#skeleton .tags{display:flex;gap:8px;padding:6px 16px 12px;overflow:hidden}
#skeleton .tag{flex:none;width:104px;height:40px;border-radius:999px}
#skeleton .list{padding:4px 16px}
#skeleton .line{height:18px;border-radius:6px}
#skeleton .thin{height:14px}
#skeleton .head{height:26px;margin:2px 0 9px}
#skeleton .w52{width:52%}#skeleton .w72{width:72%}#skeleton .w88{width:88%}
#skeleton .card{display:grid;grid-template-columns:88px 1fr;gap:7px 12px;padding:9px 0 10px;border-top:1px solid var(--place)}
#skeleton .media{height:88px;border-radius:16px}
#skeleton .words{display:grid;gap:8px;align-content:center}
#skeleton .dishes{display:grid;gap:3px;grid-column:1/-1}
#skeleton .dish{height:20px;border-radius:6px}
#skeleton .map{display:none}
@media (min-width:701px){
#skeleton .split{display:grid;grid-template-columns:max(33.33%,340px) 1fr}
#skeleton .list{padding:4px 20px}
#skeleton .head{margin:8px 0 6px}
#skeleton .card{padding:11px 0 12px;border-top:0}
#skeleton .map{display:block;height:calc(100vh - 140px);margin-right:12px;border-radius:20px;background:var(--map)}
}
@media (min-width:850px){
#skeleton .bar{grid-template-columns:44px 130px minmax(0,684px) 76px 1fr;grid-template-areas:"menu brand search filter app";padding:12px 16px 8px 12px}
#skeleton .place{display:none}
#skeleton .brand{width:128px;border-radius:17px}
#skeleton .search{margin:0}
#skeleton .app{justify-self:end}
}
@media (min-width:1200px){
#skeleton .head{height:29px}
#skeleton .media{grid-row:1/3}
#skeleton .dishes{grid-column:2;padding-top:8px}
}
@media (prefers-color-scheme:dark){
html{background:#150e12;color:#f8eff3}
#skeleton{--place:#2a1f25;--map:#221a1e}
}
@keyframes appear{to{opacity:1}}
@keyframes show{to{visibility:visible}}
.slow{visibility:hidden;animation:show 1ms 10s forwards;position:fixed;left:0;right:0;bottom:24px;padding:0 16px;text-align:center}
.slow a{color:inherit}
.failed{visibility:visible;animation:none;bottom:0;padding:16px;background:Canvas;color:CanvasText}
.failed:only-child{position:static;padding:48px 24px}
.notice{max-width:32rem;margin:0 auto;padding:48px 24px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`.trim();

/**
 * CSS around a prerendered view: the layout of the shell's frame, and the outline of a button that was pressed before
 * the scripts ran. The browser lays out a card only when it comes into sight; until then the card has the height that
 * it has on a phone.
 */
const prerenderCss = `
#prerender [${EARLY_PRESS_ATTRIBUTE}]{outline:2px solid;outline-offset:2px;cursor:progress}
#prerender article:nth-of-type(n+5){content-visibility:auto;contain-intrinsic-size:auto 158px}
#skeleton.frame{height:auto;animation:none;opacity:1}
#root:has(>main){display:flex;flex-direction:column;min-height:100dvh}
#root>main,#prerender{display:flex;flex:1;flex-direction:column;min-height:0;min-width:0}
@media (min-width:701px){#root:has(>main){height:100dvh;overflow:hidden}}
`.trim();

interface LinkedFile {
  readonly name: ReleaseName;
  readonly path: string;
  readonly integrity: string;
}

const linkedFilesOf = (
  releaseName: ReleaseName,
  files: Readonly<Record<string, string>>,
  assetPaths: readonly string[],
): LinkedFile[] => assetPaths.map((path) => ({ name: releaseName, path, integrity: files[path] ?? '' }));

const fontTagOf = ({ name, path }: LinkedFile): string =>
  `<link rel="preload" as="font" type="font/woff2" href="${publicPathOf(name, path)}" crossorigin="anonymous">`;

const jsonTagOf = (id: string, value: object): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

/** Preview of a link in messengers (ogp.me). */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** Picture of the preview: `url` is absolute; screen readers read `alt`. */
  readonly image: { readonly url: string; readonly alt: string };
}

/** Metadata of a shared page for messengers and search engines. */
export interface PagePreview {
  /**
   * Title, description and image of the link's target; null for an invalid link, which gets the app's own title and
   * description.
   */
  readonly content: LinkPreview | null;
  readonly url: string;
  /** Whether search engines may list the page. */
  readonly isListed: boolean;
}

const propertyTag = (propertyName: string, metaContent: string): string =>
  `<meta property="${propertyName}" content="${escapeHtml(metaContent)}">`;

const metaTag = (metaName: string, metaContent: string): string =>
  `<meta name="${metaName}" content="${escapeHtml(metaContent)}">`;

const previewTagsOf = ({ content, url, isListed }: PagePreview): readonly string[] => [
  ...(isListed ? [] : [metaTag('robots', 'noindex, nofollow')]),
  propertyTag('og:type', 'website'),
  propertyTag('og:site_name', texts.pageTitle),
  propertyTag('og:locale', 'de_DE'),
  propertyTag('og:url', url),
  propertyTag('og:title', content?.title ?? texts.pageTitle),
  propertyTag('og:description', content?.description ?? texts.pageDescription),
  ...(content === null
    ? []
    : [propertyTag('og:image', content.image.url), propertyTag('og:image:alt', content.image.alt)]),
  metaTag('twitter:card', content === null ? 'summary' : 'summary_large_image'),
];

/** Builds the head tags of every page: the browser's theme colour, the nonce for styles, the brand's icon. */
export const commonHeadTags = (nonce: string): readonly string[] => [
  ...Object.entries(BACKGROUND_BY_SCHEME).map(
    ([scheme, colour]) => `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${scheme})">`,
  ),
  `<meta property="csp-nonce" nonce="${nonce}">`,
  `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(BRAND_ICON_SVG)}">`,
];

/** Builds the head tags that a page needs before its scripts run. */
const headStartHtml = (nonce: string, pagePreview: PagePreview | null): string =>
  [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(pagePreview?.content?.title ?? texts.pageTitle)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    metaTag('description', pagePreview?.content?.description ?? texts.pageDescription),
    ...(pagePreview === null ? [] : previewTagsOf(pagePreview)),
    ...commonHeadTags(nonce),
    ...WEB_APP_TAGS,
  ].join('\n');

const noticeHtmlOf = (noticeTitle: string, text: string): string =>
  `<div class="notice"><h1>${escapeHtml(noticeTitle)}</h1><p>${escapeHtml(text)}</p></div>`;

// HTML of the text that offers a reload. It appears after ten seconds by CSS alone, so a visitor sees it even when no
// script runs. The script loader replaces it when the scripts can't be loaded.
const slowHintHtml = `<p class="${RELOAD_HINT_CLASS}"><span>${escapeHtml(texts.pageSlow)}</span> <a href="">${escapeHtml(texts.pageReload)}</a></p>`;

const loadingHtml = `<p class="sr" role="status">${escapeHtml(texts.pageLoading)}</p>`;

// Builds the HTML that visitors see until the scripts run. A prerendered view is trusted like the scripts: it comes
// from a release whose hash was checked.
const waitingHtmlOf = (prerenderedView: PrerenderResult | null): string =>
  prerenderedView === null
    ? `${loadingHtml}${skeletonHtml}${slowHintHtml}`
    : `${loadingHtml}${skeletonFrameHtml}<main><div id="prerender">${prerenderedView.html}</div></main>${slowHintHtml}`;

interface PageHtmlParts {
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
  readonly registry: PageRegistry;
  readonly nonce: string;
  /** Whether the page shows the main view. False for the path `/empty`, whose page shows and preloads nothing. */
  readonly hasMainView: boolean;
  /** Prerendered view that the page shows instead of the skeleton's list, until the scripts render the list. */
  readonly prerender: PrerenderResult | null;
  /** Preview for messengers; null for a page that isn't a shared link. */
  readonly preview: PagePreview | null;
}

const isFont = ({ path }: LinkedFile): boolean => path.endsWith('.woff2');

const preloadsOf = ({ shell, remotes, hasMainView }: PageHtmlParts): readonly LinkedFile[] => {
  if (!hasMainView) return [];
  return [
    ...linkedFilesOf(SHELL_NAME, shell.files, shell.preload),
    ...remotes.flatMap(({ name, files, preload }) => linkedFilesOf(name, files, preload)),
  ];
};

const scriptFileOf = ({ name, path, integrity }: LinkedFile): ScriptFile => ({
  url: publicPathOf(name, path),
  integrity,
});

const scriptListOf = (pageParts: PageHtmlParts): ScriptList => ({
  scripts: linkedFilesOf(SHELL_NAME, pageParts.shell.files, pageParts.shell.scripts).map(scriptFileOf),
  preloads: preloadsOf(pageParts)
    .filter((file) => !isFont(file))
    .map(scriptFileOf),
});

/** Renders the shell's page: one response contains the registry, the time, the preloads and the skeleton. */
export const renderPageHtml = (pageParts: PageHtmlParts): string => {
  const { registry, nonce, hasMainView, prerender, preview } = pageParts;
  return [
    '<!doctype html>',
    `<html lang="de" data-now="${registry.now}">`,
    '<head>',
    headStartHtml(nonce, preview),
    `<script>${scriptLoader}</script>`,
    ...preloadsOf(pageParts).filter(isFont).map(fontTagOf),
    `<style nonce="${nonce}">${skeletonCss}</style>`,
    ...(prerender === null
      ? []
      : [`<style id="prerender-style" nonce="${nonce}">${prerender.css}${prerenderCss}</style>`]),
    `<noscript><style nonce="${nonce}">#root{display:none}</style></noscript>`,
    jsonTagOf(SCRIPT_LIST_ID, scriptListOf(pageParts)),
    jsonTagOf('registry', registry),
    '</head>',
    '<body>',
    `<div id="root">${hasMainView ? waitingHtmlOf(prerender) : ''}</div>`,
    // The entries (titles, drawer items and notifications of the remotes) and the scripts of the screens come after the
    // content, because nothing needs them before the list is shown.
    jsonTagOf(
      'entries',
      pageParts.remotes.map(({ entries }) => entries),
    ),
    jsonTagOf('screen-scripts', screenScriptsOf(pageParts)),
    `<noscript>${noticeHtmlOf(texts.pageNoScriptTitle, texts.pageNoScriptText)}</noscript>`,
    '</body>',
    '</html>',
  ].join('\n');
};

/**
 * Renders the page that visitors get before the first build of the shell. The page reloads itself after `retryAfterS`
 * seconds.
 */
export const renderUnavailableHtml = (nonce: string, retryAfterS: number): string =>
  [
    '<!doctype html>',
    '<html lang="de">',
    '<head>',
    headStartHtml(nonce, null),
    `<meta http-equiv="refresh" content="${retryAfterS}">`,
    `<style nonce="${nonce}">${skeletonCss}</style>`,
    '</head>',
    `<body>${noticeHtmlOf(texts.pageUnavailableTitle, texts.pageUnavailableText)}</body>`,
    '</html>',
  ].join('\n');
