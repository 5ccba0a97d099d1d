import type { Ms, Restaurant, RestaurantSummary } from '@mahlzeit/contract';
import { travelBy } from '@mahlzeit/contract/rules';
import { formatMinutes } from '@mahlzeit/shared-ui/platform';
import type { PinVariant } from '@mahlzeit/shared-ui/ui/restaurant';
import { text } from '../../discovery-texts';
import { cheapestLunch, isOutForToday, openingStatus, shortPriceLabel, statusLabels } from '../restaurant-facts';

/** Below it, pills would cover each other: places become dots. */
export const PILL_ZOOM = 16;

/** How a place is marked. A `ring` has nothing to price: no dishes today. A `dot` is a place seen from further up. */
export type Mark = { readonly kind: 'pin'; readonly look: PinVariant; readonly text: string; readonly subText?: string } | { readonly kind: 'ring' } | { readonly kind: 'dot' };

const travelLabel = ({ initialDistanceKm }: Pick<Restaurant, 'initialDistanceKm'>): string | null => (initialDistanceKm === null ? null : formatMinutes(travelBy(initialDistanceKm * 1000).minutes));

const priceOrState = (restaurant: Restaurant): string | null => {
  if (isOutForToday(restaurant)) return text('PinClosed');
  const cheapest = cheapestLunch(restaurant);
  return cheapest === null ? null : shortPriceLabel(cheapest);
};

const selectedMark = (restaurant: Restaurant): Mark => {
  const parts = [priceOrState(restaurant), travelLabel(restaurant)].filter((part) => part !== null);
  return { kind: 'pin', look: 'selected', text: restaurant.name, ...(parts.length > 0 && { subText: parts.join(' · ') }) };
};

interface Moment {
  readonly zoom: number;
  readonly now: Ms;
  readonly isSelected: boolean;
}

/** VISUAL, markers: what stands for a place on the map. */
export const markOf = (restaurant: Restaurant, { zoom, now, isSelected }: Moment): Mark => {
  if (isSelected) return selectedMark(restaurant);
  const label = priceOrState(restaurant);
  if (label === null) return { kind: 'ring' };
  if (zoom < PILL_ZOOM) return isOutForToday(restaurant) ? { kind: 'ring' } : { kind: 'dot' };
  if (isOutForToday(restaurant)) return { kind: 'pin', look: 'closed', text: label };
  return { kind: 'pin', look: openingStatus(restaurant, now).kind === 'closingSoon' ? 'soon' : 'plain', text: label };
};

/** The place in full, for who doesn't see the map. */
export const markLabel = (restaurant: Restaurant, now: Ms): string => {
  const status = statusLabels(openingStatus(restaurant, now), now);
  const cheapest = isOutForToday(restaurant) ? null : cheapestLunch(restaurant);
  const parts = [restaurant.name, status === null ? null : [status.word, status.rest].filter((part) => part !== undefined).join(' '), cheapest === null ? null : text('LunchFor', { price: shortPriceLabel(cheapest) }), travelLabel(restaurant)];
  return parts.filter((part) => part !== null).join(', ');
};

/** A place without orders in full. */
export const foundLabel = (place: RestaurantSummary): string => [place.name, text('NotPartnerTitle'), travelLabel(place)].filter((part) => part !== null).join(', ');
