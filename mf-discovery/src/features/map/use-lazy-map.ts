import type { ComponentType } from 'react';
import { useCallback, useEffect, useState } from 'react';
import type { PlaceMapViewProps } from './place-map-view';

/** How far the map's own chunk is. */
type LazyMap = { readonly status: 'waiting' } | { readonly status: 'failed' } | { readonly status: 'ready'; readonly View: ComponentType<PlaceMapViewProps> };

/** Loads the map's chunk once it is wanted; a failed load can be tried again. */
export const useLazyMap = (isWanted: boolean): { readonly map: LazyMap; readonly retry: () => void } => {
  const [map, setMap] = useState<LazyMap>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const show = (next: LazyMap): void => {
      if (isCurrent) setMap(next);
    };
    // Not awaited: what becomes of it is state.
    void import('./place-map-view').then(({ PlaceMapView }) => show({ status: 'ready', View: PlaceMapView }), () => show({ status: 'failed' }));
    return () => {
      isCurrent = false;
    };
  }, [isWanted, attempt]);
  const retry = useCallback(() => {
    setMap({ status: 'waiting' });
    setAttempt((count) => count + 1);
  }, []);
  return { map, retry };
};
