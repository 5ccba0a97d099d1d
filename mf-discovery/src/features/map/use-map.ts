import type { Coordinate } from '@mahlzeit/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Camera, CoveredMap } from './camera-rules';
import { BUTTON_COLUMN_SIZE_PX, mapButtonsBox } from './map-overlays';
import type { MapProvider, MapStartOptions, PlaceMap } from './map-provider';
import { MIN_PILL_ZOOM } from './map-rules';
import type { MountedMap } from './use-camera';
import type { ProvidedMap } from './use-map-provider';

const isMotionAllowed = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Creates a map. Returns null if the provider throws an error. The next provider then creates the map, and the markers
 * of the restaurants stay.
 */
const tryToCreateMap = (provider: MapProvider, mapElement: HTMLElement, mapStart: MapStartOptions): PlaceMap | null => {
  try {
    return provider.createMap(mapElement, mapStart);
  } catch (creationError) {
    if (provider.name === 'drawn') throw creationError;
    reportError(creationError);
    mapElement.replaceChildren();
    mapStart.onBroken();
    return null;
  }
};

/** Creates the provider's map in a box. A new provider starts with the current view. */
export const useMountedMap = (
  center: Coordinate,
  { provider, onBroken }: Pick<ProvidedMap, 'provider' | 'onBroken'>,
): { readonly box: RefObject<HTMLDivElement | null>; readonly mountedMap: MountedMap | null } => {
  const mapBoxRef = useRef<HTMLDivElement>(null);
  const [mountedMap, setMountedMap] = useState<MountedMap | null>(null);
  const lastCamera = useRef<Camera>({ center, zoom: MIN_PILL_ZOOM });
  useEffect(() => {
    if (mapBoxRef.current === null) return undefined;
    const createdMap = tryToCreateMap(provider, mapBoxRef.current, {
      ...lastCamera.current,
      isAnimated: isMotionAllowed(),
      onBroken,
    });
    if (createdMap === null) return undefined;
    const updateMountedMap = (): void => {
      const mapView = createdMap.view();
      lastCamera.current = { center: mapView.center, zoom: mapView.zoom };
      setMountedMap({ map: createdMap, view: mapView });
    };
    const stopRestListener = createdMap.onRest(updateMountedMap);
    updateMountedMap();
    return () => {
      stopRestListener();
      setMountedMap(null);
      createdMap.remove();
    };
  }, [provider, onBroken]);
  return { box: mapBoxRef, mountedMap };
};

/** Measures the elements that cover the map, because the height of a card depends on its dishes. */
export const useCoveredEdges = (mapBoxRef: RefObject<HTMLElement | null>, isWide: boolean) => {
  const bottomOverlayRef = useRef<HTMLDivElement>(null);
  const [coveredBottomPx, setCoveredBottomPx] = useState(0);
  const measureCoveredEdges = useCallback((): CoveredMap => {
    const [mapRect, bottomOverlayRect] = [mapBoxRef.current, bottomOverlayRef.current].map((element) =>
      element?.getBoundingClientRect(),
    );
    const buttonsBoxOnMap = mapButtonsBox({ width: mapRect?.width ?? 0, height: mapRect?.height ?? 0 }, isWide);
    return {
      top: BUTTON_COLUMN_SIZE_PX,
      right: BUTTON_COLUMN_SIZE_PX,
      bottom: Math.max(0, (mapRect?.bottom ?? 0) - (bottomOverlayRect?.top ?? 0)),
      left: 0,
      buttons: buttonsBoxOnMap,
    };
  }, [mapBoxRef, isWide]);
  useEffect(() => {
    if (bottomOverlayRef.current === null) return undefined;
    const resizeObserver = new ResizeObserver(() => setCoveredBottomPx(measureCoveredEdges().bottom));
    resizeObserver.observe(bottomOverlayRef.current);
    return () => resizeObserver.disconnect();
  }, [measureCoveredEdges]);
  return { foot: bottomOverlayRef, bottom: coveredBottomPx, coveredEdges: measureCoveredEdges };
};
