import type { PrerenderResult, PageRegistry } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { escapeHtml, escapeJson } from '../../../platform';
import { publicPathOf, SHELL } from '../release-manifest';
import type { ReleaseName, RemoteManifest, ShellManifest } from '../release-manifest';
import { prerenderCss, skeletonCss, skeletonFrameHtml, skeletonHtml } from './skeleton';
import { SCRIPT_LIST_ID, scriptLoader } from './starter';
import type { ScriptFile, ScriptList } from './starter';

// The brand's mark, so that no browser asks for a favicon.ico that isn't there.
const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#8e1d53"/><path d="M9.2 8.2v5.1c0 1.2.7 2.2 1.8 2.6V23a1.7 1.7 0 0 0 3.4 0v-7.1c1.1-.4 1.8-1.4 1.8-2.6V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0Z" fill="#fff"/><path d="M18.6 8.6c0-.9 1-1.4 1.7-.8 1.6 1.3 2.3 3.3 2.3 5.6 0 2-.2 3-.6 3.6V23a1.7 1.7 0 0 1-3.4 0Z" fill="#ffd766"/></svg>';

interface LinkedFile {
  readonly name: ReleaseName;
  readonly path: string;
  readonly integrity: string;
}

const linked = (name: ReleaseName, files: Readonly<Record<string, string>>, paths: readonly string[]): LinkedFile[] =>
  paths.map((path) => ({ name, path, integrity: files[path] ?? '' }));

const fontTag = ({ name, path }: LinkedFile): string => `<link rel="preload" as="font" type="font/woff2" href="${publicPathOf(name, path)}" crossorigin="anonymous">`;

const jsonTag = (id: string, value: object): string => `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

/** What a page needs before its scripts. */
const headStart = (nonce: string): string => [
  '<meta charset="utf-8">',
  `<title>${escapeHtml(texts.pageTitle)}</title>`,
  '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
  `<meta name="description" content="${escapeHtml(texts.pageDescription)}">`,
  '<meta name="theme-color" content="#faf7f6" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#150e12" media="(prefers-color-scheme: dark)">',
  `<meta property="csp-nonce" nonce="${nonce}">`,
  `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(MARK)}">`,
].join('\n');

const notice = (title: string, text: string): string => `<div class="notice"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div>`;

// The way out appears by style alone: it is for the case that no script of ours ever runs.
const slow = `<p class="slow">${escapeHtml(texts.pageSlow)} <a href="">${escapeHtml(texts.pageReload)}</a></p>`;

const loading = `<p class="sr" role="status">${escapeHtml(texts.pageLoading)}</p>`;

// The view's markup is that of a release whose hash was checked: it comes from the same hands as the scripts.
const waitingOf = (view: PrerenderResult | null): string =>
  view === null ? `${loading}${skeletonHtml}${slow}` : `${loading}${skeletonFrameHtml}<main><div id="prerender">${view.html}</div></main>${slow}`;

/** What the shell's page is made of. */
export interface PageParts {
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
  readonly registry: PageRegistry;
  readonly nonce: string;
  /** False on the path that renders nothing: then nothing is shown or fetched ahead either. */
  readonly hasMainView: boolean;
  /** What stands in place of the skeleton's list until the scripts have theirs. */
  readonly prerender: PrerenderResult | null;
}

const isFont = ({ path }: LinkedFile): boolean => path.endsWith('.woff2');

const preloadsOf = ({ shell, remotes, hasMainView }: PageParts): readonly LinkedFile[] => {
  if (!hasMainView) return [];
  return [...linked(SHELL, shell.files, shell.preload), ...remotes.flatMap(({ name, files, preload }) => linked(name, files, preload))];
};

const scriptFile = ({ name, path, integrity }: LinkedFile): ScriptFile => ({ url: publicPathOf(name, path), integrity });

const scriptListOf = (parts: PageParts): ScriptList => ({
  scripts: linked(SHELL, parts.shell.files, parts.shell.scripts).map(scriptFile),
  preloads: preloadsOf(parts).filter((file) => !isFont(file)).map(scriptFile),
});

/** The shell's page: registry, clock, preloads and skeleton in one answer. */
export const pageHtml = (parts: PageParts): string => {
  const { registry, nonce, hasMainView, prerender } = parts;
  return [
    '<!doctype html>',
    `<html lang="de" data-now="${registry.now}">`,
    '<head>',
    headStart(nonce),
    `<script>${scriptLoader}</script>`,
    ...preloadsOf(parts).filter(isFont).map(fontTag),
    `<style nonce="${nonce}">${skeletonCss}</style>`,
    ...(prerender === null ? [] : [`<style id="prerender-style" nonce="${nonce}">${prerender.css}${prerenderCss}</style>`]),
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
export const unavailableHtml = (nonce: string, retryAfterS: number): string => [
  '<!doctype html>',
  '<html lang="de">',
  '<head>',
  headStart(nonce),
  `<meta http-equiv="refresh" content="${retryAfterS}">`,
  `<style nonce="${nonce}">${skeletonCss}</style>`,
  '</head>',
  `<body>${notice(texts.pageUnavailableTitle, texts.pageUnavailableText)}</body>`,
  '</html>',
].join('\n');
