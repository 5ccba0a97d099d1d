/** Runs tasks one after the other across all tabs of a browser. Returns the result of the task. */
export type WithLock = <T>(task: () => Promise<T>) => Promise<T>;

/** Longest wait for a lock in ms. A frozen tab may hold the lock, so the task then runs without it. */
const MAX_WAIT_MS = 5_000;

/** Returns the browser's locks; undefined on a page that isn't secure. */
export const browserLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/**
 * Creates a lock with this name that all tabs of a browser share. When the browser has no locks, tasks run immediately.
 */
export const createTabLock =
  (name: string, locks: LockManager | undefined): WithLock =>
  async (task) => {
    if (locks === undefined) return task();
    let hasStarted = false;
    const startTask = () => {
      hasStarted = true;
      return task();
    };
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, startTask);
    } catch (error) {
      if (hasStarted) throw error;
      return task();
    }
  };
