/** Day that the user may choose; `isClosed` is true if nothing is available on that day. */
export interface DayChoice {
  /** Day in Berlin, `YYYY-MM-DD`. */
  readonly day: string;
  readonly isClosed: boolean;
}

/** Time of day that the user may choose; `isClosed` is true if nothing is available at that time. */
export interface TimeChoice {
  /** Time in 24 hours, `HH:mm`. */
  readonly time: string;
  readonly isClosed: boolean;
}

/** Days and times that users can choose; both change as time passes. */
export interface MomentChoices {
  readonly today: string;
  /** All days from the first to the last, without gaps. */
  readonly days: readonly DayChoice[];
  /** Times of a day, the earliest first. */
  timesOf(day: string): readonly TimeChoice[];
}

/** Chosen day, `YYYY-MM-DD`, and time, `HH:mm`; the time is null until the user chooses one. */
export interface Moment {
  readonly day: string;
  readonly time: string | null;
}

/** Notice about a chosen day and time. The tone `err` means that the user can't apply the choice. */
export interface MomentNotice {
  readonly tone: 'err' | 'info';
  readonly title: string;
  readonly text: string;
}

/** Time around which times are suggested: the usual time for lunch. */
const USUAL_TIME = '12:00';

const MAX_SUGGESTED_TIMES = 4;

/** Returns up to four available times around noon, plus the chosen time if it isn't one of them. */
export const suggestedTimes = (timeChoices: readonly TimeChoice[], chosenTime: string | null): readonly string[] => {
  const openTimes = timeChoices.filter(({ isClosed }) => !isClosed).map(({ time }) => time);
  const noonIndex = openTimes.findIndex((time) => time >= USUAL_TIME);
  const firstIndex = Math.max(
    0,
    Math.min(noonIndex < 0 ? openTimes.length : noonIndex, openTimes.length - MAX_SUGGESTED_TIMES),
  );
  const suggestions = openTimes.slice(firstIndex, firstIndex + MAX_SUGGESTED_TIMES);
  return chosenTime === null || suggestions.includes(chosenTime) ? suggestions : [...suggestions, chosenTime].sort();
};

/**
 * Returns the choice that a user gets at first, without a time: the first day on which something is available,
 * otherwise the first day, otherwise today.
 */
export const firstMoment = ({ today, days }: Pick<MomentChoices, 'today' | 'days'>): Moment => ({
  day: days.find(({ isClosed }) => !isClosed)?.day ?? days[0]?.day ?? today,
  time: null,
});

const weekdayFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short' });
const monthFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long' });
const dayAndMonthFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', day: 'numeric', month: 'long' });

const midnightOf = (day: string): Date => new Date(`${day}T00:00Z`);

/** Returns the short weekday of a day: „Mi.“. */
export const weekdayOf = (day: string): string => `${weekdayFormat.format(midnightOf(day))}.`;

/** Returns a day as a text: „Mi. 14. Oktober“. */
export const dayName = (day: string): string => `${weekdayOf(day)} ${dayAndMonthFormat.format(midnightOf(day))}`;

/** Returns day and time as a text: „Mi. 14. Oktober, 12:30“; without a time, only the day. */
export const momentName = ({ day, time }: Moment): string =>
  time === null ? dayName(day) : `${dayName(day)}, ${time}`;

/** Returns the months of the first and last day as a text: „Oktober 2026“ or „Oktober / November 2026“. */
export const monthRangeName = (firstDay: string, lastDay: string): string => {
  const [firstMonth, lastMonth] = [monthFormat.format(midnightOf(firstDay)), monthFormat.format(midnightOf(lastDay))];
  const year = lastDay.slice(0, 4);
  return firstMonth === lastMonth ? `${firstMonth} ${year}` : `${firstMonth} / ${lastMonth} ${year}`;
};
