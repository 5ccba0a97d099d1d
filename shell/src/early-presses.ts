import { EARLY_PRESS_ATTRIBUTE } from '@mahlzeit/contract/rules';

/**
 * Returns a text that identifies a button in the prerendered HTML and in the real screen: its label and the link of its
 * card.
 */
const buttonIdentityOf = (button: Element): string =>
  `${(button.getAttribute('aria-label') ?? button.textContent).trim()} ${button.closest('article')?.querySelector('a')?.getAttribute('href') ?? ''}`;

const pressedButtonsOf = (prerenderedView: Element): Element[] =>
  [...prerenderedView.querySelectorAll(`[${EARLY_PRESS_ATTRIBUTE}]`)].sort(
    (firstButton, secondButton) =>
      Number(firstButton.getAttribute(EARLY_PRESS_ATTRIBUTE)) -
      Number(secondButton.getAttribute(EARLY_PRESS_ATTRIBUTE)),
  );

const COPIED_ATTRIBUTES = ['class', 'aria-pressed', 'aria-busy'];

const copyVisualState = (sourceElement: Element, targetElement: Element): void => {
  for (const attributeName of COPIED_ATTRIBUTES) {
    const attributeValue = sourceElement.getAttribute(attributeName);
    if (attributeValue === targetElement.getAttribute(attributeName)) continue;
    if (attributeValue === null) targetElement.removeAttribute(attributeName);
    else targetElement.setAttribute(attributeName, attributeValue);
  }
};

/**
 * Attribute of the focused element in the prerendered HTML. It is needed because moving this HTML in the page removes
 * the focus without an event.
 */
export const FOCUSED_ATTRIBUTE = 'data-focused';

/** Presses on buttons of the prerendered HTML, which the real screen must execute. */
export interface EarlyPresses {
  /**
   * Returns the button or link of the real screen that corresponds to the focused one in the prerendered HTML; null if
   * there is none.
   */
  focusedTwin(): HTMLElement | null;
  /** Executes all remaining presses for which the real screen has buttons, and stops watching the prerendered HTML. */
  finishForwarding(): void;
}

/**
 * Executes each press on a button of the prerendered HTML: clicks the corresponding button of the real screen as soon
 * as it exists, even if the screen is still hidden. Copies the look of the real button, for example of a selected chip,
 * to the prerendered one.
 */
export const forwardEarlyPresses = (prerenderedView: HTMLElement): EarlyPresses => {
  const page = prerenderedView.ownerDocument;
  const twinByButton = new Map<Element, HTMLElement>();

  const buttonTwinOf = (button: Element): HTMLElement | null => {
    const buttonIdentity = buttonIdentityOf(button);
    return (
      [...page.querySelectorAll<HTMLElement>('main button')].find(
        (candidate) => !prerenderedView.contains(candidate) && buttonIdentityOf(candidate) === buttonIdentity,
      ) ?? null
    );
  };
  const linkTwinOf = (link: HTMLAnchorElement): HTMLElement | null =>
    [...page.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
      (candidate) => !prerenderedView.contains(candidate) && candidate.href === link.href,
    ) ?? null;
  const rememberTwins = (button: Element): void => {
    // Watches the whole group of the button, because selecting one button of a group deselects the others.
    for (const groupButton of button.closest('[role=group]')?.querySelectorAll('button') ?? [button]) {
      const twinElement = buttonTwinOf(groupButton);
      if (twinElement !== null) twinByButton.set(groupButton, twinElement);
    }
  };
  const forwardPresses = (isLastCall: boolean): void => {
    for (const button of pressedButtonsOf(prerenderedView)) {
      const twinElement = buttonTwinOf(button);
      // Presses are executed in their order, because after two presses the state of the second one must remain.
      if (twinElement === null && !isLastCall) break;
      if (twinElement === null) continue;
      button.removeAttribute(EARLY_PRESS_ATTRIBUTE);
      rememberTwins(button);
      twinElement.click();
    }
    for (const [button, twinElement] of twinByButton) copyVisualState(twinElement, button);
  };
  const markFocused = (focusedElement: EventTarget | Element | null): void => {
    prerenderedView.querySelector(`[${FOCUSED_ATTRIBUTE}]`)?.removeAttribute(FOCUSED_ATTRIBUTE);
    if (focusedElement instanceof Element && prerenderedView.contains(focusedElement))
      focusedElement.setAttribute(FOCUSED_ATTRIBUTE, '');
  };
  const onFocus = ({ target }: FocusEvent): void => markFocused(target);
  markFocused(page.activeElement);
  page.addEventListener('focusin', onFocus);

  const changeObserver = new MutationObserver(() => forwardPresses(false));
  changeObserver.observe(page, {
    subtree: true,
    childList: true,
    attributeFilter: [EARLY_PRESS_ATTRIBUTE, 'aria-pressed', 'aria-busy'],
  });
  return {
    focusedTwin() {
      const focusedElement = prerenderedView.querySelector(`[${FOCUSED_ATTRIBUTE}]`);
      if (focusedElement instanceof HTMLAnchorElement) return linkTwinOf(focusedElement);
      return focusedElement === null ? null : buttonTwinOf(focusedElement);
    },
    finishForwarding() {
      changeObserver.disconnect();
      page.removeEventListener('focusin', onFocus);
      forwardPresses(true);
    },
  };
};
