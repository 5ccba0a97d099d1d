import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { MapView, PlaceIndex } from './cluster-rules';
import { nearestOf } from './cluster-rules';
import type { PlaceMap } from './create-map';
import { createMap } from './create-map';
import { PILL_ZOOM } from './pin-rules';

const isAnimated = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What the map is centred on. */
interface MapCenter {
  readonly center: Coordinate;
  /** The centre was taken from the map itself: it stays as it is. */
  readonly keepsView: boolean;
}

/** The map and what it shows, once its box is there. */
interface ShownMap {
  readonly map: PlaceMap;
  readonly view: MapView;
}

/** A map in a box; it moves to each new centre. */
const useMap = ({ center, keepsView }: MapCenter): { readonly box: RefObject<HTMLDivElement | null>; readonly shown: ShownMap | null } => {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ShownMap | null>(null);
  const start = useRef(center);
  useEffect(() => {
    if (box.current === null) return undefined;
    const map = createMap(box.current, { center: start.current, zoom: PILL_ZOOM, isAnimated: isAnimated() });
    const show = (): void => setShown({ map, view: map.view() });
    const stop = map.onRest(show);
    show();
    return () => {
      stop();
      setShown(null);
      map.remove();
    };
  }, []);
  const map = shown?.map ?? null;
  useEffect(() => {
    if (!keepsView) map?.moveTo(center, PILL_ZOOM);
  }, [map, center, keepsView]);
  return { box, shown };
};

/** Where no place is in sight at first, the map zooms out until the nearest place does; once for each centre. */
const useFirstFit = (map: PlaceMap | null, index: PlaceIndex, { center, restaurants }: { readonly center: Coordinate; readonly restaurants: readonly Restaurant[] }): void => {
  const fitted = useRef<Coordinate | null>(null);
  useEffect(() => {
    const nearest = nearestOf(restaurants);
    if (map === null || nearest === null || fitted.current === center) return;
    fitted.current = center;
    if (index.within(map.view()).length === 0) map.fit([center, nearest.location], PILL_ZOOM);
  }, [map, index, center, restaurants]);
};
