import { useId } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Banner } from '../feedback';
import { Caption, H3, Small, uiText } from '../text';
import { ChoiceChips, DayChipContent, MoreChip } from './choice-chips';
import { dayName, suggestedTimes, weekdayOf } from './moment-choices';
import type { Moment, MomentChoices, MomentNotice } from './moment-choices';

interface MomentPickerProps {
  readonly value: Moment;
  readonly choices: MomentChoices;
  readonly onChange: (moment: Moment) => void;
  /** Notice about the chosen day and time; an error is red. */
  readonly notice?: MomentNotice | null;
  /** Text that says why some days are struck through. */
  readonly legend?: string | null;
  /** Called by the button „Andere Zeit“ (another time); opens the sheet with all days and times. */
  readonly onMoreChoices: () => void;
  /** The sheet with all days and times, while it is open. */
  readonly children?: ReactNode;
}

const dayNumberOf = (day: string): string => String(Number(day.slice(8)));

/** Choice of day and time inside a page, as two rows of chips. */
export const MomentPicker = ({
  value,
  choices,
  onChange,
  notice = null,
  legend = null,
  onMoreChoices,
  children,
}: MomentPickerProps) => {
  const id = useId();
  const { today, days, timesOf } = choices;
  const isInvalid = notice?.tone === 'err';
  const dayTimes = timesOf(value.day);
  // A chosen day stays visible even if it has passed or lies beyond the last one.
  const shownDays = days.some(({ day }) => day === value.day)
    ? days
    : [{ day: value.day, isClosed: false }, ...days].sort((a, b) => a.day.localeCompare(b.day));
  return (
    <PickerSection aria-labelledby={id}>
      <PickerHead>
        <H3 as="h2" id={id}>
          {uiText('When')}
        </H3>
        <Small $tone="quiet">{dayName(value.day)}</Small>
      </PickerHead>
      <ChoiceChips
        look="day"
        label={uiText('Day')}
        choices={shownDays.map(({ day, isClosed }) => ({
          id: day,
          label: day === today ? `${uiText('Today')}, ${dayName(day)}` : dayName(day),
          isClosed,
          content: (
            <DayChipContent weekday={day === today ? uiText('Today') : weekdayOf(day)} number={dayNumberOf(day)} />
          ),
        }))}
        chosenId={value.day}
        onChoose={(day) => onChange({ ...value, day })}
      />
      <ChoiceChips
        look="time"
        label={uiText('Time')}
        choices={suggestedTimes(dayTimes, value.time).map((time) => ({ id: time, content: time }))}
        chosenId={value.time}
        onChoose={(time) => onChange({ ...value, time })}
        isInvalid={isInvalid}
        reasonId={notice === null ? undefined : `${id}-notice`}
        moreButton={
          <MoreChip aria-haspopup="dialog" onClick={onMoreChoices}>
            {uiText('OtherTime')}
          </MoreChip>
        }
      />
      {legend !== null && <Caption $tone="quiet">{legend}</Caption>}
      <NoticeBox id={`${id}-notice`}>
        {notice !== null && (
          <Banner tone={notice.tone} title={notice.title}>
            {notice.text}
          </Banner>
        )}
      </NoticeBox>
      {children}
    </PickerSection>
  );
};

const PickerSection = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
`;

const PickerHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 12px;
`;

// Area for a notice, which screen readers announce. It exists before its content, because only changes of an existing
// area are announced.
const NoticeBox = styled.div`
  &:empty {
    display: none;
  }
`;
