import type { Timers } from '@mahlzeit/shared-ui/platform';

/**
 * Id of the main region. The skip link leads there, and the focus moves there when the element that opened a screen is
 * gone.
 */
export const MAIN_ID = 'inhalt';

/** Returns the main region, once it is rendered. */
export const mainRegion = (): HTMLElement | null => document.getElementById(MAIN_ID);

/** Restores the focus after a modal screen has closed, if the focus was lost. */
export interface FocusRestorer {
  /** Stores the focused element as the opener. */
  noteOpener(): void;
  /** Moves lost focus to the latest opener that is still in the page, otherwise to the main region. */
  restore(): void;
}

interface FocusRestorerDeps {
  readonly page: Pick<Document, 'activeElement' | 'body'>;
  readonly timers: Timers;
  mainRegion(): HTMLElement | null;
}

// Number of attempts. A remote's root is unmounted a little after the URL has changed; react-aria may then return the
// focus itself.
const MAX_TRIES = 10;
const TRY_EVERY_MS = 50;

// Number of stored openers. More than one is needed: a drawer entry that opens a screen disappears with the drawer,
// while the menu button that opened the drawer still exists.
const MAX_OPENERS = 3;

/**
 * Creates the focus restorer. It acts only when the focus is lost: on the body, after the opener and the modal screen
 * have disappeared.
 */
export const createFocusRestorer = ({ page, timers, mainRegion }: FocusRestorerDeps): FocusRestorer => {
  let openers: readonly HTMLElement[] = [];
  let cancel = (): void => undefined;

  const isLost = (): boolean => page.activeElement === null || page.activeElement === page.body;

  const tryToRestore = (triesLeft: number): void => {
    if (isLost()) (openers.find(({ isConnected }) => isConnected) ?? mainRegion())?.focus({ preventScroll: true });
    if (triesLeft > 0) cancel = timers.after(TRY_EVERY_MS, () => tryToRestore(triesLeft - 1));
  };

  return {
    noteOpener: () => {
      cancel();
      if (page.activeElement instanceof HTMLElement && !isLost())
        openers = [page.activeElement, ...openers].slice(0, MAX_OPENERS);
    },
    restore: () => {
      cancel();
      cancel = timers.after(TRY_EVERY_MS, () => tryToRestore(MAX_TRIES));
    },
  };
};
