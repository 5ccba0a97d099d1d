import { useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { drawnMapProvider, createTileProvider } from './leaflet-map';
import type { MapProvider } from './map-provider';

/**
 * State of Google's map: not offered by this deployment, without consent, allowed only after the next load of the page,
 * loading, visible, failed for now, or its key was refused for good.
 */
export type GoogleMapState = 'none' | 'denied' | 'waiting' | 'loading' | 'shown' | 'failed' | 'refused';

/** Provider that the map uses now, and the state of Google's map. */
export interface ProvidedMap {
  readonly provider: MapProvider;
  readonly google: GoogleMapState;
  /**
   * Called if the provider's map is unavailable. The next provider then replaces it: tiles replace Google's map, and
   * the drawn map replaces tiles.
   */
  readonly onBroken: () => void;
  /** Tries again to load Google's map after a failure. */
  readonly retry: () => void;
}

/**
 * Returns the tiles that the deployment configures. Returns the drawn map if there are no tiles or if the tiles are
 * broken.
 */
const useFallbackProvider = (): { readonly provider: MapProvider; readonly onBroken: () => void } => {
  const { mapTiles } = useShell().deployment;
  const [hasBrokenTiles, setHasBrokenTiles] = useState(false);
  const provider = useMemo(
    () =>
      mapTiles === null || hasBrokenTiles
        ? drawnMapProvider
        : createTileProvider(mapTiles.url, { text: mapTiles.attribution, url: mapTiles.attributionUrl }),
    [mapTiles, hasBrokenTiles],
  );
  return { provider, onBroken: useCallback(() => setHasBrokenTiles(true), []) };
};

/** Result of the attempt to load Google's map; null while it is running. */
type GoogleLoadResult =
  { readonly status: 'loaded'; readonly provider: MapProvider } | { readonly status: 'failed' | 'refused' };

const useGoogleMapsConsent = (): boolean => {
  const { consent } = useShell();
  return useSyncExternalStore(consent.subscribe, consent.get)?.includes('googleMaps') ?? false;
};

/**
 * Returns Google's map if the user has agreed and the page's policy allows it. Otherwise nothing is requested from
 * Google. After a failure the current map stays.
 */
export const useMapProvider = (): ProvidedMap => {
  const { googleMaps } = useShell().deployment;
  const hasConsent = useGoogleMapsConsent();
  const fallbackMap = useFallbackProvider();
  const [loadResult, setLoadResult] = useState<GoogleLoadResult | null>(null);
  const [loadTryCount, setLoadTryCount] = useState(0);
  const shouldLoadGoogleMap =
    googleMaps !== null && googleMaps.isAdmitted && hasConsent && loadResult?.status !== 'refused';
  useEffect(() => {
    if (googleMaps === null || !shouldLoadGoogleMap) return undefined;
    let isEffectActive = true;
    const loadProvider = async (): Promise<GoogleLoadResult> => {
      const { googleProvider, loadGoogleMaps } = await import('./google');
      const mapsApi = await loadGoogleMaps(googleMaps);
      return mapsApi === null ? { status: 'refused' } : { status: 'loaded', provider: googleProvider(mapsApi) };
    };
    const storeLoadResult = (newLoadResult: GoogleLoadResult): void => {
      if (isEffectActive) setLoadResult(newLoadResult);
    };
    // Nothing awaits the promise, because the hook stores its result as state.
    void loadProvider().then(storeLoadResult, () => storeLoadResult({ status: 'failed' }));
    return () => {
      isEffectActive = false;
    };
  }, [googleMaps, shouldLoadGoogleMap, loadTryCount]);
  const retry = useCallback(() => {
    setLoadResult(null);
    setLoadTryCount((previousCount) => previousCount + 1);
  }, []);
  const markGoogleKeyRefused = useCallback(() => setLoadResult({ status: 'refused' }), []);
  if (shouldLoadGoogleMap && loadResult?.status === 'loaded')
    return { provider: loadResult.provider, google: 'shown', onBroken: markGoogleKeyRefused, retry };
  const unloadedStatus = loadResult?.status === 'failed' ? 'failed' : 'loading';
  const googleStatus = googleMaps?.isAdmitted === true ? unloadedStatus : 'waiting';
  const google =
    googleMaps === null ? 'none' : loadResult?.status === 'refused' ? 'refused' : hasConsent ? googleStatus : 'denied';
  return { provider: fallbackMap.provider, google, onBroken: fallbackMap.onBroken, retry };
};
