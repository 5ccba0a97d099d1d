import { getOrderByPayIn, updateOrderStatus } from '@mahlzeit/contract';
import type { OrderAnswer, OrderForm, PayIn } from '@mahlzeit/contract';
import { anOffer, anOrder } from '@mahlzeit/contract/fixtures';
import type { WithLock } from '@mahlzeit/shared-ui/platform';
import { answer, createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { cartPlaceOf, selectCart, updateCart, withAmount } from '../cart';
import type { OpenPayment } from '../cart';
import { createPaymentFlow } from './payment-flow';

/** Request body of an order that is paid by card. */
export const card: OrderForm = {
  restaurantId: 'elbkantine',
  paymentOption: 'card',
  debitedCardId: 'karte-1',
  meetUp: '',
  meetUpDate: 1,
  isTakeAway: false,
  items: [{ mealKey: 'curry', amount: 1, price: 890 }],
  totalPrice: 890,
};

/** Request body of the same order with PayPal. */
export const paypal: OrderForm = { ...card, paymentOption: 'paypal', debitedCardId: null };

/** Data about the browser that the bank requires. */
export const browser = {
  JavaEnabled: false,
  Language: 'de',
  ColorDepth: 24,
  ScreenHeight: 800,
  ScreenWidth: 360,
  TimeZoneOffset: -120,
  UserAgent: 'Test',
  JavascriptEnabled: true,
};

/** Creates the gateway's response to an order. */
export const orderAnswerWith = (overrides: Partial<OrderAnswer> = {}): OrderAnswer => ({
  Status: 'CREATED',
  Id: 'payin-1',
  SecureModeRedirectURL: null,
  ResultCode: null,
  links: [],
  orderKey: 'bestellung-1',
  ...overrides,
});

/** Response to an order that the diner must approve at the bank. */
export const askedByBank = orderAnswerWith({ SecureModeRedirectURL: 'https://bank.test/3ds' });

/** Response to an order that the diner must approve at PayPal. */
export const toApprove = orderAnswerWith({ links: [{ rel: 'approve', href: 'https://paypal.test/approve' }] });

/** Creates the provider's response about a payment. */
export const payIn = (Status: PayIn['Status'], ResultCode: string | null = null): PayIn => ({
  Status,
  Id: 'payin-1',
  ResultCode,
  ResultMessage: null,
});

/** Order after its payment has succeeded. */
export const paidOrder = anOrder({
  key: 'bestellung-1',
  payInId: 'payin-1',
  restaurantId: 'elbkantine',
  paymentStatus: 'SUCCEEDED',
});
const loadAnswers = [answer(getOrderByPayIn, paidOrder), answer(updateOrderStatus, paidOrder)];

/** Payment that an earlier page started and left open. */
export const openPayment: OpenPayment = {
  requestKey: 'frueher',
  form: card,
  payInId: 'payin-1',
  orderKey: 'bestellung-1',
};

interface TabOptions {
  readonly withLock?: WithLock;
  /** Prefix of the idempotency keys that the tab creates. */
  readonly keyName?: string;
}

/** Creates a cart with one dish, the restaurant's page, and the payment of the cart. */
export const startPayment = (
  answers: readonly ScenarioAnswer[],
  payment: OpenPayment | null = null,
  { withLock = (work) => work(), keyName = 'schluessel' }: TabOptions = {},
) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [...answers, ...loadAnswers],
    address: { key: 'details', params: ['elbkantine'] },
    topics: { me: { orders: [] } },
  });
  const timers = createManualTimers();
  const calls = jest.spyOn(shell.apiClient, 'call');
  const wentTo: string[] = [];
  const placeAt = (restaurantKey: string) => {
    const place = cartPlaceOf(shell, { restaurantKey, routingName: restaurantKey });
    if (place === null) throw new Error('The user of the page is unknown');
    return place;
  };
  const place = placeAt('elbkantine');
  updateCart(shell, place, (cart) => ({ ...withAmount(cart, anOffer({ key: 'curry' }), 1), payment }));
  let keys = 0;
  const flow = createPaymentFlow({
    shell,
    place,
    timers,
    withLock,
    createKey: () => `${keyName}-${(keys += 1)}`,
    leave: (url) => void wentTo.push(url),
    browserInfo: () => browser,
  });
  const leaveSheet = flow.subscribe(() => undefined);
  const cart = () => selectCart(shell.store.getState(), place);
  const waitForStep = (kind: string) => waitFor(() => expect(flow.get().kind).toBe(kind));
  /** Waits until the next pause starts, then advances the time to its end. */
  const passTime = async (ms: number) => {
    await waitFor(() => expect(timers.pending()).toBe(1));
    timers.advance(ms);
  };
  const passAll = async (pauses: readonly number[]) => {
    for (const ms of pauses) await passTime(ms);
  };
  const orderKeys = () =>
    calls.mock.calls.filter(([route]) => route.name === 'placeOrder').map(([, input]) => input.idempotencyKey);
  const isAtOrder = () =>
    waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'order', 'bestellung-1']]));
  return {
    shell,
    timers,
    flow,
    cart,
    shows: waitForStep,
    pass: passTime,
    passAll,
    orderKeys,
    isAtOrder,
    wentTo,
    place,
    placeAt,
    leaveSheet,
  };
};
