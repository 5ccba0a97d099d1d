import type { Timers } from '@mahlzeit/shared-ui/platform';

/** Id of the main region: target of the skip link, and of the focus when its opener is gone. */
export const MAIN_ID = 'inhalt';

/** Returns the main region, once it is rendered. */
export const mainRegion = (): HTMLElement | null => document.getElementById(MAIN_ID);

/** Restores the focus after a modal screen has closed. */
export interface FocusRestorer {
  /** Stores the focused element as the opener. */
  noteOpener(): void;
  /** Focuses the last opener that still exists, else the main region. */
  restore(): void;
}

interface FocusRestorerDeps {
  readonly page: Pick<Document, 'activeElement' | 'body'>;
  readonly timers: Timers;
  mainRegion(): HTMLElement | null;
}

// A remote's root unmounts a little later than its address changes; react-aria then returns the focus itself where it
// can.
const MAX_TRIES = 10;
const TRY_EVERY_MS = 50;

// An entry of the drawer opens a screen and disappears with the drawer; the menu button still exists.
const MAX_OPENERS = 3;

/**
 * Creates the focus restorer. It only moves lost focus, which is on the body after opener and modal have disappeared
 * together.
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
