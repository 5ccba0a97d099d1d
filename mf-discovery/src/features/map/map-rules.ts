import type { Coordinate, Ms, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { distanceMeters, isOutForToday, lunchAt, lunchPriceAt, travelBy } from '@mahlzeit/contract/rules';
import { formatMinutes, formatPrice } from '@mahlzeit/shared-ui/platform';
import type { PinVariant } from '@mahlzeit/shared-ui/ui/map';
import { text as listText } from '../../discovery-texts';
import { endsSoon, lunchLabels, openingStatus, statusLabels } from '../restaurant';
import { text } from './map-texts';

/** S1§9: the map's own zoom. Below it the many places of a list are dots. */
export const PILL_ZOOM = 16;
/**
 * Where a filter leaves few places, their pills have room from as far up as the map goes; those that have none are
 * joined.
 */
const FEW_PILLS_ZOOM = 11;

/** The least zoom at which places are pills. */
export const pillsFrom = (isNarrowed: boolean): number => (isNarrowed ? FEW_PILLS_ZOOM : PILL_ZOOM);

/** How a place is marked. A `ring` has nothing to price: no dishes today. A `dot` is a place seen from further up. */
export type Mark =
  | { readonly kind: 'pin'; readonly look: PinVariant; readonly text: string; readonly subText?: string }
  | { readonly kind: 'ring' }
  | { readonly kind: 'dot' };

const travelLabel = ({ initialDistanceKm }: Pick<Restaurant, 'initialDistanceKm'>): string | null =>
  initialDistanceKm === null ? null : formatMinutes(travelBy(initialDistanceKm * 1000).minutes);

/** „ab 8,50 €“: what the least costs, at a place or at several. */
export const priceFrom = (cents: number): string => listText('PriceFrom', { price: formatPrice(cents) });

/** What a place's pill says; null where it has nothing to say. */
export const priceOrState = (restaurant: Restaurant, now: Ms): string | null => {
  if (isOutForToday(restaurant)) return text('PinClosed');
  const price = lunchPriceAt(restaurant, now);
  return price === null ? null : priceFrom(price);
};

const selectedMark = (restaurant: Restaurant, { now, isLocated }: Pick<Moment, 'now' | 'isLocated'>): Mark => {
  const parts = [priceOrState(restaurant, now), isLocated ? travelLabel(restaurant) : null].filter(
    (part) => part !== null,
  );
  return {
    kind: 'pin',
    look: 'selected',
    text: restaurant.name,
    ...(parts.length > 0 && { subText: parts.join(' · ') }),
  };
};

interface Moment {
  /** False from further up, where places are dots. */
  readonly hasPills: boolean;
  readonly now: Ms;
  /** Somebody looks from a place of their own: there is a way to tell. */
  readonly isLocated: boolean;
  readonly isSelected: boolean;
  /** There is no room for its price. */
  readonly isCompact: boolean;
}

/** VISUAL, markers: what stands for a place on the map. */
export const markOf = (restaurant: Restaurant, { hasPills, now, isLocated, isSelected, isCompact }: Moment): Mark => {
  if (isSelected) return selectedMark(restaurant, { now, isLocated });
  const label = priceOrState(restaurant, now);
  if (label === null) return { kind: 'ring' };
  if (!hasPills || isCompact) return isOutForToday(restaurant) ? { kind: 'ring' } : { kind: 'dot' };
  if (isOutForToday(restaurant)) return { kind: 'pin', look: 'closed', text: label };
  const isSoonOver = endsSoon(lunchAt(restaurant, now)) || openingStatus(restaurant, now).kind === 'closingSoon';
  return { kind: 'pin', look: isSoonOver ? 'soon' : 'plain', text: label };
};

/** The place in full, for who doesn't see the map. */
export const markLabel = (restaurant: Restaurant, { now, isLocated }: Pick<Moment, 'now' | 'isLocated'>): string => {
  const status = lunchLabels(lunchAt(restaurant, now)) ?? statusLabels(openingStatus(restaurant, now), now);
  const price = lunchPriceAt(restaurant, now);
  const parts = [
    restaurant.name,
    status === null ? null : [status.word, status.rest].filter((part) => part !== undefined).join(' '),
    price === null ? null : text('LunchFor', { price: priceFrom(price) }),
    isLocated ? travelLabel(restaurant) : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
};

/** A place without orders in full. */
export const foundLabel = (place: RestaurantSummary, isLocated: boolean): string =>
  [place.name, listText('NotPartnerTitle'), isLocated ? travelLabel(place) : null]
    .filter((part) => part !== null)
    .join(', ');

/** A part of the world seen from a height. */
export interface ViewBox {
  readonly zoom: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What of the world the map shows, with a little room around it. */
export interface MapView extends ViewBox {
  readonly center: Coordinate;
  /** Of the map's box, px; 0 while it isn't shown. */
  readonly width: number;
  readonly height: number;
  /** Metres from corner to corner, without the room. */
  readonly diagonal: number;
}

export type DistantPlace = Pick<Restaurant, 'location' | 'initialDistanceKm'>;

/** The place with the least distance; null where there is none. */
export const nearestOf = <Place extends DistantPlace>(places: readonly Place[]): Place | null =>
  places.reduce<Place | null>(
    (nearest, place) =>
      nearest === null || (place.initialDistanceKm ?? Infinity) < (nearest.initialDistanceKm ?? Infinity)
        ? place
        : nearest,
    null,
  );

/** Where the map has been moved to, and what it started from. */
interface AreaMove {
  /** What the list is centred on. */
  readonly from: Coordinate;
  /** The middle of the map. */
  readonly to: Coordinate;
  /** Metres to the farthest place of the list as it was loaded; null where the list is empty. */
  readonly farthest: number | null;
  /** Metres from corner to corner of what the map shows. */
  readonly diagonal: number;
}

/** A projection rounds; nobody moved the map by that, in metres. */
const STILL = 2;

/**
 * S1§2: another area is worth searching farther off than half the way to the farthest place, or half the diagonal where
 * there is none.
 */
export const hasLeftArea = ({ from, to, farthest, diagonal }: AreaMove): boolean =>
  distanceMeters(from, to) > (farthest ?? diagonal) / 2 + STILL;
