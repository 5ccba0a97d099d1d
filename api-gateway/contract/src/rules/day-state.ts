import type { Offer } from '../offer';
import type { DayState } from '../restaurant';
import type { Ms } from '../values';
import { berlinDay } from './day';
import type { Hours } from './opening-hours';
import { isOpenAt, isResting, isStillOpenToday, rangesOn } from './opening-hours';
import { offersOf } from './offers';

/** What decides how a menu stands: fields of Restaurant. */
export interface MenuDay extends Hours {
  /** Set where hours are known that nobody could parse. */
  readonly openingHoursText: string | null;
  /** Of any day; only today's count. */
  readonly offers: readonly Offer[];
}

const hasNoRanges = ({ openingHours }: Hours): boolean => Object.values(openingHours).every((ranges) => ranges.length === 0);

/** Hours that stand there as mere text say nothing about today: calling it a rest day would be a guess. */
const areHoursUnknown = (menu: MenuDay): boolean => menu.openingHoursText !== null && hasNoRanges(menu);

/** S2§4: resting, then rest day, then already closed, then no lunch. Before the first opening a place is not closed yet. */
export const dayState = (menu: MenuDay, now: Ms): DayState => {
  const today = berlinDay(now);
  if (isResting(menu, now)) return 'resting';
  if (!areHoursUnknown(menu)) {
    // A night that began yesterday makes no opening day, but while it lasts the place is open.
    if (rangesOn(menu, today).length === 0 && !isOpenAt(menu, now)) return 'restDay';
    if (!isStillOpenToday(menu, now)) return 'closed';
  }
  return offersOf(menu.offers, today).length === 0 ? 'noLunch' : 'open';
};
