import { useState } from 'react';

/** Runner that executes at most one task at a time. */
interface SingleFlight {
  /** Starts the task and returns its result. Returns null, and starts nothing, while another task is running. */
  run<T>(task: () => Promise<T>): Promise<T> | null;
}

/** Creates a single flight. For code outside of React, and for callers that need the result of the task. */
export const createSingleFlight = (): SingleFlight => {
  let isTaskRunning = false;
  return {
    run(task) {
      if (isTaskRunning) return null;
      isTaskRunning = true;
      return task().finally(() => {
        isTaskRunning = false;
      });
    },
  };
};

/** Runner for one component, which renders again when a task starts or ends. */
interface ComponentSingleFlight {
  readonly isBusy: boolean;
  /** Starts the task. Does nothing while another task is running. The task must report its errors itself. */
  run(task: () => Promise<unknown>): void;
}

/** Runs at most one task of a component at a time: a second press while a task is running does nothing. */
export const useSingleFlight = (): ComponentSingleFlight => {
  const [singleFlight] = useState(createSingleFlight);
  const [isBusy, setIsBusy] = useState(false);
  const runTaskWithBusyState = async (task: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    await task().finally(() => setIsBusy(false));
  };
  // Not awaited: `isBusy` shows that the task is running.
  return { isBusy, run: (task) => void singleFlight.run(() => runTaskWithBusyState(task)) };
};
