import { PRESSED_EARLY } from '@mahlzeit/contract/rules';

/**
 * What tells a button from all others of its screen, whoever drew it: its words, and the place whose card it stands on.
 */
const identityOf = (button: Element): string =>
  `${(button.getAttribute('aria-label') ?? button.textContent).trim()} ${button.closest('article')?.querySelector('a')?.getAttribute('href') ?? ''}`;

const pressedOnes = (view: Element): Element[] =>
  [...view.querySelectorAll(`[${PRESSED_EARLY}]`)].sort(
    (one, other) => Number(one.getAttribute(PRESSED_EARLY)) - Number(other.getAttribute(PRESSED_EARLY)),
  );

const COPIED = ['class', 'aria-pressed', 'aria-busy'];

const copyLook = (from: Element, to: Element): void => {
  for (const name of COPIED) {
    const value = from.getAttribute(name);
    if (value === to.getAttribute(name)) continue;
    if (value === null) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
};

/**
 * Attribute of what has the focus in the view: taking the view off the page for a moment takes the focus away, and
 * tells nobody.
 */
export const FOCUSED = 'data-focused';

/** Hands what is pressed on a prerendered view over to the screen that will take its place. */
export interface EarlyPresses {
  /** The button or link of the screen that stands for the one that has the focus; null where there is none. */
  focused(): HTMLElement | null;
  /** Does what is left, as far as the screen has it, and ends. */
  finish(): void;
}

/**
 * From now on each press on a button of the view is done by the screen's own button of that name, as soon as the screen
 * has one; it may be hidden still. What the view shows follows: a chip that was chosen looks so.
 */
export const handOverPresses = (view: HTMLElement): EarlyPresses => {
  const page = view.ownerDocument;
  const twins = new Map<Element, HTMLElement>();

  const twinOf = (button: Element): HTMLElement | null => {
    const identity = identityOf(button);
    return (
      [...page.querySelectorAll<HTMLElement>('main button')].find(
        (one) => !view.contains(one) && identityOf(one) === identity,
      ) ?? null
    );
  };
  const linkTwinOf = (link: HTMLAnchorElement): HTMLElement | null =>
    [...page.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
      (one) => !view.contains(one) && one.href === link.href,
    ) ?? null;
  const follow = (button: Element): void => {
    // What is chosen in a group is no longer chosen beside it.
    for (const one of button.closest('[role=group]')?.querySelectorAll('button') ?? [button]) {
      const twin = twinOf(one);
      if (twin !== null) twins.set(one, twin);
    }
  };
  const handOver = (isLast: boolean): void => {
    for (const button of pressedOnes(view)) {
      const twin = twinOf(button);
      // In the order in which they were pressed: who pressed two things wants the second to come last.
      if (twin === null && !isLast) break;
      if (twin === null) continue;
      button.removeAttribute(PRESSED_EARLY);
      follow(button);
      twin.click();
    }
    for (const [button, twin] of twins) copyLook(twin, button);
  };
  const noteFocus = (focused: EventTarget | Element | null): void => {
    view.querySelector(`[${FOCUSED}]`)?.removeAttribute(FOCUSED);
    if (focused instanceof Element && view.contains(focused)) focused.setAttribute(FOCUSED, '');
  };
  const onFocus = ({ target }: FocusEvent): void => noteFocus(target);
  noteFocus(page.activeElement);
  page.addEventListener('focusin', onFocus);

  const changes = new MutationObserver(() => handOver(false));
  changes.observe(page, {
    subtree: true,
    childList: true,
    attributeFilter: [PRESSED_EARLY, 'aria-pressed', 'aria-busy'],
  });
  return {
    focused() {
      const focused = view.querySelector(`[${FOCUSED}]`);
      if (focused instanceof HTMLAnchorElement) return linkTwinOf(focused);
      return focused === null ? null : twinOf(focused);
    },
    finish() {
      changes.disconnect();
      page.removeEventListener('focusin', onFocus);
      handOver(true);
    },
  };
};
