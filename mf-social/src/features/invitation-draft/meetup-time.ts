import type { Day, Ms, Range, Restaurant } from '@mahlzeit/contract';
import {
  addDays,
  berlinClock,
  berlinDay,
  closingAt,
  earliestMeetup,
  instantOf,
  isClosingSoon,
  isoWeekday,
  latestMeetup,
  MEETUP_STEP_MINUTES,
  meetupDateError,
  placeStateAt,
} from '@mahlzeit/contract/rules';
import { formatDate, formatTime, useNow } from '@mahlzeit/shared-ui/platform';
import type { Moment, MomentChoices, MomentNotice, TimeChoice } from '@mahlzeit/shared-ui/ui/moment';
import { useMemo } from 'react';
import { text } from './draft-texts';

/** Fields of a restaurant that decide whether a meetup is possible there. */
export type MeetingPlace = Pick<Restaurant, 'openingHours' | 'openingHoursText' | 'restTime'>;

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / MINUTES_PER_HOUR)).padStart(2, '0')}:${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')}`;

/** All times of a day in steps of a quarter of an hour, `HH:MM`. */
const QUARTER_HOUR_TIMES = Array.from({ length: MINUTES_PER_DAY / MEETUP_STEP_MINUTES }, (_, index) =>
  formatClock(index * MEETUP_STEP_MINUTES),
);

/**
 * Number of closed quarters of an hour that are shown before and after the opening hours, so that the user sees where
 * they end.
 */
const CLOSED_TIMES_SHOWN = 2;

const canMeetAt = (place: MeetingPlace | null, instant: Ms): boolean => {
  if (place === null) return true;
  const placeState = placeStateAt(place, instant);
  return placeState === 'open' || placeState === 'unknown';
};

/**
 * Shortens the list: keeps the times from the first to the last open quarter of an hour, with `CLOSED_TIMES_SHOWN`
 * closed ones on both sides.
 */
const trimTimes = (times: readonly TimeChoice[]): readonly TimeChoice[] => {
  const firstOpenIndex = times.findIndex(({ isClosed }) => !isClosed);
  const lastOpenIndex = times.findLastIndex(({ isClosed }) => !isClosed);
  return firstOpenIndex < 0
    ? []
    : times.slice(Math.max(0, firstOpenIndex - CLOSED_TIMES_SHOWN), lastOpenIndex + 1 + CLOSED_TIMES_SHOWN);
};

/**
 * Returns the times that a user can choose at `now`: quarters of an hour within the next two weeks on Berlin's clock
 * (T10). A time is closed when the restaurant is closed; without a restaurant all times are open.
 */
export const meetupChoices = (place: MeetingPlace | null, now: Ms): MomentChoices => {
  const [min, max] = [earliestMeetup(now), latestMeetup(now)];
  const [firstDay, lastDay] = [berlinDay(min), berlinDay(max)];
  const timesByDay = new Map<Day, readonly TimeChoice[]>();
  const computeTimes = (day: Day): readonly TimeChoice[] =>
    trimTimes(
      QUARTER_HOUR_TIMES.flatMap((time) => {
        const instant = instantOf(day, time);
        // A time that doesn't exist on the day when summer time begins is left out.
        return instant < min || instant > max || berlinClock(instant) !== time
          ? []
          : [{ time, isClosed: !canMeetAt(place, instant) }];
      }),
    );
  const timesOf = (day: Day): readonly TimeChoice[] => {
    const times = timesByDay.get(day) ?? computeTimes(day);
    timesByDay.set(day, times);
    return times;
  };
  const days: Day[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  return { today: berlinDay(now), days: days.map((day) => ({ day, isClosed: timesOf(day).length === 0 })), timesOf };
};

/** Converts a choice to an instant; null while the user has chosen no time. */
export const instantOfMoment = ({ day, time }: Moment): Ms | null => (time === null ? null : instantOf(day, time));

/** Converts an instant to day and time on Berlin's clock. */
export const momentOf = (instant: Ms): Moment => ({ day: berlinDay(instant), time: berlinClock(instant) });

const longWeekdayFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'long' });
const shortWeekdayFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short' });
const listFormat = new Intl.ListFormat('de');

// Adverb of the weekday with a capital letter, „Donnerstags“, because it begins the sentence.
const weekdayAdverb = (day: Day): string => `${longWeekdayFormat.format(new Date(`${day}T00:00Z`))}s`;

const hoursText = (ranges: readonly Range[]): string =>
  listFormat.format(ranges.map(({ start, end }) => text('HoursFromTo', { start, end })));

const errorTitle = (kind: string, instant: Ms): string => text('InvalidDateTitle', { kind, time: formatTime(instant) });

/**
 * Returns the notice for an instant by the restaurant's opening rules (S2§4); null when the restaurant is open and
 * doesn't close soon.
 */
const placeNotice = (place: MeetingPlace, instant: Ms): MomentNotice | null => {
  const placeState = placeStateAt(place, instant);
  const day = berlinDay(instant);
  switch (placeState) {
    case 'resting':
      return {
        tone: 'err',
        title: errorTitle(placeState, instant),
        text: text('RestingUntil', { day: formatDate(place.restTime?.end ?? day) }),
      };
    case 'restDay':
      return {
        tone: 'err',
        title: errorTitle(placeState, instant),
        text: text('RestDayThen', { weekday: weekdayAdverb(day) }),
      };
    case 'closed':
      return {
        tone: 'err',
        title: errorTitle(placeState, instant),
        text: text('OpenThen', { weekday: weekdayAdverb(day), hours: hoursText(place.openingHours[isoWeekday(day)]) }),
      };
    case 'unknown':
      return { tone: 'info', title: text('InvalidDateInfo', { kind: 'valid' }), text: text('HoursUnknown') };
    case 'open':
      return isClosingSoon(place, instant)
        ? {
            tone: 'info',
            title: text('InvalidDateInfo', { kind: 'valid' }),
            text: text('ClosesSoonThen', { time: formatTime(closingAt(place, instant) ?? instant) }),
          }
        : null;
  }
};

/**
 * Checks a date (S2§4): first the rule for all meetups, then the rules of the restaurant. An error notice prevents
 * sending, an info notice doesn't.
 */
export const meetupNotice = (instant: Ms, place: MeetingPlace | null, now: Ms): MomentNotice | null => {
  const error = meetupDateError(instant, now);
  if (error === 'ErrorDatePast')
    return { tone: 'err', title: errorTitle('past', instant), text: text('ErrorDatePast') };
  if (error === 'ErrorDateLaterTwoWeeks')
    return { tone: 'err', title: errorTitle('later', instant), text: text('ErrorDateLaterTwoWeeks') };
  return place === null ? null : placeNotice(place, instant);
};

/** Explains why some days are struck through; null when all days are open. */
export const closedLegend = (place: MeetingPlace | null, { days }: Pick<MomentChoices, 'days'>): string | null => {
  const closedDays = days.filter(({ isClosed }) => isClosed).map(({ day }) => day);
  if (place === null || closedDays.length === 0) return null;
  const restDays = [...new Set(closedDays.filter((day) => place.openingHours[isoWeekday(day)].length === 0))].map(
    (day) => ({ order: isoWeekday(day), name: `${shortWeekdayFormat.format(new Date(`${day}T00:00Z`))}.` }),
  );
  const restDayNames = [
    ...new Map(restDays.sort((a, b) => a.order - b.order).map(({ name }) => [name, name])).values(),
  ];
  const { restTime } = place;
  const isResting = restTime !== null && closedDays.some((day) => restTime.start <= day && day <= restTime.end);
  const closedReasons = [
    ...(restDayNames.length === 0 ? [] : [text('RestDays', { days: listFormat.format(restDayNames) })]),
    ...(isResting ? [text('RestUntil', { day: formatDate(restTime.end) })] : []),
  ];
  return closedReasons.length === 0
    ? text('StruckIsClosed')
    : text('StruckBecause', { reasons: listFormat.format(closedReasons) });
};

/**
 * Returns the times that a user can choose at a restaurant, with their explanations. They are computed again each
 * minute.
 */
export const useMeetupTimes = (place: MeetingPlace | null) => {
  const now = useNow();
  const choices = useMemo(() => meetupChoices(place, now), [place, now]);
  const legend = useMemo(() => closedLegend(place, choices), [place, choices]);
  const noticeAt = (instant: number): MomentNotice | null => meetupNotice(instant, place, now);
  const checkMoment = (moment: Moment): MomentNotice | null => {
    const instant = instantOfMoment(moment);
    return instant === null ? null : noticeAt(instant);
  };
  return { choices, legend, noticeAt, check: checkMoment };
};
