import { abandonOrder, getCards, getPayIn, getPaymentUser, OrderForm, placeOrder } from '@mahlzeit/contract';
import { anOffer } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { cartPlaceOf, selectCart, updateCart, useCart, withAmount } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { PaymentView, usePayment } from '.';
import { bankApprovalAnswer, cardOrderForm, orderAnswerWith, paidOrder, payInWith, startPayment } from './fake-payment';

beforeEach(() => window.localStorage.clear());

const PaymentOfCart = ({ place, cart }: { readonly place: CartPlace; readonly cart: Cart }) => {
  const payment = usePayment({ place, cart, restaurant: { name: 'Elbkantine' }, form: cardOrderForm });
  if (payment.step.kind !== 'none') return <PaymentView payment={payment} onClose={() => undefined} />;
  return (
    <button type="button" onClick={payment.startPaying}>
      Bestellen
    </button>
  );
};

const PaymentAtPlace = ({ place }: { readonly place: CartPlace }) => {
  const cart = useCart(place);
  return cart === null ? null : <PaymentOfCart place={place} cart={cart} />;
};

const renderPayment = (answers: readonly ScenarioAnswer[]) => {
  const shell = fakeShell({
    session: 'verified',
    topics: { me: { orders: [] } },
    answers: [...answers, answer(getCards, []), answer(getPaymentUser, null)],
  });
  const place = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (place === null) throw new Error('The user of the page is unknown');
  updateCart(shell, place, (cart) => withAmount(cart, anOffer({ key: 'curry' }), 1));
  const calls = jest.spyOn(shell.apiClient, 'call');
  const renderedPayment = renderWithShell(<PaymentAtPlace place={place} />, { shell });
  return {
    ...renderedPayment,
    shell,
    cart: () => selectCart(shell.store.getState(), place),
    sentForms: (): readonly OrderForm[] =>
      calls.mock.calls.flatMap(([route, { body }]) => (route.name === 'placeOrder' ? [OrderForm.parse(body)] : [])),
  };
};

describe('a cart that its diner has just ordered', () => {
  const repeatedOrder = {
    orderKey: 'vorhin',
    orderId: 'K417',
    items: [{ name: 'Linsencurry', amount: 2 }],
    meetUpDate: Date.parse('2026-06-24T12:30:00+02:00'),
    createdAt: Date.parse('2026-06-24T11:30:00+02:00'),
    isPaid: true,
  };

  it('asks first, names the order, and leads to it', async () => {
    const { user, shell, cart } = renderPayment([refuse(placeOrder, 'orderRepeated', repeatedOrder)]);
    await user.click(screen.getByRole('button', { name: 'Bestellen' }));
    expect(await screen.findByText('Du hast gerade schon bestellt')).toBeVisible();
    expect(screen.getByText(/^2 × Linsencurry für .*12:30.*K417\. Das ist bestellt und bezahlt\.$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Zur Bestellung' }));
    expect([shell.recorded.navigation, cart()?.lines.length, cart()?.payment]).toEqual([
      [['open', 'order', 'vorhin']],
      1,
      null,
    ]);
  });

  it('is ordered once more by a button that says so', async () => {
    const { user, sentForms } = renderPayment([
      refuse(placeOrder, 'orderRepeated', { ...repeatedOrder, isPaid: false }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Bestellen' }));
    expect(await screen.findByText(/noch offen/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Noch einmal zahlungspflichtig bestellen' }));
    await waitFor(() => expect(sentForms()).toHaveLength(2));
    expect(sentForms().map(({ isRepeatConfirmed }) => isRepeatConfirmed)).toEqual([undefined, true]);
  });
});

describe('a challenge of the bank that was left', () => {
  it('is given up for another way to pay, and the cart stays', async () => {
    const { flow, shows, cart } = startPayment([
      answer(placeOrder, bankApprovalAnswer),
      answer(getPayIn, payInWith('CREATED')),
      answer(abandonOrder, { ...paidOrder, paymentStatus: 'FAILED' }),
    ]);
    flow.pay(cardOrderForm);
    await shows('bank');
    flow.cancelBank();
    await shows('unclear');
    flow.giveUp();
    await shows('none');
    expect([cart()?.payment, cart()?.lines.length]).toEqual([null, 1]);
  });

  it('leads to the order where the bank was quicker', async () => {
    const { flow, shows, isAtOrder } = startPayment([
      answer(placeOrder, orderAnswerWith({ SecureModeRedirectURL: '/bank' })),
      answer(getPayIn, payInWith('CREATED')),
      answer(abandonOrder, paidOrder),
    ]);
    flow.pay(cardOrderForm);
    await shows('bank');
    flow.cancelBank();
    await shows('unclear');
    flow.giveUp();
    await isAtOrder();
  });
});
