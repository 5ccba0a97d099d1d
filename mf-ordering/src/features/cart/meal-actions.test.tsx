import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import MealActions from '../../slots/meal-actions';

beforeEach(() => window.localStorage.clear());

const curry = { restaurantKey: 'kantine', mealKey: 'curry', mealName: 'Curry', isOrderable: true };

const show = (shell: FakeShell = fakeShell({ session: 'verified' })) => renderWithShell(<MealActions {...curry} />, { shell });
const curryNow = () => within(screen.getByRole('group', { name: 'Curry' }));

it('counts a dish into the cart and out of it', async () => {
  const { user } = show();
  await user.click(curryNow().getByRole('button', { name: 'In den Warenkorb' }));
  await user.click(curryNow().getByRole('button', { name: 'Eins mehr' }));
  expect(curryNow().getByText('2')).toBeInTheDocument();
  await user.click(curryNow().getByRole('button', { name: 'Eins weniger' }));
  await user.click(curryNow().getByRole('button', { name: 'Eins weniger' }));
  expect(curryNow().getByRole('button', { name: 'In den Warenkorb' })).toBeInTheDocument();
});

it('still has it in the next visit of the same day, and not on the next day', async () => {
  const { user, unmount } = show();
  await user.click(curryNow().getByRole('button', { name: 'In den Warenkorb' }));
  unmount();
  const { shell } = show();
  expect(curryNow().getByText('1')).toBeInTheDocument();
  shell.setNow(fixtureNow + 24 * 3_600_000);
  expect(curryNow().queryByText('1')).not.toBeInTheDocument();
});

it('A06 shows nothing of the person before to the next one', async () => {
  const { user, shell } = show();
  await user.click(curryNow().getByRole('button', { name: 'In den Warenkorb' }));
  shell.setSession('unverified');
  expect(curryNow().queryByText('1')).not.toBeInTheDocument();
  expect(JSON.stringify(shell.store.getState())).not.toContain('curry');
});

it('shows nothing behind a dish that can not be ordered, or before anybody is known', () => {
  const { container } = renderWithShell(<MealActions {...curry} isOrderable={false} />, { session: 'verified' });
  expect(container).toBeEmptyDOMElement();
  expect(renderWithShell(<MealActions {...curry} />, { session: 'unknown' }).container).toBeEmptyDOMElement();
});

it('C27 adds nothing while there is a reason, and lets the page show it', async () => {
  const onRefused = jest.fn();
  const { user } = renderWithShell(<MealActions {...curry} disabledReason="Zu spät." onRefused={onRefused} />, { session: 'verified' });
  const add = curryNow().getByRole('button', { name: 'In den Warenkorb' });
  expect(add).toHaveAccessibleDescription('Zu spät.');
  await user.click(add);
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(curryNow().queryByText('1')).not.toBeInTheDocument();
});
