import type { Timers } from '@mahlzeit/shared-ui/platform';

/** Id of the main region: the skip link leads there, and focus that has lost its opener. */
export const MAIN_ID = 'inhalt';

/** The main region, once it is drawn. */
export const mainRegion = (): HTMLElement | null => document.getElementById(MAIN_ID);

/** Restores focus when a modal screen has gone. */
export interface FocusRestorer {
  /** Remembers what has focus now as the opener. */
  noteOpener(): void;
  /** Gives focus to the last opener that is still there, else to the main region. */
  restore(): void;
}

interface FocusRestorerDeps {
  readonly page: Pick<Document, 'activeElement' | 'body'>;
  readonly timers: Timers;
  mainRegion(): HTMLElement | null;
}

// A remote's root unmounts a little later than its address; react-aria then gives focus back itself where it can.
const MAX_TRIES = 10;
const TRY_EVERY_MS = 50;

// A line of the drawer opens a screen and leaves with the drawer; the menu button that opened the drawer is still
// there.
const MAX_OPENERS = 3;

/** Only lost focus is moved: it falls to the body when opener and modal leave together. */
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
