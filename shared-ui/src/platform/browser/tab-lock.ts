/** Runs one task at a time over all tabs. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T>;

/** A frozen tab may hold a lock: after this time, waiting tasks run without the lock. */
const MAX_WAIT_MS = 5_000;

/** Returns the browser's locks; undefined on a page that isn't secure. */
export const browserLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Creates a lock of that name, which all tabs of one browser share; without browser locks, tasks run immediately. */
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
