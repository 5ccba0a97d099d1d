import type { Timers } from '@mahlzeit/shared-ui/platform';

/** Brings focus home when a modal screen has gone. */
export interface FocusKeeper {
  /** Remembers what has focus now as the opener. */
  noteOpener(): void;
  /** Gives focus to the last opener that is still there, else to the main region. */
  giveBack(): void;
}

/** What the keeper looks at. */
export interface FocusKeeperDeps {
  readonly page: Pick<Document, 'activeElement' | 'body'>;
  readonly timers: Timers;
  mainRegion(): HTMLElement | null;
}

// A remote's root unmounts a little later than its address; react-aria then gives focus back itself where it can.
const LOOKS = 10;
const LOOK_EVERY_MS = 50;

// A line of the drawer opens a screen and leaves with the drawer; the menu button that opened the drawer is still there.
const REMEMBERED = 3;

/** Only lost focus is moved: it falls to the body when opener and modal leave together. */
export const createFocusKeeper = ({ page, timers, mainRegion }: FocusKeeperDeps): FocusKeeper => {
  let openers: readonly HTMLElement[] = [];
  let stopLooking = (): void => undefined;

  const isLost = (): boolean => page.activeElement === null || page.activeElement === page.body;

  const look = (looksLeft: number): void => {
    if (isLost()) (openers.find(({ isConnected }) => isConnected) ?? mainRegion())?.focus({ preventScroll: true });
    if (looksLeft > 0) stopLooking = timers.after(LOOK_EVERY_MS, () => look(looksLeft - 1));
  };

  return {
    noteOpener: () => {
      stopLooking();
      if (page.activeElement instanceof HTMLElement && !isLost()) openers = [page.activeElement, ...openers].slice(0, REMEMBERED);
    },
    giveBack: () => {
      stopLooking();
      stopLooking = timers.after(LOOK_EVERY_MS, () => look(LOOKS));
    },
  };
};
