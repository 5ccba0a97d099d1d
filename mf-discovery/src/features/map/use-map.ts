import type { Coordinate } from '@mahlzeit/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Camera, CoveredMap } from './camera-rules';
import { BUTTONS_SIZE_PX, buttonsBox } from './map-overlays';
import type { MapProvider, MapStart, PlaceMap } from './map-provider';
import { PILL_ZOOM } from './map-rules';
import type { MountedMap } from './use-camera';
import type { ProvidedMap } from './use-map-provider';

const prefersMotion = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Creates a map. Returns null if the provider throws: the next provider then takes over, and the restaurants stay. */
const tryToCreateMap = (provider: MapProvider, box: HTMLElement, start: MapStart): PlaceMap | null => {
  try {
    return provider.createMap(box, start);
  } catch (cause) {
    if (provider.name === 'drawn') throw cause;
    reportError(cause);
    box.replaceChildren();
    start.onBroken();
    return null;
  }
};

/** Creates the provider's map in a box. A new provider starts with the current view. */
export const useMap = (
  center: Coordinate,
  { provider, onBroken }: Pick<ProvidedMap, 'provider' | 'onBroken'>,
): { readonly box: RefObject<HTMLDivElement | null>; readonly mountedMap: MountedMap | null } => {
  const box = useRef<HTMLDivElement>(null);
  const [mountedMap, setMountedMap] = useState<MountedMap | null>(null);
  const lastCamera = useRef<Camera>({ center, zoom: PILL_ZOOM });
  useEffect(() => {
    if (box.current === null) return undefined;
    const map = tryToCreateMap(provider, box.current, { ...lastCamera.current, isAnimated: prefersMotion(), onBroken });
    if (map === null) return undefined;
    const updateMountedMap = (): void => {
      const view = map.view();
      lastCamera.current = { center: view.center, zoom: view.zoom };
      setMountedMap({ map, view });
    };
    const stopListening = map.onRest(updateMountedMap);
    updateMountedMap();
    return () => {
      stopListening();
      setMountedMap(null);
      map.remove();
    };
  }, [provider, onBroken]);
  return { box, mountedMap };
};

/** Measures the elements that cover the map, because the height of a card depends on its dishes. */
export const useCoveredEdges = (box: RefObject<HTMLElement | null>, isWide: boolean) => {
  const footRef = useRef<HTMLDivElement>(null);
  const [coveredBottomPx, setCoveredBottomPx] = useState(0);
  const coveredEdges = useCallback((): CoveredMap => {
    const [mapRect, footRect] = [box.current, footRef.current].map((element) => element?.getBoundingClientRect());
    const buttons = buttonsBox({ width: mapRect?.width ?? 0, height: mapRect?.height ?? 0 }, isWide);
    return {
      top: BUTTONS_SIZE_PX,
      right: BUTTONS_SIZE_PX,
      bottom: Math.max(0, (mapRect?.bottom ?? 0) - (footRect?.top ?? 0)),
      left: 0,
      buttons,
    };
  }, [box, isWide]);
  useEffect(() => {
    if (footRef.current === null) return undefined;
    const resizeObserver = new ResizeObserver(() => setCoveredBottomPx(coveredEdges().bottom));
    resizeObserver.observe(footRef.current);
    return () => resizeObserver.disconnect();
  }, [coveredEdges]);
  return { foot: footRef, bottom: coveredBottomPx, coveredEdges };
};
