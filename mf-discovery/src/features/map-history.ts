import { isObject } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect } from 'react';
import type { ListView } from './view-state';

/** Returns whether the current history entry is the one that the map has added. */
const isMapEntry = (): boolean => isObject(window.history.state) && window.history.state.isMap === true;

/**
 * Gives the map of a phone a history entry, so that Back leads from the map to the list. The entry keeps the URL and
 * the router's state of the entry below it. Returns the function that shows one half of the main screen, the list or
 * the map.
 */
export const useMapHistory = (
  view: ListView,
  showView: (view: ListView) => void,
  isWide: boolean,
): ((nextView: ListView) => void) => {
  useEffect(() => {
    const followHistory = (): void => {
      const reachedView = isMapEntry() ? 'map' : 'list';
      if (!isWide && window.location.hash === '' && reachedView !== view) showView(reachedView);
    };
    window.addEventListener('popstate', followHistory);
    return () => window.removeEventListener('popstate', followHistory);
  }, [view, showView, isWide]);
  return useCallback(
    (nextView) => {
      if (nextView === view) return;
      if (nextView === 'map' && !isMapEntry()) window.history.pushState({ ...window.history.state, isMap: true }, '');
      showView(nextView);
      if (nextView === 'list' && isMapEntry()) window.history.back();
    },
    [view, showView],
  );
};
