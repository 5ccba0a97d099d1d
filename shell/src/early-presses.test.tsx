import { handOverPresses } from './early-presses';

const CARD = (name: string) =>
  `<article><a href="#details/${name}">${name}</a><button aria-label="Merken">♡</button></article>`;
const CHIPS =
  '<div role="group"><button aria-pressed="false" class="chip">Alle</button><button aria-pressed="true" class="chip chosen">Mittagstisch</button></div>';

/** Opens a page that shows a prerendered view above the empty container of its screen. */
const openPage = () => {
  document.body.innerHTML = `<main><div id="prerender">${CHIPS}<button>Meinen Standort nehmen</button>${CARD('elbkantine')}${CARD('fleet')}</div><div id="screen" hidden></div></main>`;
  const view = document.getElementById('prerender');
  const screen = document.getElementById('screen');
  if (view === null || screen === null) throw new Error('no page');
  const calls: string[] = [];
  screen.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    calls.push(`${button?.textContent ?? ''} ${button?.closest('article')?.textContent ?? ''}`.trim());
  });
  const buttonOf = (name: string, container = view): Element => {
    const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (button === undefined) throw new Error(`no button ${name}`);
    return button;
  };
  // Marks a button as pressed, like the inline script of the page does before the screen is loaded.
  const markPressed = (button: Element, pressedAtMs: number) =>
    button.setAttribute('data-pressed-early', String(pressedAtMs));
  const changesSeen = () => new Promise((resolve) => setTimeout(resolve));
  return { view, screen, done: calls, buttonOf, press: markPressed, changesSeen, presses: handOverPresses(view) };
};

it('executes a press as soon as the screen has a button of that name, hidden or not', async () => {
  const { screen, done, buttonOf, press, changesSeen } = openPage();
  press(buttonOf('Alle'), 100);
  await changesSeen();
  expect(done).toEqual([]);
  screen.innerHTML = CHIPS;
  await changesSeen();
  expect(done).toEqual(['Alle']);
  await changesSeen();
  expect(done).toHaveLength(1);
});

it('executes a press immediately once the screen has its button', async () => {
  const { screen, done, buttonOf, press, changesSeen } = openPage();
  screen.innerHTML = CHIPS;
  press(buttonOf('Alle'), 100);
  await changesSeen();
  press(buttonOf('Mittagstisch'), 200);
  await changesSeen();
  expect(done).toEqual(['Alle', 'Mittagstisch']);
});

it('distinguishes the cards of pressed buttons', async () => {
  const { view, screen, done, press, changesSeen } = openPage();
  const [, heart] = view.querySelectorAll('article button');
  if (heart !== undefined) press(heart, 100);
  screen.innerHTML = CARD('fleet') + CARD('elbkantine');
  await changesSeen();
  expect(done).toEqual(['♡ fleet♡']);
});

it('keeps the order of the presses, and drops those without a button at the end', async () => {
  const { screen, done, buttonOf, press, changesSeen, presses } = openPage();
  press(buttonOf('Mittagstisch'), 300);
  press(buttonOf('Meinen Standort nehmen'), 200);
  screen.innerHTML = CHIPS;
  await changesSeen();
  expect(done).toEqual([]);
  presses.finish();
  expect(done).toEqual(['Mittagstisch']);
});

it('shows the screen’s selection on the view, for the whole group', async () => {
  const { screen, buttonOf, press, changesSeen } = openPage();
  screen.innerHTML = CHIPS;
  press(buttonOf('Alle'), 100);
  await changesSeen();
  const [allButton, lunch] = screen.querySelectorAll('button');
  allButton?.setAttribute('class', 'chip chosen');
  allButton?.setAttribute('aria-pressed', 'true');
  lunch?.setAttribute('class', 'chip');
  lunch?.setAttribute('aria-pressed', 'false');
  await changesSeen();
  expect(buttonOf('Alle').outerHTML).toBe('<button aria-pressed="true" class="chip chosen">Alle</button>');
  expect(buttonOf('Mittagstisch').outerHTML).toBe('<button aria-pressed="false" class="chip">Mittagstisch</button>');
});

it('does nothing after its end', async () => {
  const { screen, done, buttonOf, press, changesSeen, presses } = openPage();
  presses.finish();
  screen.innerHTML = CHIPS;
  press(buttonOf('Alle'), 100);
  await changesSeen();
  expect(done).toEqual([]);
});

it('returns the screen’s link for the focused one', () => {
  const { view, screen, presses } = openPage();
  screen.innerHTML = `${CHIPS}${CARD('elbkantine')}${CARD('fleet')}`;
  view.querySelector<HTMLElement>('a[href="#details/fleet"]')?.focus();
  expect(presses.focused()).toBe(screen.querySelector('a[href="#details/fleet"]'));
});
