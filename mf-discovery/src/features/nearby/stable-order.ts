import type { Restaurant } from '@mahlzeit/contract';
import { countsAsOpen, isGroupAfterLunch, isLunchTimeOver, listedRank, sortByRank } from '@mahlzeit/contract/rules';
import type { ListOrder, Rank } from '@mahlzeit/contract/rules';

interface PlaceRank {
  readonly rank: Rank;
  /** Whether the restaurant is open now; the group `open` also has restaurants that open soon. */
  readonly isOpen: boolean;
  /** Whether no lunch is served any more today, in a list that only shows lunch. */
  readonly isAfterLunch: boolean;
  /** Whether lunch was served today and is over. */
  readonly isLunchOver: boolean;
}

// Caches the group and position of a restaurant in the list at a point in time, because the whole list is sorted again
// whenever a page arrives.
const rankByRestaurant = new WeakMap<Restaurant, ListOrder & { readonly placeRank: PlaceRank }>();

const readPlaceRank = (restaurant: Restaurant, { now, list }: ListOrder): PlaceRank => {
  const cachedRank = rankByRestaurant.get(restaurant);
  if (cachedRank?.now === now && cachedRank.list === list) return cachedRank.placeRank;
  const rank = listedRank(restaurant, { now, list });
  const isAfterLunch = list === 'lunch' && isGroupAfterLunch(rank.group);
  const placeRank = {
    rank,
    isOpen: rank.group === 'open' && countsAsOpen(restaurant, { now, list }),
    isAfterLunch,
    isLunchOver: isAfterLunch && isLunchTimeOver(restaurant, now),
  };
  rankByRestaurant.set(restaurant, { now, list, placeRank });
  return placeRank;
};

/** Sorted restaurants, and the border between those that serve lunch and the others. */
export interface ListedPlaces {
  readonly restaurants: readonly Restaurant[];
  /**
   * Key of the first restaurant that serves no lunch any more today, in a list that only shows lunch. Null if lunch
   * isn't over at any restaurant, and null in all other lists.
   */
  readonly firstClosedKey: string | null;
}

/** Returns the list in the order in which the gateway would return it now. */
export const createFreshList = (restaurants: readonly Restaurant[], listOrder: ListOrder): ListedPlaces => {
  const orderedRestaurants = sortByRank(restaurants, (restaurant) => readPlaceRank(restaurant, listOrder).rank);
  const closedRestaurants = orderedRestaurants.filter(
    (restaurant) => readPlaceRank(restaurant, listOrder).isAfterLunch,
  );
  return {
    restaurants: orderedRestaurants,
    firstClosedKey: closedRestaurants.some((restaurant) => readPlaceRank(restaurant, listOrder).isLunchOver)
      ? (closedRestaurants[0]?.key ?? null)
      : null,
  };
};

/**
 * Returns the restaurants that are open now, without those that open soon. In the lunch list a restaurant whose lunch
 * is over doesn't count as open.
 */
export const openRestaurantsOf = (restaurants: readonly Restaurant[], listOrder: ListOrder): readonly Restaurant[] =>
  restaurants.filter((restaurant) => readPlaceRank(restaurant, listOrder).isOpen);

/** Order of the list as it is visible on the screen. */
export interface VisibleOrder {
  /** Text that identifies the filters and the search area of the list. */
  readonly query: string;
  readonly keys: readonly string[];
  readonly firstClosedKey: string | null;
}

/** List of restaurants in the order in which the page shows it. */
export interface StableListState extends ListedPlaces {
  /** Whether the gateway would now return another list than the visible one. */
  readonly isStale: boolean;
}

/** Returns only the order of a list's restaurants, as it is visible on the screen. */
export const createVisibleOrder = (query: string, { restaurants, firstClosedKey }: ListedPlaces): VisibleOrder => ({
  query,
  keys: restaurants.map(({ key }) => key),
  firstClosedKey,
});

/** Returns whether the list on the screen belongs to these filters and has these restaurants in this order. */
export const isOrderUnchanged = (
  visibleOrder: VisibleOrder,
  query: string,
  { restaurants, firstClosedKey }: ListedPlaces,
): boolean =>
  visibleOrder.query === query &&
  visibleOrder.firstClosedKey === firstClosedKey &&
  visibleOrder.keys.length === restaurants.length &&
  visibleOrder.keys.every((key, keyIndex) => key === restaurants[keyIndex]?.key);

/**
 * Returns the list while the cards must not move: restaurants on the screen stay, even if they no longer pass the
 * filters, and new ones are added at the end. `allRestaurants` contains every loaded restaurant.
 */
export const keepVisibleOrder = (
  visibleOrder: VisibleOrder,
  listedPlaces: ListedPlaces,
  allRestaurants: readonly Restaurant[],
): StableListState => {
  const restaurantByKey = new Map(allRestaurants.map((restaurant) => [restaurant.key, restaurant]));
  const visibleKeys = new Set(visibleOrder.keys);
  const restaurants = [
    ...visibleOrder.keys.flatMap((key) => restaurantByKey.get(key) ?? []),
    ...listedPlaces.restaurants.filter(({ key }) => !visibleKeys.has(key)),
  ];
  // The heading between the open restaurants and the others may appear below the visible cards, because it moves none
  // of them.
  const firstClosedKey =
    visibleOrder.firstClosedKey === null &&
    listedPlaces.firstClosedKey !== null &&
    !visibleKeys.has(listedPlaces.firstClosedKey)
      ? listedPlaces.firstClosedKey
      : visibleOrder.firstClosedKey;
  return {
    restaurants,
    firstClosedKey,
    isStale: !isOrderUnchanged(
      createVisibleOrder(visibleOrder.query, { restaurants, firstClosedKey }),
      visibleOrder.query,
      listedPlaces,
    ),
  };
};
