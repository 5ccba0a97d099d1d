import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import type { LazyModule } from '../lazy-part';

// Long enough for the list to come first, short enough for the first tap on the menu.
const AFTER_MS = 2_000;

/** Fetches drawer and dialogs once the main screen is there, so that the first tap doesn't wait for them. */
export const usePreload = (lazy: Pick<LazyModule<unknown>, 'load'>, isMainShown: boolean): void => {
  useEffect(() => {
    if (!isMainShown) return undefined;
    // Whoever opens a dialog is told of an error; this is only a head start.
    return browserTimers.after(AFTER_MS, () => void lazy.load());
  }, [lazy, isMainShown]);
};
