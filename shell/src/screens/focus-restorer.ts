import type { Timers } from '@mahlzeit/shared-ui/platform';

/**
 * Id of the main region. The skip link leads there, and the focus moves there when the element that opened a screen no
 * longer exists.
 */
export const MAIN_ELEMENT_ID = 'inhalt';

/** Returns the main region, once it is rendered. */
export const mainRegion = (): HTMLElement | null => document.getElementById(MAIN_ELEMENT_ID);

/** Restores the keyboard focus after a modal screen has closed, if the focus was lost. */
export interface FocusRestorer {
  /** Stores the focused element as the one that opens a screen. */
  rememberOpener(): void;
  /** Moves a lost focus to the latest of these elements that is still in the page, otherwise to the main region. */
  restore(): void;
}

interface FocusRestorerDeps {
  readonly page: Pick<Document, 'activeElement' | 'body'>;
  readonly timers: Timers;
  mainRegion(): HTMLElement | null;
}

// Number of attempts to restore the focus. A remote's root is unmounted a little after the URL has changed; react-aria
// may then return the focus itself.
const MAX_FOCUS_TRIES = 10;
const RETRY_INTERVAL_MS = 50;

// Number of stored elements that have opened a screen. More than one is needed: a drawer entry disappears with the
// drawer, while the menu button that opened the drawer still exists.
const MAX_REMEMBERED_OPENERS = 3;

/**
 * Creates the object that restores the focus. It acts only when the focus is lost: on the body, after the modal screen
 * and the element that opened it have disappeared.
 */
export const createFocusRestorer = ({ page, timers, mainRegion }: FocusRestorerDeps): FocusRestorer => {
  let openers: readonly HTMLElement[] = [];
  let cancelRetry = (): void => undefined;

  const isFocusLost = (): boolean => page.activeElement === null || page.activeElement === page.body;

  const restoreWithRetries = (triesLeft: number): void => {
    if (isFocusLost()) (openers.find(({ isConnected }) => isConnected) ?? mainRegion())?.focus({ preventScroll: true });
    if (triesLeft > 0) cancelRetry = timers.after(RETRY_INTERVAL_MS, () => restoreWithRetries(triesLeft - 1));
  };

  return {
    rememberOpener: () => {
      cancelRetry();
      if (page.activeElement instanceof HTMLElement && !isFocusLost())
        openers = [page.activeElement, ...openers].slice(0, MAX_REMEMBERED_OPENERS);
    },
    restore: () => {
      cancelRetry();
      cancelRetry = timers.after(RETRY_INTERVAL_MS, () => restoreWithRetries(MAX_FOCUS_TRIES));
    },
  };
};
