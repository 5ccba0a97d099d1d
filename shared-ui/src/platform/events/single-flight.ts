import { useState } from 'react';

/** Runs at most one task at a time. */
interface SingleFlight {
  /** Starts the task and returns its result. Returns null, and starts nothing, while another task is running. */
  run<T>(task: () => Promise<T>): Promise<T> | null;
}

/**
 * Creates a runner that executes at most one task at a time. For code outside of React, and for callers that need the
 * result of the task.
 */
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

/** Runs at most one task of a component at a time. The component renders again when a task starts or ends. */
interface ComponentSingleFlight {
  readonly isBusy: boolean;
  /** Starts the task. Does nothing while another task is running. The task must report its errors itself. */
  run(task: () => Promise<unknown>): void;
}

/**
 * Returns a runner that executes at most one task of a component at a time: a second press while a task is running does
 * nothing.
 */
export const useSingleFlight = (): ComponentSingleFlight => {
  const [singleFlight] = useState(createSingleFlight);
  const [isBusy, setIsBusy] = useState(false);
  const runTaskWithBusyState = async (task: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    await task().finally(() => setIsBusy(false));
  };
  // The promise isn't awaited, because `isBusy` shows that the task is running.
  return { isBusy, run: (task) => void singleFlight.run(() => runTaskWithBusyState(task)) };
};
