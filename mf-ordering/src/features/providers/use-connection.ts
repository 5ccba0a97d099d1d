import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser has a network; servers may still be unreachable. */
export const isOnline = (): boolean => navigator.onLine;

/** Returns the same and follows its changes. */
export const useConnection = (): boolean => useSyncExternalStore(subscribe, isOnline);
