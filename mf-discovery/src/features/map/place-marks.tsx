import { coordinateAt, mercatorPixelsOf } from '@mahlzeit/basemap';
import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { lunchPriceAt } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useRef } from 'react';
import { ClusterMarker, focusMarkerOf, SearchResultMarker, PlaceMarker } from './map-markers';
import { minPillZoomFor, lowestPriceText, priceTextOf } from './map-rules';
import type { MapView } from './map-rules';
import { createMarkerSizes, doBoxesOverlap } from './marker-boxes';
import type { PixelBox } from './marker-boxes';
import { createPlaceIndex } from './place-index';
import type { ClusterItem, MapItem, PlaceIndex } from './place-index';
import type { MountedMap } from './use-camera';

/** Restaurants that have markers on the map, and the handlers of these markers. */
export interface MarkedPlaces {
  readonly restaurants: readonly Restaurant[];
  /** Restaurants that a search has found but that take no orders. */
  readonly searchResults: readonly RestaurantSummary[];
  /**
   * Whether distances are measured from a place that the user chose, or from the user's position. Distances from the
   * fallback location mean nothing to the user.
   */
  readonly isLocated: boolean;
  /** Keys of the restaurants that have a discount. */
  readonly deals: ReadonlySet<string>;
  /** Active filters as text; null without filters. */
  readonly filterText: string | null;
  /** Key of the restaurant that is selected in both list and map; null for none. */
  readonly selectedKey: string | null;
  /**
   * Key of the restaurant that the user has selected on the map; null for none. The next press on this restaurant's
   * marker opens its page.
   */
  readonly pressedKey: string | null;
  /** Handler of a selection on the map. Its argument is null if no restaurant is selected any more. */
  readonly onSelect: (key: string | null) => void;
  readonly onPoint: (key: string) => void;
}

const BASE_FONT_SIZE_PX = 16;

/** Returns the user's font size divided by the default font size. */
const rootTextScaleOf = (documentRoot: Document): number =>
  parseFloat(getComputedStyle(documentRoot.documentElement).fontSize) / BASE_FONT_SIZE_PX || 1;

const moveBoxLeft = ({ left, right, ...otherEdges }: PixelBox, shiftPx: number): PixelBox => ({
  ...otherEdges,
  left: left - shiftPx,
  right: right - shiftPx,
});

/**
 * Removes the prices of markers below a card or a button, because half a price is misleading. A cluster represents an
 * area and not one point, so it moves out from below a button if there is space.
 */
const removeCoveredPrices = (
  items: readonly MapItem[],
  { center, zoom, width, height }: MapView,
  coveredBoxes: readonly PixelBox[],
): readonly MapItem[] => {
  const zoomLevel = Math.floor(zoom);
  const { x, y } = mercatorPixelsOf(center, zoomLevel);
  const [viewLeft, viewTop] = [x - width / 2, y - height / 2];
  const coveredWorldBoxes = coveredBoxes.map((movedBox) => ({
    left: movedBox.left + viewLeft,
    right: movedBox.right + viewLeft,
    top: movedBox.top + viewTop,
    bottom: movedBox.bottom + viewTop,
  }));
  return items.map((mapItem) => {
    const coveringBox = coveredWorldBoxes.find((coveredWorldBox) => doBoxesOverlap(coveredWorldBox, mapItem.markerBox));
    if (coveringBox === undefined) return mapItem;
    const overlapPx = mapItem.markerBox.right - coveringBox.left;
    const movedMarkerBox = moveBoxLeft(mapItem.markerBox, overlapPx);
    const isMovedBoxFree =
      movedMarkerBox.left >= viewLeft &&
      !coveredWorldBoxes.some((coveredWorldBox) => doBoxesOverlap(coveredWorldBox, movedMarkerBox)) &&
      !items.some((otherItem) => otherItem !== mapItem && doBoxesOverlap(otherItem.markerBox, movedMarkerBox));
    if (mapItem.kind === 'place' || !isMovedBoxFree) return { ...mapItem, isPriceHidden: true };
    const itemPixel = mercatorPixelsOf(mapItem.coordinate, zoomLevel);
    return {
      ...mapItem,
      markerBox: movedMarkerBox,
      coordinate: coordinateAt({ x: itemPixel.x - overlapPx, y: itemPixel.y }, zoomLevel),
    };
  });
};

/** Returns the number of prices that can be read in a view of the map. */
export const countReadablePrices = (
  placeIndex: PlaceIndex,
  view: MapView,
  coveredBoxes: readonly PixelBox[],
): number => {
  const { x, y } = mercatorPixelsOf(view.center, view.zoom);
  const [viewLeft, viewTop] = [x - view.width / 2, y - view.height / 2];
  const isBoxVisible = ({ markerBox }: MapItem): boolean =>
    markerBox.left >= viewLeft &&
    markerBox.right <= viewLeft + view.width &&
    markerBox.top >= viewTop &&
    markerBox.bottom <= viewTop + view.height;
  return removeCoveredPrices(placeIndex.itemsWithin(view, null), view, coveredBoxes).filter(
    (item) => item.price !== null && !item.isPriceHidden && isBoxVisible(item),
  ).length;
};

/** Builds an index of all restaurants with the values that their markers show. */
export const usePlaceIndex = ({
  restaurants,
  filterText,
}: Pick<MarkedPlaces, 'restaurants' | 'filterText'>): PlaceIndex => {
  const isFiltered = filterText !== null;
  const now = useNow();
  return useMemo(() => {
    const markedPlaces = restaurants.map((restaurant) => ({
      key: restaurant.key,
      location: restaurant.location,
      label: priceTextOf(restaurant, now),
      price: lunchPriceAt(restaurant, now),
    }));
    return createPlaceIndex(markedPlaces, {
      markerSizes: createMarkerSizes(rootTextScaleOf(document)),
      minPillZoom: minPillZoomFor(isFiltered),
      priceLabel: lowestPriceText,
    });
  }, [restaurants, isFiltered, now]);
};

interface MapItemsOptions extends Pick<MarkedPlaces, 'restaurants' | 'selectedKey'> {
  readonly index: PlaceIndex;
  readonly coveredBoxes: readonly PixelBox[];
}

/** Returns the markers of a view. Restaurants whose marker would cover a price form clusters. */
export const useMapItems = (
  view: MapView | null,
  { restaurants, selectedKey, index, coveredBoxes }: MapItemsOptions,
): readonly MapItem[] => {
  const chosenRestaurant = restaurants.find(({ key }) => key === selectedKey);
  const [key, chosenName] = [chosenRestaurant?.key ?? null, chosenRestaurant?.name ?? ''];
  return useMemo(
    () =>
      view === null
        ? []
        : removeCoveredPrices(
            index.itemsWithin(view, key === null ? null : { key, name: chosenName }),
            view,
            coveredBoxes,
          ),
    [index, view, key, chosenName, coveredBoxes],
  );
};

interface PlaceMarkersProps extends MountedMap {
  readonly places: MarkedPlaces;
  readonly items: readonly MapItem[];
  /** Zooms in until the map shows the restaurants of a cluster. */
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Pins, dots and clusters for the restaurants of the list, and markers for the search results. */
export const PlaceMarkers = ({ map, view, places, items, onOpen }: PlaceMarkersProps) => {
  const now = useNow();
  const { restaurants, searchResults, isLocated, deals, filterText, selectedKey, pressedKey, onSelect, onPoint } =
    places;
  const restaurantByKey = useMemo(
    () => new Map(restaurants.map((restaurant) => [restaurant.key, restaurant])),
    [restaurants],
  );
  const sharedMarkerProps = {
    map,
    now,
    isLocated,
    onSelect,
    onPoint,
    hasPills: view.zoom >= minPillZoomFor(filterText !== null),
  };
  // The marker with the focus disappears when its cluster opens, so the focus moves to a marker for the same
  // restaurant.
  const openedKey = useRef<string | null>(null);
  const openCluster = ({ keys: [firstKey], points }: ClusterItem, hasFocus: boolean): void => {
    openedKey.current = hasFocus ? (firstKey ?? null) : null;
    onOpen(points);
  };
  useEffect(() => {
    if (openedKey.current === null || document.activeElement !== document.body) return;
    focusMarkerOf(openedKey.current);
    openedKey.current = null;
  }, [items]);
  return (
    <>
      {searchResults.map((place) => (
        <SearchResultMarker key={`found/${place.key}`} map={map} place={place} isLocated={isLocated} />
      ))}
      {items.map((item) => {
        if (item.kind === 'cluster')
          return <ClusterMarker key={`cluster/${item.id}`} map={map} item={item} onOpen={openCluster} />;
        const { key, lift, isPriceHidden } = item;
        const restaurant = restaurantByKey.get(key);
        const isSelected = key === selectedKey;
        return (
          restaurant !== undefined && (
            <PlaceMarker
              key={key}
              {...sharedMarkerProps}
              restaurant={restaurant}
              hasDeal={deals.has(key)}
              lift={lift}
              isPriceHidden={isPriceHidden}
              isSelected={isSelected}
              isPressed={isSelected && key === pressedKey}
            />
          )
        );
      })}
    </>
  );
};
