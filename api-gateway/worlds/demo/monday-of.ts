import type { Day } from '@mahlzeit/contract';
import { addDays, isoWeekday } from '@mahlzeit/contract/rules';

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - isoWeekday(day));
