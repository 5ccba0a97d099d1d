import type { Coordinate } from '@mahlzeit/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Camera, CoveredMap } from './camera-rules';
import { BUTTONS_ROOM, buttonsOn } from './map-overlays';
import type { MapProvider, MapStart, PlaceMap } from './map-provider';
import { PILL_ZOOM } from './map-rules';
import type { MountedMap } from './use-camera';
import type { ProvidedMap } from './use-map-provider';

const isAnimated = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

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
  const [mountedMap, setMounted] = useState<MountedMap | null>(null);
  const camera = useRef<Camera>({ center, zoom: PILL_ZOOM });
  useEffect(() => {
    if (box.current === null) return undefined;
    const map = tryToCreateMap(provider, box.current, { ...camera.current, isAnimated: isAnimated(), onBroken });
    if (map === null) return undefined;
    const showMap = (): void => {
      const view = map.view();
      camera.current = { center: view.center, zoom: view.zoom };
      setMounted({ map, view });
    };
    const stop = map.onRest(showMap);
    showMap();
    return () => {
      stop();
      setMounted(null);
      map.remove();
    };
  }, [provider, onBroken]);
  return { box, mountedMap };
};

/** Measures the elements that cover the map, because the height of a card depends on its dishes. */
export const useCoveredEdges = (box: RefObject<HTMLElement | null>, isWide: boolean) => {
  const foot = useRef<HTMLDivElement>(null);
  const [bottom, setBottom] = useState(0);
  const coveredEdges = useCallback((): CoveredMap => {
    const [area, edge] = [box.current, foot.current].map((element) => element?.getBoundingClientRect());
    const buttons = buttonsOn({ width: area?.width ?? 0, height: area?.height ?? 0 }, isWide);
    return {
      top: BUTTONS_ROOM,
      right: BUTTONS_ROOM,
      bottom: Math.max(0, (area?.bottom ?? 0) - (edge?.top ?? 0)),
      left: 0,
      buttons,
    };
  }, [box, isWide]);
  useEffect(() => {
    if (foot.current === null) return undefined;
    const resizeObserver = new ResizeObserver(() => setBottom(coveredEdges().bottom));
    resizeObserver.observe(foot.current);
    return () => resizeObserver.disconnect();
  }, [coveredEdges]);
  return { foot, bottom, coveredEdges };
};
