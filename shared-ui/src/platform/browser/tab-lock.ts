/** Function that runs tasks one after the other across all tabs of a browser, and returns the result of the task. */
export type WithLock = <T>(task: () => Promise<T>) => Promise<T>;

/** Longest wait for a lock in ms. A frozen tab may hold the lock for ever, so the task then runs without it. */
const MAX_LOCK_WAIT_MS = 5_000;

/** Returns the browser's locks; undefined on a page that isn't secure. */
export const browserLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/**
 * Creates a lock with this name that all tabs of a browser share. When the browser has no locks, tasks run immediately.
 */
export const createTabLock =
  (lockName: string, lockManager: LockManager | undefined): WithLock =>
  async (task) => {
    if (lockManager === undefined) return task();
    let hasTaskStarted = false;
    const startTask = () => {
      hasTaskStarted = true;
      return task();
    };
    try {
      return await lockManager.request(lockName, { signal: AbortSignal.timeout(MAX_LOCK_WAIT_MS) }, startTask);
    } catch (lockError) {
      if (hasTaskStarted) throw lockError;
      return task();
    }
  };
