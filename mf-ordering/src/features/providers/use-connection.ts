import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser has a network; whether anybody answers is another question. */
export const isOnline = (): boolean => navigator.onLine;

/** The same, as it changes. */
export const useConnection = (): boolean => useSyncExternalStore(subscribe, isOnline);
