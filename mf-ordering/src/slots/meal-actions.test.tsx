import { anOffer, fixtureNow } from '@mahlzeit/contract/fixtures';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell } from '@mahlzeit/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import { cartPlaceOf, updateCart } from '../features/cart';
import MealActions from './meal-actions';

beforeEach(() => window.localStorage.clear());

const restaurantIds = { restaurantKey: 'kantine', routingName: 'kantine-am-fleet' };
const curryOffer = {
  ...restaurantIds,
  mealKey: 'curry',
  mealName: 'Curry',
  offer: anOffer({ key: 'curry', name: 'Curry' }),
  isOrderable: true,
};

const renderMealActions = (shell: FakeShell = fakeShell({ session: 'verified' })) =>
  renderWithShell(<MealActions {...curryOffer} />, { shell });
const getCurryGroup = () => within(screen.getByRole('group', { name: 'Curry' }));
const getAddButton = () => getCurryGroup().getByRole('button', { name: /^.+: In den Warenkorb$/ });

it('counts a dish into the cart and out of it', async () => {
  const { user } = renderMealActions();
  await user.click(getAddButton());
  await user.click(getCurryGroup().getByRole('button', { name: /^.+: Eins mehr$/ }));
  expect(getCurryGroup().getByText('2')).toBeInTheDocument();
  await user.click(getCurryGroup().getByRole('button', { name: /^.+: Eins weniger$/ }));
  await user.click(getCurryGroup().getByRole('button', { name: /^.+: Eins weniger$/ }));
  expect(getAddButton()).toBeInTheDocument();
});

it('still has it in the next visit of the same day, and not on the next day', async () => {
  const { user, unmount } = renderMealActions();
  await user.click(getAddButton());
  unmount();
  const { shell } = renderMealActions();
  expect(getCurryGroup().getByText('1')).toBeInTheDocument();
  shell.setNow(fixtureNow + 24 * 3_600_000);
  expect(getCurryGroup().queryByText('1')).not.toBeInTheDocument();
});

it('A06 shows nothing of the person before to the next one', async () => {
  const { user, shell } = renderMealActions();
  await user.click(getAddButton());
  shell.setSession('unverified');
  expect(getCurryGroup().queryByText('1')).not.toBeInTheDocument();
  expect(JSON.stringify(shell.store.getState())).not.toContain('curry');
});

it('keeps the dishes of a visitor who logs in', async () => {
  const { user, shell } = renderMealActions(fakeShell({ session: 'anonymous' }));
  await user.click(getAddButton());
  shell.setSession('verified');
  expect(getCurryGroup().getByText('1')).toBeInTheDocument();
});

it('shows nothing behind a dish that can not be ordered, or before anybody is known', () => {
  const { container } = renderWithShell(<MealActions {...curryOffer} isOrderable={false} />, { session: 'verified' });
  expect(container).toBeEmptyDOMElement();
  expect(renderWithShell(<MealActions {...curryOffer} />, { session: 'unknown' }).container).toBeEmptyDOMElement();
});

it('C27 adds nothing while there is a reason, and lets the page show it', async () => {
  const onRefused = jest.fn();
  const { user } = renderWithShell(<MealActions {...curryOffer} disabledReason="Zu spät." onRefused={onRefused} />, {
    session: 'verified',
  });
  expect(getAddButton()).toHaveAccessibleDescription('Zu spät.');
  await user.click(getAddButton());
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(getCurryGroup().queryByText('1')).not.toBeInTheDocument();
});

it('C06 changes nothing while the cart is being paid', async () => {
  const shell = fakeShell({ session: 'verified' });
  const { user } = renderMealActions(shell);
  await user.click(getAddButton());
  const cartPlace = cartPlaceOf(shell, restaurantIds);
  if (cartPlace === null) throw new Error('The user of the page is unknown');
  act(() =>
    updateCart(shell, cartPlace, (cart) => ({
      ...cart,
      payment: {
        requestKey: 'k',
        form: { restaurantId: 'kantine', paymentOption: 'paypal' },
        payInId: null,
        orderKey: null,
      },
    })),
  );
  expect(getCurryGroup().getByRole('button', { name: /^.+: Eins mehr$/ })).toHaveAccessibleDescription(
    'Deine Bestellung wird gerade bezahlt',
  );
  await user.click(getCurryGroup().getByRole('button', { name: /^.+: Eins weniger$/ }));
  expect(getCurryGroup().getByText('1')).toBeInTheDocument();
});

it('explains why nothing can be ordered, and lets the diner remove what is in the cart', async () => {
  const { unmount, user: userBefore } = renderMealActions();
  await userBefore.click(getAddButton());
  unmount();
  const { user, shell } = renderMealActions(fakeShell({ session: 'verified', deployment: { takesOrders: false } }));
  const plusButton = getCurryGroup().getByRole('button', { name: /^.+: Eins mehr$/ });
  expect(plusButton).toHaveAccessibleDescription('Hier kann man zurzeit nicht bestellen.');
  await user.click(plusButton);
  expect(shell.recorded.snackbars).toMatchObject([{ text: 'Hier kann man zurzeit nicht bestellen.' }]);
  await user.click(getCurryGroup().getByRole('button', { name: /^.+: Eins weniger$/ }));
  expect(getAddButton()).toBeInTheDocument();
});
