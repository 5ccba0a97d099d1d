import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { html, type Html } from './html';
import { pageStyle } from './page-style';

/** A page of the sandbox. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** The text of the page's one script. */
  readonly script?: string;
  /** Origins beside our own that a form of this page may lead to. */
  readonly formsTo?: readonly string[];
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyOf = ({ script, formsTo = [] }: Page): string => [
  "default-src 'none'",
  `style-src ${sourceOf(pageStyle)}`,
  // A mail's own styles stand in its elements; it is shown in a frame that may do nothing else.
  "style-src-attr 'unsafe-inline'",
  ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'self'"]),
  // The empty icon, so that no browser asks for one.
  'img-src data:',
  "frame-src 'self'",
  // Browsers hold this against where a form's answer leads, too.
  `form-action ${["'self'", ...formsTo].join(' ')}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const raw = (text: string): Html => ({ html: text });

/** Sends a page. */
export const sendPage = (response: Response, page: Page): void => {
  const { title, body, script } = page;
  const document = html`<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${raw(pageStyle)}</style></head>
<body>${body}${script === undefined ? null : html`<script>${raw(script)}</script>`}</body></html>
`;
  response.set({ 'Content-Security-Policy': policyOf(page), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' });
  response.type('html').send(document.html);
};
