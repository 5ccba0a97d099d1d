import { useEffect } from 'react';

// No error: with a low battery, or out of sight, a device gives none.
const askForLock = (): Promise<WakeLockSentinel | null> => navigator.wakeLock.request('screen').catch(() => null);

/**
 * Keeps the screen lit while the page is in sight: a counter that goes dark misses its orders. A page that was hidden
 * has lost the lock and takes it again; nothing happens where the browser knows none.
 */
export const useAwake = (): void => {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const take = (): void => {
      if (document.visibilityState === 'visible')
        lock = lock.then((held) => (held === null || held.released ? askForLock() : held));
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      document.removeEventListener('visibilitychange', take);
      void lock.then((held) => held?.release());
    };
  }, []);
};
