import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DatePicker } from './date-picker';

const DayPickerExample = ({ onPick }: { readonly onPick: (day: string | null) => void }) => {
  const [day, setDay] = useState<string | null>('2026-10-14');
  return (
    <DatePicker
      label="Tag"
      value={day}
      min="2026-10-14"
      max="2026-10-28"
      onChange={(nextDay) => {
        setDay(nextDay);
        onPick(nextDay);
      }}
    />
  );
};

describe('a date picker', () => {
  it("speaks German, whatever the browser's language is", () => {
    render(<DayPickerExample onPick={() => undefined} />);
    expect(
      within(screen.getByRole('group', { name: 'Tag' }))
        .getAllByRole('spinbutton')
        .map((segment) => segment.textContent),
    ).toEqual(['14', '10', '2026']);
  });

  it('chooses a day in the calendar', async () => {
    const user = userEvent.setup();
    const onPick = jest.fn();
    render(<DayPickerExample onPick={onPick} />);
    await user.click(screen.getByRole('button', { name: /Kalender/ }));
    expect(screen.getByRole('heading', { name: 'Oktober 2026' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /16\. Oktober 2026/ }));
    expect(onPick).toHaveBeenLastCalledWith('2026-10-16');
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  });

  it.each([
    ['2026-10-01', /Frühestens am 14\.\sOktober\./],
    ['2026-11-05', /Spätestens am 28\.\sOktober\./],
  ])('says of a day given out of its range, %s, what the range is', (value, rangeText) => {
    render(<DatePicker label="Tag" value={value} min="2026-10-14" max="2026-10-28" onChange={() => undefined} />);
    const dateGroup = screen.getByRole('group', { name: 'Tag' });
    expect(dateGroup).toHaveAccessibleDescription(rangeText);
  });

  it('opens the calendar of a day outside the range at the nearest valid day', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    render(<DatePicker label="Tag" value="2026-09-01" min="2026-10-14" max="2026-10-28" onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Kalender/ }));
    expect(screen.getByRole('heading', { name: 'Oktober 2026' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /14\. Oktober 2026/ }));
    expect(onChange).toHaveBeenLastCalledWith('2026-10-14');
  });

  it('offers no day outside its range', async () => {
    const user = userEvent.setup();
    render(<DayPickerExample onPick={() => undefined} />);
    await user.click(screen.getByRole('button', { name: /Kalender/ }));
    expect(screen.getByRole('button', { name: /13\. Oktober 2026/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: /29\. Oktober 2026/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
