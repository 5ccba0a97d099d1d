import { useEffect } from 'react';

// A refusal is no error: a device with a low battery, or a hidden page, gives no lock.
const askForLock = (): Promise<WakeLockSentinel | null> => navigator.wakeLock.request('screen').catch(() => null);

/**
 * Keeps the screen lit while the page is visible: staff miss orders on a dark screen. A hidden page loses the lock and
 * takes it again when it becomes visible. Does nothing in a browser without wake locks.
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
