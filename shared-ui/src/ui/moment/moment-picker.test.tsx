import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MomentPicker } from '.';
import type { Moment, MomentChoices, MomentNotice } from '.';

const momentChoices: MomentChoices = {
  today: '2026-10-14',
  days: [14, 15, 16, 17].map((day) => ({ day: `2026-10-${day}`, isClosed: day === 17 })),
  timesOf: () => ['12:00', '12:15', '12:30'].map((time) => ({ time, isClosed: time === '12:30' })),
};

const MomentPickerExample = ({
  start,
  notice,
  onMore = () => undefined,
}: {
  readonly start: Moment;
  readonly notice?: MomentNotice;
  readonly onMore?: () => void;
}) => {
  const [value, setValue] = useState(start);
  return (
    <MomentPicker
      value={value}
      choices={momentChoices}
      onChange={setValue}
      onMoreChoices={onMore}
      {...(notice !== undefined && { notice })}
    />
  );
};

it('takes one tap for a day and one for a time', async () => {
  const user = userEvent.setup();
  render(<MomentPickerExample start={{ day: '2026-10-14', time: '12:00' }} />);
  await user.click(screen.getByRole('radio', { name: 'Do. 15. Oktober' }));
  await user.click(screen.getByRole('radio', { name: '12:15' }));
  expect(screen.getByRole('radio', { name: 'Do. 15. Oktober' })).toBeChecked();
  expect(screen.getByRole('radio', { name: '12:15' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Sa. 17. Oktober, geschlossen' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'Heute, Mi. 14. Oktober' })).toBeEnabled();
});

it('keeps an invalid time visible, and names the reason', () => {
  render(
    <MomentPickerExample
      start={{ day: '2026-10-15', time: '17:30' }}
      notice={{ tone: 'err', title: 'Da ist zu', text: 'Nimm eine frühere Zeit.' }}
    />,
  );
  expect(screen.getByRole('radio', { name: '17:30' })).toBeChecked();
  expect(screen.getByRole('radiogroup', { name: 'Uhrzeit' })).toHaveAccessibleDescription(/Nimm eine frühere Zeit/);
});

it('opens all other times', async () => {
  const onMore = jest.fn();
  render(<MomentPickerExample start={{ day: '2026-10-15', time: '12:00' }} onMore={onMore} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Andere Zeit' }));
  expect(onMore).toHaveBeenCalled();
});
