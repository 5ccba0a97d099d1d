/** Rectangle on the screen, in px from the upper left corner. */
export interface ScreenRect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Part of the screen that a message (snackbar) must not cover. */
export interface Obstacle extends ScreenRect {
  /**
   * Harm of covering this part, relative to other parts: covering text counts less than a link, and a link less than a
   * button.
   */
  readonly weight: number;
}

interface MessagePlace {
  /** Rectangle of the message at its usual position, at the upper edge. */
  readonly message: ScreenRect;
  /** Lower end of the screen, in px. */
  readonly screenBottom: number;
  readonly obstacles: readonly Obstacle[];
}

const GAP_PX = 8;

const overlapArea = (first: ScreenRect, second: ScreenRect): number =>
  Math.max(0, Math.min(first.right, second.right) - Math.max(first.left, second.left)) *
  Math.max(0, Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top));

/** Returns the harm that a message causes at its position: the covered areas multiplied by their weights. */
const harmOf = (message: ScreenRect, obstacles: readonly Obstacle[]): number =>
  obstacles.reduce((harm, obstacle) => harm + obstacle.weight * overlapArea(obstacle, message), 0);

/**
 * Returns the shortest distance in px by which a message must move down from its usual position, so that it covers
 * nothing that the user needs. If that is impossible everywhere, returns the distance that causes the least harm.
 */
export const freeShiftOf = ({ message, screenBottom, obstacles }: MessagePlace): number => {
  const maxShift = screenBottom - GAP_PX - message.bottom;
  const harmAt = (shift: number): number =>
    harmOf({ ...message, top: message.top + shift, bottom: message.bottom + shift }, obstacles);
  const shifts = obstacles
    .map((obstacle) => Math.ceil(obstacle.bottom + GAP_PX - message.top))
    .filter((shift) => shift > 0 && shift <= maxShift)
    .sort((first, second) => first - second);
  let bestShift = 0;
  let leastHarm = harmAt(0);
  for (const shift of shifts) {
    if (leastHarm === 0) break;
    const shiftHarm = harmAt(shift);
    if (shiftHarm < leastHarm) [bestShift, leastHarm] = [shift, shiftHarm];
  }
  return bestShift;
};

const FIELDS_AND_BUTTONS = 'button, input, textarea, select, [role="button"], [role="textbox"], [role="tab"], summary';
const LINK_SELECTOR = 'a[href]';

/** Largest height in px of a row that its link fills. The link's own rectangle is only that of its text. */
const MAX_LINK_ROW_PX = 120;
/**
 * Selector of texts that a message should not cover: items of lists and the foot of a sheet. The message rather covers
 * an empty part of the screen.
 */
const TEXT_SELECTOR = 'li, article, footer';

/** Selector of the part of a screen to which a message usually refers: the row, card or form around the focus. */
const TOPIC_SELECTOR = 'li, article, form, [role="listitem"], [role="row"]';

const DIALOG_SELECTOR = '[role="dialog"], [role="alertdialog"]';

const REGION_SELECTOR = '[data-react-aria-top-layer="true"][role="region"]';

/** Largest share of the screen's height that the part may have to which a message refers: a whole list is too large. */
const MAX_TOPIC_SHARE = 0.5;

/** Returns the rectangle in which a press reaches the element. For a link in a row of a list, this is the whole row. */
const pressedRectOf = (element: Element): DOMRect => {
  const row = element.matches(LINK_SELECTOR) ? element.closest('li') : null;
  const rowRect = row?.getBoundingClientRect();
  return rowRect !== undefined && rowRect.height <= MAX_LINK_ROW_PX ? rowRect : element.getBoundingClientRect();
};

const isReachable = (element: Element): boolean => element.closest('[inert], [aria-hidden="true"]') === null;

const readObstacles = (page: Document, region: Element, screenBottom: number): readonly Obstacle[] => {
  const rectsOf = (selector: string, weight: number): readonly Obstacle[] =>
    [...page.querySelectorAll(selector)].flatMap((element) => {
      const { left, right, top, bottom } = pressedRectOf(element);
      const isOnScreen = bottom > top && bottom > 0 && top < screenBottom;
      return isOnScreen && isReachable(element) && !region.contains(element)
        ? [{ left, right, top, bottom, weight }]
        : [];
    });
  const topic = page.activeElement?.closest(TOPIC_SELECTOR) ?? null;
  const topicRect = topic === null || region.contains(topic) ? null : topic.getBoundingClientRect();
  return [
    ...rectsOf(FIELDS_AND_BUTTONS, 3),
    ...rectsOf(LINK_SELECTOR, 1),
    ...rectsOf(TEXT_SELECTOR, 0.3),
    ...(topicRect === null || topicRect.height > screenBottom * MAX_TOPIC_SHARE
      ? []
      : [{ left: topicRect.left, right: topicRect.right, top: topicRect.top, bottom: topicRect.bottom, weight: 3 }]),
  ];
};

interface SnackbarPlaceDeps {
  readonly page: Document;
  readonly browser: Pick<
    Window,
    'addEventListener' | 'removeEventListener' | 'requestAnimationFrame' | 'cancelAnimationFrame'
  >;
}

/**
 * Calls `onChange` in the next frame after the page has rendered something outside of the region of messages. Returns
 * an unsubscribe function.
 */
const watchContent = ({ page, browser }: SnackbarPlaceDeps, region: Element, onChange: () => void): (() => void) => {
  let frameRequest: number | null = null;
  const observer = new MutationObserver((changes) => {
    if (changes.every(({ target }) => region.contains(target))) return;
    // The change is handled in the next frame, which lays the page out anyway.
    frameRequest ??= browser.requestAnimationFrame(() => {
      frameRequest = null;
      onChange();
    });
  });
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    if (frameRequest !== null) browser.cancelAnimationFrame(frameRequest);
  };
};

/**
 * Moves each message (snackbar) below the page's top bar, and further down to where it covers neither a field nor a
 * button nor the thing to which it refers. The key F6 moves the focus to its button. A message keeps its position until
 * it disappears, a dialog has opened below it, the window changes its size, or the page renders something below it, for
 * instance a list that has loaded. Returns an unsubscribe function.
 */
export const placeSnackbars = ({ page, browser }: SnackbarPlaceDeps): (() => void) => {
  const region = page.querySelector<HTMLElement>(REGION_SELECTOR);
  if (region === null) return () => undefined;

  let placedHarm = 0;

  const visibleMessage = (): Element | null =>
    [...region.children].find((liveRegion) => liveRegion.firstElementChild !== null)?.firstElementChild ?? null;

  const placeMessage = (): void => {
    region.style.removeProperty('--shift');
    // The height of the bar depends on the user's font size.
    region.style.setProperty('--bar', `${page.querySelector('header')?.offsetHeight ?? 0}px`);
    const message = visibleMessage();
    if (message === null) return;
    const screenBottom = page.documentElement.clientHeight;
    const { left, right, top, height } = message.getBoundingClientRect();
    const obstacles = readObstacles(page, region, screenBottom);
    const shift = freeShiftOf({ message: { left, right, top, bottom: top + height }, screenBottom, obstacles });
    placedHarm = harmOf({ left, right, top: top + shift, bottom: top + height + shift }, obstacles);
    region.style.setProperty('--shift', `${shift}px`);
  };

  /** When the user presses F6 anywhere in the page, moves the focus to the first button of the visible message. */
  const focusMessage = (event: KeyboardEvent): void => {
    const firstButton = event.key === 'F6' ? region.querySelector('button') : null;
    if (firstButton === null) return;
    event.preventDefault();
    firstButton.focus();
  };

  // Moves the message after a dialog has opened. Dialogs slide in, so only the end of the animation shows what the
  // message covers.
  const makeWayForDialog = ({ target }: AnimationEvent): void => {
    if (
      target instanceof Element &&
      (target.matches(DIALOG_SELECTOR) || target.querySelector(DIALOG_SELECTOR) !== null)
    )
      placeMessage();
  };

  const makeWayForContent = (): void => {
    const message = visibleMessage();
    if (message === null) return;
    const obstacles = readObstacles(page, region, page.documentElement.clientHeight);
    if (harmOf(message.getBoundingClientRect(), obstacles) > placedHarm) placeMessage();
  };

  // The observer runs after the message was rendered and before it is painted, so that the message doesn't jump.
  const observer = new MutationObserver(placeMessage);
  observer.observe(region, { childList: true, subtree: true });
  const stopWatchingContent = watchContent({ page, browser }, region, makeWayForContent);
  browser.addEventListener('resize', placeMessage);
  page.addEventListener('keydown', focusMessage);
  page.addEventListener('animationend', makeWayForDialog);
  placeMessage();
  return () => {
    observer.disconnect();
    stopWatchingContent();
    browser.removeEventListener('resize', placeMessage);
    page.removeEventListener('keydown', focusMessage);
    page.removeEventListener('animationend', makeWayForDialog);
  };
};
