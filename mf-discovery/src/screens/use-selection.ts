import { useCallback, useState } from 'react';
import type { NearbySelection } from '../features/nearby/nearby-list';

/** Which restaurant list and map have in common, and how either side says so. */
export const useSelection = () => {
  const [selection, setSelection] = useState<NearbySelection>({ key: null, from: 'list' });
  const selectInList = useCallback((key: string) => setSelection({ key, from: 'list' }), []);
  const selectOnMap = useCallback((key: string | null) => setSelection({ key, from: 'map' }), []);
  const pointOnMap = useCallback((key: string) => setSelection({ key, from: 'pointer' }), []);
  return { selection, selectInList, selectOnMap, pointOnMap };
};
