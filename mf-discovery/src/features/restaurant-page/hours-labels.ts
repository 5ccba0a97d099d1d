import type { Ms, Range, Restaurant } from '@mahlzeit/contract';
import {
  areHoursUnknown,
  isLunchMealType,
  isOrderable,
  isOrderingOver,
  nextOpeningAt,
  orderingEndsAt,
} from '@mahlzeit/contract/rules';
import type { LunchState } from '@mahlzeit/contract/rules';
import { formatDate, formatTime } from '@mahlzeit/shared-ui/platform';
import type { FoodArtName } from '@mahlzeit/shared-ui/ui';
import { text as listText } from '../../discovery-texts';
import { momentLabelOf } from '../restaurant';
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
export const weekdayNameOf = (weekday: Weekday): string => text(WEEKDAY_TEXT_KEYS[weekday]);

const timeRangeLabelOf = ({ start, end }: Range): string =>
  start === '00:00' && end === '24:00' ? text('AroundTheClock') : text('HoursRange', { start, end });

/** Formats the opening hours of a day: „11:00 bis 14:00 und 17:00 bis 22:00“, or „geschlossen“ without hours. */
export const hoursLabelOf = (timeRanges: readonly Range[]): string =>
  timeRanges.length === 0 ? text('ClosedThatDay') : timeRanges.map(timeRangeLabelOf).join(text('And'));

interface WeekdayRange {
  readonly firstWeekday: Weekday;
  readonly lastWeekday: Weekday;
  readonly hours: string;
}

const weekdayRangesOf = (openingHours: OpeningHoursByDay): readonly WeekdayRange[] =>
  WEEKDAYS.reduce<readonly WeekdayRange[]>((weekdayRanges, weekday) => {
    const hours = hoursLabelOf(openingHours[weekday]);
    const previousRange = weekdayRanges.at(-1);
    return previousRange?.hours === hours
      ? [...weekdayRanges.slice(0, -1), { ...previousRange, lastWeekday: weekday }]
      : [...weekdayRanges, { firstWeekday: weekday, lastWeekday: weekday, hours }];
  }, []);

const weekdaysLabelOf = ({ firstWeekday, lastWeekday, hours }: WeekdayRange): string => {
  if (lastWeekday - firstWeekday === 6 && hours !== text('ClosedThatDay')) return text('Daily');
  if (firstWeekday === lastWeekday) return text(SHORT_WEEKDAY_TEXT_KEYS[firstWeekday]);
  return text(lastWeekday - firstWeekday === 1 ? 'DaysAnd' : 'DaysTo', {
    first: text(SHORT_WEEKDAY_TEXT_KEYS[firstWeekday]),
    last: text(SHORT_WEEKDAY_TEXT_KEYS[lastWeekday]),
  });
};

/**
 * Formats the opening hours of a week in as few lines as possible: „Mo. bis Fr. 11:00 bis 14:00“, „Sa. und So.
 * geschlossen“, „täglich rund um die Uhr“.
 */
export const openingHoursLines = (openingHours: OpeningHoursByDay): readonly string[] =>
  weekdayRangesOf(openingHours).map((weekdayRange) => `${weekdaysLabelOf(weekdayRange)} ${weekdayRange.hours}`);

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

const AROUND_THE_CLOCK_PATTERN = /^(?:24\/7|(?:Mo\s*-\s*Su\s+)?00:00\s*-\s*24:00)$/;

/**
 * Formats opening hours that are stored as text, one line for each rule. Text in OpenStreetMap's syntax is translated
 * into German: „Mo–Fr 07:00–19:00“, „Sa, So, Feiertage 08:00–19:00“.
 */
export const hoursTextLines = (sourceText: string): readonly string[] => {
  if (AROUND_THE_CLOCK_PATTERN.test(sourceText.trim())) return [`${text('Daily')} ${text('AroundTheClock')}`];
  if (!hasOsmSyntax(sourceText)) return [sourceText];
  const germanText = sourceText
    .replace(/\b[A-Za-z]+\b/g, (osmWord) => GERMAN_BY_OSM_WORD[osmWord] ?? osmWord)
    .replace(/\s*-\s*/g, '–')
    .replace(/,\s*/g, ', ');
  return germanText.split(/\s*;\s*/).filter((hoursLine) => hoursLine !== '');
};

/** Drawing, title and text that the restaurant page shows if there is no menu. */
interface NoMenuNotice {
  readonly art: FoodArtName;
  readonly title: string;
  readonly text: string;
}

type OpeningFacts = Pick<Restaurant, 'dayState' | 'openingHours' | 'datedWeek' | 'restTime'>;

const reopeningLabelOf = (restaurant: OpeningFacts, now: Ms): string | null => {
  const opensAtMs = nextOpeningAt(restaurant, now);
  return opensAtMs === null ? null : momentLabelOf(opensAtMs, now);
};

const restingTitleOf = ({ restTime }: OpeningFacts): string =>
  restTime === null ? text('RestingWord') : listText('RestingUntil', { day: formatDate(restTime.end) });

const restingTextOf = (reopeningTime: string | null, restReason: string | null): string => {
  const explanation =
    reopeningTime === null ? text('RestingWithoutEnd') : text('RestingExplanation', { moment: reopeningTime });
  return restReason === null ? explanation : text('RestingBecause', { reason: restReason, again: explanation });
};

/**
 * Returns the message that explains why a restaurant has no menu today (S1§2); null if there is a menu. `restReason` is
 * the reason of a holiday closure.
 */
export const noMenuNoticeOf = (
  restaurant: OpeningFacts,
  now: Ms,
  restReason: string | null = null,
): NoMenuNotice | null => {
  const reopeningTime = reopeningLabelOf(restaurant, now);
  switch (restaurant.dayState) {
    case 'resting':
      return {
        art: 'teacup-without-handle',
        title: restingTitleOf(restaurant),
        text: restingTextOf(reopeningTime, restReason),
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
export const orderHintOf = (restaurant: Restaurant, baseName: string, now: Ms): string | null => {
  const orderingEndMs = orderingEndsAt(restaurant, false, now);
  if (orderingEndMs === null) return text('OrderingNotToday');
  if (isOrderingOver(restaurant, false, now)) return text('OrderingEnded', { time: formatTime(orderingEndMs) });
  if (!isLunchMealType(baseName)) return null;
  const lunchOrderingEndMs = orderingEndsAt(restaurant, true, now);
  if (lunchOrderingEndMs === null) return text('OrderingNotToday');
  return isOrderingOver(restaurant, true, now)
    ? text('LunchOrderingEnded', { time: formatTime(lunchOrderingEndMs) })
    : null;
};

const hasOrderableNonLunchDishes = ({ offers }: Restaurant): boolean =>
  offers.some((offer) => isOrderable(offer) && !isLunchMealType(offer.baseName));

const openOrderingEndOf = (restaurant: Restaurant, isLunch: boolean, now: Ms): Ms | null =>
  isOrderingOver(restaurant, isLunch, now) ? null : orderingEndsAt(restaurant, isLunch, now);

/**
 * Returns the label with the last time at which lunch can be ordered: „Vorbestellen bis 13:45“. After this time the
 * label names the other dishes, which can be ordered longer, so that users don't take the new time for lunch. Returns
 * null if nothing can be ordered or the opening hours are unknown.
 */
export const orderUntilLabelOf = (restaurant: Restaurant, now: Ms): string | null => {
  if (!restaurant.hasOrderableMeals || restaurant.dayState !== 'open' || areHoursUnknown(restaurant, now)) return null;
  const hasLunchDishes = restaurant.offers.some(({ baseName }) => isLunchMealType(baseName));
  const lunchOrderingEndMs = hasLunchDishes ? openOrderingEndOf(restaurant, true, now) : null;
  if (lunchOrderingEndMs !== null) return text('OrderUntil', { time: formatTime(lunchOrderingEndMs) });
  const orderingEndMs = openOrderingEndOf(restaurant, false, now);
  if (orderingEndMs === null || !hasOrderableNonLunchDishes(restaurant)) return null;
  return text(hasLunchDishes ? 'OrderRestUntil' : 'OrderUntil', { time: formatTime(orderingEndMs) });
};

/**
 * Returns the label for the time of today's lunch: „heute bis 14:30“, or „heute vorbei“ after lunch; undefined if the
 * lunch times are unknown.
 */
export const lunchTimeLabelOf = (lunchState: LunchState): string | undefined => {
  switch (lunchState.kind) {
    case 'later':
      return text('TodayAt', {
        hours: timeRangeLabelOf({ start: formatTime(lunchState.from), end: formatTime(lunchState.until) }),
      });
    case 'serving':
      return text('TodayUntil', { time: formatTime(lunchState.until) });
    case 'over':
      return text('TodayOver');
    case 'untimed':
    case 'none':
      return undefined;
  }
};
