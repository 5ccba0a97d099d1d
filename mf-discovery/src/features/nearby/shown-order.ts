import type { Restaurant } from '@mahlzeit/contract';
import { inListOrder, isLunchTimeOver, listedRank } from '@mahlzeit/contract/rules';
import type { ListOrder, Rank } from '@mahlzeit/contract/rules';

interface Standing {
  readonly rank: Rank;
  readonly isLunchOver: boolean;
}

// Caches the rank of a place at one time: the whole list is sorted again with each page.
const known = new WeakMap<Restaurant, ListOrder & { readonly standing: Standing }>();

const standingAt = (restaurant: Restaurant, { now, list }: ListOrder): Standing => {
  const held = known.get(restaurant);
  if (held?.now === now && held.list === list) return held.standing;
  const rank = listedRank(restaurant, { now, list });
  const standing = { rank, isLunchOver: list === 'lunch' && !rank.isOpen && isLunchTimeOver(restaurant, now) };
  known.set(restaurant, { now, list, standing });
  return standing;
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
  const ordered = inListOrder(restaurants, (restaurant) => standingAt(restaurant, order).rank);
  const rest = ordered.filter((restaurant) => !standingAt(restaurant, order).rank.isOpen);
  return {
    restaurants: ordered,
    restFrom: rest.some((restaurant) => standingAt(restaurant, order).isLunchOver) ? (rest[0]?.key ?? null) : null,
  };
};

/** Counts the open places; in the lunch list those whose lunch isn't over. */
export const openCount = (restaurants: readonly Restaurant[], order: ListOrder): number =>
  restaurants.filter((restaurant) => standingAt(restaurant, order).rank.isOpen).length;

/** List that is on the screen. */
export interface HeldList {
  /** Query of the list: filters and search area. */
  readonly question: string;
  readonly keys: readonly string[];
  readonly restFrom: string | null;
}

/** List to be drawn. */
export interface ShownList extends ListedPlaces {
  /** Whether a new request would get another list. */
  readonly isStale: boolean;
}

/** Converts a list to the one on the screen. */
export const heldAs = (question: string, { restaurants, restFrom }: ListedPlaces): HeldList => ({
  question,
  keys: restaurants.map(({ key }) => key),
  restFrom,
});

/** Returns whether the list on the screen has this query and these places. */
export const holds = (held: HeldList, question: string, { restaurants, restFrom }: ListedPlaces): boolean =>
  held.question === question &&
  held.restFrom === restFrom &&
  held.keys.length === restaurants.length &&
  held.keys.every((key, index) => key === restaurants[index]?.key);

/**
 * Returns the list while the cards must not move: places on the screen stay, whether they pass the filters or not, and
 * new ones follow. `all` has every loaded place.
 */
export const heldList = (held: HeldList, fresh: ListedPlaces, all: readonly Restaurant[]): ShownList => {
  const byKey = new Map(all.map((restaurant) => [restaurant.key, restaurant]));
  const standing = new Set(held.keys);
  const restaurants = [
    ...held.keys.flatMap((key) => byKey.get(key) ?? []),
    ...fresh.restaurants.filter(({ key }) => !standing.has(key)),
  ];
  // A border behind the visible places moves nothing.
  const restFrom =
    held.restFrom === null && fresh.restFrom !== null && !standing.has(fresh.restFrom) ? fresh.restFrom : held.restFrom;
  return {
    restaurants,
    restFrom,
    isStale: !holds(heldAs(held.question, { restaurants, restFrom }), held.question, fresh),
  };
};
