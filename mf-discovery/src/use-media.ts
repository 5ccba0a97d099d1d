import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** VISUAL, breakpoints: whether list and map stand side by side, and sheets are dialogs. */
export const useIsWide = (): boolean => useMedia('(min-width: 701px)');

/** Whether reduced motion is preferred: slides change at once then, and none by itself. */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
