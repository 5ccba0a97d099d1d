import { Router } from 'express';
import texts from '../locales/de.json';
import type { SandboxClock } from './clock';
import type { MailStore, ReceivedMail } from './mail';
import { html, sendError, sendPage } from './page';
import type { Html, Page } from './page';

/** What the first page does in the browser: lets its clock run, moves it, and notices new mails. */
const homeScript = `
const clock = document.querySelector('.now');
const status = document.querySelector('[role=status]');
const form = document.querySelector('form.set');
const format = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'Europe/Berlin' });
let ahead = Number(clock.dataset.now) - Date.now();
const now = () => Date.now() + ahead;
const show = () => { clock.textContent = format.format(now()); };
setInterval(show, 1000);
show();

const move = async (instant) => {
  status.textContent = clock.dataset.moving;
  const send = (force) => fetch('/clock', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ now: instant, force }) });
  try {
    let answer = await send(false);
    if (answer.status === 409) {
      if (!confirm(clock.dataset.back)) { status.textContent = ''; return; }
      answer = await send(true);
    }
    if (!answer.ok) throw new Error(String(answer.status));
    ahead = (await answer.json()).now - Date.now();
    show();
    status.textContent = clock.dataset.moved;
  } catch {
    status.textContent = clock.dataset.failed;
  }
};
for (const button of document.querySelectorAll('[data-by]')) button.addEventListener('click', () => void move(now() + Number(button.dataset.by)));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = form.elements.at.value;
  if (typed === '') return;
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Berlin' });
  // The wall clock of Berlin as an instant: guess it in UTC, then take off how far Berlin is ahead.
  const wall = Date.parse(typed + 'Z');
  const aheadOf = (instant) => Date.parse(day.format(instant).replace(' ', 'T') + 'Z') - instant;
  void move(wall - aheadOf(wall - aheadOf(wall)));
});

const list = document.querySelector('.mails');
const checkMails = async () => {
  try {
    const time = await (await fetch('/clock')).json();
    ahead = time.now - Date.now();
    const to = new URLSearchParams(location.search).get('to') ?? '';
    const [newest] = await (await fetch('/mail?to=' + encodeURIComponent(to))).json();
    if ((newest?.id ?? '') !== list.dataset.newest && document.activeElement === document.body) location.reload();
  } catch {
    // Stopped for the moment; the next check finds it again.
  }
};
setInterval(() => { if (document.visibilityState === 'visible') void checkMails(); }, 2000);
`;

/** What the first page shows. */
interface HomeView {
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
${mail.attachments.map(({ name, type, content }) => html`<h2>${name}</h2><p class="soft">${type}</p><pre>${content}</pre>`)}
<h2>${texts.mailAsText}</h2><pre>${mail.text}</pre></section>`;
};

/** The sandbox's first page: the clock, the mails and the one that is read. */
const homePage = (view: HomeView): Page => ({
  title: texts.title,
  script: homeScript,
  body: html`<header><h1>${texts.title}</h1><nav><a class="inner" href="#uhr">${texts.clockTitle}</a><a href="${view.gatewayUrl}/">${texts.toProduct}</a></nav></header>
<main class="panes">${mailHtml(view.opened)}${listHtml(view)}${clockHtml(view.now)}</main>`,
});

interface HomeRouterDeps {
  readonly mails: MailStore;
  readonly clock: SandboxClock;
  readonly gatewayUrl: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

// A link of a mail opens beside the sandbox, not inside the frame.
const inFrame = (html: string): string => html.replace(/<head>/i, '<head><base target="_blank" rel="noopener">');

/** `/`: mails and clock for people; `/mails/{id}`: one mail as its reader sees it. */
export const createHomeRouter = ({ mails, clock, gatewayUrl }: HomeRouterDeps): Router => {
  const router = Router();
  router.get('/', ({ query }, response) => {
    const to = textOf(query['to']);
    const id = textOf(query['mail']);
    const shown = mails.list(to === '' ? undefined : to);
    sendPage(response, homePage({ now: clock.now(), gatewayUrl, mails: shown, opened: id === '' ? null : mails.find(id), to }));
  });
  router.get('/mails/:id', ({ params: { id } }, response) => {
    const mail = mails.find(id);
    if (mail === null) return sendError(response, 404, 'notFound');
    response.set({
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.type('html').send(inFrame(mail.html));
  });
  return router;
};
