import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { text } from '../texts/platform-texts';
import { formatDay, formatTime } from './time';

/** A meetup's day and time as seen at `now`: `Heute, 12:30`, `Morgen, 12:30`, `Mi. 14. Oktober, 12:30`. */
export const formatMoment = (ms: number, now: number): string => {
  const day = berlinDay(ms);
  const today = berlinDay(now);
  const time = formatTime(ms);
  if (day === today) return text('TodayAt', { time });
  return day === addDays(today, 1) ? text('TomorrowAt', { time }) : text('DayAt', { day: formatDay(day), time });
};
