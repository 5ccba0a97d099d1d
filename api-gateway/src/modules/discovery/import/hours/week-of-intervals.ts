import type { Week } from '@mahlzeit/contract';
import { addDays, isoWeekday } from '@mahlzeit/contract/rules';

/** A stretch of wall clock time: minutes since the first midnight of the days that were read. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const DAY = 24 * 60;

const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

// A range can't say „a whole day and longer“, so such a stretch is cut at each midnight; the rules join what touches.
const cutAtMidnights = ({ start, end }: Stretch): Stretch[] => {
  if (end - start < DAY) return [{ start, end }];
  const midnight = (Math.floor(start / DAY) + 1) * DAY;
  return [{ start, end: midnight }, ...(end > midnight ? cutAtMidnights({ start: midnight, end }) : [])];
};

const endOf = (end: number): string => (end % DAY === 0 ? '24:00' : timeOf(end % DAY));

/** The week that `stretches` make, counted from the midnight of `firstDay`: of the seven days from `fromDay` on, which lies later. */
export const weekOfStretches = (stretches: readonly Stretch[], firstDay: string, fromDay: string): Week => {
  const week: Week = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
  for (const { start, end } of stretches.flatMap(cutAtMidnights)) {
    const day = addDays(firstDay, Math.floor(start / DAY));
    if (day < fromDay || day >= addDays(fromDay, 7)) continue;
    week[isoWeekday(day)].push({ start: timeOf(start % DAY), end: endOf(end) });
  }
  return week;
};
