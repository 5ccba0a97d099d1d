import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { formatDate, formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import { text } from '../console-texts';

const DAYS_WITH_WEEKDAY = 6;

/**
 * Formats the time of an action on a release: `11:41` today, `Fr. 16:30` in the last days, `14. Oktober, 16:30` before
 * that.
 */
export const formatActTime = (at: number, now: number): string => {
  const [day, today, time] = [berlinDay(at), berlinDay(now), formatTime(at)];
  if (day === today) return time;
  return day >= addDays(today, -DAYS_WITH_WEEKDAY) && day < today
    ? text('OnWeekday', { weekday: formatDay(day).split(' ')[0] ?? '', time })
    : text('OnDate', { date: formatDate(day), time });
};
