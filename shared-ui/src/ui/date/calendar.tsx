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

/** Short name of a weekday above its days. */
export const Weekday = styled(CalendarHeaderCell)`
  ${textStyles.caption}
  padding: 6px 0;
  font-weight: 600;
  color: ${tokens.color.ink2};
`;

/** A day of a calendar. */
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

// Days that nobody can choose are grey; struck are those on which the place is closed.
const WeeksDay = styled(CalendarDay)<{ readonly $isToday: boolean }>`
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

const Grid = styled(CalendarGrid)`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  td {
    padding: 0;
    text-align: center;
  }
`;

// Without the zone react-aria would say „heute“ of the day where the browser is.
const ZONE = 'Europe/Berlin';

const WEEKS = 3;

interface WeeksCalendarProps {
  /** Names the calendar. */
  readonly label: string;
  /** `YYYY-MM-DD`, in Berlin. */
  readonly today: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** First and last day to choose. */
  readonly min: string;
  readonly max: string;
  /** Struck: nothing to be had on that day. */
  readonly isClosed: (day: string) => boolean;
}

/** Three weeks, as far ahead as anything is planned: nobody has to turn pages. */
export const WeeksCalendar = ({ label, today, value, onChange, min, max, isClosed }: WeeksCalendarProps) => (
  <Calendar
    aria-label={label}
    firstDayOfWeek="mon"
    visibleDuration={{ weeks: WEEKS }}
    value={toZoned(parseDate(value), ZONE)}
    onChange={(date) => onChange(date.toString().slice(0, 10))}
    minValue={parseDate(min)}
    maxValue={parseDate(max)}
    isDateUnavailable={(date) => isClosed(date.toString().slice(0, 10))}
  >
    <Grid weekdayStyle="short">
      <CalendarGridHeader>{(day) => <Weekday>{day}</Weekday>}</CalendarGridHeader>
      <CalendarGridBody>{(date) => <WeeksDay date={date} $isToday={date.toString() === today} />}</CalendarGridBody>
    </Grid>
  </Calendar>
);
