import { EARLY_PRESS_ATTRIBUTE } from '@mahlzeit/contract/rules';

/**
 * Returns the identity of a button, which is the same in the prerendered view and in the real screen: its label and the
 * link of its card.
 */
const identityOf = (button: Element): string =>
  `${(button.getAttribute('aria-label') ?? button.textContent).trim()} ${button.closest('article')?.querySelector('a')?.getAttribute('href') ?? ''}`;

const pressedOnes = (view: Element): Element[] =>
  [...view.querySelectorAll(`[${EARLY_PRESS_ATTRIBUTE}]`)].sort(
    (one, other) => Number(one.getAttribute(EARLY_PRESS_ATTRIBUTE)) - Number(other.getAttribute(EARLY_PRESS_ATTRIBUTE)),
  );

const COPIED = ['class', 'aria-pressed', 'aria-busy'];

const copyLook = (source: Element, target: Element): void => {
  for (const name of COPIED) {
    const value = source.getAttribute(name);
    if (value === target.getAttribute(name)) continue;
    if (value === null) target.removeAttribute(name);
    else target.setAttribute(name, value);
  }
};

/**
 * Attribute of the focused element in the prerendered view. Needed because moving the view in the page loses the focus
 * without an event.
 */
export const FOCUSED = 'data-focused';

/** Presses on buttons of the prerendered view, which the real screen has to execute. */
export interface EarlyPresses {
  /**
   * Returns the button or link of the real screen that corresponds to the focused one in the prerendered view; null for
   * none.
   */
  focused(): HTMLElement | null;
  /** Executes all remaining presses for which the real screen has buttons, and stops watching the view. */
  finish(): void;
}

/**
 * Executes each press on a button of the prerendered view: clicks the real screen's button of the same identity as soon
 * as that exists, even if the screen is still hidden. Copies the look of the real button to the view, for example of a
 * selected chip.
 */
export const handOverPresses = (view: HTMLElement): EarlyPresses => {
  const page = view.ownerDocument;
  const twinElements = new Map<Element, HTMLElement>();

  const twinOf = (button: Element): HTMLElement | null => {
    const identity = identityOf(button);
    return (
      [...page.querySelectorAll<HTMLElement>('main button')].find(
        (candidate) => !view.contains(candidate) && identityOf(candidate) === identity,
      ) ?? null
    );
  };
  const linkTwinOf = (link: HTMLAnchorElement): HTMLElement | null =>
    [...page.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
      (candidate) => !view.contains(candidate) && candidate.href === link.href,
    ) ?? null;
  const watchButton = (button: Element): void => {
    // Watches the whole group of the button, because selecting one button of a group deselects the others.
    for (const one of button.closest('[role=group]')?.querySelectorAll('button') ?? [button]) {
      const twinElement = twinOf(one);
      if (twinElement !== null) twinElements.set(one, twinElement);
    }
  };
  const handOver = (isLast: boolean): void => {
    for (const button of pressedOnes(view)) {
      const twinElement = twinOf(button);
      // Presses are executed in their order: after two presses, the state of the second one must win.
      if (twinElement === null && !isLast) break;
      if (twinElement === null) continue;
      button.removeAttribute(EARLY_PRESS_ATTRIBUTE);
      watchButton(button);
      twinElement.click();
    }
    for (const [button, twinElement] of twinElements) copyLook(twinElement, button);
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
    attributeFilter: [EARLY_PRESS_ATTRIBUTE, 'aria-pressed', 'aria-busy'],
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
