/** Runs tasks one after the other across all tabs of a browser. Returns the result of the task. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T>;

/** Longest wait for a lock in ms. A frozen tab may hold the lock, so the task then runs without it. */
const MAX_WAIT_MS = 5_000;

/** Returns the browser's locks; undefined on a page that isn't secure. */
export const browserLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/**
 * Creates a lock with this name that all tabs of a browser share. When the browser has no locks, tasks run immediately.
 */
export const createTabLock =
  (name: string, locks: LockManager | undefined): WithLock =>
  async (work) => {
    if (locks === undefined) return work();
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      return work();
    };
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, start);
    } catch (error) {
      if (hasStarted) throw error;
      return work();
    }
  };
