import type { Restaurant } from '../restaurant';
import type { Key, Ms } from '../values';
import { isOpenForLunch } from './lunch';
import { isOpenAt } from './opening-hours';
import { isPremium } from './restaurant';

/** Width of a distance band in metres. Within a band premium places come first. */
const bandMeters = 250;

/** Kinds of restaurant lists: `lunch` is the lunch list, `all` is every other list. */
export type ListKind = 'lunch' | 'all';

/** Sort key of a place in the list. */
export interface Rank {
  /** True for an open place. In the lunch list, lunch must also still be available. */
  readonly isOpen: boolean;
  readonly isPremium: boolean;
  /** Distance in whole metres; Infinity when unknown. */
  readonly meters: number;
  /** Key of the place. It orders places that are otherwise equal. */
  readonly key: Key;
}

/** Fields of Restaurant that decide the rank. */
export type RankedPlace = Pick<
  Restaurant,
  'key' | 'openingHours' | 'openingHoursText' | 'restTime' | 'lunchTimes' | 'premiumStart' | 'premiumEnd'
>;

/** Present time and kind of list, on which the order of a list depends. */
export interface ListOrder {
  readonly now: Ms;
  readonly list: ListKind;
}

/**
 * Checks whether a place ranks among the open places: in the lunch list an open place where lunch is still available,
 * in other lists every open place.
 */
export const countsAsOpen = (place: RankedPlace, { now, list }: ListOrder): boolean =>
  list === 'lunch' ? isOpenForLunch(place, now) : isOpenAt(place, now);

/** Computes the rank of a place at a distance in metres. */
export const rankOf = (place: RankedPlace, { meters, ...order }: ListOrder & { readonly meters: number }): Rank => ({
  isOpen: countsAsOpen(place, order),
  isPremium: isPremium(place, order.now),
  // Distances in the API are whole metres. With a finer distance, the gateway would order places differently from the
  // browser.
  meters: Math.round(meters),
  key: place.key,
});

const distanceBandOf = ({ meters }: Rank): number => Math.floor(meters / bandMeters);

// Compares the values instead of subtracting them, because the difference of two unknown distances (Infinity) is NaN.
const compareAscending = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : Number(a > b));

/**
 * Compares two ranks (Decision 1): open places first, then bands of 250 metres, within a band premium places first,
 * then exact distance. A negative result puts `a` first.
 */
export const compareRanks = (a: Rank, b: Rank): number =>
  Number(b.isOpen) - Number(a.isOpen) ||
  compareAscending(distanceBandOf(a), distanceBandOf(b)) ||
  Number(b.isPremium) - Number(a.isPremium) ||
  compareAscending(a.meters, b.meters) ||
  compareAscending(a.key, b.key);

/** Sorts things by the ranks of their places. Returns the same objects. */
export const sortByRank = <Thing>(things: readonly Thing[], toRank: (thing: Thing) => Rank): Thing[] =>
  things
    .map((thing) => ({ thing, rank: toRank(thing) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ thing }) => thing);

/** Computes the rank of a listed place from its `initialDistanceKm`. */
export const listedRank = (place: RankedPlace & Pick<Restaurant, 'initialDistanceKm'>, order: ListOrder): Rank =>
  rankOf(place, { ...order, meters: place.initialDistanceKm === null ? Infinity : place.initialDistanceKm * 1_000 });
