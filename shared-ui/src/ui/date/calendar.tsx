import { parseDate, toZoned } from '@internationalized/date';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import styled, { css } from 'styled-components';
import { media, textStyles, tokens } from '../theme/tokens';

/** Cell of a calendar with the short name of a weekday, above the days of that weekday. */
export const Weekday = styled(CalendarHeaderCell)`
  ${textStyles.caption}
  padding: 6px 0;
  font-weight: 600;
  color: ${tokens.color.ink2};
`;

/** Cell of one day in a calendar; days that can't be chosen are struck through. */
export const CalendarDay = styled(CalendarCell)`
  display: grid;
  place-items: center;
  width: min(44px, (100vw - 64px) / 7);
  height: 44px;
  border-radius: 50%;
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &[data-hovered] {
    background: ${tokens.color.hover};
  }
  &[data-selected] {
    background: ${tokens.color.plum};
    color: ${tokens.color.onPlum};
    font-weight: 700;
  }
  &[data-disabled],
  &[data-unavailable] {
    color: ${tokens.color.ink3};
    text-decoration: line-through;
    cursor: default;
  }
  &[data-outside-month] {
    visibility: hidden;
  }
`;

// Cell of one day in the calendar of three weeks. Days outside the range are only grey; only days on which the
// restaurant is closed are struck through.
const WeeksCalendarDay = styled(CalendarDay)<{ readonly $isToday: boolean }>`
  margin-inline: auto;
  font-weight: 600;
  border-radius: ${tokens.radius.control};
  &[data-disabled] {
    font-weight: 400;
    text-decoration: none;
  }
  &[data-unavailable] {
    font-weight: 400;
    text-decoration: line-through;
  }
  &[data-outside-month] {
    visibility: visible;
  }
  &[data-focus-visible] {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: 1px;
  }
  ${({ $isToday }) =>
    $isToday &&
    css`
      &:not([data-selected]) {
        box-shadow: inset 0 0 0 1.5px ${tokens.color.lineStrong};
      }
    `}
  ${media.forced} {
    &[data-selected] {
      outline: 2px solid Highlight;
    }
  }
`;

const WeeksGrid = styled(CalendarGrid)`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  td {
    padding: 0;
    text-align: center;
  }
`;

// Time zone by which react-aria announces today as „heute“. Without it, react-aria would use the browser's time zone.
const TIME_ZONE = 'Europe/Berlin';

const VISIBLE_WEEK_COUNT = 3;

interface WeeksCalendarProps {
  /** Name of the calendar for assistive technology. */
  readonly label: string;
  /** Today in Berlin, `YYYY-MM-DD`. */
  readonly today: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** First day that can be chosen, `YYYY-MM-DD`; `maxDay` is the last one. */
  readonly minDay: string;
  readonly maxDay: string;
  /** Returns whether nothing is available on that day. The calendar strikes such a day through. */
  readonly isClosedOn: (day: string) => boolean;
}

/** Calendar of three weeks. The whole planning period fits, so the calendar has no paging. */
export const WeeksCalendar = ({ label, today, value, onChange, minDay, maxDay, isClosedOn }: WeeksCalendarProps) => (
  <Calendar
    aria-label={label}
    firstDayOfWeek="mon"
    visibleDuration={{ weeks: VISIBLE_WEEK_COUNT }}
    value={toZoned(parseDate(value), TIME_ZONE)}
    onChange={(date) => onChange(date.toString().slice(0, 10))}
    minValue={parseDate(minDay)}
    maxValue={parseDate(maxDay)}
    isDateUnavailable={(date) => isClosedOn(date.toString().slice(0, 10))}
  >
    <WeeksGrid weekdayStyle="short">
      <CalendarGridHeader>{(day) => <Weekday>{day}</Weekday>}</CalendarGridHeader>
      <CalendarGridBody>
        {(date) => <WeeksCalendarDay date={date} $isToday={date.toString() === today} />}
      </CalendarGridBody>
    </WeeksGrid>
  </Calendar>
);
