import { Router } from 'express';
import texts from '../locales/de.json';
import type { Html, Page, SandboxClock } from './platform';
import type { MailStore, ReceivedMail } from './mail';
import { html, sendError, sendPage } from './platform';
import type { LedgerEntry } from './payments';

/**
 * Browser script of the home page. It shows the running gateway clock, moves that clock on a click, and shows new
 * e-mails.
 */
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
  // Converts a time of Berlin's clocks to an instant: reads it as UTC first, then subtracts Berlin's offset.
  const wall = Date.parse(typed + 'Z');
  const aheadOf = (instant) => Date.parse(day.format(instant).replace(' ', 'T') + 'Z') - instant;
  void move(wall - aheadOf(wall - aheadOf(wall)));
});

const faults = document.querySelector('form.faults');
const told = faults.querySelector('output');
const sendFault = async (init, done) => {
  try {
    const answer = await fetch('/psp/faults', init);
    if (!answer.ok) throw new Error(String(answer.status));
    told.textContent = done;
  } catch {
    told.textContent = clock.dataset.failed;
  }
};
faults.addEventListener('submit', (event) => {
  event.preventDefault();
  const [kind, when] = faults.elements.kind.value.split(' ');
  const fault = { operation: faults.elements.operation.value, kind, when, count: 1, ...(kind === 'delay' ? { delayMs: 20000 } : {}), ...(kind === 'fail' ? { status: 503 } : {}) };
  void sendFault({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fault) }, faults.dataset.set);
});
faults.elements.clear.addEventListener('click', () => void sendFault({ method: 'DELETE' }, faults.dataset.cleared));

const list = document.querySelector('.mails');
const checkMails = async () => {
  try {
    const time = await (await fetch('/clock')).json();
    ahead = time.now - Date.now();
    const to = new URLSearchParams(location.search).get('to') ?? '';
    const [newest] = await (await fetch('/mail?to=' + encodeURIComponent(to))).json();
    if ((newest?.id ?? '') !== list.dataset.newest && document.activeElement === document.body) location.reload();
  } catch {
    // The gateway doesn't run at the moment; a later check notices when it runs again.
  }
};
setInterval(() => { if (document.visibilityState === 'visible') void checkMails(); }, 2000);
`;

/** Values that the sandbox's home page shows. */
interface HomeView {
  readonly now: number;
  readonly gatewayUrl: string;
  readonly mails: readonly ReceivedMail[];
  readonly openMail: ReceivedMail | null;
  /** Recipient whose e-mails are shown; empty for all e-mails. */
  readonly to: string;
  /** Payments and refunds at the payment providers, the newest first. */
  readonly ledger: readonly LedgerEntry[];
}

const MAX_SHOWN_MAILS = 60;
const MAX_SHOWN_ENTRIES = 12;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const CLOCK_STEPS: readonly (readonly [string, number])[] = [
  [texts.clockQuarter, 15 * MINUTE_MS],
  [texts.clockHour, HOUR_MS],
  [texts.clockDay, DAY_MS],
  [texts.clockWeek, 7 * DAY_MS],
  [texts.clockMonth, 30 * DAY_MS],
];

const dateFormat = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
});

const clockHtml = (now: number): Html =>
  html`<section class="clock" id="uhr">
    <h2>${texts.clockTitle}</h2>
    <p
      class="now"
      data-now="${now}"
      data-moving="${texts.clockMoving}"
      data-moved="${texts.clockMoved}"
      data-failed="${texts.clockFailed}"
      data-back="${texts.clockBack}"
    ></p>
    <div class="row">
      ${CLOCK_STEPS.map(([label, stepMs]) => html`<button type="button" data-by="${stepMs}">${label}</button>`)}
    </div>
    <form class="set">
      <label>${texts.clockAt}<input type="datetime-local" name="at" required /></label
      ><button class="main">${texts.clockSet}</button>
    </form>
    <p class="note" role="status"></p>
    <p class="soft">${texts.clockHint}</p>
  </section>`;

const homeUrl = (queryFields: Readonly<Record<string, string>>): string => {
  const filledFields = Object.entries(queryFields).filter(([, value]) => value !== '');
  return `/?${new URLSearchParams(Object.fromEntries(filledFields)).toString()}`;
};

const mailEntriesHtml = ({ mails, openMail, to: recipient }: HomeView): readonly Html[] =>
  mails.slice(0, MAX_SHOWN_MAILS).map(
    (mail) =>
      html`<li>
        <a
          href="${homeUrl({ mail: mail.id, to: recipient })}"
          ${mail.id === openMail?.id ? html` aria-current="true"` : null}
          ><b>${mail.subject}</b><span>${mail.to}</span><span>${dateFormat.format(mail.sentAt)}</span></a
        >
      </li>`,
  );

const mailListHtml = (homeView: HomeView): Html =>
  html`<section class="list">
    <h2>${texts.mailsTitle}</h2>
    <form>
      <label>${texts.mailsTo}<input type="search" name="to" value="${homeView.to}" autocomplete="off" /></label>
    </form>
    <ul class="mails" data-newest="${homeView.mails[0]?.id ?? ''}">
      ${mailEntriesHtml(homeView)}
    </ul>
    ${homeView.mails.length === 0 ? html`<p class="soft">${homeView.to === '' ? texts.mailsNone : texts.mailsNoneFor}</p>` : null}
  </section>`;

const mailHtml = (mail: ReceivedMail | null): Html => {
  if (mail === null) return html`<section class="mail hint"><p class="soft">${texts.mailChoose}</p></section>`;
  return html`<section class="mail">
    <h2>${mail.subject}</h2>
    <dl>
      <dt>${texts.mailFrom}</dt>
      <dd>${mail.from}</dd>
      <dt>${texts.mailTo}</dt>
      <dd>${mail.to}</dd>
      <dt>${texts.mailSent}</dt>
      <dd>${dateFormat.format(mail.sentAt)}</dd>
    </dl>
    <iframe
      src="/mails/${encodeURIComponent(mail.id)}"
      title="${texts.mailFrame}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    ${mail.attachments.map(
      ({ name, type, content }) =>
        html`<h2>${name}</h2>
          <p class="soft">${type}</p>
          <pre>${content}</pre>`,
    )}
    <h2>${texts.mailAsText}</h2>
    <pre>${mail.text}</pre>
  </section>`;
};

const priceFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
const LEDGER_KIND_TEXTS = {
  payin: texts.ledgerPayin,
  capture: texts.ledgerCapture,
  refund: texts.ledgerRefund,
} as const;
const LEDGER_STATUS_TEXTS = {
  CREATED: texts.ledgerCREATED,
  SUCCEEDED: texts.ledgerSUCCEEDED,
  FAILED: texts.ledgerFAILED,
} as const;

const OPERATION_OPTIONS: readonly (readonly [string, string])[] = [
  ['payin', texts.faultPayin],
  ['capture', texts.faultCapture],
  ['refund', texts.faultRefund],
  ['cardRegistration', texts.faultCard],
  ['read', texts.faultRead],
  ['*', texts.faultAny],
];
const FAULT_OPTIONS: readonly (readonly [string, string])[] = [
  ['drop beforeCommit', texts.faultDropBefore],
  ['drop afterCommit', texts.faultDropAfter],
  ['delay beforeCommit', texts.faultDelay],
  ['fail beforeCommit', texts.faultFail],
];

/**
 * Test cards that testers can copy from the home page. These card numbers behave in special ways (mangopay-cards);
 * every other number with a correct check digit is an ordinary card.
 */
const TEST_CARDS: readonly (readonly [string, string])[] = [
  ['4970 1071 1111 1119', texts.cardVisa],
  ['4970 1051 8181 8183', texts.cardVisaAsked],
  ['5413 3300 0000 0019', texts.cardMastercard],
  ['6759 6498 2643 8453', texts.cardMaestroAsked],
];

const testCardsHtml = (): Html =>
  html`<h2>${texts.cardsTitle}</h2>
    <p class="soft">${texts.cardsHint}</p>
    <ul class="ledger">
      ${TEST_CARDS.map(([cardNumber, effect]) => html`<li><b>${cardNumber}</b><span class="soft">${effect}</span></li>`)}
    </ul>`;

const selectHtml = (label: string, name: string, selectOptions: readonly (readonly [string, string])[]): Html =>
  html`<label
    >${label}<select name="${name}">
      ${selectOptions.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select></label
  >`;

const paymentsHtml = (ledger: readonly LedgerEntry[]): Html =>
  html`<section class="payments" id="zahlungen">
    <h2>${texts.paymentsTitle}</h2>
    <p class="soft">${ledger.length === 0 ? texts.paymentsNone : texts.paymentsHint}</p>
    <ul class="ledger">
      ${ledger.slice(0, MAX_SHOWN_ENTRIES).map(({ kind, status, amount, reference, createdAt }) => html`<li><b>${priceFormat.format((kind === 'refund' ? -amount : amount) / 100)}</b> ${LEDGER_KIND_TEXTS[kind]}, ${LEDGER_STATUS_TEXTS[status]}<span class="soft">${dateFormat.format(createdAt)} · ${reference}</span></li>`)}
    </ul>
    ${testCardsHtml()}
    <form class="faults" data-set="${texts.faultIsSet}" data-cleared="${texts.faultIsCleared}">
      <h2>${texts.faultTitle}</h2>
      ${selectHtml(texts.faultOperation, 'operation', OPERATION_OPTIONS)}${selectHtml(texts.faultKind, 'kind', FAULT_OPTIONS)}
      <div class="row">
        <button class="main">${texts.faultSet}</button><button type="button" name="clear">${texts.faultClear}</button>
      </div>
      <output class="soft"></output>
    </form>
  </section>`;

/** Renders the sandbox's home page: the clock, the payments, the list of e-mails, and the opened e-mail. */
const homePage = (homeView: HomeView): Page => ({
  title: texts.title,
  script: homeScript,
  body: html`<header>
      <h1>${texts.title}</h1>
      <nav>
        <a class="inner" href="#uhr">${texts.clockTitle}</a><a class="inner" href="#zahlungen">${texts.paymentsTitle}</a
        ><a href="${homeView.gatewayUrl}/">${texts.toProduct}</a>
      </nav>
    </header>
    <main class="panes">
      ${mailHtml(homeView.openMail)}${mailListHtml(homeView)}${clockHtml(homeView.now)}${paymentsHtml(homeView.ledger)}
    </main>`,
});

interface HomeRouterDeps {
  readonly mails: MailStore;
  readonly clock: SandboxClock;
  readonly gatewayUrl: string;
  ledger(): readonly LedgerEntry[];
}

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

// Makes the links of an e-mail open in a new tab. Otherwise they would open in the iframe that shows the e-mail.
const withNewTabLinks = (html: string): string =>
  html.replace(/<head>/i, '<head><base target="_blank" rel="noopener">');

/**
 * Creates the routes of the sandbox's home page: `/` is the page, `/mails/{id}` is one e-mail as its recipient sees it.
 */
export const createHomeRouter = ({ mails, clock, gatewayUrl, ledger }: HomeRouterDeps): Router => {
  const router = Router();
  router.get('/', ({ query }, response) => {
    const recipient = trimmedText(query['to']);
    const id = trimmedText(query['mail']);
    const listedMails = mails.list(recipient === '' ? undefined : recipient);
    sendPage(
      response,
      homePage({
        now: clock.now(),
        gatewayUrl,
        mails: listedMails,
        openMail: id === '' ? null : mails.find(id),
        to: recipient,
        ledger: [...ledger()].sort((left, right) => right.createdAt - left.createdAt),
      }),
    );
  });
  router.get('/mails/:id', ({ params: { id } }, response) => {
    const mail = mails.find(id);
    if (mail === null) return sendError(response, 404, 'notFound');
    response.set({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.type('html').send(withNewTabLinks(mail.html));
  });
  return router;
};
