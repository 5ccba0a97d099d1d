import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell, Heading } from 'react-aria-components/Calendar';
import styled from 'styled-components';
import { Icon } from '../art';
import { pickerButton } from '../picker/picker.styles';
import { textStyles, tokens } from '../theme';

/** A month to choose a day from. Stands in a DatePicker, which gives it range and value. */
export const MonthCalendar = () => (
  <Calendar firstDayOfWeek="mon">
    <Head>
      <Turn slot="previous">
        <Icon of={ChevronLeft} />
      </Turn>
      <MonthTitle />
      <Turn slot="next">
        <Icon of={ChevronRight} />
      </Turn>
    </Head>
    <CalendarGrid weekdayStyle="short">
      <CalendarGridHeader>{(day) => <Weekday>{day}</Weekday>}</CalendarGridHeader>
      <CalendarGridBody>{(date) => <Day date={date} />}</CalendarGridBody>
    </CalendarGrid>
  </Calendar>
);

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
`;

const MonthTitle = styled(Heading)`
  ${textStyles.h3}
`;

const Turn = styled(Button)`
  ${pickerButton}
  &[data-disabled] { color: ${tokens.color.ink3}; cursor: default; }
`;

const Weekday = styled(CalendarHeaderCell)`
  ${textStyles.caption}
  padding: 6px 0;
  font-weight: 600;
  color: ${tokens.color.ink2};
`;

const Day = styled(CalendarCell)`
  display: grid;
  place-items: center;
  width: min(44px, (100vw - 64px) / 7);
  height: 44px;
  border-radius: 50%;
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &[data-hovered] { background: ${tokens.color.hover}; }
  &[data-selected] { background: ${tokens.color.plum}; color: ${tokens.color.onPlum}; font-weight: 700; }
  &[data-disabled], &[data-unavailable] { color: ${tokens.color.ink3}; text-decoration: line-through; cursor: default; }
  &[data-outside-month] { visibility: hidden; }
`;
