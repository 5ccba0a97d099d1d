import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches. */
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

/** Returns whether list and map stand side by side and sheets are dialogs (VISUAL, breakpoints). */
export const useIsWide = (): boolean => useMedia('(min-width: 701px)');

/** Returns whether the user prefers reduced motion: slides then change without animation, and never by themselves. */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
