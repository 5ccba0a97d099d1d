import { useCallback, useSyncExternalStore } from 'react';

const canTell = (): boolean => 'matchMedia' in window;

/** Whether a media query holds; false where the browser can't tell. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback((listener: () => void) => {
    if (!canTell()) return () => undefined;
    const list = window.matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  }, [query]);
  return useSyncExternalStore(subscribe, () => canTell() && window.matchMedia(query).matches);
};
