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

const openStatus = (own: OwnRestaurant, now: number): FoundStatus => {
  if (areHoursUnknown(own)) return { kind: 'unknown', until: null, from: null };
  return isOpenAt(own, now)
    ? { kind: 'open', until: closingAt(own, now), from: null }
    : { kind: 'closed', until: null, from: nextOpening(own, now) };
};

/** How a place stands, by its lunch where some of these offers are lunch, else by its hours. */
export const foundStatus = (own: OwnRestaurant, offers: readonly Offer[], now: number): FoundStatus => {
  const lunch = lunchAt({ ...own, offers: [...offers] }, now);
  switch (lunch.kind) {
    case 'serving':
      return { kind: 'lunch', until: lunch.until, from: null };
    case 'later':
      return { kind: 'lunchLater', until: null, from: lunch.from };
    case 'over':
      return { ...openStatus(own, now), kind: 'lunchOver' };
    case 'untimed':
    case 'none':
      return openStatus(own, now);
  }
};

/** Cents that stand for a place with today's offers, as cards and the map have them. */
export const foundPrice = (own: OwnRestaurant, offers: readonly Offer[], deals: DealsNow): number | null => {
  const place = { ...own, offers: [...offers] };
  return lunchPriceAt({ ...atDealPrices(place, deals), dayState: dayState(place, deals.now) }, deals.now);
};

/** What a result is sorted by. */
interface Sorted {
  readonly status: FoundStatus;
  readonly meters: number | null;
  readonly key: string;
}

// A search marks no paid place, so none is preferred in it.
const rankOfResult = ({ status, meters, key }: Sorted) => ({
  isOpen: status.kind === 'lunch' || status.kind === 'open',
  isPremium: false,
  meters: meters === null ? Infinity : Math.round(meters),
  key,
});

/** The order of the list among results: what can be had first, then the nearest. */
export const compareResults = (a: Sorted, b: Sorted): number => compareRanks(rankOfResult(a), rankOfResult(b));

/** A dish as far as counting it needs. */
export interface CountedOffer {
  readonly key: string;
  readonly name: string;
  /** Folded: the same for all who serve the same. */
  readonly searchText: string;
  readonly price: number;
  readonly baseName: string;
}

/** A place around, and what it offers today. */
export interface CountedPlace {
  readonly own: OwnRestaurant;
  readonly meters: number;
  readonly offers: readonly CountedOffer[];
}

// Nobody looks for lunch by its drink or its bread; and a set menu's name says nothing of what it is.
const UNCOUNTED_MEAL_TYPES: ReadonlySet<string> = new Set([
  drinksMealTypeName,
  'Beilagen',
  'Desserts',
  'Vorspeisen',
  'Menü',
]);

const canStillBeHad = ({ baseName }: CountedOffer, { own }: CountedPlace, now: number): boolean =>
  isStillOpenToday(own, now) && !(isLunchMealType(baseName) && isLunchTimeOver(own, now));

/** One dish and all places that serve it. */
interface Served {
  readonly name: string;
  readonly places: number;
  readonly price: number;
  readonly meters: number;
}

const MIN_PLACES = 2;

/**
 * The dishes that most places still serve today, those of one name counted once a place; the nearer decides among
 * equals.
 */
export const countServed = (places: readonly CountedPlace[], now: number, limit: number): readonly Served[] => {
  const served = new Map<string, Served>();
  for (const place of [...places].sort((a, b) => a.meters - b.meters)) {
    const own = new Map<string, CountedOffer>();
    for (const offer of place.offers) {
      const known = own.get(offer.searchText);
      if (
        UNCOUNTED_MEAL_TYPES.has(offer.baseName) ||
        !canStillBeHad(offer, place, now) ||
        (known !== undefined && known.price <= offer.price)
      )
        continue;
      own.set(offer.searchText, offer);
    }
    for (const [text, { name, price }] of own) {
      const known = served.get(text);
      served.set(
        text,
        known === undefined
          ? { name, places: 1, price, meters: place.meters }
          : { ...known, places: known.places + 1, price: Math.min(known.price, price) },
      );
    }
  }
  return [...served.values()]
    .filter((dish) => dish.places >= MIN_PLACES)
    .sort((a, b) => b.places - a.places || a.meters - b.meters || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
};
