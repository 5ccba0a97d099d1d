import { mercatorPixelsOf } from '@mahlzeit/basemap';
import type { Coordinate, Ms, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import {
  distanceMeters,
  servesNothingMoreToday,
  lunchStateAt,
  lunchPriceAt,
  chooseTravel,
} from '@mahlzeit/contract/rules';
import { formatMinutes, formatPrice } from '@mahlzeit/shared-ui/platform';
import type { PinVariant } from '@mahlzeit/shared-ui/ui/map';
import { statusWordOf } from '@mahlzeit/shared-ui/ui/restaurant';
import { text as listText } from '../../discovery-texts';
import { doesLunchEndSoon, lunchLabelsOf, openingStatusAt, statusLabelsOf } from '../restaurant';
import { text } from './map-texts';

/** Length of one degree of latitude, in metres. */
export const METRES_PER_DEGREE = 111_195;

/**
 * Initial zoom of the map (S1§9), and the minimum zoom at which restaurants have markers with a price (pills) if no
 * filter is active. At smaller zooms the many restaurants are dots.
 */
export const MIN_PILL_ZOOM = 16;
/**
 * Minimum zoom at which restaurants have markers with a price (pills) if filters are active. A filtered list is short,
 * so its pills find space at every zoom, or the restaurants form clusters.
 */
const MIN_FILTERED_PILL_ZOOM = 11;

/** Returns the minimum zoom at which restaurants have pills with a price. `isFiltered`: filters limit the list. */
export const minPillZoomFor = (isFiltered: boolean): number => (isFiltered ? MIN_FILTERED_PILL_ZOOM : MIN_PILL_ZOOM);

/**
 * Appearance of a restaurant's marker. `ring`: there is no price, because the restaurant has no dishes today. `dot`:
 * the zoom is too small for a price.
 */
export type MarkerLook =
  | { readonly kind: 'pin'; readonly look: PinVariant; readonly text: string; readonly subText?: string }
  | { readonly kind: 'ring' }
  | { readonly kind: 'dot' };

const travelTimeLabel = ({ initialDistanceKm }: Pick<Restaurant, 'initialDistanceKm'>): string | null =>
  initialDistanceKm === null ? null : formatMinutes(chooseTravel(initialDistanceKm * 1000).minutes);

/** Formats the lowest price of one or several restaurants: „ab 8,50 €“. */
export const lowestPriceText = (priceCents: number): string =>
  listText('PriceFrom', { price: formatPrice(priceCents) });

/**
 * Returns the text on a restaurant's marker: the lowest price, or that the restaurant is closed; null if there is
 * neither.
 */
export const priceTextOf = (restaurant: Restaurant, now: Ms): string | null => {
  if (servesNothingMoreToday(restaurant)) return text('PinClosed');
  const lunchPrice = lunchPriceAt(restaurant, now);
  return lunchPrice === null ? null : lowestPriceText(lunchPrice);
};

const selectedMarkerLook = (
  restaurant: Restaurant,
  { now, isLocated }: Pick<MarkerState, 'now' | 'isLocated'>,
): MarkerLook => {
  const textParts = [priceTextOf(restaurant, now), isLocated ? travelTimeLabel(restaurant) : null].filter(
    (textPart) => textPart !== null,
  );
  return {
    kind: 'pin',
    look: 'selected',
    text: restaurant.name,
    ...(textParts.length > 0 && { subText: textParts.join(' · ') }),
  };
};

interface MarkerState {
  /** False at small zooms, where markers are dots instead of pills with a price. */
  readonly hasPills: boolean;
  readonly now: Ms;
  /** Whether distances are measured from a place that the user chose, or from the user's position. */
  readonly isLocated: boolean;
  readonly isSelected: boolean;
  /** True if there is no space for the price. The marker is then a dot or a ring. */
  readonly isPriceHidden: boolean;
}

/** Returns the appearance of a restaurant's marker: a pill with a price, a ring, or a dot (VISUAL, markers). */
export const markerLookOf = (
  restaurant: Restaurant,
  { hasPills, now, isLocated, isSelected, isPriceHidden }: MarkerState,
): MarkerLook => {
  if (isSelected) return selectedMarkerLook(restaurant, { now, isLocated });
  const pillLabel = priceTextOf(restaurant, now);
  if (pillLabel === null) return { kind: 'ring' };
  if (!hasPills || isPriceHidden) return servesNothingMoreToday(restaurant) ? { kind: 'ring' } : { kind: 'dot' };
  if (servesNothingMoreToday(restaurant)) return { kind: 'pin', look: 'closed', text: pillLabel };
  const endsSoonOrCloses =
    doesLunchEndSoon(lunchStateAt(restaurant, now)) || openingStatusAt(restaurant, now).kind === 'closingSoon';
  return { kind: 'pin', look: endsSoonOrCloses ? 'soon' : 'plain', text: pillLabel };
};

/** Returns the full description of a restaurant, for screen readers. */
export const markerLabel = (
  restaurant: Restaurant,
  { now, isLocated }: Pick<MarkerState, 'now' | 'isLocated'>,
): string => {
  const statusTexts =
    lunchLabelsOf(lunchStateAt(restaurant, now)) ?? statusLabelsOf(openingStatusAt(restaurant, now), now);
  const lunchPrice = lunchPriceAt(restaurant, now);
  const textParts = [
    restaurant.name,
    [statusWordOf(statusTexts), statusTexts.rest].filter((statusText) => statusText !== undefined).join(' '),
    lunchPrice === null ? null : text('LunchFor', { price: lowestPriceText(lunchPrice) }),
    isLocated ? travelTimeLabel(restaurant) : null,
  ];
  return textParts.filter((textPart) => textPart !== null).join(', ');
};

/** Returns the full description of a restaurant that takes no orders, for screen readers. */
export const searchResultLabel = (place: RestaurantSummary, isLocated: boolean): string =>
  [place.name, listText('NotPartnerTitle'), isLocated ? travelTimeLabel(place) : null]
    .filter((textPart) => textPart !== null)
    .join(', ');

/** Part of the world that a map shows at a zoom; its edges in degrees. */
export interface MapViewBounds {
  readonly zoom: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** View of the map: the visible part of the world. The edges include a margin. */
export interface MapView extends MapViewBounds {
  readonly center: Coordinate;
  /** Size of the map's box in px; 0 while it is hidden. */
  readonly width: number;
  readonly height: number;
  /** Metres between opposite corners of the visible part of the map, without the margin. */
  readonly diagonal: number;
}

export type DistantPlace = Pick<Restaurant, 'location' | 'initialDistanceKm'>;

/** Returns the restaurant with the smallest distance; null for an empty list. */
export const nearestPlace = <Place extends DistantPlace>(places: readonly Place[]): Place | null =>
  places.reduce<Place | null>(
    (nearestSoFar, place) =>
      nearestSoFar === null || (place.initialDistanceKm ?? Infinity) < (nearestSoFar.initialDistanceKm ?? Infinity)
        ? place
        : nearestSoFar,
    null,
  );

/** Centers of list and map, with the distances that decide whether the map has left the area of the list. */
interface MapAreaMove {
  readonly listCenter: Coordinate;
  readonly mapCenter: Coordinate;
  /** Metres to the farthest restaurant of the loaded list; null for an empty list. */
  readonly farthestMetres: number | null;
  /** Metres between opposite corners of the visible part of the map. */
  readonly diagonal: number;
}

/** Rounding error of the projection in metres. A smaller distance isn't a move. */
const ROUNDING_ERROR_METRES = 2;
/** Rounding error in px when a finger moves the map. */
const ROUNDING_ERROR_PX = 1;

/**
 * Returns whether the map has moved so far that a search in its area makes sense: its center is farther from the list's
 * center than half the distance to the farthest restaurant, or half the diagonal for an empty list (S1§2).
 */
export const hasMapLeftArea = ({ listCenter, mapCenter, farthestMetres, diagonal }: MapAreaMove): boolean =>
  distanceMeters(listCenter, mapCenter) > (farthestMetres ?? diagonal) / 2 + ROUNDING_ERROR_METRES;

/** Returns whether a map has moved away from the list's center by half of its width or height. */
export const hasMovedHalfScreen = (
  listCenter: Coordinate,
  { center, zoom, width, height }: Pick<MapView, 'center' | 'zoom' | 'width' | 'height'>,
): boolean => {
  if (width === 0 || height === 0) return false;
  const [listPixel, mapPixel] = [mercatorPixelsOf(listCenter, zoom), mercatorPixelsOf(center, zoom)];
  return (
    Math.abs(mapPixel.x - listPixel.x) >= width / 2 - ROUNDING_ERROR_PX ||
    Math.abs(mapPixel.y - listPixel.y) >= height / 2 - ROUNDING_ERROR_PX
  );
};
