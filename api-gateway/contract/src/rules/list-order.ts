import type { Restaurant } from '../restaurant';
import type { Key, Ms } from '../values';
import { isLunchTimeOver } from './lunch';
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
export type RankedPlace = Pick<Restaurant, 'key' | 'openingHours' | 'openingHoursText' | 'restTime' | 'lunchTimes' | 'premiumStart' | 'premiumEnd'>;

/** How a list is ordered. */
export interface ListOrder {
  readonly now: Ms;
  readonly list: ListKind;
}

/** Where a place stands that is so many metres away. */
export const rankOf = (place: RankedPlace, { meters, now, list }: ListOrder & { readonly meters: number }): Rank => ({
  isOpen: isOpenAt(place, now) && !(list === 'lunch' && isLunchTimeOver(place, now)),
  isPremium: isPremium(place, now),
  // The wire has whole metres: with more than that the two sides would not agree.
  meters: Math.round(meters),
  key: place.key,
});

const bandOf = ({ meters }: Rank): number => Math.floor(meters / bandMeters);

// Not the difference: that of two unknown distances is no number.
const ascending = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : Number(a > b));

/** DESIGN §13.1: open places first, then by bands of 250 metres, within a band paid places first, then by exact distance. Below 0: `a` comes first. */
export const compareRanks = (a: Rank, b: Rank): number =>
  Number(b.isOpen) - Number(a.isOpen) || ascending(bandOf(a), bandOf(b)) || Number(b.isPremium) - Number(a.isPremium) || ascending(a.meters, b.meters) || ascending(a.key, b.key);

/** Places in the order of the list at an instant, by the distances that they came with; the objects themselves. */
export const inListOrder = <Place extends RankedPlace & Pick<Restaurant, 'initialDistanceKm'>>(places: readonly Place[], order: ListOrder): Place[] =>
  places
    .map((place) => ({ place, rank: rankOf(place, { ...order, meters: place.initialDistanceKm === null ? Infinity : place.initialDistanceKm * 1_000 }) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ place }) => place);
