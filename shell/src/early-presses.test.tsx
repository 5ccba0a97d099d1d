import { forwardEarlyPresses } from './early-presses';

const cardHtml = (name: string) =>
  `<article><a href="#details/${name}">${name}</a><button aria-label="Merken">♡</button></article>`;
const CHIPS_HTML =
  '<div role="group"><button aria-pressed="false" class="chip">Alle</button><button aria-pressed="true" class="chip chosen">Mittagstisch</button></div>';

/** Creates a page that shows prerendered HTML above the empty container of its screen. */
const openPage = () => {
  document.body.innerHTML = `<main><div id="prerender">${CHIPS_HTML}<button>Meinen Standort nehmen</button>${cardHtml('elbkantine')}${cardHtml('fleet')}</div><div id="screen" hidden></div></main>`;
  const prerenderedView = document.getElementById('prerender');
  const screen = document.getElementById('screen');
  if (prerenderedView === null || screen === null) throw new Error('no page');
  const executedPresses: string[] = [];
  screen.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    executedPresses.push(`${button?.textContent ?? ''} ${button?.closest('article')?.textContent ?? ''}`.trim());
  });
  const buttonOf = (buttonName: string, container = prerenderedView): Element => {
    const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === buttonName);
    if (button === undefined) throw new Error(`no button ${buttonName}`);
    return button;
  };
  // Marks a button as pressed, as the inline script of the page does before the screen is loaded.
  const markPressed = (button: Element, pressedAtMs: number) =>
    button.setAttribute('data-pressed-early', String(pressedAtMs));
  const waitForChanges = () => new Promise((resolve) => setTimeout(resolve));
  return {
    view: prerenderedView,
    screen,
    done: executedPresses,
    buttonOf,
    press: markPressed,
    changesSeen: waitForChanges,
    presses: forwardEarlyPresses(prerenderedView),
  };
};

it('executes a press as soon as the screen has a button of that name, hidden or not', async () => {
  const { screen, done, buttonOf, press, changesSeen } = openPage();
  press(buttonOf('Alle'), 100);
  await changesSeen();
  expect(done).toEqual([]);
  screen.innerHTML = CHIPS_HTML;
  await changesSeen();
  expect(done).toEqual(['Alle']);
  await changesSeen();
  expect(done).toHaveLength(1);
});

it('executes a press immediately once the screen has its button', async () => {
  const { screen, done, buttonOf, press, changesSeen } = openPage();
  screen.innerHTML = CHIPS_HTML;
  press(buttonOf('Alle'), 100);
  await changesSeen();
  press(buttonOf('Mittagstisch'), 200);
  await changesSeen();
  expect(done).toEqual(['Alle', 'Mittagstisch']);
});

it('distinguishes the cards of pressed buttons', async () => {
  const { view, screen, done, press, changesSeen } = openPage();
  const [, favouriteButton] = view.querySelectorAll('article button');
  if (favouriteButton !== undefined) press(favouriteButton, 100);
  screen.innerHTML = cardHtml('fleet') + cardHtml('elbkantine');
  await changesSeen();
  expect(done).toEqual(['♡ fleet♡']);
});

it('keeps the order of the presses, and drops those without a button at the end', async () => {
  const { screen, done, buttonOf, press, changesSeen, presses } = openPage();
  press(buttonOf('Mittagstisch'), 300);
  press(buttonOf('Meinen Standort nehmen'), 200);
  screen.innerHTML = CHIPS_HTML;
  await changesSeen();
  expect(done).toEqual([]);
  presses.finishForwarding();
  expect(done).toEqual(['Mittagstisch']);
});

it('shows the screen’s selection on the view, for the whole group', async () => {
  const { screen, buttonOf, press, changesSeen } = openPage();
  screen.innerHTML = CHIPS_HTML;
  press(buttonOf('Alle'), 100);
  await changesSeen();
  const [allButton, lunchButton] = screen.querySelectorAll('button');
  allButton?.setAttribute('class', 'chip chosen');
  allButton?.setAttribute('aria-pressed', 'true');
  lunchButton?.setAttribute('class', 'chip');
  lunchButton?.setAttribute('aria-pressed', 'false');
  await changesSeen();
  expect(buttonOf('Alle').outerHTML).toBe('<button aria-pressed="true" class="chip chosen">Alle</button>');
  expect(buttonOf('Mittagstisch').outerHTML).toBe('<button aria-pressed="false" class="chip">Mittagstisch</button>');
});

it('does nothing after its end', async () => {
  const { screen, done, buttonOf, press, changesSeen, presses } = openPage();
  presses.finishForwarding();
  screen.innerHTML = CHIPS_HTML;
  press(buttonOf('Alle'), 100);
  await changesSeen();
  expect(done).toEqual([]);
});

it('returns the screen’s link for the focused one', () => {
  const { view, screen, presses } = openPage();
  screen.innerHTML = `${CHIPS_HTML}${cardHtml('elbkantine')}${cardHtml('fleet')}`;
  view.querySelector<HTMLElement>('a[href="#details/fleet"]')?.focus();
  expect(presses.focusedTwin()).toBe(screen.querySelector('a[href="#details/fleet"]'));
});
