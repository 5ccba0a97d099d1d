import { useState } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { Button } from '../button';
import { ChoiceChips, MomentPicker } from '../moment';
import type { Moment, MomentChoices, MomentNotice } from '../moment';
import { DatePicker, MomentSheet } from '.';

const meta: StoriesMeta = { title: 'Inputs/Date and time' };
export default meta;

interface DatePickerExampleProps {
  readonly initialDay: string | null;
  readonly hint?: string;
  readonly error?: string;
}

const DatePickerExample = ({ initialDay, hint, error }: DatePickerExampleProps) => {
  const [day, setDay] = useState(initialDay);
  return (
    <DatePicker label="Tag" value={day} onChange={setDay} min="2026-10-12" max="2026-11-08" hint={hint} error={error} />
  );
};

/** Story with fields for a day: users type the day or choose it in a calendar; Escape closes only the calendar. */
export const States: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="None chosen">
        <DatePickerExample initialDay={null} hint="Bis zu vier Wochen im Voraus." />
      </Specimen>
      <Specimen label="Chosen">
        <DatePickerExample initialDay="2026-10-14" />
      </Specimen>
      <Specimen label="Out of range">
        <DatePickerExample initialDay="2026-12-24" />
      </Specimen>
      <Specimen label="Wrong for a reason of its own">
        <DatePickerExample initialDay="2026-10-18" error="An diesem Tag hat das Lokal Ruhetag." />
      </Specimen>
    </StoryColumn>
  ),
};

const dayAtIndex = (index: number): string => new Date(Date.UTC(2026, 9, 14 + index)).toISOString().slice(0, 10);

const weekendDays = new Set([0, 6]);

const momentChoices: MomentChoices = {
  today: dayAtIndex(0),
  days: Array.from({ length: 15 }, (_, index) => ({
    day: dayAtIndex(index),
    isClosed: weekendDays.has(new Date(dayAtIndex(index)).getUTCDay()),
  })),
  timesOf: () =>
    Array.from({ length: 20 }, (_, index) => {
      const time = `${String(11 + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`;
      return { time, isClosed: time >= '14:00' };
    }),
};

const closedDaysLegend = 'Durchgestrichen: Sa. und So. Ruhetag, sonst offen bis 14:00.';

interface MomentPickerExampleProps {
  readonly start: Moment;
  readonly notice?: MomentNotice;
}

const MomentPickerExample = ({
  start,
  notice = null,
}: {
  readonly start: Moment;
  readonly notice?: MomentNotice | null;
}) => {
  const [moment, setMoment] = useState(start);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <MomentPicker
      value={moment}
      choices={momentChoices}
      onChange={setMoment}
      notice={notice}
      onMoreChoices={() => setIsOpen(true)}
    >
      {isOpen && (
        <MomentSheet
          value={moment}
          choices={momentChoices}
          hint="höchstens zwei Wochen voraus"
          legend={closedDaysLegend}
          onChoose={(chosenMoment) => {
            setMoment(chosenMoment);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </MomentPicker>
  );
};

const momentExamples: readonly (MomentPickerExampleProps & { readonly label: string })[] = [
  { label: 'Chosen', start: { day: '2026-10-14', time: '12:30' } },
  {
    label: 'Can’t be taken',
    start: { day: '2026-10-15', time: '17:30' },
    notice: {
      tone: 'err',
      title: 'Um 17:30 ist dort schon zu',
      text: 'Donnerstags ist bis 14:00 offen. Nimm eine frühere Zeit.',
    },
  },
  {
    label: 'Something to know',
    start: { day: '2026-10-15', time: '13:45' },
    notice: { tone: 'info', title: 'Gut zu wissen', text: 'Um 14:00 ist dort schon Schluss.' },
  },
];

/** Story with the choice of day and time inside of a page; „Andere Zeit“ opens the sheet with all days and times. */
export const Moments: Story = {
  render: () => (
    <StoryColumn>
      {momentExamples.map(({ label, ...moment }) => (
        <Specimen key={label} label={label}>
          <MomentPickerExample {...moment} />
        </Specimen>
      ))}
    </StoryColumn>
  ),
};

const sheetModes = ['both', 'date', 'time'] as const;

const MomentSheetExample = () => {
  const [sheetMode, setSheetMode] = useState<(typeof sheetModes)[number] | null>(null);
  const closeSheet = () => setSheetMode(null);
  return (
    <>
      {sheetModes.map((modeName) => (
        <Specimen key={modeName} label={modeName}>
          <Button variant="second" onClick={() => setSheetMode(modeName)}>
            Wann?
          </Button>
        </Specimen>
      ))}
      {sheetMode !== null && (
        <MomentSheet
          mode={sheetMode}
          value={null}
          choices={momentChoices}
          legend={closedDaysLegend}
          onChoose={closeSheet}
          onClose={closeSheet}
        />
      )}
    </>
  );
};

/** Story with sheets in which users choose day and time, only a day, or only a time. */
export const Sheets: Story = {
  render: () => (
    <StoryColumn>
      <MomentSheetExample />
    </StoryColumn>
  ),
};

const TimeChipsExample = () => {
  const [time, setTime] = useState<string | null>('12:45');
  const timeChoices = ['12:15', '12:30', '12:45', '13:00', '13:15', '13:30'].map((id, index) => ({
    id,
    content: id,
    isClosed: index === 0,
  }));
  return <ChoiceChips look="time" label="Wann?" choices={timeChoices} chosenId={time} onChoose={setTime} />;
};

/** Story with the choice of one time in a row that scrolls; the first time has passed and can't be chosen. */
export const Chips: Story = {
  render: () => (
    <StoryColumn>
      <TimeChipsExample />
    </StoryColumn>
  ),
};
