import type { Restaurant } from '../restaurant';
import type { Key, Ms } from '../values';
import { isOpenForLunch } from './lunch';
import { isOpenAt } from './opening-hours';
import { isPremium } from './restaurant';

/** Metres of walking within which paid places come first. */
const bandMeters = 250;

/** Which list is ordered: that of lunch, or any other. */
export type ListKind = 'lunch' | 'all';

/** What decides where a place stands in the list. */
export interface Rank {
  /** In the lunch list also: its lunch is not over. */
  readonly isOpen: boolean;
  readonly isPremium: boolean;
  /** Whole metres; Infinity where the distance isn't known. */
  readonly meters: number;
  /** Decides among equals. */
  readonly key: Key;
}

/** A place that can be ranked: fields of Restaurant. */
export type RankedPlace = Pick<
  Restaurant,
  'key' | 'openingHours' | 'openingHoursText' | 'restTime' | 'lunchTimes' | 'premiumStart' | 'premiumEnd'
>;

/** How a list is ordered. */
export interface ListOrder {
  readonly now: Ms;
  readonly list: ListKind;
}

/** Whether a place stands with the open ones. */
export const countsAsOpen = (place: RankedPlace, { now, list }: ListOrder): boolean =>
  list === 'lunch' ? isOpenForLunch(place, now) : isOpenAt(place, now);

/** Where a place stands that is so many metres away. */
export const rankOf = (place: RankedPlace, { meters, ...order }: ListOrder & { readonly meters: number }): Rank => ({
  isOpen: countsAsOpen(place, order),
  isPremium: isPremium(place, order.now),
  // The wire has whole metres: with more than that the two sides would not agree.
  meters: Math.round(meters),
  key: place.key,
});

const bandOf = ({ meters }: Rank): number => Math.floor(meters / bandMeters);

// Not the difference: that of two unknown distances is no number.
const ascending = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : Number(a > b));

/**
 * DESIGN §13.1: open places first, then by bands of 250 metres, within a band paid places first, then by exact
 * distance. Below 0: `a` comes first.
 */
export const compareRanks = (a: Rank, b: Rank): number =>
  Number(b.isOpen) - Number(a.isOpen) ||
  ascending(bandOf(a), bandOf(b)) ||
  Number(b.isPremium) - Number(a.isPremium) ||
  ascending(a.meters, b.meters) ||
  ascending(a.key, b.key);

/** Things in the order of the list by the ranks of their places; the objects themselves. */
export const inListOrder = <Thing>(things: readonly Thing[], rank: (thing: Thing) => Rank): Thing[] =>
  things
    .map((thing) => ({ thing, rank: rank(thing) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ thing }) => thing);

/** Where a place of a list stands, by the distance that it came with. */
export const listedRank = (place: RankedPlace & Pick<Restaurant, 'initialDistanceKm'>, order: ListOrder): Rank =>
  rankOf(place, { ...order, meters: place.initialDistanceKm === null ? Infinity : place.initialDistanceKm * 1_000 });
