import { useEffect } from 'react';

// Requests a wake lock, which keeps the screen on. A refusal is no error: browsers grant none while the battery is low
// or the page is hidden.
const requestWakeLock = (): Promise<WakeLockSentinel | null> => navigator.wakeLock.request('screen').catch(() => null);

/**
 * Keeps the screen on while the page is visible, because staff miss orders on a dark screen. A hidden page loses the
 * wake lock and requests it again when it becomes visible. Does nothing in a browser without wake locks.
 */
export const useScreenWakeLock = (): void => {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let wakeLockRequest: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const renewWakeLock = (): void => {
      if (document.visibilityState === 'visible')
        wakeLockRequest = wakeLockRequest.then((wakeLock) =>
          wakeLock === null || wakeLock.released ? requestWakeLock() : wakeLock,
        );
    };
    renewWakeLock();
    document.addEventListener('visibilitychange', renewWakeLock);
    return () => {
      document.removeEventListener('visibilitychange', renewWakeLock);
      void wakeLockRequest.then((wakeLock) => wakeLock?.release());
    };
  }, []);
};
