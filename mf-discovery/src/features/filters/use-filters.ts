import type { Timers } from '@mahlzeit/shared-ui/platform';
import { browserTimers, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useMemo, useSyncExternalStore } from 'react';
import { allShown, filtersApplied, filtersReset, lunchListToggled, selectFilters, tagChosen, tagToggled, textAdded, textRemoved, textsCleared } from './filter-slice';
import { keptFilters } from './kept-filters';
import type { ListFilters } from './list-filters';
import { createSettledFilters } from './settled-filters';

/** The filters as they are chosen at this moment: for controls. */
export const useFilters = (): ListFilters => useSelector(selectFilters);

/** The filters as the list follows them: changes in quick succession are one. */
export const useSettledFilters = (timers: Timers = browserTimers): ListFilters => {
  const { store } = useShell();
  const settled = useMemo(() => createSettledFilters(store, timers), [store, timers]);
  return useSyncExternalStore(settled.subscribe, settled.read);
};

/** What changes the filters; each change outlives a reload of the page. */
export const useFilterActions = () => {
  const { store } = useShell();
  return useMemo(() => {
    const kept = <Args extends readonly unknown[]>(event: (...args: Args) => { readonly type: string }) => (...args: Args): void => {
      store.dispatch(event(...args));
      keptFilters.write(selectFilters(store.getState()));
    };
    // Buttons hand on their event: what takes nothing must not get it.
    return {
      apply: kept(filtersApplied),
      reset: kept(() => filtersReset()),
      addText: kept(textAdded),
      removeText: kept(textRemoved),
      clearTexts: kept(() => textsCleared()),
      toggleTag: kept(tagToggled),
      chooseTag: kept(tagChosen),
      toggleLunchList: kept(() => lunchListToggled()),
      showAll: kept(() => allShown()),
    };
  }, [store]);
};
