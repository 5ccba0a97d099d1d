import { useState } from 'react';
import { createObservable, useObservable } from './observable';
import type { Observable } from './observable';

/** Runs at most one task at a time. */
export interface SingleFlight {
  /** Whether a task is running. */
  readonly busy: Observable<boolean>;
  /** Starts the task and returns its result. Returns null, and starts nothing, while another task is running. */
  run<T>(task: () => Promise<T>): Promise<T> | null;
}

/** Creates a single flight for code outside of React, and for results that the caller needs. */
export const createSingleFlight = (): SingleFlight => {
  const busy = createObservable(false);
  return {
    busy,
    run(task) {
      if (busy.get()) return null;
      busy.set(true);
      return task().finally(() => busy.set(false));
    },
  };
};

/** A single flight of one component. */
interface ComponentFlight {
  readonly isBusy: boolean;
  /** Starts the task, unless another one is running. Tasks report their errors themselves. */
  run(task: () => Promise<unknown>): void;
}

/** Runs one task of a component at a time: a second press while the first task is running does nothing. */
export const useSingleFlight = (): ComponentFlight => {
  const [flight] = useState(createSingleFlight);
  return {
    isBusy: useObservable(flight.busy),
    run: (task) => void flight.run(task),
  };
};
