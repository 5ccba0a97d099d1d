import { useEffect } from 'react';

// A refusal is no error: the browser grants no wake lock while the battery is low or the page is hidden.
const requestWakeLock = (): Promise<WakeLockSentinel | null> => navigator.wakeLock.request('screen').catch(() => null);

/**
 * Keeps the screen on while the page is visible, because staff miss orders on a dark screen. A hidden page loses the
 * wake lock and requests it again when it becomes visible. Does nothing in a browser without wake locks.
 */
export const useScreenWakeLock = (): void => {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lockRequest: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const requestLock = (): void => {
      if (document.visibilityState === 'visible')
        lockRequest = lockRequest.then((wakeLock) =>
          wakeLock === null || wakeLock.released ? requestWakeLock() : wakeLock,
        );
    };
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      document.removeEventListener('visibilitychange', requestLock);
      void lockRequest.then((wakeLock) => wakeLock?.release());
    };
  }, []);
};
