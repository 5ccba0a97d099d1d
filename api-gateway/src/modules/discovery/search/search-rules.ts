import type { FoundStatus, Offer } from '@mahlzeit/contract';
import {
  areHoursUnknown,
  atDealPrices,
  closingAt,
  compareRanks,
  dayState,
  drinksMealTypeName,
  isLunchMealType,
  isLunchTimeOver,
  isOpenAt,
  isStillOpenToday,
  lunchAt,
  lunchPriceAt,
  nextOpening,
} from '@mahlzeit/contract/rules';
import type { DealsNow } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from '../restaurants';

const openStatus = (restaurant: OwnRestaurant, now: number): FoundStatus => {
  if (areHoursUnknown(restaurant)) return { kind: 'unknown', until: null, from: null };
  return isOpenAt(restaurant, now)
    ? { kind: 'open', until: closingAt(restaurant, now), from: null }
    : { kind: 'closed', until: null, from: nextOpening(restaurant, now) };
};

/** Computes the status of a place: by its lunch if some of these offers are lunch, else by its opening hours. */
export const foundStatus = (restaurant: OwnRestaurant, offers: readonly Offer[], now: number): FoundStatus => {
  const lunch = lunchAt({ ...restaurant, offers: [...offers] }, now);
  switch (lunch.kind) {
    case 'serving':
      return { kind: 'lunch', until: lunch.until, from: null };
    case 'later':
      return { kind: 'lunchLater', until: null, from: lunch.from };
    case 'over':
      return { ...openStatus(restaurant, now), kind: 'lunchOver' };
    case 'untimed':
    case 'none':
      return openStatus(restaurant, now);
  }
};

/** Computes the price of a place with today's offers in cents, as cards and the map show it. */
export const foundPrice = (restaurant: OwnRestaurant, offers: readonly Offer[], deals: DealsNow): number | null => {
  const place = { ...restaurant, offers: [...offers] };
  return lunchPriceAt({ ...atDealPrices(place, deals), dayState: dayState(place, deals.now) }, deals.now);
};

/** Sort keys of a search result. */
interface SortableResult {
  readonly status: FoundStatus;
  readonly meters: number | null;
  readonly key: string;
}

// Search results show no paid places, so none is preferred.
const rankOfResult = ({ status, meters, key }: SortableResult) => ({
  isOpen: status.kind === 'lunch' || status.kind === 'open',
  isPremium: false,
  meters: meters === null ? Infinity : Math.round(meters),
  key,
});

/** Compares results in the order of the list: available ones first, then the nearest. */
export const compareResults = (a: SortableResult, b: SortableResult): number =>
  compareRanks(rankOfResult(a), rankOfResult(b));

/** Fields of a dish that the count of popular dishes needs. */
export interface CountedOffer {
  readonly key: string;
  readonly name: string;
  /** Folded name; equal for the same dish at different places. */
  readonly searchText: string;
  readonly price: number;
  readonly baseName: string;
}

/** A nearby place with its offers of today. */
export interface CountedPlace {
  readonly own: OwnRestaurant;
  readonly meters: number;
  readonly offers: readonly CountedOffer[];
}

// Drinks and bread are not what people search lunch by, and the name of a set menu says nothing about its dishes.
const UNCOUNTED_MEAL_TYPES: ReadonlySet<string> = new Set([
  drinksMealTypeName,
  'Beilagen',
  'Desserts',
  'Vorspeisen',
  'Menü',
]);

const canStillBeHad = ({ baseName }: CountedOffer, { own }: CountedPlace, now: number): boolean =>
  isStillOpenToday(own, now) && !(isLunchMealType(baseName) && isLunchTimeOver(own, now));

/** A dish with the number of places that serve it. */
interface ServedDish {
  readonly name: string;
  readonly places: number;
  readonly price: number;
  readonly meters: number;
}

const MIN_PLACES = 2;

/**
 * Counts the dishes that most places still serve today. A place counts once for a name; the nearer dish is first among
 * equals.
 */
export const countServed = (places: readonly CountedPlace[], now: number, limit: number): readonly ServedDish[] => {
  const dishesByText = new Map<string, ServedDish>();
  for (const place of [...places].sort((a, b) => a.meters - b.meters)) {
    const offersByText = new Map<string, CountedOffer>();
    for (const offer of place.offers) {
      const offerOfText = offersByText.get(offer.searchText);
      if (
        UNCOUNTED_MEAL_TYPES.has(offer.baseName) ||
        !canStillBeHad(offer, place, now) ||
        (offerOfText !== undefined && offerOfText.price <= offer.price)
      )
        continue;
      offersByText.set(offer.searchText, offer);
    }
    for (const [text, { name, price }] of offersByText) {
      const servedDish = dishesByText.get(text);
      dishesByText.set(
        text,
        servedDish === undefined
          ? { name, places: 1, price, meters: place.meters }
          : { ...servedDish, places: servedDish.places + 1, price: Math.min(servedDish.price, price) },
      );
    }
  }
  return [...dishesByText.values()]
    .filter((dish) => dish.places >= MIN_PLACES)
    .sort((a, b) => b.places - a.places || a.meters - b.meters || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
};
