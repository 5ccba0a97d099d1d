import { useState } from 'react';

/** Runs at most one task at a time. */
interface SingleFlight {
  /** Starts the task and returns its result. Returns null, and starts nothing, while another task is running. */
  run<T>(task: () => Promise<T>): Promise<T> | null;
}

/** Creates a single flight for code outside of React, and for results that the caller needs. */
export const createSingleFlight = (): SingleFlight => {
  let isRunning = false;
  return {
    run(task) {
      if (isRunning) return null;
      isRunning = true;
      return task().finally(() => {
        isRunning = false;
      });
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
  const [isBusy, setIsBusy] = useState(false);
  const runVisibly = async (task: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    await task().finally(() => setIsBusy(false));
  };
  // Not awaited: the button shows that the task is running.
  return { isBusy, run: (task) => void flight.run(() => runVisibly(task)) };
};
