import { DateFormatter, getLocalTimeZone, parseDate } from '@internationalized/date';
import type { CalendarDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarGrid, CalendarGridBody, CalendarGridHeader, Heading } from 'react-aria-components/Calendar';
import { DateInput, DatePicker as AriaDatePicker, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { German } from '../german';
import {
  pickerBoxStyle,
  pickerButtonStyle,
  PickerError,
  pickerFrameStyle,
  PickerHint,
  PickerLabel,
  PickerPopover,
} from '../picker.styles';
import { uiText } from '../text';
import { textStyles, tokens } from '../theme/tokens';
import { CalendarDay, Weekday } from './calendar';

const dayFormat = new DateFormatter('de-DE', { day: 'numeric', month: 'long' });

const dayLabel = (day: string): string =>
  dayFormat.format(parseDate(day).toDate(getLocalTimeZone())).replace(' ', '\u00a0');

interface DayRange {
  readonly minDay?: string;
  readonly maxDay?: string;
}

/**
 * Returns the error text for a day (`YYYY-MM-DD`) outside the range; undefined for a day inside. It replaces
 * react-aria's own text, which would be in the browser's language.
 */
const rangeError = (day: string | null, { minDay, maxDay }: DayRange): string | undefined => {
  if (day === null) return undefined;
  if (minDay !== undefined && day < minDay) return `${uiText('DayNotBefore')} ${dayLabel(minDay)}.`;
  return maxDay !== undefined && day > maxDay ? `${uiText('DayNotAfter')} ${dayLabel(maxDay)}.` : undefined;
};

/** Calendar of one month. The field around it (`DatePicker`) provides range and value. */
const MonthCalendar = () => (
  <Calendar firstDayOfWeek="mon">
    <CalendarHead>
      <MonthButton slot="previous">
        <Icon source={ChevronLeft} />
      </MonthButton>
      <MonthTitle />
      <MonthButton slot="next">
        <Icon source={ChevronRight} />
      </MonthButton>
    </CalendarHead>
    <CalendarGrid weekdayStyle="short">
      <CalendarGridHeader>{(day) => <Weekday>{day}</Weekday>}</CalendarGridHeader>
      <CalendarGridBody>{(date) => <CalendarDay date={date} />}</CalendarGridBody>
    </CalendarGrid>
  </Calendar>
);

const CalendarHead = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
`;

const MonthTitle = styled(Heading)`
  ${textStyles.h3}
`;

const MonthButton = styled(Button)`
  ${pickerButtonStyle}
  &[data-disabled] {
    color: ${tokens.color.ink3};
    cursor: default;
  }
`;

interface DatePickerProps {
  readonly label: string;
  /** Chosen day, `YYYY-MM-DD`; null while no day is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** First day that can be chosen, `YYYY-MM-DD`; `max` is the last one. */
  readonly min?: string;
  readonly max?: string;
  readonly hint?: string;
  /**
   * Error text that the caller provides. Without it, the field itself reports a day outside the range, even an initial
   * one.
   */
  readonly error?: string;
}

const calendarDateOf = (day: string | undefined): CalendarDate | undefined =>
  day === undefined ? undefined : parseDate(day);

/** Field for a day, which users type or choose in a calendar. Escape closes only the calendar. */
export const DatePicker = ({ label, value, onChange, min, max, hint, error }: DatePickerProps) => {
  const shownError = error ?? rangeError(value, { minDay: min, maxDay: max });
  return (
    <German>
      <PickerFrame
        value={value === null ? null : parseDate(value)}
        onChange={(date) => onChange(date === null ? null : date.toString())}
        minValue={calendarDateOf(min)}
        maxValue={calendarDateOf(max)}
        placeholderValue={calendarDateOf(value ?? min)}
        isInvalid={shownError === undefined ? undefined : true}
        shouldForceLeadingZeros
      >
        <PickerLabel>{label}</PickerLabel>
        <InputGroup>
          <DateField>{(segment) => <DaySegment segment={segment} />}</DateField>
          <OpenButton>
            <Icon source={CalendarDays} />
          </OpenButton>
        </InputGroup>
        {shownError === undefined && hint !== undefined && <PickerHint slot="description">{hint}</PickerHint>}
        <PickerError>{shownError}</PickerError>
        <PickerPopover>
          <MonthDialog>
            <MonthCalendar />
          </MonthDialog>
        </PickerPopover>
      </PickerFrame>
    </German>
  );
};

const PickerFrame = styled(AriaDatePicker)`
  ${pickerFrameStyle}
`;

const InputGroup = styled(Group)`
  ${pickerBoxStyle}
`;

const DateField = styled(DateInput)`
  display: flex;
  flex: 1;
  align-items: center;
  min-height: 52px;
  font-variant-numeric: tabular-nums;
`;

const DaySegment = styled(DateSegment)`
  padding: 2px;
  border-radius: ${tokens.radius.tag};
  outline: none;
  &[data-placeholder] {
    color: ${tokens.color.ink3};
  }
  &[data-focused] {
    background: ${tokens.color.plumTint};
    color: ${tokens.color.onPlumTint};
  }
`;

const OpenButton = styled(Button)`
  ${pickerButtonStyle}
`;

const MonthDialog = styled(Dialog)`
  padding: 16px;
  outline: none;
`;
