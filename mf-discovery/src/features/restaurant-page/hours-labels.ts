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

type OpeningHoursByDay = Restaurant['openingHours'];

const WEEKDAY_TEXT_KEYS = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const;
const SHORT_WEEKDAY_TEXT_KEYS = {
  1: 'MondayShort',
  2: 'TuesdayShort',
  3: 'WednesdayShort',
  4: 'ThursdayShort',
  5: 'FridayShort',
  6: 'SaturdayShort',
  7: 'SundayShort',
} as const;

/** Returns the German name of a weekday: „Montag“. */
export const weekdayName = (day: Weekday): string => text(WEEKDAY_TEXT_KEYS[day]);

const rangeLabel = ({ start, end }: Range): string => text('HoursRange', { start, end });

/** Formats the opening hours of a day: „11:00 bis 14:00 und 17:00 bis 22:00“, or „geschlossen“ without hours. */
export const hoursLabel = (ranges: readonly Range[]): string =>
  ranges.length === 0 ? text('ClosedThatDay') : ranges.map(rangeLabel).join(text('And'));

interface DayStretch {
  readonly firstWeekday: Weekday;
  readonly lastWeekday: Weekday;
  readonly hours: string;
}

const stretchesOf = (week: OpeningHoursByDay): readonly DayStretch[] =>
  WEEKDAYS.reduce<readonly DayStretch[]>((dayStretches, day) => {
    const hours = hoursLabel(week[day]);
    const previousStretch = dayStretches.at(-1);
    return previousStretch?.hours === hours
      ? [...dayStretches.slice(0, -1), { ...previousStretch, lastWeekday: day }]
      : [...dayStretches, { firstWeekday: day, lastWeekday: day, hours }];
  }, []);

const daysLabel = ({ firstWeekday, lastWeekday }: DayStretch): string => {
  if (firstWeekday === lastWeekday) return text(SHORT_WEEKDAY_TEXT_KEYS[firstWeekday]);
  return text(lastWeekday - firstWeekday === 1 ? 'DaysAnd' : 'DaysTo', {
    first: text(SHORT_WEEKDAY_TEXT_KEYS[firstWeekday]),
    last: text(SHORT_WEEKDAY_TEXT_KEYS[lastWeekday]),
  });
};

/**
 * Formats the opening hours of a week in as few lines as possible: „Mo. bis Fr. 11:00 bis 14:00“, „Sa. und So.
 * geschlossen“.
 */
export const weekLines = (week: OpeningHoursByDay): readonly string[] =>
  stretchesOf(week).map((stretch) => `${daysLabel(stretch)} ${stretch.hours}`);

/** German words for the English terms in OpenStreetMap's opening hours. */
const GERMAN_BY_OSM_WORD: Readonly<Record<string, string>> = {
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

const OSM_HOURS_PATTERN =
  /^(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|off|closed)\b|[\d:;,+\s–-]|"[^"]*")+$/;

/**
 * Returns whether a text of opening hours has OpenStreetMap's syntax. A text in this syntax covers the whole week,
 * holidays and seasons.
 */
export const hasOsmSyntax = (sourceText: string): boolean => OSM_HOURS_PATTERN.test(sourceText);

/**
 * Formats opening hours that are stored as text, one line for each rule. Text in OpenStreetMap's syntax is translated
 * into German: „Mo–Fr 07:00–19:00“, „Sa, So, Feiertage 08:00–19:00“.
 */
export const hoursTextLines = (sourceText: string): readonly string[] => {
  if (!hasOsmSyntax(sourceText)) return [sourceText];
  const germanText = sourceText
    .replace(/\b[A-Za-z]+\b/g, (word) => GERMAN_BY_OSM_WORD[word] ?? word)
    .replace(/\s*-\s*/g, '–')
    .replace(/,\s*/g, ', ');
  return germanText.split(/\s*;\s*/).filter((line) => line !== '');
};

/** Drawing, title and text that replace the menu. */
interface NoMenuNotice {
  readonly art: FoodArtName;
  readonly title: string;
  readonly text: string;
}

type OpeningFacts = Pick<Restaurant, 'dayState' | 'openingHours' | 'restTime'>;

const reopeningLabel = (restaurant: OpeningFacts, now: Ms): string | null => {
  const opensAt = nextOpening(restaurant, now);
  return opensAt === null ? null : momentLabel(opensAt, now);
};

const restingTitle = ({ restTime }: OpeningFacts): string =>
  restTime === null ? text('RestingWord') : listText('RestingUntil', { day: formatDate(restTime.end) });

const restingText = (reopeningTime: string | null, reason: string | null): string => {
  const explanation =
    reopeningTime === null ? text('RestingWithoutEnd') : text('RestingExplanation', { moment: reopeningTime });
  return reason === null ? explanation : text('RestingBecause', { reason, again: explanation });
};

/**
 * Returns the message that explains why there is no menu today (S1§2); null when there is a menu. `restReason` is the
 * reason of a holiday closure.
 */
export const noMenuTexts = (
  restaurant: OpeningFacts,
  now: Ms,
  restReason: string | null = null,
): NoMenuNotice | null => {
  const reopeningTime = reopeningLabel(restaurant, now);
  switch (restaurant.dayState) {
    case 'resting':
      return {
        art: 'teacup-without-handle',
        title: restingTitle(restaurant),
        text: restingText(reopeningTime, restReason),
      };
    case 'restDay':
      return {
        art: 'hot-beverage',
        title: text('RestDay'),
        text:
          reopeningTime === null ? text('RestDayWithoutNext') : text('RestDayExplanation', { moment: reopeningTime }),
      };
    case 'closed':
      return {
        art: 'cup-with-straw',
        title: text('ClosedToday'),
        text:
          reopeningTime === null
            ? text('ClosedWithoutNext')
            : text('ErrorRestaurantAlreadyClosed', { moment: reopeningTime }),
      };
    case 'noLunch':
      return { art: 'olive', title: text('NoLunchListedTitle'), text: text('NoLunchListedDescription') };
    case 'open':
      return null;
  }
};

/** Returns the reason why dishes of a meal type can't be ordered at `now`; null when they can. */
export const orderHint = (restaurant: Restaurant, baseName: string, now: Ms): string | null => {
  const orderingEnd = orderingEndsAt(restaurant, now);
  if (orderingEnd === null) return text('OrderingNotToday');
  if (now >= orderingEnd) return text('OrderingEnded', { time: formatTime(orderingEnd) });
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
  const hasLunchDishes = restaurant.offers.some(({ baseName }) => isLunchMealType(baseName));
  const lunchEnd = hasLunchDishes ? lunchOrderingEndsAt(restaurant, now) : null;
  if (lunchEnd !== null && now < lunchEnd) return text('OrderUntil', { time: formatTime(lunchEnd) });
  const orderingEnd = orderingEndsAt(restaurant, now);
  if (orderingEnd === null || now >= orderingEnd || !hasOtherDishes(restaurant)) return null;
  return text(hasLunchDishes ? 'OrderRestUntil' : 'OrderUntil', { time: formatTime(orderingEnd) });
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
