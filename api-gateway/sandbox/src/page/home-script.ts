/** What the first page does in the browser: lets its clock run, moves it, and notices new mails. */
export const homeScript = `
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
