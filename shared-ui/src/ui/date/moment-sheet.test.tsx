import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Moment, MomentChoices, MomentNotice } from '../moment';
import { MomentSheet } from '.';

const dayAtIndex = (index: number): string => new Date(Date.UTC(2026, 9, 14 + index)).toISOString().slice(0, 10);

const momentChoicesFrom = (firstDayIndex: number): MomentChoices => ({
  today: dayAtIndex(firstDayIndex),
  days: Array.from({ length: 15 }, (_, index) => ({
    day: dayAtIndex(firstDayIndex + index),
    isClosed: [0, 6].includes(new Date(dayAtIndex(firstDayIndex + index)).getUTCDay()),
  })),
  timesOf: (day) =>
    ['12:00', '12:15', '12:30', ...(day === dayAtIndex(1) ? [] : ['17:30'])].map((time) => ({
      time,
      isClosed: time === '12:30',
    })),
});

const momentChoices = momentChoicesFrom(0);

const renderMomentSheet = (props: Partial<Parameters<typeof MomentSheet>[0]> = {}) => {
  const onChoose = jest.fn();
  const onClose = jest.fn();
  const sheetElement = (overrides: typeof props = {}) => (
    <MomentSheet value={null} choices={momentChoices} onChoose={onChoose} onClose={onClose} {...props} {...overrides} />
  );
  const { rerender } = render(sheetElement());
  return {
    user: userEvent.setup(),
    onChoose,
    onClose,
    rerender: (overrides: typeof props) => rerender(sheetElement(overrides)),
  };
};

const dayButton = (dayName: RegExp) => screen.getByRole('button', { name: dayName });
const time = (name: string) => screen.getByRole('radio', { name });
const applyButton = () => screen.getByRole('button', { name: 'Übernehmen' });

describe('the sheet for a day and a time', () => {
  it('returns the choice once day and time are chosen', async () => {
    const { user, onChoose } = renderMomentSheet();
    expect(applyButton()).toHaveAccessibleDescription('Wähle erst eine Uhrzeit.');
    await user.click(applyButton());
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(dayButton(/16\. Oktober/));
    await user.click(time('12:15'));
    expect(screen.getByText('Fr. 16. Oktober, 12:15')).toBeInTheDocument();
    await user.click(applyButton());
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-16', time: '12:15' });
  });

  it('shows three weeks and offers two: closed days are struck, later days are disabled', () => {
    renderMomentSheet();
    expect(within(screen.getByRole('grid')).getAllByRole('gridcell')).toHaveLength(21);
    for (const dayName of [/17\. Oktober/, /18\. Oktober/, /13\. Oktober/, /29\. Oktober/])
      expect(dayButton(dayName)).toHaveAttribute('aria-disabled', 'true');
    expect(dayButton(/28\. Oktober/)).not.toHaveAttribute('aria-disabled', 'true');
    expect(time('12:30 geschlossen')).toBeDisabled();
  });

  it('drops a time that another day doesn’t have', async () => {
    const { user } = renderMomentSheet({ value: { day: '2026-10-14', time: '17:30' } });
    await user.click(dayButton(/15\. Oktober/));
    expect(applyButton()).toHaveAccessibleDescription('Wähle erst eine Uhrzeit.');
    await user.click(dayButton(/16\. Oktober/));
    await user.click(time('17:30'));
    await user.click(dayButton(/19\. Oktober/));
    expect(time('17:30')).toBeChecked();
  });

  it('returns to today', async () => {
    const { user, onChoose } = renderMomentSheet({ value: { day: '2026-10-20', time: '12:00' } });
    await user.click(screen.getByRole('button', { name: 'Heute' }));
    await user.click(applyButton());
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-14', time: '12:00' });
  });

  it('works with the keyboard alone', async () => {
    const { user, onChoose, onClose } = renderMomentSheet({ value: { day: '2026-10-14', time: '12:00' } });
    act(() => dayButton(/14\. Oktober/).focus());
    await user.keyboard('{ArrowRight}{Enter}');
    act(() => time('12:00').focus());
    await user.keyboard('{ArrowDown}');
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-15', time: '12:15' });
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays open with an error, and continues with a notice', async () => {
    const checkMomentTime = ({ time: momentTime }: Moment): MomentNotice | null =>
      momentTime === '17:30'
        ? { tone: 'err', title: 'Da ist zu', text: 'Nimm eine frühere Zeit.' }
        : { tone: 'info', title: 'Gut zu wissen', text: 'Voll.' };
    const { user, onChoose } = renderMomentSheet({
      value: { day: '2026-10-14', time: '17:30' },
      checkMoment: checkMomentTime,
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Nimm eine frühere Zeit.');
    await user.click(applyButton());
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(time('12:15'));
    expect(screen.getByText('Gut zu wissen')).toBeInTheDocument();
    await user.click(applyButton());
    expect(onChoose).toHaveBeenCalledTimes(1);
  });

  it('continues with the next day when the chosen one ends meanwhile', () => {
    const { rerender } = renderMomentSheet();
    expect(screen.getByText('Mi. 14. Oktober')).toBeInTheDocument();
    rerender({ choices: momentChoicesFrom(1) });
    expect(screen.getByText('Do. 15. Oktober')).toBeInTheDocument();
  });

  it('asks only for a day, or only for a time', async () => {
    const { user, onChoose, rerender } = renderMomentSheet({ mode: 'date' });
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    await user.click(applyButton());
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-14', time: null });
    rerender({ mode: 'time' });
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await user.click(time('12:15'));
    await user.click(applyButton());
    expect(onChoose).toHaveBeenLastCalledWith({ day: '2026-10-14', time: '12:15' });
  });
});
