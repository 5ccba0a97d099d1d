import type { Restaurant } from '@mahlzeit/contract';
import { inListOrder, isLunchTimeOver, listedRank } from '@mahlzeit/contract/rules';
import type { ListOrder, Rank } from '@mahlzeit/contract/rules';

interface Standing {
  readonly rank: Rank;
  readonly isLunchOver: boolean;
}

// A list grows page after page, and each time all of it is ordered: where a place stands at that moment is worked out
// once.
const known = new WeakMap<Restaurant, ListOrder & { readonly standing: Standing }>();

const standingAt = (restaurant: Restaurant, { now, list }: ListOrder): Standing => {
  const held = known.get(restaurant);
  if (held?.now === now && held.list === list) return held.standing;
  const rank = listedRank(restaurant, { now, list });
  const standing = { rank, isLunchOver: list === 'lunch' && !rank.isOpen && isLunchTimeOver(restaurant, now) };
  known.set(restaurant, { now, list, standing });
  return standing;
};

/** Places in an order, and where in it those begin that have no lunch any more. */
export interface ListedPlaces {
  readonly restaurants: readonly Restaurant[];
  /** In the lunch list: key of the first place that is not open, where lunch is over at one of those; else null. */
  readonly restFrom: string | null;
}

/** The list as one gets it that asks now. */
export const freshList = (restaurants: readonly Restaurant[], order: ListOrder): ListedPlaces => {
  const ordered = inListOrder(restaurants, (restaurant) => standingAt(restaurant, order).rank);
  const rest = ordered.filter((restaurant) => !standingAt(restaurant, order).rank.isOpen);
  return {
    restaurants: ordered,
    restFrom: rest.some((restaurant) => standingAt(restaurant, order).isLunchOver) ? (rest[0]?.key ?? null) : null,
  };
};

/** How many of them are open; in the lunch list, those whose lunch is not over. */
export const openCount = (restaurants: readonly Restaurant[], order: ListOrder): number =>
  restaurants.filter((restaurant) => standingAt(restaurant, order).rank.isOpen).length;

/** A list that stands on the screen. */
export interface HeldList {
  /** What it answers: filters and search area. */
  readonly question: string;
  readonly keys: readonly string[];
  readonly restFrom: string | null;
}

/** A list as it is to be shown. */
export interface ShownList extends ListedPlaces {
  /** Who asks now gets another one. */
  readonly isStale: boolean;
}

/** A list that is shown from now on. */
export const heldAs = (question: string, { restaurants, restFrom }: ListedPlaces): HeldList => ({
  question,
  keys: restaurants.map(({ key }) => key),
  restFrom,
});

/** Whether that is what is held. */
export const holds = (held: HeldList, question: string, { restaurants, restFrom }: ListedPlaces): boolean =>
  held.question === question &&
  held.restFrom === restFrom &&
  held.keys.length === restaurants.length &&
  held.keys.every((key, index) => key === restaurants[index]?.key);

/**
 * What is shown while the list on the screen must not move: what stands there stays where it is, passing the filters or
 * not, and what is new comes behind it. `all` are the places that there are.
 */
export const heldList = (held: HeldList, fresh: ListedPlaces, all: readonly Restaurant[]): ShownList => {
  const byKey = new Map(all.map((restaurant) => [restaurant.key, restaurant]));
  const standing = new Set(held.keys);
  const restaurants = [
    ...held.keys.flatMap((key) => byKey.get(key) ?? []),
    ...fresh.restaurants.filter(({ key }) => !standing.has(key)),
  ];
  // Where the rest begins behind what stands there, nothing moves.
  const restFrom =
    held.restFrom === null && fresh.restFrom !== null && !standing.has(fresh.restFrom) ? fresh.restFrom : held.restFrom;
  return {
    restaurants,
    restFrom,
    isStale: !holds(heldAs(held.question, { restaurants, restFrom }), held.question, fresh),
  };
};
