import type { CalendarDate } from '@internationalized/date';
import { parseDate } from '@internationalized/date';
import { CalendarDays } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { DateInput, DatePicker as AriaDatePicker, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import styled from 'styled-components';
import { Icon } from '../art';
import { German } from '../german/german';
import { pickerBox, pickerButton, PickerError, pickerFrame, PickerHint, PickerLabel, PickerPopover } from '../picker/picker.styles';
import { tokens } from '../theme';
import { rangeError } from './day-range';
import { MonthCalendar } from './month-calendar';

interface DatePickerProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** First and last day to choose, `YYYY-MM-DD`. */
  readonly min?: string;
  readonly max?: string;
  readonly hint?: string;
  /** What is wrong; without it the picker names a day out of range itself, one given at the start too. */
  readonly error?: string;
}

const dateOf = (day: string | undefined): CalendarDate | undefined => (day === undefined ? undefined : parseDate(day));

/** A day, typed or chosen in a calendar. Escape closes the calendar alone. */
export const DatePicker = ({ label, value, onChange, min, max, hint, error }: DatePickerProps) => {
  const problem = error ?? rangeError(value, { min, max });
  return (
    <German>
      <Frame
        value={value === null ? null : parseDate(value)}
        onChange={(date) => onChange(date === null ? null : date.toString())}
        minValue={dateOf(min)}
        maxValue={dateOf(max)}
        placeholderValue={dateOf(value ?? min)}
        isInvalid={problem === undefined ? undefined : true}
        shouldForceLeadingZeros
      >
        <PickerLabel>{label}</PickerLabel>
        <Box>
          <Field>{(segment) => <Segment segment={segment} />}</Field>
          <Opener>
            <Icon of={CalendarDays} />
          </Opener>
        </Box>
        {problem === undefined && hint !== undefined && <PickerHint slot="description">{hint}</PickerHint>}
        <PickerError>{problem}</PickerError>
        <PickerPopover>
          <Month>
            <MonthCalendar />
          </Month>
        </PickerPopover>
      </Frame>
    </German>
  );
};

const Frame = styled(AriaDatePicker)`
  ${pickerFrame}
`;

const Box = styled(Group)`
  ${pickerBox}
`;

const Field = styled(DateInput)`
  display: flex;
  flex: 1;
  align-items: center;
  min-height: 52px;
  font-variant-numeric: tabular-nums;
`;

const Segment = styled(DateSegment)`
  padding: 2px;
  border-radius: ${tokens.radius.tag};
  outline: none;
  &[data-placeholder] { color: ${tokens.color.ink3}; }
  &[data-focused] { background: ${tokens.color.plumTint}; color: ${tokens.color.onPlumTint}; }
`;

const Opener = styled(Button)`
  ${pickerButton}
`;

const Month = styled(Dialog)`
  padding: 16px;
  outline: none;
`;
