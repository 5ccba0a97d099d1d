import type { PageRegistry, PrerenderResult } from '@mahlzeit/contract';
import { PRESSED_EARLY } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { escapeHtml, escapeJson } from '../../../platform';
import { publicPathOf, SHELL } from '../registry';
import type { ReleaseName, RemoteManifest, ShellManifest } from '../registry';
import { SCRIPT_LIST_ID, scriptLoader } from './script-loader';
import type { ScriptFile, ScriptList } from './script-loader';

const block = (...names: readonly string[]): string => `<i class="${names.join(' ')}"></i>`;

const times = (count: number, html: string): string => html.repeat(count);

const bar = ['menu', 'brand', 'place', 'app', 'search', 'filter'].map((name) => block(name)).join('');

const card =
  `<div class="card">${block('media')}<div class="words">${block('line', 'w72')}${block('line', 'w52', 'thin')}${block('line', 'w52', 'thin')}</div>` +
  `<div class="dishes">${block('dish', 'w88')}${block('dish', 'w72')}</div></div>`;

/** The bar alone as empty places: below it stands the prerendered view. */
const skeletonFrameHtml = `<div id="skeleton" class="frame" aria-hidden="true"><div class="bar">${bar}</div></div>`;

/** The page before its scripts are there: the bar, the tags, the list and the map as empty places. */
const skeletonHtml =
  `<div id="skeleton" aria-hidden="true"><div class="bar">${bar}</div><div class="tags">${times(5, block('tag'))}</div>` +
  `<div class="split"><div class="list">${block('line', 'w52', 'head')}${times(4, card)}</div>${block('map')}</div></div>`;

/**
 * The skeleton's styles. Measures are those of the top bar and the cards of the design system, so that nothing
 * jumps when they take over; all of it hangs below #skeleton and goes with it.
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
.notice{max-width:32rem;margin:0 auto;padding:48px 24px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`.trim();

/**
 * Styles of the page around a prerendered view: as the shell's frame lays it out; what shows that a press was noticed;
 * and cards that are laid out once they come into sight, as high as a phone's row until then.
 */
const prerenderCss = `
#prerender [${PRESSED_EARLY}]{outline:2px solid;outline-offset:2px;cursor:progress}
#prerender article:nth-of-type(n+5){content-visibility:auto;contain-intrinsic-size:auto 158px}
#skeleton.frame{height:auto;animation:none;opacity:1}
#root:has(>main){display:flex;flex-direction:column;min-height:100dvh}
#root>main,#prerender{display:flex;flex:1;flex-direction:column;min-height:0;min-width:0}
@media (min-width:701px){#root:has(>main){height:100dvh;overflow:hidden}}
`.trim();

// The brand's mark, so that no browser asks for a favicon.ico that isn't there.
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#8e1d53"/><path d="M9.2 8.2v5.1c0 1.2.7 2.2 1.8 2.6V23a1.7 1.7 0 0 0 3.4 0v-7.1c1.1-.4 1.8-1.4 1.8-2.6V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0Z" fill="#fff"/><path d="M18.6 8.6c0-.9 1-1.4 1.7-.8 1.6 1.3 2.3 3.3 2.3 5.6 0 2-.2 3-.6 3.6V23a1.7 1.7 0 0 1-3.4 0Z" fill="#ffd766"/></svg>';

interface LinkedFile {
  readonly name: ReleaseName;
  readonly path: string;
  readonly integrity: string;
}

const linked = (name: ReleaseName, files: Readonly<Record<string, string>>, paths: readonly string[]): LinkedFile[] =>
  paths.map((path) => ({ name, path, integrity: files[path] ?? '' }));

const fontTag = ({ name, path }: LinkedFile): string =>
  `<link rel="preload" as="font" type="font/woff2" href="${publicPathOf(name, path)}" crossorigin="anonymous">`;

const jsonTag = (id: string, value: object): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

/** What messengers show of a link (ogp.me). */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** With its origin; `alt` is read out. */
  readonly image: { readonly url: string; readonly alt: string };
}

/** What a page that people share says of itself to messengers and searches. */
export interface PagePreview {
  /** null: nothing that every page of ours doesn't say. */
  readonly content: LinkPreview | null;
  readonly url: string;
  /** Whether searches may show it. */
  readonly isListed: boolean;
}

const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;

const named = (name: string, content: string): string => `<meta name="${name}" content="${escapeHtml(content)}">`;

const previewTags = ({ content, url, isListed }: PagePreview): readonly string[] => [
  ...(isListed ? [] : [named('robots', 'noindex, nofollow')]),
  property('og:type', 'website'),
  property('og:site_name', texts.pageTitle),
  property('og:locale', 'de_DE'),
  property('og:url', url),
  property('og:title', content?.title ?? texts.pageTitle),
  property('og:description', content?.description ?? texts.pageDescription),
  ...(content === null ? [] : [property('og:image', content.image.url), property('og:image:alt', content.image.alt)]),
  named('twitter:card', content === null ? 'summary' : 'summary_large_image'),
];

/**
 * What every page of ours has in its head: the colour of the browser's frame, the nonce for what styles it, the brand.
 */
export const ownTags = (nonce: string): readonly string[] => [
  '<meta name="theme-color" content="#faf7f6" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#150e12" media="(prefers-color-scheme: dark)">',
  `<meta property="csp-nonce" nonce="${nonce}">`,
  `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(MARK)}">`,
];

/** What a page needs before its scripts. */
const headStart = (nonce: string, preview: PagePreview | null): string =>
  [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(preview?.content?.title ?? texts.pageTitle)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    named('description', preview?.content?.description ?? texts.pageDescription),
    ...(preview === null ? [] : previewTags(preview)),
    ...ownTags(nonce),
  ].join('\n');

const notice = (title: string, text: string): string =>
  `<div class="notice"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div>`;

// The way out appears by style alone: it is for the case that no script of ours ever runs.
const slow = `<p class="slow">${escapeHtml(texts.pageSlow)} <a href="">${escapeHtml(texts.pageReload)}</a></p>`;

const loading = `<p class="sr" role="status">${escapeHtml(texts.pageLoading)}</p>`;

// The view's markup is that of a release whose hash was checked: it comes from the same hands as the scripts.
const waitingOf = (view: PrerenderResult | null): string =>
  view === null
    ? `${loading}${skeletonHtml}${slow}`
    : `${loading}${skeletonFrameHtml}<main><div id="prerender">${view.html}</div></main>${slow}`;

interface PageParts {
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
  readonly registry: PageRegistry;
  readonly nonce: string;
  /** False on the path that renders nothing: then nothing is shown or fetched ahead either. */
  readonly hasMainView: boolean;
  /** What stands in place of the skeleton's list until the scripts have theirs. */
  readonly prerender: PrerenderResult | null;
  /** What messengers show of it; null: it is no link that people share. */
  readonly preview: PagePreview | null;
}

const isFont = ({ path }: LinkedFile): boolean => path.endsWith('.woff2');

const preloadsOf = ({ shell, remotes, hasMainView }: PageParts): readonly LinkedFile[] => {
  if (!hasMainView) return [];
  return [
    ...linked(SHELL, shell.files, shell.preload),
    ...remotes.flatMap(({ name, files, preload }) => linked(name, files, preload)),
  ];
};

const scriptFile = ({ name, path, integrity }: LinkedFile): ScriptFile => ({
  url: publicPathOf(name, path),
  integrity,
});

const scriptListOf = (parts: PageParts): ScriptList => ({
  scripts: linked(SHELL, parts.shell.files, parts.shell.scripts).map(scriptFile),
  preloads: preloadsOf(parts)
    .filter((file) => !isFont(file))
    .map(scriptFile),
});

/** The shell's page: registry, clock, preloads and skeleton in one answer. */
export const pageHtml = (parts: PageParts): string => {
  const { registry, nonce, hasMainView, prerender, preview } = parts;
  return [
    '<!doctype html>',
    `<html lang="de" data-now="${registry.now}">`,
    '<head>',
    headStart(nonce, preview),
    `<script>${scriptLoader}</script>`,
    ...preloadsOf(parts).filter(isFont).map(fontTag),
    `<style nonce="${nonce}">${skeletonCss}</style>`,
    ...(prerender === null
      ? []
      : [`<style id="prerender-style" nonce="${nonce}">${prerender.css}${prerenderCss}</style>`]),
    `<noscript><style nonce="${nonce}">#root{display:none}</style></noscript>`,
    jsonTag(SCRIPT_LIST_ID, scriptListOf(parts)),
    jsonTag('registry', registry),
    '</head>',
    '<body>',
    `<div id="root">${hasMainView ? waitingOf(prerender) : ''}</div>`,
    `<noscript>${notice(texts.pageNoScriptTitle, texts.pageNoScriptText)}</noscript>`,
    '</body>',
    '</html>',
  ].join('\n');
};

/** The page while no shell was built yet: it asks again by itself. */
export const unavailableHtml = (nonce: string, retryAfterS: number): string =>
  [
    '<!doctype html>',
    '<html lang="de">',
    '<head>',
    headStart(nonce, null),
    `<meta http-equiv="refresh" content="${retryAfterS}">`,
    `<style nonce="${nonce}">${skeletonCss}</style>`,
    '</head>',
    `<body>${notice(texts.pageUnavailableTitle, texts.pageUnavailableText)}</body>`,
    '</html>',
  ].join('\n');
