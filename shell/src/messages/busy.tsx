import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, Timers } from '@mahlzeit/shared-ui/platform';
import { BusySign } from '@mahlzeit/shared-ui/ui';

/** Whether the busy sign shows, and the way to make it show. */
export interface Busy extends Observable<boolean> {
  /** Shows the sign while `work` runs longer than 300 ms. Settles as `work` settles. */
  track<T>(work: Promise<T>): Promise<T>;
}

const DELAY_MS = 300;

/** Counts the tracked work that has become long; the sign shows while there is any (S1§2). */
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

/** The busy sign over everything, while tracked work takes long. */
export const BusyHost = ({ busy }: { readonly busy: Busy }) => (useObservable(busy) ? <BusySign /> : null);
