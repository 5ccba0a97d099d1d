import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a CSS media query matches; the component renders again when the result changes. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (mediaListener: () => void) => {
      const mediaQueryList = window.matchMedia(query);
      mediaQueryList.addEventListener('change', mediaListener);
      return () => mediaQueryList.removeEventListener('change', mediaListener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/**
 * Returns whether the window is wide enough to show list and map side by side and sheets as dialogs (VISUAL,
 * breakpoints).
 */
export const useIsWide = (): boolean => useMedia('(min-width: 701px)');

/**
 * Returns whether the user prefers reduced motion. Then slides change without animation, and only when the user changes
 * them.
 */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
