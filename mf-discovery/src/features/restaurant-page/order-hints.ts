import type { Ms, Restaurant } from '@mahlzeit/contract';
import { isLunchMealType, lunchOrderingEndsAt, orderingEndsAt } from '@mahlzeit/contract/rules';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { text } from '../../discovery-texts';

/** Why nothing of a meal type can be ordered any more at `now`; null where it can. */
export const orderHint = (restaurant: Restaurant, baseName: string, now: Ms): string | null => {
  const end = orderingEndsAt(restaurant, now);
  if (end === null) return text('OrderingNotToday');
  if (now >= end) return text('OrderingEnded', { time: formatTime(end) });
  if (!isLunchMealType(baseName)) return null;
  const lunchEnd = lunchOrderingEndsAt(restaurant, now);
  if (lunchEnd === null) return text('OrderingNotToday');
  return now >= lunchEnd ? text('LunchOrderingEnded', { time: formatTime(lunchEnd) }) : null;
};

const isLater = (end: Ms | null, now: Ms): end is Ms => end !== null && now < end;

/** „Vorbestellen bis 14:15“: of the lunch while there is any to be had, then of all else; null where nothing can be ordered. */
export const orderUntilLabel = (restaurant: Restaurant, now: Ms): string | null => {
  if (!restaurant.hasOrderableMeals || restaurant.dayState !== 'open') return null;
  const hasLunch = restaurant.offers.some(({ baseName }) => isLunchMealType(baseName));
  const ends = [...(hasLunch ? [lunchOrderingEndsAt(restaurant, now)] : []), orderingEndsAt(restaurant, now)];
  const end = ends.find((each) => isLater(each, now));
  return end === undefined || end === null ? null : text('OrderUntil', { time: formatTime(end) });
};
