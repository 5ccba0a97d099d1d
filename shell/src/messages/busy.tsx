import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, Timers } from '@mahlzeit/shared-ui/platform';
import { BusySign } from '@mahlzeit/shared-ui/ui';

/** Visibility of the busy sign, with the function that controls it. */
export interface Busy extends Observable<boolean> {
  /**
   * Shows the busy sign if `work` takes longer than 300 ms, until it ends. Returns a promise with the result of `work`.
   */
  track<T>(work: Promise<T>): Promise<T>;
}

const DELAY_MS = 300;

/** Creates the state of the busy sign, which is visible while tracked work takes long (S1§2). */
export const createBusy = (timers: Timers): Busy => {
  const isBusy = createObservable(false);
  let longWork = 0;

  const note = (change: 1 | -1): void => {
    longWork += change;
    isBusy.set(longWork > 0);
  };

  return {
    get: isBusy.get,
    subscribe: isBusy.subscribe,
    async track(work) {
      let isLong = false;
      const cancel = timers.after(DELAY_MS, () => {
        isLong = true;
        note(1);
      });
      try {
        return await work;
      } finally {
        cancel();
        if (isLong) note(-1);
      }
    },
  };
};

/** Renders the busy sign above everything else, while tracked work takes long. */
export const BusyHost = ({ busy }: { readonly busy: Busy }) => (useObservable(busy) ? <BusySign /> : null);
