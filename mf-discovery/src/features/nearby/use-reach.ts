import type { Coordinate } from '@mahlzeit/contract';
import { useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useMemo } from 'react';
import type { SearchArea } from './reach-rules';
import { searchAreaAround, expandedBeyond } from './reach-rules';
import { searchAreaExpanded, selectExpandedArea } from './reach-slice';

/** The search area around a place; null where there is no place yet. */
export const useSearchArea = (around: Coordinate | null): SearchArea | null => {
  const expanded = useSelector(selectExpandedArea);
  return useMemo(() => (around === null ? null : searchAreaAround(around, expanded)), [around, expanded]);
};

/** Expands a search area that held so many places; null where that would find nothing new. */
export const useExpandSearch = (searchArea: SearchArea | null, found: number): (() => void) | null => {
  const { store } = useShell();
  return useMemo(() => {
    const expanded = searchArea === null ? null : expandedBeyond(searchArea, found);
    return expanded === null ? null : () => void store.dispatch(searchAreaExpanded(expanded));
  }, [store, searchArea, found]);
};
