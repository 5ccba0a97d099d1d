import type { Day, Ms, Range, Restaurant } from '@mahlzeit/contract';
import {
  addDays,
  berlinClock,
  berlinDay,
  closingAt,
  earliestMeetupAt,
  instantOf,
  isClosingSoon,
  isoWeekday,
  latestMeetupAt,
  MEETUP_STEP_MINUTES,
  meetupDateError,
  placeStateAt,
  rangesOn,
} from '@mahlzeit/contract/rules';
import { formatDate, formatTime, useNow } from '@mahlzeit/shared-ui/platform';
import type { Moment, MomentChoices, MomentNotice, TimeChoice } from '@mahlzeit/shared-ui/ui/moment';
import { useMemo } from 'react';
import { useBusyWarning } from '../busy-time';
import { text } from './draft-texts';

/** Fields of a restaurant that decide whether a meetup is possible there. */
export type MeetingPlace = Pick<Restaurant, 'openingHours' | 'datedWeek' | 'restTime'>;

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
const MAX_CLOSED_TIMES_SHOWN = 2;

const canMeetAt = (meetingPlace: MeetingPlace | null, instant: Ms): boolean => {
  if (meetingPlace === null) return true;
  const placeState = placeStateAt(meetingPlace, instant);
  return placeState === 'open' || placeState === 'unknown';
};

/**
 * Shortens the list of times: keeps those from the first to the last open quarter of an hour, and
 * `MAX_CLOSED_TIMES_SHOWN` closed ones before and after them.
 */
const trimClosedTimes = (timeChoices: readonly TimeChoice[]): readonly TimeChoice[] => {
  const firstOpenIndex = timeChoices.findIndex(({ isClosed }) => !isClosed);
  const lastOpenIndex = timeChoices.findLastIndex(({ isClosed }) => !isClosed);
  return firstOpenIndex < 0
    ? []
    : timeChoices.slice(
        Math.max(0, firstOpenIndex - MAX_CLOSED_TIMES_SHOWN),
        lastOpenIndex + 1 + MAX_CLOSED_TIMES_SHOWN,
      );
};

/**
 * Returns the times that a user can choose at `now`: quarters of an hour within the next two weeks on Berlin's clock
 * (T10). A time is closed when the restaurant is closed; without a restaurant all times are open.
 */
export const meetupChoices = (meetingPlace: MeetingPlace | null, now: Ms): MomentChoices => {
  const [earliestInstant, latestInstant] = [earliestMeetupAt(now), latestMeetupAt(now)];
  const [firstDay, lastDay] = [berlinDay(earliestInstant), berlinDay(latestInstant)];
  const timesByDay = new Map<Day, readonly TimeChoice[]>();
  const computeTimeChoices = (day: Day): readonly TimeChoice[] =>
    trimClosedTimes(
      QUARTER_HOUR_TIMES.flatMap((clockTime) => {
        const instant = instantOf(day, clockTime);
        // A time that doesn't exist on the day when summer time begins is left out.
        return instant < earliestInstant || instant > latestInstant || berlinClock(instant) !== clockTime
          ? []
          : [{ time: clockTime, isClosed: !canMeetAt(meetingPlace, instant) }];
      }),
    );
  const timesOf = (day: Day): readonly TimeChoice[] => {
    const times = timesByDay.get(day) ?? computeTimeChoices(day);
    timesByDay.set(day, times);
    return times;
  };
  const days: Day[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  return { today: berlinDay(now), days: days.map((day) => ({ day, isClosed: timesOf(day).length === 0 })), timesOf };
};

/** Converts a chosen day and time to an instant; null while the user has chosen no time. */
export const instantOfMoment = ({ day, time }: Moment): Ms | null => (time === null ? null : instantOf(day, time));

/** Converts an instant to day and time on Berlin's clock. */
export const momentOf = (instant: Ms): Moment => ({ day: berlinDay(instant), time: berlinClock(instant) });

const longWeekdayFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'long' });
const shortWeekdayFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short' });
const nameListFormat = new Intl.ListFormat('de');

// Returns the German adverb of a weekday with a capital letter, „Donnerstags“, because it begins a sentence.
const weekdayAdverb = (day: Day): string => `${longWeekdayFormat.format(new Date(`${day}T00:00Z`))}s`;

const openingRangesText = (openingRanges: readonly Range[]): string =>
  nameListFormat.format(openingRanges.map(({ start, end }) => text('HoursFromTo', { start, end })));

const errorTitle = (dateKind: string, instant: Ms): string =>
  text('InvalidDateTitle', { kind: dateKind, time: formatTime(instant) });

// Returns the text that says when the restaurant is open on that weekday. On a holiday or in a closed season it is left
// out, because the hours of other weeks say nothing about the day.
const openThenText = (meetingPlace: MeetingPlace, day: Day): string => {
  const openingRanges = rangesOn(meetingPlace, day);
  return openingRanges.length === 0
    ? text('ClosedThen')
    : text('OpenThen', { weekday: weekdayAdverb(day), hours: openingRangesText(openingRanges) });
};

/**
 * Returns a notice about an instant by the restaurant's opening hours (S2§4); null if the restaurant is open and
 * doesn't close soon.
 */
const placeNotice = (meetingPlace: MeetingPlace, instant: Ms): MomentNotice | null => {
  const placeState = placeStateAt(meetingPlace, instant);
  const day = berlinDay(instant);
  switch (placeState) {
    case 'resting':
      return {
        tone: 'err',
        title: errorTitle(placeState, instant),
        text: text('RestingUntil', { day: formatDate(meetingPlace.restTime?.end ?? day) }),
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
        text: openThenText(meetingPlace, day),
      };
    case 'unknown':
      return { tone: 'info', title: text('InvalidDateInfo', { kind: 'valid' }), text: text('HoursUnknown') };
    case 'open':
      return isClosingSoon(meetingPlace, instant)
        ? {
            tone: 'info',
            title: text('InvalidDateInfo', { kind: 'valid' }),
            text: text('ClosesSoonThen', { time: formatTime(closingAt(meetingPlace, instant) ?? instant) }),
          }
        : null;
  }
};

/**
 * Checks the date of a meetup (S2§4): first the rule for all meetups, then the opening hours of the restaurant. An
 * error notice prevents sending; an info notice allows it.
 */
export const meetupNotice = (instant: Ms, meetingPlace: MeetingPlace | null, now: Ms): MomentNotice | null => {
  const dateError = meetupDateError(instant, now);
  if (dateError === 'ErrorDatePast')
    return { tone: 'err', title: errorTitle('past', instant), text: text('ErrorDatePast') };
  if (dateError === 'ErrorDateLaterTwoWeeks')
    return { tone: 'err', title: errorTitle('later', instant), text: text('ErrorDateLaterTwoWeeks') };
  return meetingPlace === null ? null : placeNotice(meetingPlace, instant);
};

/** Returns a text that explains why some days of the calendar are struck through; null if all days are open. */
export const closedLegend = (
  meetingPlace: MeetingPlace | null,
  { days }: Pick<MomentChoices, 'days'>,
): string | null => {
  const closedDays = days.filter(({ isClosed }) => isClosed).map(({ day }) => day);
  if (meetingPlace === null || closedDays.length === 0) return null;
  const weeklyRestDays = [
    ...new Set(
      closedDays.filter((day) => !meetingPlace.datedWeek && meetingPlace.openingHours[isoWeekday(day)].length === 0),
    ),
  ].map((day) => ({ order: isoWeekday(day), name: `${shortWeekdayFormat.format(new Date(`${day}T00:00Z`))}.` }));
  const weeklyRestDayNames = [
    ...new Map(weeklyRestDays.sort((a, b) => a.order - b.order).map(({ name }) => [name, name])).values(),
  ];
  const { restTime } = meetingPlace;
  const isInRestTime = restTime !== null && closedDays.some((day) => restTime.start <= day && day <= restTime.end);
  const closedReasons = [
    ...(weeklyRestDayNames.length === 0 ? [] : [text('RestDays', { days: nameListFormat.format(weeklyRestDayNames) })]),
    ...(isInRestTime ? [text('RestUntil', { day: formatDate(restTime.end) })] : []),
  ];
  return closedReasons.length === 0
    ? text('StruckIsClosed')
    : text('StruckBecause', { reasons: nameListFormat.format(closedReasons) });
};

/**
 * Adds the warning that the user has another meetup at that time. An error has priority over it, because a time with an
 * error can't be chosen.
 */
export const withBusyWarning = (notice: MomentNotice | null, busyWarning: string | null): MomentNotice | null => {
  if (busyWarning === null || notice?.tone === 'err') return notice;
  return {
    tone: 'info',
    title: text('InvalidDateInfo', { kind: 'valid' }),
    text: [busyWarning, ...(notice === null ? [] : [notice.text])].join(' '),
  };
};

/**
 * Returns the times that a user can choose at a restaurant, with their explanations. They are computed again each
 * minute. While the invitation is being sent, its time isn't compared with the user's other meetups, because it becomes
 * one of them.
 */
export const useMeetupTimes = (meetingPlace: MeetingPlace | null, isBeingSent = false) => {
  const now = useNow();
  const busyWarningAt = useBusyWarning();
  const momentChoices = useMemo(() => meetupChoices(meetingPlace, now), [meetingPlace, now]);
  const closedDaysLegend = useMemo(() => closedLegend(meetingPlace, momentChoices), [meetingPlace, momentChoices]);
  const noticeAt = (instant: number): MomentNotice | null =>
    withBusyWarning(meetupNotice(instant, meetingPlace, now), isBeingSent ? null : busyWarningAt(instant, null));
  const checkMoment = (moment: Moment): MomentNotice | null => {
    const instant = instantOfMoment(moment);
    return instant === null ? null : noticeAt(instant);
  };
  return { choices: momentChoices, legend: closedDaysLegend, noticeAt, check: checkMoment };
};
