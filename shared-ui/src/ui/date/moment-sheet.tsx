import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { Button } from '../button';
import { Banner } from '../feedback';
import { ActionSheet } from '../people/action-sheet';
import { ChoiceChips } from '../moment/choice-chips';
import { firstMoment, momentName, monthRangeName } from '../moment/moment-choices';
import type { Moment, MomentChoices, MomentNotice } from '../moment/moment-choices';
import { Caption, H3, uiText } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';
import { WeeksCalendar } from './calendar';

interface MomentSheetProps {
  /** Title of the sheet; by default „Wann?“ (when?). */
  readonly title?: string;
  /**
   * Parts that users choose: a day, a time, or both. With `time` they choose a time on the day of `value`, or on today
   * without a value.
   */
  readonly mode?: 'date' | 'time' | 'both';
  readonly value: Moment | null;
  readonly choices: MomentChoices;
  /** Length of the planning period in words: „höchstens zwei Wochen voraus“. */
  readonly hint?: string | undefined;
  /** Text that says why some days are struck through. */
  readonly legend?: string | null;
  /** Returns a notice about the chosen day and time; an error prevents the choice. */
  readonly checkMoment?: (moment: Moment) => MomentNotice | null;
  /** Whether the request with the chosen day and time is being sent. */
  readonly isBusy?: boolean;
  readonly onChoose: (moment: Moment) => void;
  readonly onClose: () => void;
}

/**
 * Stores the chosen day and time while the sheet is open. A chosen day that passes meanwhile is replaced by the first
 * available day.
 */
const useMomentChoice = ({ value, choices, mode = 'both' }: Pick<MomentSheetProps, 'value' | 'choices' | 'mode'>) => {
  const [pickedMoment, setPickedMoment] = useState<Moment>(
    () => value ?? (mode === 'time' ? { day: choices.today, time: null } : firstMoment(choices)),
  );
  const [firstDay] = choices.days;
  const moment =
    firstDay !== undefined && pickedMoment.day < firstDay.day ? { ...pickedMoment, day: firstDay.day } : pickedMoment;
  const dayTimes = mode === 'date' ? [] : choices.timesOf(moment.day);
  const isOpenOn = (day: string): boolean =>
    choices.timesOf(day).some(({ time, isClosed }) => time === moment.time && !isClosed);
  return {
    moment,
    times: dayTimes,
    pickDay: (day: string) => setPickedMoment({ day, time: mode !== 'date' && isOpenOn(day) ? moment.time : null }),
    pickTime: (time: string) => setPickedMoment({ day: moment.day, time }),
  };
};

interface DayCalendarProps extends Pick<MomentSheetProps, 'choices' | 'hint'> {
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Calendar with a button that chooses today. */
const DayCalendar = ({ choices: { today, days }, hint, value, onChange }: DayCalendarProps) => {
  const [firstDay, lastDay] = [days[0]?.day ?? today, days.at(-1)?.day ?? today];
  const isClosedOn = (day: string): boolean => days.find((choice) => choice.day === day)?.isClosed ?? false;
  return (
    <div>
      <CalendarHead>
        <div>
          <H3 as="h3">{monthRangeName(firstDay, lastDay)}</H3>
          {hint !== undefined && <Caption $tone="quiet">{hint}</Caption>}
        </div>
        <Button
          variant="quiet"
          size="small"
          disabledReason={firstDay !== today || isClosedOn(today) ? uiText('NotToday') : undefined}
          onClick={() => onChange(today)}
        >
          {uiText('Today')}
        </Button>
      </CalendarHead>
      <WeeksCalendar
        label={uiText('Day')}
        today={today}
        value={value}
        onChange={onChange}
        minDay={firstDay}
        maxDay={lastDay}
        isClosedOn={isClosedOn}
      />
    </div>
  );
};

/** Returns the reason why the chosen day and time can't be applied; undefined if they can. */
const disabledReasonOf = (notice: MomentNotice | null, isMissingTime: boolean): string | undefined => {
  if (isMissingTime) return uiText('ChooseTimeFirst');
  return notice?.tone === 'err' ? notice.title : undefined;
};

/**
 * Sheet that lets users choose a day and a time, at the lower edge of a phone. The sheet is open as long as the
 * component is rendered.
 */
export const MomentSheet = (props: MomentSheetProps) => {
  const {
    title = uiText('When'),
    mode = 'both',
    choices,
    hint,
    legend = null,
    checkMoment,
    isBusy = false,
    onChoose,
    onClose,
  } = props;
  const { moment, times, pickDay, pickTime } = useMomentChoice(props);
  const noticeId = useId();
  const isMissingTime = mode !== 'date' && moment.time === null;
  const notice = isMissingTime ? null : (checkMoment?.(moment) ?? null);
  return (
    <ActionSheet title={title} text={mode === 'time' ? undefined : momentName(moment)} onClose={onClose}>
      {mode !== 'time' && <DayCalendar choices={choices} hint={hint} value={moment.day} onChange={pickDay} />}
      {mode !== 'date' && (
        <TimeSection>
          <Heading>{uiText('Time')}</Heading>
          {/* Each day has its own times. The key remounts the list for a new day: it scrolls to the chosen time. */}
          <ChoiceChips
            key={moment.day}
            look="grid"
            label={uiText('Time')}
            choices={times.map(({ time, isClosed: isTimeClosed }) => ({
              id: time,
              content: time,
              isClosed: isTimeClosed,
            }))}
            chosenId={moment.time}
            onChoose={pickTime}
            isInvalid={notice?.tone === 'err'}
            reasonId={notice === null ? undefined : noticeId}
          />
        </TimeSection>
      )}
      {legend !== null && (
        <CalendarLegend>
          <Icon source={Info} size={16} />
          <span>{legend}</span>
        </CalendarLegend>
      )}
      <NoticeBox id={noticeId}>
        {notice !== null && (
          <Banner tone={notice.tone} title={notice.title}>
            {notice.text}
          </Banner>
        )}
      </NoticeBox>
      <SheetActions>
        <Button variant="second" isBlock onClick={onClose}>
          {uiText('Cancel')}
        </Button>
        <Button
          isBlock
          isBusy={isBusy}
          disabledReason={disabledReasonOf(notice, isMissingTime)}
          onClick={() => onChoose(moment)}
        >
          {uiText('Apply')}
        </Button>
      </SheetActions>
    </ActionSheet>
  );
};

const CalendarHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 12px;
`;

const TimeSection = styled.div`
  display: grid;
  gap: 8px;
  margin-top: 4px;
`;

const Heading = styled.h3`
  ${textStyles.label}
`;

const CalendarLegend = styled.p`
  ${textStyles.caption}
  display: flex;
  align-items: flex-start;
  gap: 6px;
  color: ${tokens.color.ink2};
  > svg {
    flex: none;
    margin-top: calc((1lh - 16px) / 2);
  }
`;

const NoticeBox = styled.div`
  &:empty {
    display: none;
  }
`;

// Buttons of the sheet. They stay visible while the sheet scrolls. They stand one below the other on the narrowest
// phones and with large text.
const SheetActions = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr));
  gap: 10px;
  position: sticky;
  z-index: 1;
  bottom: 0;
  align-items: start;
  margin: 4px -20px calc(-16px - env(safe-area-inset-bottom));
  padding: 12px 20px calc(16px + env(safe-area-inset-bottom));
  background: ${tokens.color.bg};
  ${media.low} {
    position: static;
  }
`;
