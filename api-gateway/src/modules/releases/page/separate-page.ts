import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import texts from '../../../../locales/de.json';
import { compressText, escapeHtml } from '../../../platform';
import { publicPathOf, SEPARATE_PAGES } from '../manifest';
import type { PageManifest, PageName } from '../manifest';
import { policyHeadersOf } from './content-security-policy';
import type { PolicyInputs } from './content-security-policy';
import { commonHeadTags } from './page-html';
import { RELOAD_HINT_CLASS, recoveryFunctions } from './page-recovery';

/** German texts that a page without the shell shows until its script runs. */
interface PageTexts {
  readonly title: string;
  readonly loading: string;
  /** Text for browsers without JavaScript: what the page shows with it. */
  readonly noScript: string;
}

const TEXTS_BY_PAGE: Readonly<Record<PageName, PageTexts>> = {
  'partner-console': {
    title: texts.partnerPageTitle,
    loading: texts.partnerPageLoading,
    noScript: texts.partnerPageNoScriptText,
  },
  'release-console': {
    title: texts.releasesPageTitle,
    loading: texts.releasesPageLoading,
    noScript: texts.releasesPageNoScriptText,
  },
  'moderation-console': {
    title: texts.moderationPageTitle,
    loading: texts.moderationPageLoading,
    noScript: texts.moderationPageNoScriptText,
  },
};

const RETRY_AFTER_S = 5;

// CSS of a page without the shell. The link to reload appears by CSS alone, so the user sees it even when the script
// never runs.
const pageCss = `
html{background:#faf7f6;color:#23161d;color-scheme:light dark}
body{margin:0;font:400 1rem/1.5 system-ui,sans-serif}
@media (prefers-color-scheme:dark){html{background:#150e12;color:#f8eff3}}
@keyframes show{to{visibility:visible}}
.wait{padding:48px 24px;text-align:center}
.slow{visibility:hidden;animation:show 1ms 10s forwards}
.slow a{color:inherit}
.failed{visibility:visible;animation:none}
`.trim();

// Inline script of a page without the shell, which helps when its only other script can't be loaded, for example after
// a release.
const recoveryScript = `(() => {${recoveryFunctions({
  scriptUrls: "[...document.querySelectorAll('script[src]')].map(({ src }) => src)",
  waitingParts: '.wait>p:not(.slow)',
})}
  const isScript = ({ target }) => target instanceof HTMLScriptElement;
  document.addEventListener('error', (event) => { if (isScript(event)) recover(); }, true);
  document.addEventListener('load', (event) => { if (isScript(event)) started(); }, true);
})();`;

interface SeparatePageParts {
  readonly name: PageName;
  readonly nonce: string;
  /** Current time of the gateway's clock, which tests can move, in epoch milliseconds. */
  readonly now: number;
  /**
   * True when the sandbox replaces the payment providers, so that no real money moves; the page then has the attribute
   * `data-sandbox`.
   */
  readonly isSandbox: boolean;
  /** Release of the page without the shell; null before the first build. */
  readonly release: Pick<PageManifest, 'script' | 'files'> | null;
}

const headLinesOf = (title: string, nonce: string, extraLines: readonly string[]): readonly string[] => [
  '<head>',
  '<meta charset="utf-8">',
  `<title>${escapeHtml(title)}</title>`,
  '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
  '<meta name="robots" content="noindex, nofollow">',
  ...commonHeadTags(nonce),
  `<style nonce="${nonce}">${pageCss}</style>`,
  ...extraLines,
  '</head>',
];

const scriptTags = (
  name: PageName,
  nonce: string,
  { script, files }: NonNullable<SeparatePageParts['release']>,
): string =>
  `<script nonce="${nonce}">${recoveryScript}</script>\n<script defer nonce="${nonce}" src="${publicPathOf(name, script)}" integrity="${files[script] ?? ''}" crossorigin="anonymous"></script>`;

/**
 * Renders a page without the shell: the server's time, one script, a text that is visible until the script runs, and an
 * inline script that helps when the script can't be loaded.
 */
export const separatePageHtml = ({ name, nonce, now, isSandbox, release }: SeparatePageParts): string => {
  const { title, loading, noScript } = TEXTS_BY_PAGE[name];
  const paragraphHtml = (paragraphText: string): string => `<p>${escapeHtml(paragraphText)}</p>`;
  const slowHintHtml = `<p class="${RELOAD_HINT_CLASS}"><span>${escapeHtml(texts.pageSlow)}</span> <a href="">${escapeHtml(texts.pageReload)}</a></p>`;
  const body =
    release === null
      ? `<div class="wait"><h1>${escapeHtml(texts.pageUnavailableTitle)}</h1>${paragraphHtml(texts.pageUnavailableText)}</div>`
      : `<div id="root"><div class="wait" role="status">${paragraphHtml(loading)}${slowHintHtml}</div></div>`;
  return [
    '<!doctype html>',
    `<html lang="de" data-now="${now}"${isSandbox ? ' data-sandbox' : ''}>`,
    ...headLinesOf(
      title,
      nonce,
      release === null
        ? [`<meta http-equiv="refresh" content="${RETRY_AFTER_S}">`]
        : [scriptTags(name, nonce, release)],
    ),
    '<body>',
    body,
    `<noscript><style nonce="${nonce}">#root{display:none}</style><div class="wait"><h1>${escapeHtml(texts.pageNoScriptTitle)}</h1>${paragraphHtml(noScript)}</div></noscript>`,
    '</body>',
    '</html>',
  ].join('\n');
};

interface SeparatePagesDeps extends Omit<PolicyInputs, 'document'> {
  /** Names of the pages without the shell that this deployment has. Nothing is at the paths of the others. */
  readonly pageNames: readonly PageName[];
  readonly isSandbox: boolean;
  /** Returns the current time of the gateway's clock, which tests can move, in epoch milliseconds. */
  now(): number;
  /** Returns the release of a page without the shell; null before the first build. */
  findRelease(name: PageName): Promise<SeparatePageParts['release']>;
}

/**
 * Creates the router of the pages without the shell. These pages have no session and set no cookie; their scripts
 * authenticate at the API by tokens.
 */
export const createSeparatePagesRouter = ({
  pageNames,
  publicUrl,
  sources,
  isSandbox,
  now,
  findRelease,
}: SeparatePagesDeps): Router => {
  const router = Router({ caseSensitive: true });
  for (const name of pageNames)
    router.get(SEPARATE_PAGES[name].path, async (request, response) => {
      const nonce = randomBytes(16).toString('base64');
      const builtRelease = await findRelease(name);
      const { encoding, body } = await compressText(
        separatePageHtml({ name, nonce, now: now(), isSandbox, release: builtRelease }),
        (encodingName) => request.acceptsEncodings(encodingName) === encodingName,
      );
      if (builtRelease === null) response.status(503).set('Retry-After', String(RETRY_AFTER_S));
      response.set({
        'Content-Type': 'text/html; charset=utf-8',
        // Forbids caches to store the page, because it contains a nonce and the server's time.
        'Cache-Control': 'no-store',
        ...policyHeadersOf({
          document: { kind: 'separatePage', nonce },
          publicUrl,
          sources,
        }),
        'X-Robots-Tag': 'noindex, nofollow',
        Vary: 'Accept-Encoding',
      });
      if (encoding !== null) response.set('Content-Encoding', encoding);
      response.end(body);
    });
  return router;
};
