import { getOrder } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOffer, anOrder } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { withAmount } from './cart';
import type { OpenPayment } from './cart';
import { cartPlaceOf, selectCart, updateCart, useSharedCarts } from './cart-slice';

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
    choose: (mealKey: string) => updateCart(shell, cartPlace, (cart) => withAmount(cart, anOffer({ key: mealKey }), 1)),
    cart: () => selectCart(shell.store.getState(), cartPlace),
    visit: () => renderWithShell(<CartSharingPage />, { shell }),
  };
};

const paymentRecord = (): string | null => {
  const [recordKey] = Object.keys({ ...window.localStorage }).filter((key) => key.startsWith('mahlzeit.leftPayments'));
  return recordKey === undefined ? null : window.localStorage.getItem(recordKey);
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
  await waitFor(() => expect(paymentRecord()).toBeNull());
  expect(shell.recorded.alerts).toEqual([]);
  expect(revisitPage(orderAnswer).requests).toEqual([]);
});

it('keeps nothing of a payment that was decided before', () => {
  const openedPage = openPage();
  openedPage.pay(leftPayment);
  openedPage.pay(null);
  expect(paymentRecord()).toBeNull();
});

it('asks about none that its cart still shows', () => {
  openPage().pay(leftPayment);
  expect(revisitPage(orderAnswerWith('CREATED')).requests).toEqual([]);
});

describe('an order that was sent and not answered', () => {
  const unansweredPayment: OpenPayment = { ...leftPayment, payInId: null, orderKey: null };

  it('C06 comes back into its cart after a logout, with its request’s key and form, until it is decided', async () => {
    openPage().pay(unansweredPayment);
    clearMemberStorage();
    const openedPage = openPage();
    openedPage.visit();
    await waitFor(() => expect(openedPage.cart()?.payment).toEqual(unansweredPayment));
    expect(openedPage.cart()?.lines).toHaveLength(1);
    expect(openedPage.shell.recorded.alerts).toMatchObject([{ title: 'Eine Zahlung ist noch offen' }]);
    openedPage.pay(null);
    expect(paymentRecord()).toBeNull();
  });

  it('stays for its member while another one orders in this browser', async () => {
    openPage().pay(unansweredPayment);
    clearMemberStorage();
    const otherRecord = JSON.stringify({ orderKeys: ['andere'], unansweredCarts: {} });
    window.localStorage.setItem('mahlzeit.leftPayments.ben', otherRecord);
    const openedPage = openPage();
    openedPage.visit();
    await waitFor(() => expect(openedPage.cart()?.payment).toEqual(unansweredPayment));
    expect(window.localStorage.getItem('mahlzeit.leftPayments.ben')).toBe(otherRecord);
  });

  it('leaves the dishes that the member has chosen since then', async () => {
    openPage().pay(unansweredPayment);
    clearMemberStorage();
    const openedPage = openPage();
    openedPage.choose('suppe');
    openedPage.visit();
    await waitFor(() => expect(openedPage.cart()?.payment).toEqual(unansweredPayment));
    expect(openedPage.cart()?.lines.map(({ mealKey }) => mealKey)).toEqual(['suppe']);
  });

  it('is no longer unanswered once its answer is there', () => {
    const openedPage = openPage();
    openedPage.pay(unansweredPayment);
    openedPage.pay(leftPayment);
    expect(JSON.parse(paymentRecord() ?? '')).toEqual({ orderKeys: ['bestellung-01'], unansweredCarts: {} });
  });
});
