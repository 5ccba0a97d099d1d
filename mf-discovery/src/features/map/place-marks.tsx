import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { lunchPriceAt } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { useMemo } from 'react';
import { ClusterMarker, FoundMarker, PlaceMarker } from './map-markers';
import { pillsFrom, priceFrom, priceOrState } from './map-rules';
import type { MapView } from './map-rules';
import { createMarkerSizes, doOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';
import { createPlaceIndex } from './place-index';
import type { MapItem, PlaceIndex } from './place-index';
import type { ShownMap } from './use-camera';

/** What the map marks, and what becomes of a press. */
export interface MarkedPlaces {
  readonly restaurants: readonly Restaurant[];
  /** Places without orders that were searched for. */
  readonly found: readonly RestaurantSummary[];
  /** Somebody looks from a place of their own; else the way from the middle of the town would be nobody's way. */
  readonly isLocated: boolean;
  /** Keys of places that have a discount. */
  readonly deals: ReadonlySet<string>;
  /** The filters that narrow them down, as a text; null where none does. */
  readonly narrowedBy: string | null;
  /** Which place list and map have in common. */
  readonly selectedKey: string | null;
  /** The one that was chosen on the map: the next press opens its page. */
  readonly pressedKey: string | null;
  /** null: none any more. */
  readonly onSelect: (key: string | null) => void;
  readonly onPoint: (key: string) => void;
}

const BASE_LETTERS = 16;

/** How much larger than usual the reader's letters are. */
const textScaleOf = (page: Document): number =>
  parseFloat(getComputedStyle(page.documentElement).fontSize) / BASE_LETTERS || 1;

const movedLeft = ({ left, right, ...rest }: Box, by: number): Box => ({ ...rest, left: left - by, right: right - by });

/**
 * What lies below a card or a button shows no price that one could read half of; a cluster, which stands for a region,
 * moves out from below buttons where it has room.
 */
const withoutCoveredPrices = (
  items: readonly MapItem[],
  { center, zoom, width, height }: MapView,
  covered: readonly Box[],
): readonly MapItem[] => {
  const level = Math.floor(zoom);
  const { x, y } = mercator(center, level);
  const [left, top] = [x - width / 2, y - height / 2];
  const parts = covered.map((box) => ({
    left: box.left + left,
    right: box.right + left,
    top: box.top + top,
    bottom: box.bottom + top,
  }));
  return items.map((item) => {
    const part = parts.find((one) => doOverlap(one, item.box));
    if (part === undefined) return item;
    const by = item.box.right - part.left;
    const box = movedLeft(item.box, by);
    const isFree =
      box.left >= left &&
      !parts.some((one) => doOverlap(one, box)) &&
      !items.some((other) => other !== item && doOverlap(other.box, box));
    if (item.kind === 'place' || !isFree) return { ...item, isCompact: true };
    const at = mercator(item.coordinate, level);
    return { ...item, box, coordinate: coordinateAt({ x: at.x - by, y: at.y }, level) };
  });
};

/** How many prices can be read of a view. */
export const readablePrices = (index: PlaceIndex, view: MapView, covered: readonly Box[]): number => {
  const { x, y } = mercator(view.center, view.zoom);
  const [left, top] = [x - view.width / 2, y - view.height / 2];
  const isWhole = ({ box }: MapItem): boolean =>
    box.left >= left && box.right <= left + view.width && box.top >= top && box.bottom <= top + view.height;
  return withoutCoveredPrices(index.within(view, null), view, covered).filter(
    (item) => item.price !== null && !item.isCompact && isWhole(item),
  ).length;
};

/** All places by where they are, with what marks them. */
export const usePlaceIndex = ({
  restaurants,
  narrowedBy,
}: Pick<MarkedPlaces, 'restaurants' | 'narrowedBy'>): PlaceIndex => {
  const isNarrowed = narrowedBy !== null;
  const now = useNow();
  return useMemo(() => {
    const marked = restaurants.map((restaurant) => ({
      key: restaurant.key,
      location: restaurant.location,
      label: priceOrState(restaurant, now),
      price: lunchPriceAt(restaurant, now),
    }));
    return createPlaceIndex(marked, {
      sizes: createMarkerSizes(textScaleOf(document)),
      pillsFrom: pillsFrom(isNarrowed),
      priceLabel: priceFrom,
    });
  }, [restaurants, isNarrowed, now]);
};

interface MapItemsOptions extends Pick<MarkedPlaces, 'restaurants' | 'selectedKey'> {
  readonly index: PlaceIndex;
  readonly covered: readonly Box[];
}

/** What stands where, joined so that nothing covers a price. */
export const useMapItems = (
  view: MapView | null,
  { restaurants, selectedKey, index, covered }: MapItemsOptions,
): readonly MapItem[] => {
  const chosen = restaurants.find(({ key }) => key === selectedKey);
  const [key, name] = [chosen?.key ?? null, chosen?.name ?? ''];
  return useMemo(
    () =>
      view === null ? [] : withoutCoveredPrices(index.within(view, key === null ? null : { key, name }), view, covered),
    [index, view, key, name, covered],
  );
};

interface PlaceMarksProps extends ShownMap {
  readonly places: MarkedPlaces;
  readonly items: readonly MapItem[];
  /** Brings a cluster's places into sight, from nearer by. */
  readonly onOpen: (points: readonly Coordinate[]) => void;
}

/** Pins, dots and clusters, and what was searched for beside them. */
export const PlaceMarks = ({ map, view, places, items, onOpen }: PlaceMarksProps) => {
  const now = useNow();
  const { restaurants, found, isLocated, deals, narrowedBy, selectedKey, pressedKey, onSelect, onPoint } = places;
  const byKey = useMemo(() => new Map(restaurants.map((restaurant) => [restaurant.key, restaurant])), [restaurants]);
  const shared = { map, now, isLocated, onSelect, onPoint, hasPills: view.zoom >= pillsFrom(narrowedBy !== null) };
  return (
    <>
      {found.map((place) => (
        <FoundMarker key={`found/${place.key}`} map={map} place={place} isLocated={isLocated} />
      ))}
      {items.map((item) => {
        if (item.kind === 'cluster')
          return <ClusterMarker key={`cluster/${item.id}`} map={map} item={item} onOpen={onOpen} />;
        const { key, lift, isCompact } = item;
        const restaurant = byKey.get(key);
        const isSelected = key === selectedKey;
        return (
          restaurant !== undefined && (
            <PlaceMarker
              key={key}
              {...shared}
              restaurant={restaurant}
              hasDeal={deals.has(key)}
              lift={lift}
              isCompact={isCompact}
              isSelected={isSelected}
              isPressed={isSelected && key === pressedKey}
            />
          )
        );
      })}
    </>
  );
};
