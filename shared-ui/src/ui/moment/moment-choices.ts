/** Day of the choice; `isClosed` when nothing is available. */
export interface DayChoice {
  /** `YYYY-MM-DD`, in Berlin. */
  readonly day: string;
  readonly isClosed: boolean;
}

/** Time of day of the choice; `isClosed` when nothing is available. */
export interface TimeChoice {
  /** `HH:mm`, of 24 hours. */
  readonly time: string;
  readonly isClosed: boolean;
}

/** Days and times to choose from. They change as time passes. */
export interface MomentChoices {
  readonly today: string;
  /** All days from the first to the last, without gaps. */
  readonly days: readonly DayChoice[];
  /** Times of a day, the earliest first. */
  timesOf(day: string): readonly TimeChoice[];
}

/** Day and time; null while it isn't chosen. */
export interface Moment {
  readonly day: string;
  readonly time: string | null;
}

/** Notice about a moment; a moment with an `err` can't be taken. */
export interface MomentNotice {
  readonly tone: 'err' | 'info';
  readonly title: string;
  readonly text: string;
}

/** Usual lunch time, when nobody has chosen a time. */
const USUAL_TIME = '12:00';

const SUGGESTED = 4;

/** Returns a few available times around noon to choose with one tap, always with the chosen one. */
export const suggestedTimes = (times: readonly TimeChoice[], chosenTime: string | null): readonly string[] => {
  const open = times.filter(({ isClosed }) => !isClosed).map(({ time }) => time);
  const noon = open.findIndex((time) => time >= USUAL_TIME);
  const first = Math.max(0, Math.min(noon < 0 ? open.length : noon, open.length - SUGGESTED));
  const suggestions = open.slice(first, first + SUGGESTED);
  return chosenTime === null || suggestions.includes(chosenTime) ? suggestions : [...suggestions, chosenTime].sort();
};

/**
 * Returns the initial choice: the first day that isn't closed, without a time; the first day, or else today, when all
 * are closed.
 */
export const firstMoment = ({ today, days }: Pick<MomentChoices, 'today' | 'days'>): Moment => ({
  day: days.find(({ isClosed }) => !isClosed)?.day ?? days[0]?.day ?? today,
  time: null,
});

const weekday = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short' });
const monthName = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long' });
const dayAndMonth = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', day: 'numeric', month: 'long' });

const midnightOf = (day: string): Date => new Date(`${day}T00:00Z`);

/** „Mi.“ */
export const weekdayOf = (day: string): string => `${weekday.format(midnightOf(day))}.`;

/** „Mi. 14. Oktober“ */
export const dayName = (day: string): string => `${weekdayOf(day)} ${dayAndMonth.format(midnightOf(day))}`;

/** „Mi. 14. Oktober, 12:30“; only the day while no time is chosen. */
export const momentName = ({ day, time }: Moment): string =>
  time === null ? dayName(day) : `${dayName(day)}, ${time}`;

/** „Oktober 2026“, „Oktober und November 2026“: the months between two days. */
export const monthsName = (first: string, lastDay: string): string => {
  const [from, lastMonth] = [monthName.format(midnightOf(first)), monthName.format(midnightOf(lastDay))];
  const year = lastDay.slice(0, 4);
  return from === lastMonth ? `${from} ${year}` : `${from} / ${lastMonth} ${year}`;
};
