import type { Ms, Range, Restaurant } from '@mahlzeit/contract';
import {
  isLunchMealType,
  isOrderable,
  lunchOrderingEndsAt,
  nextOpening,
  orderingEndsAt,
} from '@mahlzeit/contract/rules';
import type { LunchState } from '@mahlzeit/contract/rules';
import { formatDate, formatTime } from '@mahlzeit/shared-ui/platform';
import type { FoodArtName } from '@mahlzeit/shared-ui/ui';
import { text as listText } from '../../discovery-texts';
import { momentLabel } from '../restaurant';
import { text } from './page-texts';

/** ISO weekdays, Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

type Weekday = (typeof WEEKDAYS)[number];

type Week = Restaurant['openingHours'];

const LONG = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const;
const SHORT = {
  1: 'MondayShort',
  2: 'TuesdayShort',
  3: 'WednesdayShort',
  4: 'ThursdayShort',
  5: 'FridayShort',
  6: 'SaturdayShort',
  7: 'SundayShort',
} as const;

/** Returns the German name of a weekday: „Montag“. */
export const weekdayName = (day: Weekday): string => text(LONG[day]);

const rangeLabel = ({ start, end }: Range): string => text('HoursRange', { start, end });

/** Formats the opening hours of a day: „11:00 bis 14:00 und 17:00 bis 22:00“, or „geschlossen“ without hours. */
export const hoursLabel = (ranges: readonly Range[]): string =>
  ranges.length === 0 ? text('ClosedThatDay') : ranges.map(rangeLabel).join(text('And'));

interface DayStretch {
  readonly first: Weekday;
  readonly lastWeekday: Weekday;
  readonly hours: string;
}

const stretchesOf = (week: Week): readonly DayStretch[] =>
  WEEKDAYS.reduce<readonly DayStretch[]>((stretches, day) => {
    const hours = hoursLabel(week[day]);
    const previous = stretches.at(-1);
    return previous?.hours === hours
      ? [...stretches.slice(0, -1), { ...previous, lastWeekday: day }]
      : [...stretches, { first: day, lastWeekday: day, hours }];
  }, []);

const daysLabel = ({ first, lastWeekday }: DayStretch): string => {
  if (first === lastWeekday) return text(SHORT[first]);
  return text(lastWeekday - first === 1 ? 'DaysAnd' : 'DaysTo', {
    first: text(SHORT[first]),
    last: text(SHORT[lastWeekday]),
  });
};

/**
 * Formats the opening hours of a week in as few lines as possible: „Mo. bis Fr. 11:00 bis 14:00“, „Sa. und So.
 * geschlossen“.
 */
export const weekLines = (week: Week): readonly string[] =>
  stretchesOf(week).map((stretch) => `${daysLabel(stretch)} ${stretch.hours}`);

/** German words for the English terms in OpenStreetMap's opening hours. */
const GERMAN: Readonly<Record<string, string>> = {
  Tu: 'Di',
  We: 'Mi',
  Th: 'Do',
  Su: 'So',
  PH: 'Feiertage',
  SH: 'Schulferien',
  off: 'geschlossen',
  closed: 'geschlossen',
  Jan: 'Januar',
  Feb: 'Februar',
  Mar: 'März',
  Apr: 'April',
  May: 'Mai',
  Jun: 'Juni',
  Jul: 'Juli',
  Aug: 'August',
  Sep: 'September',
  Oct: 'Oktober',
  Nov: 'November',
  Dec: 'Dezember',
};

const OSM_SYNTAX =
  /^(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|off|closed)\b|[\d:;,+\s–-]|"[^"]*")+$/;

/**
 * Returns whether a text of opening hours has OpenStreetMap's syntax. A text in this syntax covers the whole week,
 * holidays and seasons.
 */
export const hasOsmSyntax = (sourceText: string): boolean => OSM_SYNTAX.test(sourceText);

/**
 * Formats opening hours that are stored as text, one line for each rule. Text in OpenStreetMap's syntax is translated
 * into German: „Mo–Fr 07:00–19:00“, „Sa, So, Feiertage 08:00–19:00“.
 */
export const writtenLines = (sourceText: string): readonly string[] => {
  if (!hasOsmSyntax(sourceText)) return [sourceText];
  const germanText = sourceText
    .replace(/\b[A-Za-z]+\b/g, (word) => GERMAN[word] ?? word)
    .replace(/\s*-\s*/g, '–')
    .replace(/,\s*/g, ', ');
  return germanText.split(/\s*;\s*/).filter((line) => line !== '');
};

/** Drawing, title and text that replace the menu. */
interface NoMenu {
  readonly art: FoodArtName;
  readonly title: string;
  readonly text: string;
}

type WeekHours = Pick<Restaurant, 'dayState' | 'openingHours' | 'restTime'>;

const reopeningLabel = (restaurant: WeekHours, now: Ms): string | null => {
  const next = nextOpening(restaurant, now);
  return next === null ? null : momentLabel(next, now);
};

const restingTitle = ({ restTime }: WeekHours): string =>
  restTime === null ? text('RestingWord') : listText('RestingUntil', { day: formatDate(restTime.end) });

const restingText = (moment: string | null, reason: string | null): string => {
  const again = moment === null ? text('RestingWithoutEnd') : text('RestingExplanation', { moment });
  return reason === null ? again : text('RestingBecause', { reason, again });
};

/**
 * Returns the message that explains why there is no menu today (S1§2); null when there is a menu. `restReason` is the
 * reason of a holiday closure.
 */
export const noMenuTexts = (restaurant: WeekHours, now: Ms, restReason: string | null = null): NoMenu | null => {
  const moment = reopeningLabel(restaurant, now);
  switch (restaurant.dayState) {
    case 'resting':
      return { art: 'teacup-without-handle', title: restingTitle(restaurant), text: restingText(moment, restReason) };
    case 'restDay':
      return {
        art: 'hot-beverage',
        title: text('RestDay'),
        text: moment === null ? text('RestDayWithoutNext') : text('RestDayExplanation', { moment }),
      };
    case 'closed':
      return {
        art: 'cup-with-straw',
        title: text('ClosedToday'),
        text: moment === null ? text('ClosedWithoutNext') : text('ErrorRestaurantAlreadyClosed', { moment }),
      };
    case 'noLunch':
      return { art: 'olive', title: text('NoLunchListedTitle'), text: text('NoLunchListedDescription') };
    case 'open':
      return null;
  }
};

/** Returns the reason why dishes of a meal type can't be ordered at `now`; null when they can. */
export const orderHint = (restaurant: Restaurant, baseName: string, now: Ms): string | null => {
  const end = orderingEndsAt(restaurant, now);
  if (end === null) return text('OrderingNotToday');
  if (now >= end) return text('OrderingEnded', { time: formatTime(end) });
  if (!isLunchMealType(baseName)) return null;
  const lunchEnd = lunchOrderingEndsAt(restaurant, now);
  if (lunchEnd === null) return text('OrderingNotToday');
  return now >= lunchEnd ? text('LunchOrderingEnded', { time: formatTime(lunchEnd) }) : null;
};

const hasOtherDishes = ({ offers }: Restaurant): boolean =>
  offers.some((offer) => isOrderable(offer) && !isLunchMealType(offer.baseName));

/**
 * Returns „Vorbestellen bis 14:15“: the time until which lunch can be ordered. After this time the label names the
 * other dishes, which can be ordered longer, so that users don't take the new time for lunch. Returns null when nothing
 * can be ordered.
 */
export const orderUntilLabel = (restaurant: Restaurant, now: Ms): string | null => {
  if (!restaurant.hasOrderableMeals || restaurant.dayState !== 'open') return null;
  const hasLunch = restaurant.offers.some(({ baseName }) => isLunchMealType(baseName));
  const lunchEnd = hasLunch ? lunchOrderingEndsAt(restaurant, now) : null;
  if (lunchEnd !== null && now < lunchEnd) return text('OrderUntil', { time: formatTime(lunchEnd) });
  const end = orderingEndsAt(restaurant, now);
  if (end === null || now >= end || !hasOtherDishes(restaurant)) return null;
  return text(hasLunch ? 'OrderRestUntil' : 'OrderUntil', { time: formatTime(end) });
};

/**
 * Returns the time of today's lunch: „heute bis 14:30“, or „heute vorbei“ after lunch; undefined when the lunch times
 * are unknown.
 */
export const lunchTimeLabel = (lunch: LunchState): string | undefined => {
  switch (lunch.kind) {
    case 'later':
      return text('TodayAt', { hours: rangeLabel({ start: formatTime(lunch.from), end: formatTime(lunch.until) }) });
    case 'serving':
      return text('TodayUntil', { time: formatTime(lunch.until) });
    case 'over':
      return text('TodayOver');
    case 'untimed':
    case 'none':
      return undefined;
  }
};
