import type { Range, Restaurant } from '@mahlzeit/contract';
import { text } from '../../discovery-texts';

/** ISO weekdays, Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** One ISO weekday. */
export type Weekday = (typeof WEEKDAYS)[number];

type Week = Restaurant['openingHours'];

const LONG = { 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday', 7: 'Sunday' } as const;
const SHORT = { 1: 'MondayShort', 2: 'TuesdayShort', 3: 'WednesdayShort', 4: 'ThursdayShort', 5: 'FridayShort', 6: 'SaturdayShort', 7: 'SundayShort' } as const;

/** „Montag“. */
export const weekdayName = (day: Weekday): string => text(LONG[day]);

const rangeLabel = ({ start, end }: Range): string => text('HoursRange', { start, end });

/** „11:00 bis 14:00 und 17:00 bis 22:00“, or that it is closed. */
export const hoursLabel = (ranges: readonly Range[]): string => (ranges.length === 0 ? text('ClosedThatDay') : ranges.map(rangeLabel).join(text('And')));

interface Stretch {
  readonly first: Weekday;
  readonly last: Weekday;
  readonly hours: string;
}

const stretchesOf = (week: Week): readonly Stretch[] =>
  WEEKDAYS.reduce<readonly Stretch[]>((stretches, day) => {
    const hours = hoursLabel(week[day]);
    const previous = stretches.at(-1);
    return previous?.hours === hours ? [...stretches.slice(0, -1), { ...previous, last: day }] : [...stretches, { first: day, last: day, hours }];
  }, []);

const daysLabel = ({ first, last }: Stretch): string => {
  if (first === last) return text(SHORT[first]);
  return text(last - first === 1 ? 'DaysAnd' : 'DaysTo', { first: text(SHORT[first]), last: text(SHORT[last]) });
};

/** The week in as few lines as it takes: „Mo. bis Fr. 11:00 bis 14:00“, „Sa. und So. geschlossen“. */
export const weekLines = (week: Week): readonly string[] => stretchesOf(week).map((stretch) => `${daysLabel(stretch)} ${stretch.hours}`);

/** Words of OpenStreetMap's hours that German has others for. */
const GERMAN: Readonly<Record<string, string>> = {
  Tu: 'Di', We: 'Mi', Th: 'Do', Su: 'So', PH: 'Feiertage', SH: 'Schulferien', off: 'geschlossen', closed: 'geschlossen',
  Jan: 'Januar', Feb: 'Februar', Mar: 'März', Apr: 'April', May: 'Mai', Jun: 'Juni', Jul: 'Juli', Aug: 'August', Sep: 'September', Oct: 'Oktober', Nov: 'November', Dec: 'Dezember',
};

const OSM_SYNTAX = /^(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|off|closed)\b|[\d:;,+\s–-]|"[^"]*")+$/;

/** Whether hours were written in the words of OpenStreetMap: then they tell the whole week, holidays and seasons besides. */
export const isWrittenWhole = (written: string): boolean => OSM_SYNTAX.test(written);

/** Hours as somebody wrote them, line by line; those in the words of OpenStreetMap are said in German: „Mo–Fr 07:00–19:00“, „Sa, So, Feiertage 08:00–19:00“. */
export const writtenLines = (written: string): readonly string[] => {
  if (!isWrittenWhole(written)) return [written];
  const german = written
    .replace(/\b[A-Za-z]+\b/g, (word) => GERMAN[word] ?? word)
    .replace(/\s*-\s*/g, '–')
    .replace(/,\s*/g, ', ');
  return german.split(/\s*;\s*/).filter((line) => line !== '');
};
