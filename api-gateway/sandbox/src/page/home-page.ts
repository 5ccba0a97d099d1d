import texts from '../../locales/de.json';
import type { ReceivedMail } from '../mail/mail-store';
import { homeScript } from './home-script';
import { html, type Html } from './html';
import type { Page } from './page';

/** What the first page shows. */
export interface HomeView {
  readonly now: number;
  readonly gatewayUrl: string;
  readonly mails: readonly ReceivedMail[];
  readonly opened: ReceivedMail | null;
  /** Whose mails alone are shown; empty: everybody's. */
  readonly to: string;
}

const SHOWN = 60;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly (readonly [string, number])[] = [
  [texts.clockQuarter, 15 * minute],
  [texts.clockHour, hour],
  [texts.clockDay, day],
  [texts.clockWeek, 7 * day],
  [texts.clockMonth, 30 * day],
];

const format = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });

const clockHtml = (now: number): Html => html`<section class="clock" id="uhr"><h2>${texts.clockTitle}</h2>
<p class="now" data-now="${now}" data-moving="${texts.clockMoving}" data-moved="${texts.clockMoved}" data-failed="${texts.clockFailed}" data-back="${texts.clockBack}"></p>
<div class="row">${steps.map(([label, ms]) => html`<button type="button" data-by="${ms}">${label}</button>`)}</div>
<form class="set"><label>${texts.clockAt}<input type="datetime-local" name="at" required></label><button class="main">${texts.clockSet}</button></form>
<p class="note" role="status"></p><p class="soft">${texts.clockHint}</p></section>`;

const queryOf = (fields: Readonly<Record<string, string>>): string => {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return `/?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
};

const entryHtml = ({ mails, opened, to }: HomeView): readonly Html[] => mails.slice(0, SHOWN).map((mail) => html`<li>
<a href="${queryOf({ mail: mail.id, to })}"${mail.id === opened?.id ? html` aria-current="true"` : null}><b>${mail.subject}</b><span>${mail.to}</span><span>${format.format(mail.sentAt)}</span></a></li>`);

const listHtml = (view: HomeView): Html => html`<section class="list"><h2>${texts.mailsTitle}</h2>
<form><label>${texts.mailsTo}<input type="search" name="to" value="${view.to}" autocomplete="off"></label></form>
<ul class="mails" data-newest="${view.mails[0]?.id ?? ''}">${entryHtml(view)}</ul>
${view.mails.length === 0 ? html`<p class="soft">${view.to === '' ? texts.mailsNone : texts.mailsNoneFor}</p>` : null}</section>`;

const mailHtml = (mail: ReceivedMail | null): Html => {
  if (mail === null) return html`<section class="mail hint"><p class="soft">${texts.mailChoose}</p></section>`;
  return html`<section class="mail"><h2>${mail.subject}</h2>
<dl><dt>${texts.mailFrom}</dt><dd>${mail.from}</dd><dt>${texts.mailTo}</dt><dd>${mail.to}</dd><dt>${texts.mailSent}</dt><dd>${format.format(mail.sentAt)}</dd></dl>
<iframe src="/mails/${encodeURIComponent(mail.id)}" title="${texts.mailFrame}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>${texts.mailAsText}</h2><pre>${mail.text}</pre></section>`;
};

/** The sandbox's first page: the clock, the mails and the one that is read. */
export const homePage = (view: HomeView): Page => ({
  title: texts.title,
  script: homeScript,
  body: html`<header><h1>${texts.title}</h1><nav><a class="inner" href="#uhr">${texts.clockTitle}</a><a href="${view.gatewayUrl}/">${texts.toProduct}</a></nav></header>
<main class="panes">${mailHtml(view.opened)}${listHtml(view)}${clockHtml(view.now)}</main>`,
});
