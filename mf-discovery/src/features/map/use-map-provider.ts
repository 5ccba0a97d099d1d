import { useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { drawnProvider, tileProvider } from './leaflet-map';
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
  /** Called if the map is unavailable. The next provider then replaces it. */
  readonly onBroken: () => void;
  /** Tries to load Google's map again. */
  readonly retry: () => void;
}

/** Returns the tiles of the deployment; without tiles, or if they are broken, the drawn map. */
const useOwnProvider = (): { readonly provider: MapProvider; readonly onBroken: () => void } => {
  const { mapTiles } = useShell().deployment;
  const [isBroken, setIsBroken] = useState(false);
  const provider = useMemo(
    () =>
      mapTiles === null || isBroken
        ? drawnProvider
        : tileProvider(mapTiles.url, { text: mapTiles.attribution, url: mapTiles.attributionUrl }),
    [mapTiles, isBroken],
  );
  return { provider, onBroken: useCallback(() => setIsBroken(true), []) };
};

/** Result of the attempt to load Google's map; null while it is running. */
type Attempt =
  { readonly status: 'loaded'; readonly provider: MapProvider } | { readonly status: 'failed' | 'refused' };

const useConsent = (): boolean => {
  const { consent } = useShell();
  return useSyncExternalStore(consent.subscribe, consent.get)?.includes('googleMaps') ?? false;
};

/**
 * Returns Google's map if the user has agreed and the page's policy allows it. Otherwise nothing is requested from
 * Google. After a failure the current map stays.
 */
export const useMapProvider = (): ProvidedMap => {
  const { googleMaps } = useShell().deployment;
  const hasConsent = useConsent();
  const fallbackMap = useOwnProvider();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [tries, setTries] = useState(0);
  const isWanted = googleMaps !== null && googleMaps.isAdmitted && hasConsent && attempt?.status !== 'refused';
  useEffect(() => {
    if (googleMaps === null || !isWanted) return undefined;
    let isCurrent = true;
    const load = async (): Promise<Attempt> => {
      const { googleProvider, loadGoogleMaps } = await import('./google');
      const api = await loadGoogleMaps(googleMaps);
      return api === null ? { status: 'refused' } : { status: 'loaded', provider: googleProvider(api) };
    };
    const settleAttempt = (next: Attempt): void => {
      if (isCurrent) setAttempt(next);
    };
    // The promise isn't awaited: its result becomes state.
    void load().then(settleAttempt, () => settleAttempt({ status: 'failed' }));
    return () => {
      isCurrent = false;
    };
  }, [googleMaps, isWanted, tries]);
  const retry = useCallback(() => {
    setAttempt(null);
    setTries((count) => count + 1);
  }, []);
  const refuseProvider = useCallback(() => setAttempt({ status: 'refused' }), []);
  if (isWanted && attempt?.status === 'loaded')
    return { provider: attempt.provider, google: 'shown', onBroken: refuseProvider, retry };
  const pending = attempt?.status === 'failed' ? 'failed' : 'loading';
  const googleStatus = googleMaps?.isAdmitted === true ? pending : 'waiting';
  const google =
    googleMaps === null ? 'none' : attempt?.status === 'refused' ? 'refused' : hasConsent ? googleStatus : 'denied';
  return { provider: fallbackMap.provider, google, onBroken: fallbackMap.onBroken, retry };
};
