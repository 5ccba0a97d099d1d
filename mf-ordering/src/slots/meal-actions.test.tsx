import { anOffer, fixtureNow } from '@mahlzeit/contract/fixtures';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell } from '@mahlzeit/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import { cartPlaceOf, updateCart } from '../features/cart';
import MealActions from './meal-actions';

beforeEach(() => window.localStorage.clear());

const kantine = { restaurantKey: 'kantine', routingName: 'kantine-am-fleet' };
const curry = {
  ...kantine,
  mealKey: 'curry',
  mealName: 'Curry',
  offer: anOffer({ key: 'curry', name: 'Curry' }),
  isOrderable: true,
};

const render = (shell: FakeShell = fakeShell({ session: 'verified' })) =>
  renderWithShell(<MealActions {...curry} />, { shell });
const curryNow = () => within(screen.getByRole('group', { name: 'Curry' }));
const add = () => curryNow().getByRole('button', { name: 'In den Warenkorb' });

it('counts a dish into the cart and out of it', async () => {
  const { user } = render();
  await user.click(add());
  await user.click(curryNow().getByRole('button', { name: 'Eins mehr' }));
  expect(curryNow().getByText('2')).toBeInTheDocument();
  await user.click(curryNow().getByRole('button', { name: 'Eins weniger' }));
  await user.click(curryNow().getByRole('button', { name: 'Eins weniger' }));
  expect(add()).toBeInTheDocument();
});

it('still has it in the next visit of the same day, and not on the next day', async () => {
  const { user, unmount } = render();
  await user.click(add());
  unmount();
  const { shell } = render();
  expect(curryNow().getByText('1')).toBeInTheDocument();
  shell.setNow(fixtureNow + 24 * 3_600_000);
  expect(curryNow().queryByText('1')).not.toBeInTheDocument();
});

it('A06 shows nothing of the person before to the next one', async () => {
  const { user, shell } = render();
  await user.click(add());
  shell.setSession('unverified');
  expect(curryNow().queryByText('1')).not.toBeInTheDocument();
  expect(JSON.stringify(shell.store.getState())).not.toContain('curry');
});

it('keeps the dishes of a visitor who logs in', async () => {
  const { user, shell } = render(fakeShell({ session: 'anonymous' }));
  await user.click(add());
  shell.setSession('verified');
  expect(curryNow().getByText('1')).toBeInTheDocument();
});

it('shows nothing behind a dish that can not be ordered, or before anybody is known', () => {
  const { container } = renderWithShell(<MealActions {...curry} isOrderable={false} />, { session: 'verified' });
  expect(container).toBeEmptyDOMElement();
  expect(renderWithShell(<MealActions {...curry} />, { session: 'unknown' }).container).toBeEmptyDOMElement();
});

it('C27 adds nothing while there is a reason, and lets the page show it', async () => {
  const onRefused = jest.fn();
  const { user } = renderWithShell(<MealActions {...curry} disabledReason="Zu spät." onRefused={onRefused} />, {
    session: 'verified',
  });
  expect(add()).toHaveAccessibleDescription('Zu spät.');
  await user.click(add());
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(curryNow().queryByText('1')).not.toBeInTheDocument();
});

it('C06 changes nothing while the cart is being paid', async () => {
  const shell = fakeShell({ session: 'verified' });
  const { user } = render(shell);
  await user.click(add());
  const place = cartPlaceOf(shell, kantine);
  if (place === null) throw new Error('The user of the page is unknown');
  act(() =>
    updateCart(shell, place, (cart) => ({
      ...cart,
      payment: {
        requestKey: 'k',
        form: { restaurantId: 'kantine', paymentOption: 'paypal' },
        payInId: null,
        orderKey: null,
      },
    })),
  );
  expect(curryNow().getByRole('button', { name: 'Eins mehr' })).toHaveAccessibleDescription(
    'Deine Bestellung wird gerade bezahlt',
  );
  await user.click(curryNow().getByRole('button', { name: 'Eins weniger' }));
  expect(curryNow().getByText('1')).toBeInTheDocument();
});

it('explains why nothing can be ordered, and lets the diner remove what is in the cart', async () => {
  const { unmount, user: before } = render();
  await before.click(add());
  unmount();
  const { user, shell } = render(fakeShell({ session: 'verified', deployment: { takesOrders: false } }));
  const plusButton = curryNow().getByRole('button', { name: 'Eins mehr' });
  expect(plusButton).toHaveAccessibleDescription('Hier kann man zurzeit nicht bestellen.');
  await user.click(plusButton);
  expect(shell.recorded.snackbars).toMatchObject([{ text: 'Hier kann man zurzeit nicht bestellen.' }]);
  await user.click(curryNow().getByRole('button', { name: 'Eins weniger' }));
  expect(add()).toBeInTheDocument();
});
