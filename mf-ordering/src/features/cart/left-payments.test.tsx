import { getOrder } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOffer, anOrder } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { withAmount } from './cart';
import type { OpenPayment } from './cart';
import { cartPlaceOf, updateCart, useSharedCarts } from './cart-slice';

beforeEach(() => window.localStorage.clear());

const leftPayment: OpenPayment = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'card' },
  payInId: 'p',
  orderKey: 'bestellung-01',
};

/** Opens a page in which the member is logged in. */
const openPage = (answers: readonly ScenarioAnswer[] = []) => {
  const shell = fakeShell({ session: 'verified', answers });
  const cartPlace = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (cartPlace === null) throw new Error('The user of the page is unknown');
  const CartSharingPage = () => {
    useSharedCarts(shell);
    return null;
  };
  return {
    shell,
    pay: (openPayment: OpenPayment | null) =>
      updateCart(shell, cartPlace, (cart) => ({
        ...withAmount(cart, anOffer({ key: 'curry' }), 1),
        payment: openPayment,
      })),
    visit: () => renderWithShell(<CartSharingPage />, { shell }),
  };
};

/** Erases the member's carts, as the shell does when the session ends. */
const clearMemberStorage = (): void => {
  for (const key of Object.keys({ ...window.localStorage }))
    if (key.startsWith('mahlzeit.user.')) window.localStorage.removeItem(key);
};

const revisitPage = (orderAnswer: ScenarioAnswer) => {
  const openedPage = openPage([orderAnswer]);
  openedPage.visit();
  return openedPage.shell;
};
const orderAnswerWith = (paymentStatus: Order['paymentStatus']) => answer(getOrder, anOrder({ paymentStatus }));

it.each(['CREATED', 'UNKNOWN'] as const)(
  'C06 a member who logs in again is reminded of an open payment at each visit until it is settled: %s',
  async (paymentStatus) => {
    openPage().pay(leftPayment);
    clearMemberStorage();
    const visitedShells = [revisitPage(orderAnswerWith(paymentStatus)), revisitPage(orderAnswerWith(paymentStatus))];
    await waitFor(() =>
      expect(visitedShells.map(({ recorded }) => recorded.alerts)).toMatchObject([
        [{ title: 'Eine Zahlung ist noch offen' }],
        [{ title: 'Eine Zahlung ist noch offen' }],
      ]),
    );
  },
);

it.each<[string, ScenarioAnswer]>([
  ['paid', orderAnswerWith('SUCCEEDED')],
  ['refused', orderAnswerWith('FAILED')],
  ['another’s', refuse(getOrder, 'OrderNotFound')],
])('reports no payment that is %s, and asks no more', async (_, orderAnswer) => {
  openPage().pay(leftPayment);
  clearMemberStorage();
  const shell = revisitPage(orderAnswer);
  await waitFor(() => expect(window.localStorage.getItem('mahlzeit.leftPayments')).toBeNull());
  expect(shell.recorded.alerts).toEqual([]);
  expect(revisitPage(orderAnswer).requests).toEqual([]);
});

it('keeps nothing of a payment that was decided before', () => {
  const openedPage = openPage();
  openedPage.pay(leftPayment);
  openedPage.pay(null);
  expect(window.localStorage.getItem('mahlzeit.leftPayments')).toBeNull();
});

it('asks about none that its cart still shows', () => {
  openPage().pay(leftPayment);
  expect(revisitPage(orderAnswerWith('CREATED')).requests).toEqual([]);
});
