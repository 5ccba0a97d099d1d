import { isOnBasemap } from '@mahlzeit/basemap';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { lunchPriceAt } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { MapFooter, MapPosition } from '@mahlzeit/shared-ui/ui/map';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useMedia } from '../../use-media';
import { HamburgBasemap, MapBox } from './basemap';
import { isPinVisible, mapViewAt } from './camera-rules';
import type { Camera, CoveredEdges } from './camera-rules';
import { SearchAreaButton, VisiblePlaceCount, ZoomButtons } from './map-controls';
import { MapCredits } from './map-credits';
import { MapMarker, moveFocusByArrow, STACKING_RANK_BY_STATE } from './map-markers';
import { coveredBoxesOf } from './map-overlays';
import type { MapOverlays } from './map-overlays';
import type { MapProvider } from './map-provider';
import { hasMapLeftArea, hasMovedHalfScreen } from './map-rules';
import type { MapView } from './map-rules';
import { useTexts } from './map-texts';
import type { PixelBox } from './marker-boxes';
import type { MapItem } from './place-index';
import { PlaceMarkers, countReadablePrices, useMapItems, usePlaceIndex } from './place-marks';
import type { MarkedPlaces } from './place-marks';
import { labelAreaOf } from './street-names';
import type { LabelArea } from './street-names';
import { TownNameMarkers } from './town-names';
import { useCamera } from './use-camera';
import type { ChosenPoint, MapCenter, MarkerCounts, MountedMap } from './use-camera';
import { useCoveredEdges, useMountedMap } from './use-map';
import { useMapProvider } from './use-map-provider';
import { placeRingLabels, WalkingRings } from './walking-rings';
import type { RingLabel } from './walking-rings';

/** Props of the map: its restaurants, its texts, and the handlers of its events. */
export interface PlaceMapViewProps extends MapCenter, MarkedPlaces {
  /** Position of the user; null if it is unknown. */
  readonly userAt: Coordinate | null;
  /**
   * Center of the rings on the map that show walking times; null if neither the user's position nor a chosen place is
   * known.
   */
  readonly ringCenter: Coordinate | null;
  /** Metres to the farthest restaurant of the loaded list; null for an empty list. */
  readonly farthest: number | null;
  /** Number of results as text, for example „5 indische Lokale“; null without filters. */
  readonly resultLabel: string | null;
  readonly onLocate: () => void;
  readonly onSearchArea: (center: Coordinate) => void;
  /** Card of the selected restaurant, which is shown at the lower edge of the map. */
  readonly children?: ReactNode;
}

/**
 * Covered edges in px while no restaurant is selected. They are smaller than the real overlays, so that all points that
 * a camera has brought into view count as visible.
 */
const DEFAULT_COVERED_EDGES: CoveredEdges = { top: 0, right: 0, bottom: 72, left: 0 };

/** Returns the boxes of a view that buttons, cards and bars cover; empty until the map has a view. */
const useCoveredBoxes = (view: MapView | null, { isWide, bottomPx, hasAreaButton }: MapOverlays): readonly PixelBox[] =>
  useMemo(
    () => (view === null ? [] : coveredBoxesOf(view, { isWide, bottomPx, hasAreaButton })),
    [view, isWide, bottomPx, hasAreaButton],
  );

/**
 * Returns whether the map shows another area than the list (S1§2), or has moved by half a screen. After a filter has
 * moved the map, the new area counts as an area of the list, too.
 */
const isOtherAreaVisible = (view: MapView, listCenters: readonly Coordinate[], farthest: number | null): boolean =>
  listCenters.every(
    (listCenter) =>
      hasMovedHalfScreen(listCenter, view) ||
      hasMapLeftArea({ listCenter, mapCenter: view.center, farthestMetres: farthest, diagonal: view.diagonal }),
  );

/** Returns the free space in which street names may be drawn. */
const useFreeLabelArea = (
  view: MapView | null,
  markers: readonly Pick<MapItem, 'markerBox'>[],
  coveredBoxes: readonly PixelBox[],
): LabelArea | null =>
  useMemo(
    () =>
      view === null
        ? null
        : labelAreaOf(
            view,
            markers.map(({ markerBox }) => markerBox),
            coveredBoxes,
          ),
    [view, markers, coveredBoxes],
  );

/** Returns labels for the rings of walking times, at positions where they cover no price. */
const useRingLabels = (
  ringCenter: Coordinate | null,
  view: MapView | null,
  { items, coveredBoxes }: { readonly items: readonly MapItem[]; readonly coveredBoxes: readonly PixelBox[] },
): readonly RingLabel[] =>
  useMemo(
    () =>
      ringCenter === null || view === null
        ? []
        : placeRingLabels(ringCenter, {
            view,
            markers: items.map(({ markerBox }) => markerBox),
            coveredBoxes,
          }),
    [ringCenter, view, items, coveredBoxes],
  );

const restaurantLocationOf = (restaurants: readonly Restaurant[], restaurantKey: string | null): Coordinate | null =>
  restaurants.find(({ key }) => key === restaurantKey)?.location ?? null;

/**
 * Returns the point of the restaurant whose pin must be visible: the user has selected it on the map, or its card is
 * open on the map.
 */
const useChosenPoint = ({ restaurants, selectedKey, pressedKey, children }: PlaceMapViewProps): ChosenPoint | null => {
  const hasRestaurantCard = children !== undefined && children !== false && children !== null;
  const chosenCoordinate = restaurantLocationOf(restaurants, hasRestaurantCard ? selectedKey : pressedKey);
  const [latitude, longitude, isSelectedOnMap] = [
    chosenCoordinate?.latitude ?? null,
    chosenCoordinate?.longitude ?? null,
    selectedKey === pressedKey,
  ];
  return useMemo(
    () => (latitude === null || longitude === null ? null : { point: { latitude, longitude }, isSelectedOnMap }),
    [latitude, longitude, isSelectedOnMap],
  );
};

interface MapLayersProps extends MountedMap {
  readonly places: PlaceMapViewProps;
  /** Name of the provider that draws the map below the markers. */
  readonly providerName: MapProvider['name'];
  readonly items: readonly MapItem[];
  readonly labelArea: LabelArea | null;
  readonly ringLabels: readonly RingLabel[];
  readonly hasAreaButton: boolean;
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Content on the map, from bottom to top: drawn streets, rings, markers and buttons. */
const MapLayers = ({
  map,
  view,
  places,
  providerName,
  items,
  labelArea,
  ringLabels,
  hasAreaButton,
  onOpen,
}: MapLayersProps) => {
  const { center, userAt, ringCenter, onSearchArea, onLocate } = places;
  const isDrawnByUs = providerName === 'drawn';
  return (
    <>
      {isDrawnByUs && isOnBasemap(center) && <HamburgBasemap map={map} view={view} labelArea={labelArea} />}
      {ringCenter !== null && <WalkingRings map={map} center={ringCenter} labels={ringLabels} />}
      {isDrawnByUs && <TownNameMarkers map={map} view={view} />}
      {userAt !== null && (
        <MapMarker map={map} coordinate={userAt} rank={STACKING_RANK_BY_STATE.position}>
          <MapPosition />
        </MapMarker>
      )}
      <PlaceMarkers map={map} view={view} places={places} items={items} onOpen={onOpen} />
      {hasAreaButton && <SearchAreaButton onSearch={() => onSearchArea(view.center)} />}
      <ZoomButtons map={map} onLocate={onLocate} />
    </>
  );
};

/**
 * Builds the index of the restaurants, and functions that count the markers and readable prices for a camera (center
 * and zoom).
 */
const usePriceCountingIndex = (props: PlaceMapViewProps, overlays: Omit<MapOverlays, 'hasAreaButton'>) => {
  const placeIndex = usePlaceIndex(props);
  const now = useNow();
  const { restaurants } = props;
  const hasPricedRestaurant = useMemo(
    () => restaurants.some((restaurant) => lunchPriceAt(restaurant, now) !== null),
    [restaurants, now],
  );
  const countPrices = (camera: Camera, { width, height }: MapView): number =>
    countReadablePrices(
      placeIndex,
      mapViewAt(camera, width, height),
      coveredBoxesOf({ width, height }, { ...overlays, hasAreaButton: false }),
    );
  const countMarkers = (camera: Camera, { width, height }: MapView): MarkerCounts => {
    const items = placeIndex.itemsWithin(mapViewAt(camera, width, height), null);
    return { markers: items.length, clusters: items.filter(({ kind }) => kind === 'cluster').length };
  };
  return { index: placeIndex, isPriced: hasPricedRestaurant, countPrices, countMarkers };
};

/** Map with restaurants. The first available provider draws it: Google, tiles, or the app's own drawing. */
export const PlaceMapView = (props: PlaceMapViewProps) => {
  const { center, keepsView, filterText, resultLabel, restaurants, searchResults, farthest, onSelect, children } =
    props;
  const t = useTexts();
  const providedMap = useMapProvider();
  const { box, mountedMap } = useMountedMap(center, providedMap);
  const [map, view] = [mountedMap?.map ?? null, mountedMap?.view ?? null];
  const isWide = useMedia('(min-width: 701px)');
  const { foot, bottom, coveredEdges } = useCoveredEdges(box, isWide);
  const places = useMemo(() => [...restaurants, ...searchResults], [restaurants, searchResults]);
  const points = useMemo(() => places.map(({ location }) => location), [places]);
  const chosenPoint = useChosenPoint(props);
  const { index, ...priceCounts } = usePriceCountingIndex(props, { isWide, bottomPx: bottom });
  const { centerAfterFilter, open, showAll } = useCamera(
    mountedMap,
    { center, keepsView, places, filterText, coveredEdges, ...priceCounts },
    chosenPoint,
  );
  const hasAreaButton =
    mountedMap !== null && isOtherAreaVisible(mountedMap.view, [center, centerAfterFilter ?? center], farthest);
  const coveredBoxes = useCoveredBoxes(view, { isWide, bottomPx: bottom, hasAreaButton });
  const visibleCount =
    mountedMap === null
      ? points.length
      : points.filter((candidatePoint) => isPinVisible(candidatePoint, mountedMap.view, DEFAULT_COVERED_EDGES)).length;
  const items = useMapItems(view, { ...props, index, coveredBoxes });
  const ringLabels = useRingLabels(props.ringCenter, view, { items, coveredBoxes });
  const markers = useMemo(() => [...items, ...ringLabels], [items, ringLabels]);
  const labelArea = useFreeLabelArea(view, markers, coveredBoxes);
  useEffect(() => map?.onBackgroundClick(() => onSelect(null)), [map, onSelect]);
  const showsBasemap = providedMap.provider.name === 'drawn' && isOnBasemap(center);
  return (
    // Markers are inside of the map's elements. Their key events bubble up to this element.
    <KeyboardArea role="presentation" onKeyDown={(event) => moveFocusByArrow(event, box.current)}>
      <MapBox ref={box} role="application" aria-label={t('MapHint')} />
      {mountedMap !== null && (
        <MapLayers
          {...mountedMap}
          places={props}
          providerName={providedMap.provider.name}
          items={items}
          labelArea={labelArea}
          ringLabels={ringLabels}
          hasAreaButton={hasAreaButton}
          onOpen={open}
        />
      )}
      <MapFooter ref={foot}>
        <MapCredits {...providedMap} isDrawn={showsBasemap} places={places} />
        {resultLabel !== null && chosenPoint === null && (
          <VisiblePlaceCount
            label={resultLabel}
            total={points.length}
            visibleCount={visibleCount}
            onShowAll={() => showAll([center, ...points])}
          />
        )}
        {children}
      </MapFooter>
    </KeyboardArea>
  );
};

const KeyboardArea = styled.div`
  display: contents;
`;
