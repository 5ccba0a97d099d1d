import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Moment, MomentChoices, MomentNotice } from '../moment';
import { MomentSheet } from '.';

const dayOf = (index: number): string => new Date(Date.UTC(2026, 9, 14 + index)).toISOString().slice(0, 10);

const choicesFrom = (first: number): MomentChoices => ({
  today: dayOf(first),
  days: Array.from({ length: 15 }, (_, index) => ({
    day: dayOf(first + index),
    isClosed: [0, 6].includes(new Date(dayOf(first + index)).getUTCDay()),
  })),
  timesOf: (day) =>
    ['12:00', '12:15', '12:30', ...(day === dayOf(1) ? [] : ['17:30'])].map((time) => ({
      time,
      isClosed: time === '12:30',
    })),
});

const choices = choicesFrom(0);

const setUp = (props: Partial<Parameters<typeof MomentSheet>[0]> = {}) => {
  const onChoose = jest.fn();
  const onClose = jest.fn();
  const sheet = (overrides: typeof props = {}) => (
    <MomentSheet value={null} choices={choices} onChoose={onChoose} onClose={onClose} {...props} {...overrides} />
  );
  const { rerender } = render(sheet());
  return {
    user: userEvent.setup(),
    onChoose,
    onClose,
    rerender: (overrides: typeof props) => rerender(sheet(overrides)),
  };
};

const day = (name: RegExp) => screen.getByRole('button', { name });
const time = (name: string) => screen.getByRole('radio', { name });
const apply = () => screen.getByRole('button', { name: 'Übernehmen' });

describe('the sheet for a day and a time', () => {
  it('returns the choice once day and time are chosen', async () => {
    const { user, onChoose } = setUp();
    expect(apply()).toHaveAccessibleDescription('Wähle erst eine Uhrzeit.');
    await user.click(apply());
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(day(/16\. Oktober/));
    await user.click(time('12:15'));
    expect(screen.getByText('Fr. 16. Oktober, 12:15')).toBeInTheDocument();
    await user.click(apply());
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-16', time: '12:15' });
  });

  it('shows three weeks and offers two: closed days are struck, later days are disabled', () => {
    setUp();
    expect(within(screen.getByRole('grid')).getAllByRole('gridcell')).toHaveLength(21);
    for (const name of [/17\. Oktober/, /18\. Oktober/, /13\. Oktober/, /29\. Oktober/])
      expect(day(name)).toHaveAttribute('aria-disabled', 'true');
    expect(day(/28\. Oktober/)).not.toHaveAttribute('aria-disabled', 'true');
    expect(time('12:30 geschlossen')).toBeDisabled();
  });

  it('drops a time that another day doesn’t have', async () => {
    const { user } = setUp({ value: { day: '2026-10-14', time: '17:30' } });
    await user.click(day(/15\. Oktober/));
    expect(apply()).toHaveAccessibleDescription('Wähle erst eine Uhrzeit.');
    await user.click(day(/16\. Oktober/));
    await user.click(time('17:30'));
    await user.click(day(/19\. Oktober/));
    expect(time('17:30')).toBeChecked();
  });

  it('returns to today', async () => {
    const { user, onChoose } = setUp({ value: { day: '2026-10-20', time: '12:00' } });
    await user.click(screen.getByRole('button', { name: 'Heute' }));
    await user.click(apply());
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-14', time: '12:00' });
  });

  it('works with the keyboard alone', async () => {
    const { user, onChoose, onClose } = setUp({ value: { day: '2026-10-14', time: '12:00' } });
    act(() => day(/14\. Oktober/).focus());
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
    const check = ({ time: momentTime }: Moment): MomentNotice | null =>
      momentTime === '17:30'
        ? { tone: 'err', title: 'Da ist zu', text: 'Nimm eine frühere Zeit.' }
        : { tone: 'info', title: 'Gut zu wissen', text: 'Voll.' };
    const { user, onChoose } = setUp({ value: { day: '2026-10-14', time: '17:30' }, checkMoment: check });
    expect(screen.getByRole('alert')).toHaveTextContent('Nimm eine frühere Zeit.');
    await user.click(apply());
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(time('12:15'));
    expect(screen.getByText('Gut zu wissen')).toBeInTheDocument();
    await user.click(apply());
    expect(onChoose).toHaveBeenCalledTimes(1);
  });

  it('continues with the next day when the chosen one ends meanwhile', () => {
    const { rerender } = setUp();
    expect(screen.getByText('Mi. 14. Oktober')).toBeInTheDocument();
    rerender({ choices: choicesFrom(1) });
    expect(screen.getByText('Do. 15. Oktober')).toBeInTheDocument();
  });

  it('asks only for a day, or only for a time', async () => {
    const { user, onChoose, rerender } = setUp({ mode: 'date' });
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    await user.click(apply());
    expect(onChoose).toHaveBeenCalledWith({ day: '2026-10-14', time: null });
    rerender({ mode: 'time' });
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await user.click(time('12:15'));
    await user.click(apply());
    expect(onChoose).toHaveBeenLastCalledWith({ day: '2026-10-14', time: '12:15' });
  });
});
