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
    const requestLock = (): void => {
      if (document.visibilityState === 'visible')
        lock = lock.then((wakeLock) => (wakeLock === null || wakeLock.released ? askForLock() : wakeLock));
    };
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      document.removeEventListener('visibilitychange', requestLock);
      void lock.then((wakeLock) => wakeLock?.release());
    };
  }, []);
};
