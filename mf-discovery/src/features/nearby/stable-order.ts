import type { Restaurant } from '@mahlzeit/contract';
import { inListOrder, isLunchTimeOver, listedRank } from '@mahlzeit/contract/rules';
import type { ListOrder, Rank } from '@mahlzeit/contract/rules';

interface PlaceRank {
  readonly rank: Rank;
  readonly isLunchOver: boolean;
}

// Caches the rank of a place at one time: the whole list is sorted again with each page.
const cache = new WeakMap<Restaurant, ListOrder & { readonly placeRank: PlaceRank }>();

const placeRankAt = (restaurant: Restaurant, { now, list }: ListOrder): PlaceRank => {
  const cached = cache.get(restaurant);
  if (cached?.now === now && cached.list === list) return cached.placeRank;
  const rank = listedRank(restaurant, { now, list });
  const placeRank = { rank, isLunchOver: list === 'lunch' && !rank.isOpen && isLunchTimeOver(restaurant, now) };
  cache.set(restaurant, { now, list, placeRank });
  return placeRank;
};

/** Sorted places, with the border between those that serve lunch and the others. */
export interface ListedPlaces {
  readonly restaurants: readonly Restaurant[];
  /**
   * In the lunch list: key of the first place that isn't open, provided that lunch is over at one of those; else null.
   */
  readonly restFrom: string | null;
}

/** Returns the list that a new request would get. */
export const freshList = (restaurants: readonly Restaurant[], order: ListOrder): ListedPlaces => {
  const ordered = inListOrder(restaurants, (restaurant) => placeRankAt(restaurant, order).rank);
  const closedRestaurants = ordered.filter((restaurant) => !placeRankAt(restaurant, order).rank.isOpen);
  return {
    restaurants: ordered,
    restFrom: closedRestaurants.some((restaurant) => placeRankAt(restaurant, order).isLunchOver)
      ? (closedRestaurants[0]?.key ?? null)
      : null,
  };
};

/** Counts the open places; in the lunch list those whose lunch isn't over. */
export const openCount = (restaurants: readonly Restaurant[], order: ListOrder): number =>
  restaurants.filter((restaurant) => placeRankAt(restaurant, order).rank.isOpen).length;

/** List that is on the screen. */
export interface VisibleOrder {
  /** Query of the list: filters and search area. */
  readonly query: string;
  readonly keys: readonly string[];
  readonly restFrom: string | null;
}

/** List to be drawn. */
export interface StableList extends ListedPlaces {
  /** Whether a new request would get another list. */
  readonly isStale: boolean;
}

/** Converts a list to the one on the screen. */
export const visibleOrderOf = (query: string, { restaurants, restFrom }: ListedPlaces): VisibleOrder => ({
  query,
  keys: restaurants.map(({ key }) => key),
  restFrom,
});

/** Returns whether the list on the screen has this query and these places. */
export const hasSameOrder = (
  visibleOrder: VisibleOrder,
  query: string,
  { restaurants, restFrom }: ListedPlaces,
): boolean =>
  visibleOrder.query === query &&
  visibleOrder.restFrom === restFrom &&
  visibleOrder.keys.length === restaurants.length &&
  visibleOrder.keys.every((key, index) => key === restaurants[index]?.key);

/**
 * Returns the list while the cards must not move: places on the screen stay, whether they pass the filters or not, and
 * new ones follow. `all` has every loaded place.
 */
export const keepOrder = (
  visibleOrder: VisibleOrder,
  listedPlaces: ListedPlaces,
  allRestaurants: readonly Restaurant[],
): StableList => {
  const byKey = new Map(allRestaurants.map((restaurant) => [restaurant.key, restaurant]));
  const visibleKeys = new Set(visibleOrder.keys);
  const restaurants = [
    ...visibleOrder.keys.flatMap((key) => byKey.get(key) ?? []),
    ...listedPlaces.restaurants.filter(({ key }) => !visibleKeys.has(key)),
  ];
  // A border behind the visible places moves nothing.
  const restFrom =
    visibleOrder.restFrom === null && listedPlaces.restFrom !== null && !visibleKeys.has(listedPlaces.restFrom)
      ? listedPlaces.restFrom
      : visibleOrder.restFrom;
  return {
    restaurants,
    restFrom,
    isStale: !hasSameOrder(
      visibleOrderOf(visibleOrder.query, { restaurants, restFrom }),
      visibleOrder.query,
      listedPlaces,
    ),
  };
};
