import type { FoundStatus, Offer } from '@mahlzeit/contract';
import {
  areHoursUnknown,
  withDealPrices,
  closingAt,
  compareRanks,
  dayState,
  drinksMealTypeName,
  foundRank,
  isLunchMealType,
  isLunchTimeOver,
  isOpenAt,
  isStillOpenToday,
  lunchStateAt,
  lunchPriceAt,
  nextOpeningAt,
} from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from '../restaurants';

const openStatusOf = (restaurant: OwnRestaurant, now: number): FoundStatus => {
  if (areHoursUnknown(restaurant, now)) return { kind: 'unknown', until: null, from: null };
  return isOpenAt(restaurant, now)
    ? { kind: 'open', until: closingAt(restaurant, now), from: null }
    : { kind: 'closed', until: null, from: nextOpeningAt(restaurant, now) };
};

/**
 * Computes the status of a place in a search result. If some of these offers are lunch, the status depends on the lunch
 * times, otherwise on the opening hours.
 */
export const foundStatusOf = (restaurant: OwnRestaurant, offers: readonly Offer[], now: number): FoundStatus => {
  const currentLunchState = lunchStateAt({ ...restaurant, offers: [...offers] }, now);
  switch (currentLunchState.kind) {
    case 'serving':
      return { kind: 'lunch', until: currentLunchState.until, from: null };
    case 'later':
      return { kind: 'lunchLater', until: null, from: currentLunchState.from };
    case 'over':
      return { ...openStatusOf(restaurant, now), kind: 'lunchOver' };
    case 'untimed':
    case 'none':
      return openStatusOf(restaurant, now);
  }
};

/**
 * Computes the price in cents of the cheapest lunch at a place with today's offers, as cards and the map show it; null
 * without lunch.
 */
export const foundPriceOf = (
  restaurant: OwnRestaurant,
  offers: readonly Offer[],
  activeDiscounts: DiscountsAtInstant,
): number | null => {
  const restaurantWithOffers = { ...restaurant, offers: [...offers] };
  return lunchPriceAt(
    {
      ...withDealPrices(restaurantWithOffers, activeDiscounts),
      dayState: dayState(restaurantWithOffers, activeDiscounts.now),
    },
    activeDiscounts.now,
  );
};

/** Values by which a search result is sorted. */
interface SortableResult {
  readonly status: FoundStatus;
  readonly meters: number | null;
  readonly key: string;
}

/** Compares two search results: open places come before closed ones; within both groups the nearest comes first. */
export const compareSearchResults = (a: SortableResult, b: SortableResult): number =>
  compareRanks(foundRank(a), foundRank(b));

/** Fields of a dish by which popular dishes are found. */
export interface CountedOffer {
  readonly key: string;
  readonly name: string;
  /** Name in lower case without accents, by which the same dish at different places is recognised. */
  readonly searchText: string;
  readonly price: number;
  readonly baseName: string;
}

/** A nearby place whose dishes are counted, with its offers of today. `meters` is the distance from the user. */
export interface CountedPlace {
  readonly own: OwnRestaurant;
  readonly meters: number;
  readonly offers: readonly CountedOffer[];
}

// Meal types that are not counted as popular dishes. People don't search lunch by drinks and side dishes, and the name
// of a set menu says nothing about its dishes.
const UNCOUNTED_MEAL_TYPES: ReadonlySet<string> = new Set([
  drinksMealTypeName,
  'Beilagen',
  'Desserts',
  'Vorspeisen',
  'Menü',
]);

const isOfferStillAvailable = ({ baseName }: CountedOffer, { own }: CountedPlace, now: number): boolean =>
  isStillOpenToday(own, now) && !(isLunchMealType(baseName) && isLunchTimeOver(own, now));

/**
 * A dish with the number of places that serve it, its lowest price in cents and the distance of the nearest place in
 * metres.
 */
interface ServedDish {
  readonly name: string;
  readonly places: number;
  readonly price: number;
  readonly meters: number;
}

const MIN_SERVING_PLACES = 2;

/**
 * Returns the dishes that most places still serve today. A place counts once for each name of a dish. Dishes with equal
 * counts are sorted by distance.
 */
export const countServedDishes = (
  countedPlaces: readonly CountedPlace[],
  now: number,
  maxDishes: number,
): readonly ServedDish[] => {
  const dishBySearchText = new Map<string, ServedDish>();
  for (const countedPlace of [...countedPlaces].sort((a, b) => a.meters - b.meters)) {
    const cheapestOfferByText = new Map<string, CountedOffer>();
    for (const countedOffer of countedPlace.offers) {
      const cheapestOffer = cheapestOfferByText.get(countedOffer.searchText);
      if (
        UNCOUNTED_MEAL_TYPES.has(countedOffer.baseName) ||
        !isOfferStillAvailable(countedOffer, countedPlace, now) ||
        (cheapestOffer !== undefined && cheapestOffer.price <= countedOffer.price)
      )
        continue;
      cheapestOfferByText.set(countedOffer.searchText, countedOffer);
    }
    for (const [text, { name, price }] of cheapestOfferByText) {
      const servedDish = dishBySearchText.get(text);
      dishBySearchText.set(
        text,
        servedDish === undefined
          ? { name, places: 1, price, meters: countedPlace.meters }
          : { ...servedDish, places: servedDish.places + 1, price: Math.min(servedDish.price, price) },
      );
    }
  }
  return [...dishBySearchText.values()]
    .filter((dish) => dish.places >= MIN_SERVING_PLACES)
    .sort((a, b) => b.places - a.places || a.meters - b.meters || (a.name < b.name ? -1 : 1))
    .slice(0, maxDishes);
};
