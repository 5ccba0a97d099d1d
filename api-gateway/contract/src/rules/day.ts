import type { Day, Ms } from '../values';

/** Milliseconds of a day without a clock change. */
export const dayMs = 86_400_000;

/** Milliseconds of one minute. */
export const minuteMs = 60_000;

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** ISO weekday, Monday = 1 to Sunday = 7. */
export type Weekday = (typeof weekdays)[number];

interface DayBounds {
  readonly day: Day;
  readonly start: Ms;
  readonly end: Ms;
}

// Cache of the first and the last instant of each day. They never change, a look-up of the time zone takes
// microseconds, and a list needs hundreds of them.
const boundsByDay = new Map<Day, DayBounds>();
const maxCachedDays = 400;
let latestBounds: DayBounds | undefined;

// A calendar day has no zone, so its arithmetic uses midnight in UTC.
const utcMidnightOf = (day: Day): Date => new Date(`${day}T00:00Z`);

const utcDayOf = (utcMs: Ms): Day => new Date(utcMs).toISOString().slice(0, 10);

/** Adds days to a day; negative numbers subtract. */
export const addDays = (day: Day, dayCount: number): Day => utcDayOf(utcMidnightOf(day).getTime() + dayCount * dayMs);

/** Adds calendar months to a day, clamped to the end of the month. */
export const addMonths = (day: Day, monthCount: number): Day => {
  const utcDate = utcMidnightOf(day);
  const [year, month] = [utcDate.getUTCFullYear(), utcDate.getUTCMonth() + monthCount];
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDayOf(Date.UTC(year, month, Math.min(utcDate.getUTCDate(), lastDayOfMonth)));
};

/** Returns the minutes since midnight of `HH:mm`; 24:00 is 1440. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

// Formatter that writes an instant as „6/24/2026, GMT+02:00“, which contains Berlin's UTC offset in whole minutes.
// Created on first use, because the creation is slow on phones.
let berlinOffsetFormat: Intl.DateTimeFormat | undefined;

const berlinOffsetAt = (instant: Ms): Ms => {
  berlinOffsetFormat ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' });
  return minuteOfDay(berlinOffsetFormat.format(instant).slice(-5)) * minuteMs;
};

/** Returns the instant at which Berlin's clocks show the time that UTC shows at `utc`. */
const instantOfBerlinTime = (utc: Ms): Ms => {
  const instantByEarlierOffset = utc - berlinOffsetAt(utc - dayMs);
  const instant = utc - berlinOffsetAt(instantByEarlierOffset);
  // When a clock change skips this time, the result uses the offset before the change.
  return berlinOffsetAt(instant) === berlinOffsetAt(instantByEarlierOffset) ? instant : instantByEarlierOffset;
};

const berlinMidnightOf = (day: Day): Ms => instantOfBerlinTime(utcMidnightOf(day).getTime());

const dayBoundsOf = (day: Day): DayBounds => {
  const cachedBounds = boundsByDay.get(day);
  if (cachedBounds) return cachedBounds;
  const dayBounds = { day, start: berlinMidnightOf(day), end: berlinMidnightOf(addDays(day, 1)) };
  if (boundsByDay.size >= maxCachedDays) boundsByDay.clear();
  boundsByDay.set(day, dayBounds);
  return dayBounds;
};

/** Returns the day in Berlin at an instant, independent of the process's zone. */
export const berlinDay = (now: Ms): Day => {
  if (latestBounds === undefined || now < latestBounds.start || now >= latestBounds.end) {
    latestBounds = dayBoundsOf(utcDayOf(now + berlinOffsetAt(now)));
  }
  return latestBounds.day;
};

// Formatter of the time in Berlin. Created on first use, because the creation is slow on phones.
let berlinTimeFormat: Intl.DateTimeFormat | undefined;

// Last formatted minute and its text. Several texts of a page often show a time of the same minute, so the last result
// is cached.
let latestClock = { minute: NaN, clock: '' };

/** Returns the time in Berlin at an instant, `12:30`, independent of the process's zone. */
export const berlinClock = (instant: Ms): string => {
  const minuteIndex = Math.floor(instant / minuteMs);
  if (minuteIndex === latestClock.minute) return latestClock.clock;
  berlinTimeFormat ??= new Intl.DateTimeFormat('de-DE', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  latestClock = { minute: minuteIndex, clock: berlinTimeFormat.format(instant) };
  return latestClock.clock;
};

/** Returns the ISO weekday of a day. */
export const isoWeekday = (day: Day): Weekday => weekdays[(utcMidnightOf(day).getUTCDay() + 6) % 7] ?? 7;

/** Returns the first instant of a day in Berlin. */
export const startOfDay = (day: Day): Ms => dayBoundsOf(day).start;

/** Returns the next midnight in Berlin. On days with a clock change it is 23 or 25 hours after the previous one. */
export const nextMidnight = (now: Ms): Ms => dayBoundsOf(berlinDay(now)).end;

/**
 * Returns the instant at which Berlin's clocks show `time` on `day`; 24:00 is the end of the day. A time that a clock
 * change skips is shifted by the length of the change. For a time that occurs twice, the first instant is returned.
 */
export const instantOf = (day: Day, time: string): Ms => {
  const { start, end } = dayBoundsOf(day);
  if (time === '24:00') return end;
  if (end - start === dayMs) return start + minuteOfDay(time) * minuteMs;
  return instantOfBerlinTime(utcMidnightOf(day).getTime() + minuteOfDay(time) * minuteMs);
};

/** Formats a day in German notation, `24.06.2026`. */
export const formattedDate = (day: Day): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
