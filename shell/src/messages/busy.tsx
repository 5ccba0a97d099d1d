import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, Timers } from '@mahlzeit/shared-ui/platform';
import { BusySign } from '@mahlzeit/shared-ui/ui';

/** Visibility of the loading sign, with the function that controls it. */
export interface BusyTracker extends Observable<boolean> {
  /**
   * Shows the loading sign if `work` takes longer than 300 ms, until it ends. Returns a promise with the result of
   * `work`.
   */
  track<T>(work: Promise<T>): Promise<T>;
}

const BUSY_DELAY_MS = 300;

/** Creates the state of the loading sign, which is visible while tracked work takes long (S1§2). */
export const createBusyTracker = (timers: Timers): BusyTracker => {
  const busyState = createObservable(false);
  let longWorkCount = 0;

  const changeLongWorkCount = (countChange: 1 | -1): void => {
    longWorkCount += countChange;
    busyState.set(longWorkCount > 0);
  };

  return {
    get: busyState.get,
    subscribe: busyState.subscribe,
    async track(work) {
      let isLongWork = false;
      const cancelDelay = timers.after(BUSY_DELAY_MS, () => {
        isLongWork = true;
        changeLongWorkCount(1);
      });
      try {
        return await work;
      } finally {
        cancelDelay();
        if (isLongWork) changeLongWorkCount(-1);
      }
    },
  };
};

/** Renders the loading sign above everything else, while tracked work takes long. */
export const BusyHost = ({ busy }: { readonly busy: BusyTracker }) => (useObservable(busy) ? <BusySign /> : null);
