import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ShellClock } from './clock';

/**
 * Returns whether the window matches a CSS media query such as `(min-width: 1200px)`; renders again when the result
 * changes.
 */
export const useMedia = (query: string): boolean => {
  const [mediaQueryList] = useState(() => window.matchMedia(query));
  return useSyncExternalStore(
    (mediaListener) => {
      mediaQueryList.addEventListener('change', mediaListener);
      return () => mediaQueryList.removeEventListener('change', mediaListener);
    },
    () => mediaQueryList.matches,
  );
};

const onHashChange = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** Returns the hash of the page's URL without `#`. A page uses the hash to distinguish its steps. */
export const useLocationHash = (): string => useSyncExternalStore(onHashChange, () => window.location.hash.slice(1));

const MINUTE_MS = 60_000;

/** Returns the start of the current minute by a clock, in epoch milliseconds; renders again at each full minute. */
export const useMinute = (clock: ShellClock): number =>
  useSyncExternalStore(clock.onMinute, () => Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);

/** Sets the page's title while the component is mounted. For pages without the shell, which sets it otherwise. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
