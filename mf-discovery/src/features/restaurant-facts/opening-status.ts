import type { Ms, Restaurant } from '@mahlzeit/contract';
import { closingAt, isClosingSoon, nextOpening } from '@mahlzeit/contract/rules';

const MINUTE = 60_000;

/** Whether a place is open at a moment. */
export type OpeningStatus =
  /** `until` is null where it never closes. */
  | { readonly kind: 'open'; readonly until: Ms | null }
  | { readonly kind: 'closingSoon'; readonly until: Ms; readonly minutes: number }
  /** `opensAt` is null where it is not known to open again. */
  | { readonly kind: 'closed' | 'restDay' | 'resting'; readonly opensAt: Ms | null }
  /** Hours that nobody could parse. */
  | { readonly kind: 'unknown' };

type Hours = Pick<Restaurant, 'openingHours' | 'openingHoursText' | 'restTime' | 'isOpenNow' | 'dayState'>;

const hasHours = ({ openingHours }: Hours): boolean => Object.values(openingHours).some((ranges) => ranges.length > 0);

const closedKind = ({ dayState }: Hours): 'closed' | 'restDay' | 'resting' => (dayState === 'resting' || dayState === 'restDay' ? dayState : 'closed');

/** Open, closing soon or closed, and until when. The restaurant's derived fields must be those of `now`. */
export const openingStatus = (restaurant: Hours, now: Ms): OpeningStatus => {
  if (!hasHours(restaurant) && restaurant.openingHoursText !== null) return { kind: 'unknown' };
  if (!restaurant.isOpenNow) return { kind: closedKind(restaurant), opensAt: nextOpening(restaurant, now) };
  const until = closingAt(restaurant, now);
  if (until === null || !isClosingSoon(restaurant, now)) return { kind: 'open', until };
  return { kind: 'closingSoon', until, minutes: Math.max(1, Math.ceil((until - now) / MINUTE)) };
};

/** Whether nothing is to be had here any more today: drawn pale, next opening instead of prices. */
export const isOutForToday = ({ dayState }: Pick<Restaurant, 'dayState'>): boolean => dayState === 'resting' || dayState === 'restDay' || dayState === 'closed';
