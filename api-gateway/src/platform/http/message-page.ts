import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape';

const PAGE_CSS =
  'html{color-scheme:light dark;background:#faf7f6;color:#23161d;font:1rem/1.5 system-ui,sans-serif}body{max-width:26rem;margin:18vh auto 0;padding:0 1.5rem;text-align:center}h1{font-size:1.5rem;line-height:1.2}button{min-height:48px;padding:12px 24px;border:0;border-radius:14px;background:#8e1d53;color:#fff;font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid;outline-offset:2px}@media(prefers-color-scheme:dark){html{background:#150e12;color:#f8eff3}button{background:#ba306a}}';

/** Returns the source expression of the Content-Security-Policy that allows one inline script or style. */
export const inlineCspSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Source expression of the Content-Security-Policy that allows the style of all message pages. */
export const MESSAGE_PAGE_STYLE = inlineCspSource(PAGE_CSS);

/** A button on a message page, which posts one value to the URL of the page. */
interface MessageButton {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}

/** A page that shows one message. It may have a script, which passes on a value, and a button. */
interface MessagePage {
  readonly title: string;
  readonly text: string;
  /** Inline script of the page; null for a page without a script. */
  readonly script: string | null;
  /** Value that the script reads from `document.body.dataset.message`. */
  readonly message?: string;
  readonly button?: MessageButton;
}

const buttonHtml = ({ label, name, value }: MessageButton): string =>
  `<form method="post"><input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}"><button>${escapeHtml(label)}</button></form>`;

/**
 * Builds the HTML of a page outside of the app that shows one message. Third parties, banks and links in mails lead to
 * such pages.
 */
export const renderMessagePage = ({ title, text, script, message, button }: MessagePage): string => {
  const dataAttribute = message === undefined ? '' : ` data-message="${escapeHtml(message)}"`;
  return (
    `<!doctype html>\n<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${PAGE_CSS}</style></head>` +
    `<body${dataAttribute}><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button === undefined ? '' : buttonHtml(button)}</main>${script === null ? '' : `<script>${script}</script>`}</body></html>\n`
  );
};
