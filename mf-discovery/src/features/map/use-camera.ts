import type { Coordinate } from '@mahlzeit/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { cameraOn, cameraOnResults, cameraShowing, isInSight } from './camera-rules';
import type { Camera, CoveredMap } from './camera-rules';
import { MAX_ZOOM, MIN_ZOOM } from './map-provider';
import type { PlaceMap } from './map-provider';
import { nearestOf, PILL_ZOOM } from './map-rules';
import type { DistantPlace, MapView } from './map-rules';

/** What the map is centred on. */
export interface MapCenter {
  readonly center: Coordinate;
  /** The centre was taken from the map itself: it stays as it is. */
  readonly keepsView: boolean;
}

/** The map and what it shows, once its box is there. */
export interface ShownMap {
  readonly map: PlaceMap;
  readonly view: MapView;
}

interface CameraOptions extends MapCenter {
  /** All that are marked. */
  readonly places: readonly DistantPlace[];
  /** The filters that narrow them down, as a text; null where none does. */
  readonly narrowedBy: string | null;
  /** Whether any of them has a price. */
  readonly isPriced: boolean;
  readonly coveredEdges: () => CoveredMap;
  /** How many prices could be read from a camera. */
  readonly pricesFrom: (camera: Camera, view: MapView) => number;
}

const isShown = ({ width, height }: MapView): boolean => width > 0 && height > 0;

const looksAt = (view: Camera, { center, zoom }: Camera): boolean =>
  view.zoom === zoom &&
  Math.abs(view.center.latitude - center.latitude) < 1e-5 &&
  Math.abs(view.center.longitude - center.longitude) < 1e-5;

const nearestFirst = (places: readonly DistantPlace[]): readonly Coordinate[] =>
  [...places]
    .sort((a, b) => (a.initialDistanceKm ?? Infinity) - (b.initialDistanceKm ?? Infinity) || 0)
    .map(({ location }) => location);

/** The camera that a new centre or other filters ask for; null where the map may stay as it is. */
const cameraFor = ({
  view,
  center,
  places,
  isPriced,
  narrowedBy,
  coveredEdges,
  pricesFrom,
}: CameraOptions & Pick<ShownMap, 'view'>): Camera | null => {
  const covered = coveredEdges();
  const zooms = { minZoom: MIN_ZOOM, maxZoom: PILL_ZOOM };
  const fit = (points: readonly Coordinate[]): Camera => cameraOn(points, view, covered, zooms);
  if (narrowedBy !== null)
    return cameraOnResults(
      { center, points: nearestFirst(places), isPriced, pricesFrom: (camera) => pricesFrom(camera, view) },
      fit,
    );
  const nearest = nearestOf(places);
  return nearest === null || places.some(({ location }) => isInSight(location, view, covered))
    ? null
    : fit([center, nearest.location]);
};

/** Where the map was last moved, and for what. */
interface Fit extends Pick<CameraOptions, 'center' | 'narrowedBy'> {
  readonly camera: Camera;
}

/** The same with what was there to be brought into sight, and the size of the map. */
interface LastFit extends Fit, Pick<CameraOptions, 'places'>, Pick<MapView, 'width' | 'height'> {}

const isSameFit = (a: Fit | null, b: Fit): boolean =>
  a !== null && a.center === b.center && a.narrowedBy === b.narrowedBy && looksAt(a.camera, b.camera);

/**
 * Whether the map may stay: the same was asked for, and nothing has come since, or what has is in sight, or somebody
 * has moved the map meanwhile.
 */
const mayStay = (
  last: LastFit | null,
  view: MapView,
  { center, keepsView, places, narrowedBy, coveredEdges }: CameraOptions,
): boolean => {
  if (last === null || last.narrowedBy !== narrowedBy || !(keepsView || last.center === center)) return false;
  // Where not all have room in sight, looking again finds no more of them.
  const isAsBefore = last.places === places && last.width === view.width && last.height === view.height;
  return (
    narrowedBy === null ||
    isAsBefore ||
    !looksAt(view, last.camera) ||
    places.every(({ location }) => isInSight(location, view, coveredEdges()))
  );
};

/** Brings into sight what a filter leaves, or the nearest place where none is, and tells of each such move. */
const useFit = (shown: ShownMap | null, options: CameraOptions, onFit: (fit: Fit) => void): void => {
  const last = useRef<LastFit | null>(null);
  useEffect(() => {
    const { center, keepsView, places, narrowedBy } = options;
    if (shown === null || !isShown(shown.view) || places.length === 0) return;
    const { map, view } = shown;
    if (mayStay(last.current, view, options)) return;
    // Without a filter the map begins where it is centred.
    const start = keepsView || narrowedBy !== null ? view : { ...view, center, zoom: PILL_ZOOM };
    const fit = { center, narrowedBy, camera: cameraFor({ ...options, view: start }) ?? start };
    if (!isSameFit(last.current, fit)) onFit(fit);
    last.current = { ...fit, places, width: view.width, height: view.height };
    if (!looksAt(view, fit.camera)) map.moveTo(fit.camera);
  });
};

/** The chosen place. */
export interface ChosenPoint {
  readonly point: Coordinate;
  /** It was chosen on the map. One from the list that lies elsewhere doesn't take the map away from where it looks. */
  readonly isOfMap: boolean;
}

const isNear = ({ latitude, longitude }: Coordinate, { west, east, south, north }: MapView): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/**
 * Moves the map to each new centre, to what a filter leaves, and to the chosen place as soon as its pin would be
 * covered or cut off.
 */
export const useCamera = (shown: ShownMap | null, options: CameraOptions, chosen: ChosenPoint | null) => {
  const map = shown?.map ?? null;
  const { center, keepsView, coveredEdges } = options;
  const centred = useRef(center);
  const [fit, setFit] = useState<Fit | null>(null);
  useEffect(() => {
    // Another provider's map begins where the last one stood.
    if (map === null || centred.current === center) return;
    centred.current = center;
    if (!keepsView) map.moveTo({ center, zoom: PILL_ZOOM });
  }, [map, center, keepsView]);
  // After the map has moved to its centre: that would undo it.
  useFit(shown, options, setFit);
  const isReady = shown !== null && isShown(shown.view);
  useEffect(() => {
    if (map === null || chosen === null || !isReady) return;
    const view = map.view();
    const camera =
      chosen.isOfMap || isNear(chosen.point, view) ? cameraShowing(chosen.point, view, coveredEdges()) : null;
    if (camera !== null) map.moveTo(camera);
  }, [map, chosen, isReady, coveredEdges]);
  /** Brings points into sight, from nearer by than now. */
  const open = useCallback(
    (points: readonly Coordinate[]) => {
      if (map === null) return;
      const view = map.view();
      map.moveTo(
        cameraOn(points, view, coveredEdges(), { minZoom: Math.min(MAX_ZOOM, view.zoom + 1), maxZoom: MAX_ZOOM }),
      );
    },
    [map, coveredEdges],
  );
  /** Brings all of them into sight. */
  const showAll = useCallback(
    (points: readonly Coordinate[]) => {
      if (map !== null)
        map.moveTo(cameraOn(points, map.view(), coveredEdges(), { minZoom: MIN_ZOOM, maxZoom: PILL_ZOOM }));
    },
    [map, coveredEdges],
  );
  /** Where the filters of now have brought the map; null where they have not. */
  const broughtTo =
    fit !== null && fit.narrowedBy !== null && fit.narrowedBy === options.narrowedBy && fit.center === center
      ? fit.camera.center
      : null;
  return { broughtTo, open, showAll };
};
