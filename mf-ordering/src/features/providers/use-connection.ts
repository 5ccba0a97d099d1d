import { useSyncExternalStore } from 'react';

const subscribeToConnection = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Returns whether the browser is connected to a network; servers may still be unreachable. */
export const isBrowserOnline = (): boolean => navigator.onLine;

/** Returns whether the browser is connected to a network, in a component; renders again when this changes. */
export const useIsBrowserOnline = (): boolean => useSyncExternalStore(subscribeToConnection, isBrowserOnline);
