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

/** One ISO weekday. */
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

/** „Montag“. */
export const weekdayName = (day: Weekday): string => text(LONG[day]);

const rangeLabel = ({ start, end }: Range): string => text('HoursRange', { start, end });

/** „11:00 bis 14:00 und 17:00 bis 22:00“, or that it is closed. */
export const hoursLabel = (ranges: readonly Range[]): string =>
  ranges.length === 0 ? text('ClosedThatDay') : ranges.map(rangeLabel).join(text('And'));

interface Stretch {
  readonly first: Weekday;
  readonly last: Weekday;
  readonly hours: string;
}

const stretchesOf = (week: Week): readonly Stretch[] =>
  WEEKDAYS.reduce<readonly Stretch[]>((stretches, day) => {
    const hours = hoursLabel(week[day]);
    const previous = stretches.at(-1);
    return previous?.hours === hours
      ? [...stretches.slice(0, -1), { ...previous, last: day }]
      : [...stretches, { first: day, last: day, hours }];
  }, []);

const daysLabel = ({ first, last }: Stretch): string => {
  if (first === last) return text(SHORT[first]);
  return text(last - first === 1 ? 'DaysAnd' : 'DaysTo', { first: text(SHORT[first]), last: text(SHORT[last]) });
};

/** The week in as few lines as it takes: „Mo. bis Fr. 11:00 bis 14:00“, „Sa. und So. geschlossen“. */
export const weekLines = (week: Week): readonly string[] =>
  stretchesOf(week).map((stretch) => `${daysLabel(stretch)} ${stretch.hours}`);

/** Words of OpenStreetMap's hours that German has others for. */
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
 * Whether hours were written in the words of OpenStreetMap: then they tell the whole week, holidays and seasons
 * besides.
 */
export const isWrittenWhole = (written: string): boolean => OSM_SYNTAX.test(written);

/**
 * Hours as somebody wrote them, line by line; those in the words of OpenStreetMap are said in German: „Mo–Fr
 * 07:00–19:00“, „Sa, So, Feiertage 08:00–19:00“.
 */
export const writtenLines = (written: string): readonly string[] => {
  if (!isWrittenWhole(written)) return [written];
  const german = written
    .replace(/\b[A-Za-z]+\b/g, (word) => GERMAN[word] ?? word)
    .replace(/\s*-\s*/g, '–')
    .replace(/,\s*/g, ', ');
  return german.split(/\s*;\s*/).filter((line) => line !== '');
};

/** What stands in place of the menu. */
interface NoMenu {
  readonly art: FoodArtName;
  readonly title: string;
  readonly text: string;
}

type Hours = Pick<Restaurant, 'dayState' | 'openingHours' | 'restTime'>;

const reopeningLabel = (restaurant: Hours, now: Ms): string | null => {
  const next = nextOpening(restaurant, now);
  return next === null ? null : momentLabel(next, now);
};

const restingTitle = ({ restTime }: Hours): string =>
  restTime === null ? text('RestingWord') : listText('RestingUntil', { day: formatDate(restTime.end) });

const restingText = (moment: string | null, reason: string | null): string => {
  const again = moment === null ? text('RestingWithoutEnd') : text('RestingExplanation', { moment });
  return reason === null ? again : text('RestingBecause', { reason, again });
};

/**
 * S1§2: why there is no menu today; null where there is one. `restReason` names the holiday closure, where the place
 * says it.
 */
export const noMenuTexts = (restaurant: Hours, now: Ms, restReason: string | null = null): NoMenu | null => {
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

/** Why nothing of a meal type can be ordered any more at `now`; null where it can. */
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
 * „Vorbestellen bis 14:15“: of the lunch while there is any to be had. What else is on the menu can be ordered for
 * longer, and is named then, so that nobody takes it for the lunch. Null where nothing can be ordered.
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

/** When there is lunch today: „heute bis 14:30“, or that it is over; undefined where nobody says. */
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
