import { useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { drawnProvider, tileProvider } from './leaflet-map';
import type { MapProvider } from './map-provider';

/**
 * How far Google's map is: not offered here, not agreed to, admitted in the page's next load alone, on its way, there,
 * not to be had for now, or refused for good.
 */
export type GoogleMapState = 'none' | 'denied' | 'waiting' | 'loading' | 'shown' | 'failed' | 'refused';

/** Who draws the map now. */
export interface ProvidedMap {
  readonly provider: MapProvider;
  readonly google: GoogleMapState;
  /** The map turned out not to be had: the next one takes its place. */
  readonly onBroken: () => void;
  /** Tries Google's map again. */
  readonly retry: () => void;
}

/** The tiles that the deployment names, else what is drawn here. */
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

/** What has become of an attempt; `null` while it is on its way. */
type Attempt =
  { readonly status: 'loaded'; readonly provider: MapProvider } | { readonly status: 'failed' | 'refused' };

const useConsent = (): boolean => {
  const { consent } = useShell();
  return useSyncExternalStore(consent.subscribe, consent.get)?.includes('googleMaps') ?? false;
};

/**
 * Google's map for those who agree to it, in a page that admits it: before, nothing is asked of Google. Where it can't
 * be had, the map stays as it was.
 */
export const useMapProvider = (): ProvidedMap => {
  const { googleMaps } = useShell().deployment;
  const hasConsent = useConsent();
  const own = useOwnProvider();
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
    const settle = (next: Attempt): void => {
      if (isCurrent) setAttempt(next);
    };
    // Not awaited: what becomes of it is state.
    void load().then(settle, () => settle({ status: 'failed' }));
    return () => {
      isCurrent = false;
    };
  }, [googleMaps, isWanted, tries]);
  const retry = useCallback(() => {
    setAttempt(null);
    setTries((count) => count + 1);
  }, []);
  const refuse = useCallback(() => setAttempt({ status: 'refused' }), []);
  if (isWanted && attempt?.status === 'loaded')
    return { provider: attempt.provider, google: 'shown', onBroken: refuse, retry };
  const pending = attempt?.status === 'failed' ? 'failed' : 'loading';
  const allowed = googleMaps?.isAdmitted === true ? pending : 'waiting';
  const google =
    googleMaps === null ? 'none' : attempt?.status === 'refused' ? 'refused' : hasConsent ? allowed : 'denied';
  return { provider: own.provider, google, onBroken: own.onBroken, retry };
};
