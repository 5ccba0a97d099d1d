import type { Coordinate } from '@mahlzeit/contract';
import { useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useMemo } from 'react';
import type { Reach } from './reach-rules';
import { reachAround, widerThan } from './reach-rules';
import { reachWidened, selectWidened } from './reach-slice';

/** How far around a place is looked; null where there is no place yet. */
export const useReach = (around: Coordinate | null): Reach | null => {
  const widened = useSelector(selectWidened);
  return useMemo(() => (around === null ? null : reachAround(around, widened)), [around, widened]);
};

/** Looks farther around than `reach`, which held so many places; null where that would find nothing new. */
export const useWiden = (reach: Reach | null, found: number): (() => void) | null => {
  const { store } = useShell();
  return useMemo(() => {
    const wider = reach === null ? null : widerThan(reach, found);
    return wider === null ? null : () => void store.dispatch(reachWidened(wider));
  }, [store, reach, found]);
};
