import { addDays } from '@mahlzeit/contract/rules';

/** First and last day that can be chosen, `2026-06-24`. */
export interface DayRange {
  readonly min: string;
  readonly max: string;
}

/** Formats a day as people type it, `20.06.2026`. */
export const formatTypedDay = (isoDay: string): string => isoDay.split('-').reverse().join('.');

const padToTwoDigits = (digits: string): string => digits.padStart(2, '0');

/** Returns the day as `2026-06-20`; null for a day that doesn't exist in the calendar. */
const calendarDay = (year: string, month: string, dayOfMonth: string): string | null => {
  const day = `${year}-${padToTwoDigits(month)}-${padToTwoDigits(dayOfMonth)}`;
  const isCalendarDay = !Number.isNaN(Date.parse(`${day}T00:00Z`)) && addDays(day, 0) === day;
  return isCalendarDay ? day : null;
};

/**
 * Parses a typed day, `20.6.`, `20.6.26` or `20.06.2026`. A day without a year means its last occurrence in the range.
 * Returns null for other input and for a day outside of the range.
 */
export const parseTypedDay = (typedText: string, { min, max }: DayRange): string | null => {
  const [, dayOfMonth, month, year = ''] = /^(\d{1,2})\.\s?(\d{1,2})\.?\s?(\d{4}|\d{2})?$/.exec(typedText.trim()) ?? [];
  if (dayOfMonth === undefined || month === undefined) return null;
  const possibleYears = year === '' ? [max.slice(0, 4), min.slice(0, 4)] : [year.length === 2 ? `20${year}` : year];
  return (
    possibleYears
      .map((possibleYear) => calendarDay(possibleYear, month, dayOfMonth))
      .find((day) => day !== null && day >= min && day <= max) ?? null
  );
};
