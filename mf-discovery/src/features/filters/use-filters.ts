import type { Timers } from '@mahlzeit/shared-ui/platform';
import { browserTimers, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useMemo, useSyncExternalStore } from 'react';
import { allShown, filtersApplied, filtersReset, lunchListToggled, selectFilters, tagChosen, tagToggled, textAdded, textRemoved, textsCleared } from './filter-slice';
import { persistedFilters } from './kept-filters';
import type { ListFilters } from './list-filters';
import { createDebouncedFilters } from './settled-filters';

/** The filters as they are chosen at this moment: for controls. */
export const useFilters = (): ListFilters => useSelector(selectFilters);

/** The filters that the list is narrowed by: changes in quick succession are one. */
export const useDebouncedFilters = (timers: Timers = browserTimers): ListFilters => {
  const { store } = useShell();
  const debounced = useMemo(() => createDebouncedFilters(store, timers), [store, timers]);
  return useSyncExternalStore(debounced.subscribe, debounced.read);
};

/** What changes the filters; each change outlives a reload of the page. */
export const useFilterActions = () => {
  const { store } = useShell();
  return useMemo(() => {
    const persisting = <Args extends readonly unknown[]>(event: (...args: Args) => { readonly type: string }) => (...args: Args): void => {
      store.dispatch(event(...args));
      persistedFilters.write(selectFilters(store.getState()));
    };
    // Buttons pass their event: actions without a payload must not get it.
    return {
      apply: persisting(filtersApplied),
      reset: persisting(() => filtersReset()),
      addText: persisting(textAdded),
      removeText: persisting(textRemoved),
      clearTexts: persisting(() => textsCleared()),
      toggleTag: persisting(tagToggled),
      chooseTag: persisting(tagChosen),
      toggleLunchList: persisting(() => lunchListToggled()),
      showAll: persisting(() => allShown()),
    };
  }, [store]);
};
