import type { Coordinate } from '@mahlzeit/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  cameraOpeningCluster,
  cameraShowingPin,
  fitCameraToPoints,
  fitCameraToResults,
  isPinVisible,
} from './camera-rules';
import type { Camera, CoveredMap } from './camera-rules';
import { MAX_MAP_ZOOM, MIN_MAP_ZOOM } from './map-provider';
import type { PlaceMap } from './map-provider';
import { nearestPlace, MIN_PILL_ZOOM } from './map-rules';
import type { DistantPlace, MapView } from './map-rules';

/** Place around which the list searches, and which is the center of the map, too. */
export interface MapCenter {
  readonly center: Coordinate;
  /**
   * True if the center is the one that the map already has, after a search in its visible area. The map then doesn't
   * move.
   */
  readonly keepsView: boolean;
}

/** Map and its current view, after the box of the map has mounted. */
export interface MountedMap {
  readonly map: PlaceMap;
  readonly view: MapView;
}

interface CameraOptions extends MapCenter {
  /** Restaurants that have a marker on the map. */
  readonly places: readonly DistantPlace[];
  /** Active filters as text; null without filters. */
  readonly filterText: string | null;
  /** Whether at least one of the restaurants has a price. */
  readonly isPriced: boolean;
  readonly coveredEdges: () => CoveredMap;
  /** Returns the number of prices that would be readable if the map had this camera. */
  readonly countPrices: (camera: Camera, view: MapView) => number;
  /** Returns the numbers of all markers and of clusters if the map had this camera. */
  readonly countMarkers: (camera: Camera, view: MapView) => MarkerCounts;
}

/** Numbers of markers in a view. */
export interface MarkerCounts {
  readonly markers: number;
  readonly clusters: number;
}

const hasVisibleMapSize = ({ width, height }: MapView): boolean => width > 0 && height > 0;

const isViewAtCamera = (currentCamera: Camera, { center, zoom }: Camera): boolean =>
  currentCamera.zoom === zoom &&
  Math.abs(currentCamera.center.latitude - center.latitude) < 1e-5 &&
  Math.abs(currentCamera.center.longitude - center.longitude) < 1e-5;

const sortPointsByDistance = (places: readonly DistantPlace[]): readonly Coordinate[] =>
  [...places]
    .sort(
      (firstPlace, secondPlace) =>
        (firstPlace.initialDistanceKm ?? Infinity) - (secondPlace.initialDistanceKm ?? Infinity) || 0,
    )
    .map(({ location }) => location);

/** Zooms with which a map may start, the preferred one first. */
const FIRST_ZOOMS = [MIN_PILL_ZOOM, MIN_PILL_ZOOM + 1];
/** Largest permitted share of clusters among the markers when a map starts. A single cluster is always allowed. */
const MAX_CLUSTER_SHARE = 1 / 3;

/** Returns the camera around the center of the list: the largest area in which most restaurants have markers. */
const firstCameraOf = (center: Coordinate, view: MapView, countMarkers: CameraOptions['countMarkers']): Camera => {
  const zoom = FIRST_ZOOMS.find((firstZoom) => {
    const { markers, clusters } = countMarkers({ center, zoom: firstZoom }, view);
    return clusters <= Math.max(1, markers * MAX_CLUSTER_SHARE);
  });
  return { center, zoom: zoom ?? MIN_PILL_ZOOM };
};

/** Returns the camera for a new center or for other filters. Returns null if the map may stay as it is. */
const automaticCameraOf = ({
  view,
  center,
  places,
  isPriced,
  filterText,
  coveredEdges,
  countPrices,
}: CameraOptions & Pick<MountedMap, 'view'>): Camera | null => {
  const coveredMap = coveredEdges();
  const zoomLimits = { minZoom: MIN_MAP_ZOOM, maxZoom: MIN_PILL_ZOOM };
  const fitAllPoints = (points: readonly Coordinate[]): Camera =>
    fitCameraToPoints(points, view, coveredMap, zoomLimits);
  if (filterText !== null)
    return fitCameraToResults(
      { center, points: sortPointsByDistance(places), isPriced, countPrices: (camera) => countPrices(camera, view) },
      fitAllPoints,
    );
  const nearestRestaurant = nearestPlace(places);
  return nearestRestaurant === null || places.some(({ location }) => isPinVisible(location, view, coveredMap))
    ? null
    : fitAllPoints([center, nearestRestaurant.location]);
};

/** Last automatic move of the map: the resulting camera, and the center and filters that caused the move. */
interface MapFit extends Pick<CameraOptions, 'center' | 'filterText'> {
  readonly camera: Camera;
}

/** Last automatic move, with the restaurants that it should show and the size of the map. */
interface AppliedFit extends MapFit, Pick<CameraOptions, 'places'>, Pick<MapView, 'width' | 'height'> {}

const isSameMapFit = (previousFit: MapFit | null, newFit: MapFit): boolean =>
  previousFit !== null &&
  previousFit.center === newFit.center &&
  previousFit.filterText === newFit.filterText &&
  isViewAtCamera(previousFit.camera, newFit.camera);

/**
 * Returns whether the map may stay: center and filters are the same, and the restaurants are unchanged or visible, or
 * the user has moved the map meanwhile.
 */
const canKeepCurrentView = (
  lastFit: AppliedFit | null,
  view: MapView,
  { center, keepsView, places, filterText, coveredEdges }: CameraOptions,
): boolean => {
  if (lastFit === null || lastFit.filterText !== filterText || !(keepsView || lastFit.center === center)) return false;
  // True if the restaurants and the map's size are unchanged, so that another move would not show more restaurants.
  const isInputUnchanged = lastFit.places === places && lastFit.width === view.width && lastFit.height === view.height;
  return (
    filterText === null ||
    isInputUnchanged ||
    !isViewAtCamera(view, lastFit.camera) ||
    places.every(({ location }) => isPinVisible(location, view, coveredEdges()))
  );
};

/**
 * Moves the map automatically so that it shows all filtered restaurants, or the nearest restaurant if no filter is
 * active. Reports each move.
 */
const useAutomaticFit = (
  mountedMap: MountedMap | null,
  cameraOptions: CameraOptions,
  onMapFit: (mapFit: MapFit) => void,
): void => {
  const lastFit = useRef<AppliedFit | null>(null);
  useEffect(() => {
    const { center, keepsView, places, filterText } = cameraOptions;
    if (mountedMap === null || !hasVisibleMapSize(mountedMap.view) || places.length === 0) return;
    const { map, view } = mountedMap;
    if (canKeepCurrentView(lastFit.current, view, cameraOptions)) return;
    // Without a filter the map starts at the center of the list.
    const initialView =
      keepsView || filterText !== null ? view : { ...view, ...firstCameraOf(center, view, cameraOptions.countMarkers) };
    const mapFit = {
      center,
      filterText,
      camera: automaticCameraOf({ ...cameraOptions, view: initialView }) ?? initialView,
    };
    if (!isSameMapFit(lastFit.current, mapFit)) onMapFit(mapFit);
    lastFit.current = { ...mapFit, places, width: view.width, height: view.height };
    if (!isViewAtCamera(view, mapFit.camera)) map.moveTo(mapFit.camera);
  });
};

/** Position of the restaurant that is selected on the map. */
export interface ChosenPoint {
  readonly point: Coordinate;
  /**
   * Whether the restaurant was selected on the map. A restaurant selected in the list doesn't move a map that shows
   * another area.
   */
  readonly isSelectedOnMap: boolean;
}

const isCoordinateInView = ({ latitude, longitude }: Coordinate, { west, east, south, north }: MapView): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/**
 * Moves the map in three cases: to a new center, to filtered restaurants, and to the selected restaurant if its pin
 * would be covered or cut off.
 */
export const useCamera = (
  mountedMap: MountedMap | null,
  cameraOptions: CameraOptions,
  chosenPoint: ChosenPoint | null,
) => {
  const map = mountedMap?.map ?? null;
  const { center, keepsView, coveredEdges } = cameraOptions;
  const lastCenter = useRef(center);
  const [mapFit, setMapFit] = useState<MapFit | null>(null);
  useEffect(() => {
    // The map moves only after a change of the center: a new provider of the map starts with the view of the previous
    // one.
    if (map === null || lastCenter.current === center) return;
    lastCenter.current = center;
    if (!keepsView) map.moveTo({ center, zoom: MIN_PILL_ZOOM });
  }, [map, center, keepsView]);
  // This effect must run after the effect above, because the move to the center would undo the automatic move.
  useAutomaticFit(mountedMap, cameraOptions, setMapFit);
  const isMapMountedAndVisible = mountedMap !== null && hasVisibleMapSize(mountedMap.view);
  useEffect(() => {
    if (map === null || chosenPoint === null || !isMapMountedAndVisible) return;
    const view = map.view();
    const camera =
      chosenPoint.isSelectedOnMap || isCoordinateInView(chosenPoint.point, view)
        ? cameraShowingPin(chosenPoint.point, view, coveredEdges())
        : null;
    if (camera !== null) map.moveTo(camera);
  }, [map, chosenPoint, isMapMountedAndVisible, coveredEdges]);
  /** Zooms the map in to the restaurants of a cluster. */
  const zoomToPoints = useCallback(
    (points: readonly Coordinate[]) => {
      if (map === null) return;
      map.moveTo(cameraOpeningCluster(points, map.view(), coveredEdges(), MAX_MAP_ZOOM));
    },
    [map, coveredEdges],
  );
  /** Moves the map so that it shows all of the given points. */
  const fitViewToAllPoints = useCallback(
    (points: readonly Coordinate[]) => {
      if (map !== null)
        map.moveTo(
          fitCameraToPoints(points, map.view(), coveredEdges(), { minZoom: MIN_MAP_ZOOM, maxZoom: MIN_PILL_ZOOM }),
        );
    },
    [map, coveredEdges],
  );
  /** Center of the map after the current filters have moved it; null if they haven't. */
  const filteredMapCenter =
    mapFit !== null &&
    mapFit.filterText !== null &&
    mapFit.filterText === cameraOptions.filterText &&
    mapFit.center === center
      ? mapFit.camera.center
      : null;
  return { centerAfterFilter: filteredMapCenter, open: zoomToPoints, showAll: fitViewToAllPoints };
};
