import { createHash } from 'node:crypto';
import { SIGN_IN_CHANNEL } from '@mahlzeit/contract';
import type { SignInMessage } from '@mahlzeit/contract';
import { escapeHtml } from '../../../platform';
import texts from '../../../../locales/de.json';

// The opener is cut off by its opener policy, so all pages of this browser are told; each knows whether it is meant.
const SCRIPT = `const channel=new BroadcastChannel('${SIGN_IN_CHANNEL}');channel.postMessage(JSON.parse(document.body.dataset.message));channel.close();window.close();`;

const STYLE = 'html{color-scheme:light dark;background:#faf7f6;color:#23161d;font:1rem/1.5 system-ui,sans-serif}body{max-width:26rem;margin:18vh auto 0;padding:0 1.5rem;text-align:center}h1{font-size:1.5rem;line-height:1.2}@media(prefers-color-scheme:dark){html{background:#150e12;color:#f8eff3}}';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Headers of the page that ends a sign-in: its own script and style, and nothing else. */
export const SIGN_IN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const textsFor = (message: SignInMessage | null): readonly [string, string] => {
  if (message === null) return [texts.signInOverTitle, texts.signInOverText];
  if (message.ok) return [texts.signInDoneTitle, texts.signInDoneText];
  return message.code === 'cancelled' ? [texts.signInCancelledTitle, texts.signInCancelledText] : [texts.signInFailedTitle, texts.signInFailedText];
};

/** The page that a sign-in ends on: tells the other pages how it went and closes itself; null: nobody here is waiting for it. */
export const signInPage = (message: SignInMessage | null): string => {
  const [title, text] = textsFor(message);
  const data = message === null ? '' : ` data-message="${escapeHtml(JSON.stringify(message))}"`;
  return `<!doctype html>\n<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>`
    + `<body${data}><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>${message === null ? '' : `<script>${SCRIPT}</script>`}</body></html>\n`;
};
