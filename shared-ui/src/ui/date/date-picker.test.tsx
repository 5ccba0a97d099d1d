import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DatePicker } from './date-picker';

const Day = ({ onPick }: { readonly onPick: (day: string | null) => void }) => {
  const [day, setDay] = useState<string | null>('2026-10-14');
  return (
    <DatePicker
      label="Tag"
      value={day}
      min="2026-10-14"
      max="2026-10-28"
      onChange={(next) => {
        setDay(next);
        onPick(next);
      }}
    />
  );
};

describe('a date picker', () => {
  it('speaks German, whatever the browser speaks', () => {
    render(<Day onPick={() => undefined} />);
    expect(within(screen.getByRole('group', { name: 'Tag' })).getAllByRole('spinbutton').map((segment) => segment.textContent)).toEqual(['14', '10', '2026']);
  });

  it('chooses a day in the calendar', async () => {
    const user = userEvent.setup();
    const onPick = jest.fn();
    render(<Day onPick={onPick} />);
    await user.click(screen.getByRole('button', { name: /Kalender/ }));
    expect(screen.getByRole('heading', { name: 'Oktober 2026' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /16\. Oktober 2026/ }));
    expect(onPick).toHaveBeenLastCalledWith('2026-10-16');
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  });

  it('offers no day out of its range', async () => {
    const user = userEvent.setup();
    render(<Day onPick={() => undefined} />);
    await user.click(screen.getByRole('button', { name: /Kalender/ }));
    expect(screen.getByRole('button', { name: /13\. Oktober 2026/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: /29\. Oktober 2026/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
