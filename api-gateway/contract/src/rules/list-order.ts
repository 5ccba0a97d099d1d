import type { Restaurant } from '../restaurant';
import type { FoundStatus } from '../search-routes';
import type { Key, Ms } from '../values';
import { isLunchTimeOver, isOpenForLunch } from './lunch';
import {
  areHoursUnknown,
  isOpenAt,
  isResting,
  isStillOpenToday,
  isWithinLunchTimes,
  opensWithin,
} from './opening-hours';
import { minuteMs } from './day';
import { isPremium } from './restaurant';

/** Width of a distance band in metres. Within a band of the restaurant list, premium places come first. */
const bandMeters = 250;

/** Kinds of restaurant lists: `lunch` is the lunch list, `all` is every other list. */
export type ListKind = 'lunch' | 'all';

/**
 * Time before its opening from which on a closed place ranks among the open places, because it opens before a guest has
 * arrived.
 */
export const OPENS_SOON_MS = 30 * minuteMs;

/**
 * Groups of places in a list, in the order of the list. In the lunch list, a place that serves no more lunch today is
 * in one of the last three groups; other lists have only `open`, `later` and `otherDays`.
 */
const listGroups = ['open', 'later', 'openAfterLunch', 'laterAfterLunch', 'otherDays'] as const;

/**
 * Group of a place in a list. `open`: open, or opens within half an hour. `later`: opens later today, or the hours are
 * unknown. `openAfterLunch`: lunch is over, but the place serves other dishes now. `laterAfterLunch`: lunch is over,
 * and the place opens again later today. `otherDays`: serves nothing more today.
 */
export type ListGroup = (typeof listGroups)[number];

/** Sort key of a place in a list of restaurants. */
export interface Rank {
  readonly group: ListGroup;
  readonly isPremium: boolean;
  /** Distance in whole metres; Infinity when unknown. */
  readonly meters: number;
  /** Key of the place. The key decides the order of places that are otherwise equal. */
  readonly key: Key;
}

/** Fields of a restaurant that decide its rank in a list. */
export type RankedPlace = Pick<
  Restaurant,
  'key' | 'openingHours' | 'datedWeek' | 'restTime' | 'lunchTimes' | 'premiumStart' | 'premiumEnd'
>;

/** Present time and kind of list, on which the order of a list depends. */
export interface ListOrder {
  readonly now: Ms;
  readonly list: ListKind;
}

/**
 * Checks whether a place counts as open: in the lunch list an open place where lunch is still available, in other lists
 * every open place. For a place with unknown opening hours only the lunch times decide.
 */
export const countsAsOpen = (place: RankedPlace, { now, list }: ListOrder): boolean => {
  if (list === 'all') return isOpenAt(place, now);
  return isOpenForLunch(place, now) || (areHoursUnknown(place, now) && isWithinLunchTimes(place, now));
};

/** Returns the group of a place in a list of restaurants. */
export const listGroupOf = (place: RankedPlace, order: ListOrder): ListGroup => {
  const { now, list } = order;
  if (countsAsOpen(place, order)) return 'open';
  const isUnknown = areHoursUnknown(place, now) && !isResting(place, now);
  if (list === 'lunch' && isLunchTimeOver(place, now)) {
    if (isOpenAt(place, now)) return 'openAfterLunch';
    return isUnknown || isStillOpenToday(place, now) ? 'laterAfterLunch' : 'otherDays';
  }
  if (opensWithin(place, now, OPENS_SOON_MS)) return 'open';
  return isUnknown || isStillOpenToday(place, now) ? 'later' : 'otherDays';
};

/** Checks whether lunch at the places of a group is over today. */
export const isGroupAfterLunch = (group: ListGroup): boolean =>
  listGroups.indexOf(group) >= listGroups.indexOf('openAfterLunch');

/** Computes the rank of a place in a list, from its distance in metres. */
export const rankOf = (place: RankedPlace, { meters, ...order }: ListOrder & { readonly meters: number }): Rank => ({
  group: listGroupOf(place, order),
  isPremium: isPremium(place, order.now),
  // Distances in the API are whole metres. With a finer distance, the gateway would order places differently from the
  // browser.
  meters: Math.round(meters),
  key: place.key,
});

const distanceBandOf = ({ meters }: Rank): number => Math.floor(meters / bandMeters);

// Compares two values with `<` instead of subtracting them, because the difference of two unknown distances (Infinity)
// is NaN.
const compareAscending = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : Number(a > b));

/**
 * Compares two ranks (Decision 1): open places first, then the other groups, within a group bands of 250 metres, within
 * a band premium places first, then exact distance. A negative result puts `a` first.
 */
export const compareRanks = (a: Rank, b: Rank): number =>
  listGroups.indexOf(a.group) - listGroups.indexOf(b.group) ||
  compareAscending(distanceBandOf(a), distanceBandOf(b)) ||
  Number(b.isPremium) - Number(a.isPremium) ||
  compareAscending(a.meters, b.meters) ||
  compareAscending(a.key, b.key);

/** Sorts restaurants, or things that contain one, by rank. Returns the same objects. */
export const sortByRank = <Thing>(things: readonly Thing[], toRank: (thing: Thing) => Rank): Thing[] =>
  things
    .map((thing) => ({ thing, rank: toRank(thing) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ thing }) => thing);

/** Computes the rank of a place from its field `initialDistanceKm`. */
export const listedRank = (place: RankedPlace & Pick<Restaurant, 'initialDistanceKm'>, order: ListOrder): Rank =>
  rankOf(place, { ...order, meters: place.initialDistanceKm === null ? Infinity : place.initialDistanceKm * 1_000 });

/** Checks whether a search result is available now: the dish's lunch is served, or the place is open. */
export const isFoundOpen = ({ kind }: Pick<FoundStatus, 'kind'>): boolean => kind === 'lunch' || kind === 'open';

/**
 * Computes the rank of a search result: open places first, then the nearest. Ads get no better rank, because search
 * results don't mark them (Decision 1). `meters` is null when the distance is unknown.
 */
export const foundRank = ({
  status,
  meters,
  key,
}: {
  readonly status: Pick<FoundStatus, 'kind'>;
  readonly meters: number | null;
  readonly key: Key;
}): Rank => ({
  group: isFoundOpen(status) ? 'open' : 'later',
  isPremium: false,
  meters: meters === null ? Infinity : Math.round(meters),
  key,
});
