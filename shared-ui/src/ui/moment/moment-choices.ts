/** A day that can be chosen, or one on which nothing is to be had. */
export interface DayChoice {
  /** `YYYY-MM-DD`, in Berlin. */
  readonly day: string;
  readonly isClosed: boolean;
}

/** A time of day that can be chosen, or one at which nothing is to be had. */
export interface TimeChoice {
  /** `HH:mm`, of 24 hours. */
  readonly time: string;
  readonly isClosed: boolean;
}

/** What a moment is chosen from. It changes as time passes. */
export interface MomentChoices {
  readonly today: string;
  /** From the first to the last day, without gaps. */
  readonly days: readonly DayChoice[];
  /** Times of a day, the earliest first. */
  timesOf(day: string): readonly TimeChoice[];
}

/** A day and a time on it; what is null isn't chosen yet. */
export interface Moment {
  readonly day: string;
  readonly time: string | null;
}

/** What there is to say of a moment: `err` can't be taken. */
export interface MomentNotice {
  readonly tone: 'err' | 'info';
  readonly title: string;
  readonly text: string;
}

/** Lunch, if nobody has said when. */
const USUAL_TIME = '12:00';

const SUGGESTED = 4;

/**
 * A few times of a day to choose with one tap, around noon where that is to be had; the chosen one is among them
 * whatever it is.
 */
export const suggestedTimes = (times: readonly TimeChoice[], chosen: string | null): readonly string[] => {
  const open = times.filter(({ isClosed }) => !isClosed).map(({ time }) => time);
  const noon = open.findIndex((time) => time >= USUAL_TIME);
  const first = Math.max(0, Math.min(noon < 0 ? open.length : noon, open.length - SUGGESTED));
  const shown = open.slice(first, first + SUGGESTED);
  return chosen === null || shown.includes(chosen) ? shown : [...shown, chosen].sort();
};

/** Where the choice begins: the first day that is not closed, and no time; today where all are. */
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

/** „Mi. 14. Oktober, 12:30“; the day alone while there is no time. */
export const momentName = ({ day, time }: Moment): string =>
  time === null ? dayName(day) : `${dayName(day)}, ${time}`;

/** „Oktober 2026“, „Oktober und November 2026“: the months between two days. */
export const monthsName = (first: string, last: string): string => {
  const [from, to] = [monthName.format(midnightOf(first)), monthName.format(midnightOf(last))];
  const year = last.slice(0, 4);
  return from === to ? `${from} ${year}` : `${from} / ${to} ${year}`;
};
