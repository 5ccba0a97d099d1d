import { createHash, randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Response } from 'express';

/** Sends an error in the same JSON format as the product's API. */
export const sendError = (response: Response, status: number, errorCode: string): void => {
  response.status(status).json({ code: errorCode, message: errorCode, requestId: randomUUID() });
};

const errorStatusOf = (error: unknown): number => {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

/**
 * Creates the Express handler of thrown errors. `onUnexpectedError` is called only for defects of the sandbox (status
 * 500).
 */
export const handleErrors =
  (onUnexpectedError: (error: unknown) => void): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const status = errorStatusOf(error);
    if (status === 500) onUnexpectedError(error);
    if (response.headersSent) next(error);
    else sendError(response, status, status === 500 ? 'internal' : 'invalidRequest');
  };

/** Safe HTML, in which all inserted texts are escaped. */
export interface Html {
  readonly html: string;
}

type HtmlPart = string | number | null | Html | readonly Html[];

const ENTITY_BY_CHARACTER: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const renderPart = (part: HtmlPart): string => {
  if (part === null) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(({ html: partHtml }) => partHtml).join('');
  return String(part).replace(/[&<>"']/g, (character) => ENTITY_BY_CHARACTER[character] ?? character);
};

/** Creates safe HTML from a template: html\`<b>${name}</b>\` escapes the name. */
export const html = (strings: TemplateStringsArray, ...htmlParts: readonly HtmlPart[]): Html => ({
  html: strings
    .map((literal, index) => literal + (index < htmlParts.length ? renderPart(htmlParts[index] ?? null) : ''))
    .join(''),
});

/** CSS of the sandbox's pages. It uses the product's colours but must not look like the product. */
const pageStyle = `
:root{color-scheme:light dark;--bg:#eef1f5;--sheet:#fff;--ink:#1d2430;--soft:#566072;--line:#d5dbe4;--tint:#e6ecf7;--act:#1d4f91;--on:#fff;--note:#fff1da;--onnote:#6b3c00}
@media (prefers-color-scheme:dark){:root{--bg:#10141b;--sheet:#1a202a;--ink:#eef2f8;--soft:#a7b1c2;--line:#333c4b;--tint:#232d3f;--act:#8db6f5;--on:#0b1522;--note:#362608;--onnote:#f8cb7b}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere}
header,main{max-width:1180px;margin:0 auto;padding:16px}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:baseline;justify-content:space-between}
h1{margin:0;font-size:24px;line-height:1.2}
h2{margin:0 0 12px;font-size:18px}
a{color:var(--act)}
.panes{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
@media (max-width:819px){.hint{display:none}}
@media (min-width:820px){.panes{grid-template:"list mail" auto "list clock" auto "list payments" 1fr/minmax(0,340px) minmax(0,1fr);align-items:start}.list{grid-area:list}.mail{grid-area:mail}.clock{grid-area:clock}.payments{grid-area:payments}nav .inner{display:none}}
nav{display:flex;gap:16px}
section{padding:20px;border-radius:20px;background:var(--sheet)}
.now{margin:0 0 16px;font-size:22px;font-weight:600;font-variant-numeric:tabular-nums}
.row{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}
button,.button{min-height:44px;padding:8px 16px;border:1px solid var(--line);border-radius:14px;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.main{border-color:transparent;background:var(--act);color:var(--on)}
button:disabled{opacity:.5;cursor:default}
label{display:block;margin:0 0 12px;font-weight:600}
label.tick{display:flex;gap:10px;align-items:center;min-height:44px;font-weight:400}
input:not([type=checkbox]),select{display:block;width:100%;min-height:48px;margin-top:4px;padding:8px 14px;border:1px solid var(--line);border-radius:14px;background:var(--bg);color:inherit;font:inherit;font-weight:400}
input[type=checkbox]{width:22px;height:22px;flex:none}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.mails{margin:0 -12px;padding:0;list-style:none}
.mails a{display:block;padding:10px 12px;border-radius:14px;color:inherit;text-decoration:none}
.mails a:hover,.mails a[aria-current]{background:var(--tint)}
.mails b,.mails span{display:block}
.ledger{margin:0 0 20px;padding:0;list-style:none}
.ledger li{padding:6px 0}
.ledger span{display:block}
.soft,.mails span{color:var(--soft);font-size:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:0 0 16px}
dt{color:var(--soft)}dd{margin:0}
iframe{width:100%;height:640px;margin-bottom:20px;border:1px solid var(--line);border-radius:14px;background:#faf7f6}
pre{margin:0;padding:16px;border-radius:14px;background:var(--bg);font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap}
.note{padding:10px 14px;border-radius:14px;background:var(--note);color:var(--onnote);font-size:14px}
.narrow{max-width:440px;padding-top:8vh}
[role=status]:empty{display:none}
`;

/** A page of the sandbox: its content and its security options. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Text of the page's only script; no script by default. */
  readonly script?: string;
  /** Origin whose pages may show this page in an iframe; none by default. */
  readonly framedBy?: string;
  /** Origins, besides the sandbox, to which a form of the page may be sent. */
  readonly allowedFormTargets?: readonly string[];
}

const cspHashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const contentSecurityPolicyOf = ({ script, framedBy = "'none'", allowedFormTargets = [] }: Page): string =>
  [
    "default-src 'none'",
    `style-src ${cspHashOf(pageStyle)}`,
    // Allows inline styles, because the iframe with an e-mail needs them for the e-mail's HTML. The iframe allows
    // nothing else.
    "style-src-attr 'unsafe-inline'",
    ...(script === undefined ? [] : [`script-src ${cspHashOf(script)}`, "connect-src 'self'"]),
    // Allows images from data URLs: the page contains an empty icon as a data URL, so that browsers don't request a
    // favicon.
    'img-src data:',
    "frame-src 'self'",
    // Allows the targets of forms. Browsers apply this rule to the form's target and also to a redirect after it.
    `form-action ${["'self'", ...allowedFormTargets].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');

// Creates a `style` or `script` element with exactly this text, without added spaces, because the
// Content-Security-Policy allows a text only by its hash.
const inlineTag = (tag: 'style' | 'script', text: string): Html => ({ html: `<${tag}>${text}</${tag}>` });

/** Sends a page of the sandbox with its Content-Security-Policy. */
export const sendPage = (response: Response, page: Page): void => {
  const { title, body, script } = page;
  const documentHtml = html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${inlineTag('style', pageStyle)}
      </head>
      <body>
        ${body}${script === undefined ? null : inlineTag('script', script)}
      </body>
    </html> `;
  response.set({
    'Content-Security-Policy': contentSecurityPolicyOf(page),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  response.type('html').send(documentHtml.html);
};
