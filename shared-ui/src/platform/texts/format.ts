import { addDays, berlinClock, berlinDay, roundedDistance } from '@mahlzeit/contract/rules';
import { text } from './texts';

const NO_BREAK_SPACE = '\u00a0';
const MINUS_SIGN = '\u2212';

// Creating a formatter takes milliseconds on a phone. Each formatter is therefore created when it is first used, not
// while the page starts.
const memoize = <T>(createValue: () => T): (() => T) => {
  let cachedValue: T | undefined;
  return () => (cachedValue ??= createValue());
};

const euroFormat = memoize(
  () => new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Formats integer cents: `1,50 €`, `−12,50 €`. */
export const formatPrice = (cents: number): string => {
  const minusSign = cents < 0 ? MINUS_SIGN : '';
  return `${minusSign}${euroFormat().format(Math.abs(cents) / 100)}${NO_BREAK_SPACE}€`;
};

// A calendar day has no time zone. It is parsed and formatted as midnight in UTC.
const weekdayFormat = memoize(() => new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short' }));
const dayAndMonthFormat = memoize(
  () => new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', day: 'numeric', month: 'long' }),
);

/** Formats the time of day in Berlin, regardless of the browser's time zone: `12:30`. */
export const formatTime = berlinClock;

const midnightOf = (isoDay: string): Date => new Date(`${isoDay}T00:00:00Z`);

/** Formats a calendar day `YYYY-MM-DD` without its weekday: `14. Oktober`. */
export const formatDate = (isoDay: string): string => dayAndMonthFormat().format(midnightOf(isoDay));

/** Formats a calendar day `YYYY-MM-DD`: `Mi. 14. Oktober`. */
export const formatDay = (isoDay: string): string =>
  `${weekdayFormat().format(midnightOf(isoDay))}. ${formatDate(isoDay)}`;

const numberFormat = memoize(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }));

/** Formats a number with at most one decimal: `1.000`, `2,5`. */
export const formatNumber = (value: number): string => numberFormat().format(value);

const kilometreFormat = memoize(
  () => new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

const withNoBreakSpaces = (displayText: string): string => displayText.replaceAll(' ', NO_BREAK_SPACE);

/** Formats a distance in steps of 50 m up to 950 m, then in kilometres: `350 m`, `1,1 km`. */
export const formatDistance = (meters: number): string => {
  const distanceText = roundedDistance(meters);
  return withNoBreakSpaces(
    'meters' in distanceText ? `${distanceText.meters} m` : `${kilometreFormat().format(distanceText.kilometers)} km`,
  );
};

/** Formats a duration in minutes: `5 Min.` */
export const formatMinutes = (minutes: number): string => withNoBreakSpaces(text('Minutes', { minutes }));

/** Formats the time until a restaurant closes, in minutes: `Schließt in 38 Min.` */
export const formatClosing = (minutes: number): string => text('ClosesIn', { time: formatMinutes(minutes) });

/**
 * Formats the day and time of a meetup relative to `nowMs`: `Heute, 12:30`, `Morgen, 12:30`, `Mi. 14. Oktober, 12:30`.
 */
export const formatMoment = (instantMs: number, nowMs: number): string => {
  const day = berlinDay(instantMs);
  const todayInBerlin = berlinDay(nowMs);
  const clockText = formatTime(instantMs);
  if (day === todayInBerlin) return text('TodayAt', { time: clockText });
  return day === addDays(todayInBerlin, 1)
    ? text('TomorrowAt', { time: clockText })
    : text('DayAt', { day: formatDay(day), time: clockText });
};
