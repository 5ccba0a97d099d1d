import type { Day, Ms } from '../values';

/** Milliseconds of a day on which no clock changes. */
export const dayMs = 86_400_000;

/** Milliseconds of a minute of any day. */
export const minuteMs = 60_000;

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** ISO weekday, Monday = 1 to Sunday = 7. */
export type Weekday = (typeof weekdays)[number];

interface DayBounds {
  readonly day: Day;
  readonly start: Ms;
  readonly end: Ms;
}

// Time zone lookups cost microseconds each and a list asks for hundreds; a day's bounds never change.
const knownBounds = new Map<Day, DayBounds>();
const rememberedDays = 400;
let latest: DayBounds | undefined;

// A day of the calendar has no zone: it is reckoned with as UTC's midnight.
const utcOf = (day: Day): Date => new Date(`${day}T00:00Z`);

const dayOf = (utc: Ms): Day => new Date(utc).toISOString().slice(0, 10);

/** The day so many days later; negative = earlier. */
export const addDays = (day: Day, days: number): Day => dayOf(utcOf(day).getTime() + days * dayMs);

/** The day so many calendar months later, clamped to the month's end. */
export const addMonths = (day: Day, months: number): Day => {
  const utc = utcOf(day);
  const [year, month] = [utc.getUTCFullYear(), utc.getUTCMonth() + months];
  const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(utc.getUTCDate(), lastDate)));
};

/** Minutes since midnight of `HH:mm`; 24:00 is 1440. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

// Writes „6/24/2026, GMT+02:00“: Berlin is ahead of UTC, always by whole minutes. Made at the first day that is asked
// for: it takes a phone a while.
let berlinOffset: Intl.DateTimeFormat | undefined;

const offsetAt = (instant: Ms): Ms => {
  berlinOffset ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' });
  return minuteOfDay(berlinOffset.format(instant).slice(-5)) * minuteMs;
};

/** The instant at which Berlin's clocks show what UTC's show at `utc`. */
const instantWhenShown = (utc: Ms): Ms => {
  const before = utc - offsetAt(utc - dayMs);
  const instant = utc - offsetAt(before);
  // Clocks that jump over it never show it: then it is as late as if they hadn't been changed yet.
  return offsetAt(instant) === offsetAt(before) ? instant : before;
};

const midnightOf = (day: Day): Ms => instantWhenShown(utcOf(day).getTime());

const boundsOf = (day: Day): DayBounds => {
  const known = knownBounds.get(day);
  if (known) return known;
  const bounds = { day, start: midnightOf(day), end: midnightOf(addDays(day, 1)) };
  if (knownBounds.size >= rememberedDays) knownBounds.clear();
  knownBounds.set(day, bounds);
  return bounds;
};

/** The day in Berlin at an instant, wherever the process runs. */
export const berlinDay = (now: Ms): Day => {
  if (latest === undefined || now < latest.start || now >= latest.end) {
    latest = boundsOf(dayOf(now + offsetAt(now)));
  }
  return latest.day;
};

// Made when it is first asked for: it takes a phone a while.
let berlinTime: Intl.DateTimeFormat | undefined;

// What is said within a minute is drawn with its time.
let latestShown = { minute: NaN, clock: '' };

/** What clocks in Berlin show at an instant, `12:30`, wherever the process runs. */
export const berlinClock = (at: Ms): string => {
  const minute = Math.floor(at / minuteMs);
  if (minute === latestShown.minute) return latestShown.clock;
  berlinTime ??= new Intl.DateTimeFormat('de-DE', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  latestShown = { minute, clock: berlinTime.format(at) };
  return latestShown.clock;
};

/** ISO weekday of a day. */
export const isoWeekday = (day: Day): Weekday => weekdays[(utcOf(day).getUTCDay() + 6) % 7] ?? 7;

/** First instant of a day in Berlin. */
export const startOfDay = (day: Day): Ms => boundsOf(day).start;

/** The next midnight in Berlin after an instant; 23 or 25 hours off on days when the clocks change. */
export const nextMidnight = (now: Ms): Ms => boundsOf(berlinDay(now)).end;

/**
 * The instant at which Berlin's clocks show `time` on `day`; 24:00 is the day's end.
 * Where the clocks jump over that time it is as much later, where they show it twice it is the first.
 */
export const instantOf = (day: Day, time: string): Ms => {
  const { start, end } = boundsOf(day);
  if (time === '24:00') return end;
  if (end - start === dayMs) return start + minuteOfDay(time) * minuteMs;
  return instantWhenShown(utcOf(day).getTime() + minuteOfDay(time) * minuteMs);
};

/** A day as people write it, `24.06.2026`. */
export const formattedDate = (day: Day): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
