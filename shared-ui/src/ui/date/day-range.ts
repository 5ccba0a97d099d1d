import { DateFormatter, getLocalTimeZone, parseDate } from '@internationalized/date';
import { uiText } from '../ui-text';

const words = new DateFormatter('de-DE', { day: 'numeric', month: 'long' });

const dayWords = (day: string): string => words.format(parseDate(day).toDate(getLocalTimeZone())).replace(' ', '\u00a0');

interface DayRange {
  readonly min?: string;
  readonly max?: string;
}

/** What is wrong with a day, `YYYY-MM-DD`, that lies out of its range. The picker itself would say so in the browser's language. */
export const rangeError = (day: string | null, { min, max }: DayRange): string | undefined => {
  if (day === null) return undefined;
  if (min !== undefined && day < min) return `${uiText('DayNotBefore')} ${dayWords(min)}.`;
  return max !== undefined && day > max ? `${uiText('DayNotAfter')} ${dayWords(max)}.` : undefined;
};
