import { PRESSED_EARLY } from '@mahlzeit/contract/rules';

/**
 * Returns the identity of a button within its screen, in the prerendered view and in the real screen: its label, and
 * the place of its card.
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
 * Attribute of the focused element in the view: removing the view from the page for a moment loses the focus without an
 * event.
 */
export const FOCUSED = 'data-focused';

/** Presses on a prerendered view that the real screen has to execute. */
export interface EarlyPresses {
  /** Returns the screen's button or link for the focused one in the view; null for none. */
  focused(): HTMLElement | null;
  /** Executes the remaining presses, as far as the screen has the buttons, and ends. */
  finish(): void;
}

/**
 * Executes each press on a button of the view by the screen's own button of the same identity, as soon as that exists;
 * it may still be hidden. The view follows: a selected chip looks selected.
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
    // In a group, selecting one button deselects the others.
    for (const one of button.closest('[role=group]')?.querySelectorAll('button') ?? [button]) {
      const twin = twinOf(one);
      if (twin !== null) twins.set(one, twin);
    }
  };
  const handOver = (isLast: boolean): void => {
    for (const button of pressedOnes(view)) {
      const twin = twinOf(button);
      // In the order of the presses: after two presses, the second one must win.
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
