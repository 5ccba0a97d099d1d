/** @page */
import { freeShiftOf, placeSnackbars } from './snackbar-place';
import type { Obstacle } from './snackbar-place';

const message = { left: 60, right: 300, top: 68, bottom: 120 };
const SCREEN_BOTTOM = 640;
const obstacleAt = (top: number, bottom: number, overrides: Partial<Obstacle> = {}): Obstacle => ({
  left: 0,
  right: 360,
  top,
  bottom,
  weight: 3,
  ...overrides,
});
const shiftPast = (...obstacles: readonly Obstacle[]) =>
  freeShiftOf({ message, screenBottom: SCREEN_BOTTOM, obstacles });

it.each<[string, readonly Obstacle[], number]>([
  ['stays where nothing is below it', [obstacleAt(0, 56), obstacleAt(130, 200)], 0],
  ['stays between buttons at both sides', [obstacleAt(60, 120, { right: 60 }), obstacleAt(60, 120, { left: 300 })], 0],
  ['moves below a button', [obstacleAt(70, 114)], 54],
  ['moves on where the next field is too near', [obstacleAt(70, 114), obstacleAt(150, 200)], 140],
  ['takes a gap that is just wide enough', [obstacleAt(70, 114), obstacleAt(174, 640)], 54],
])('a message %s', (_title, obstacles, expectedShift) => {
  expect(shiftPast(...obstacles)).toBe(expectedShift);
});

it('covers a link rather than a button where everything is taken', () => {
  const links = Array.from({ length: 8 }, (_, index) => obstacleAt(200 + index * 60, 260 + index * 60, { weight: 1 }));
  const shift = shiftPast(obstacleAt(60, 200), ...links);
  expect(message.top + shift).toBeGreaterThanOrEqual(200);
});

it('never leaves the screen', () => {
  const shift = shiftPast(obstacleAt(60, 600, { weight: 3 }));
  expect(message.bottom + shift).toBeLessThanOrEqual(SCREEN_BOTTOM);
});

/** Gives an element a position on the screen, because jsdom computes none. */
const placeElementAt = (element: Element, top: number, bottom: number): void => {
  element.getBoundingClientRect = () => new DOMRect(0, top, 360, bottom - top);
};

/** Shows a message (snackbar) at its usual position and starts to place it. */
const showMessage = () => {
  document.body.innerHTML =
    '<div role="region" data-react-aria-top-layer="true"><div role="status"><p>Neuer Kontakt</p></div></div>';
  const region = document.querySelector<HTMLElement>('[role="region"]');
  const shownMessage = document.querySelector('p');
  if (region === null || shownMessage === null) throw new Error('The page has no message');
  placeElementAt(shownMessage, 12, 64);
  jest.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(SCREEN_BOTTOM);
  const shift = () => region.style.getPropertyValue('--shift');
  return { shift, stop: placeSnackbars({ page: document, browser: window }) };
};

/** Adds content below the message; the element that matches `selector` gets the given position. */
const addContent = (html: string, selector: string, [top, bottom]: readonly [number, number]): void => {
  document.body.insertAdjacentHTML('beforeend', html);
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`The page has no ${selector}`);
  placeElementAt(element, top, bottom);
};

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('moves a message away from the entries of a menu that has opened below it', () => {
  const { shift, stop } = showMessage();
  expect(shift()).toBe('0px');
  addContent('<div class="panel"><div role="dialog"><a href="#x">Hilfe</a></div></div>', 'a', [20, 80]);
  document.querySelector('.panel')?.dispatchEvent(new Event('animationend', { bubbles: true }));
  expect(shift()).toBe('76px');
  stop();
});

it.each([
  ['moves away from a button', ['<button>Info</button>', 'button', [20, 80]], '76px'],
  ['moves away from a row', ['<ul><li><a href="#x">Ben</a></li></ul>', 'li', [40, 112]], '108px'],
  ['moves away from the text of a list', ['<ul><li>Gern!</li></ul>', 'li', [40, 112]], '108px'],
  ['stays where a button lies elsewhere', ['<button>Info</button>', 'button', [100, 140]], '0px'],
] as const)('a message %s when the page renders it later', async (_title, [html, selector, place], expectedShift) => {
  const { shift, stop } = showMessage();
  addContent(html, selector, place);
  await nextFrame();
  await nextFrame();
  expect(shift()).toBe(expectedShift);
  stop();
});
