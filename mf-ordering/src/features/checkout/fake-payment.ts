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
export const cardOrderForm: OrderForm = {
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
export const paypalOrderForm: OrderForm = { ...cardOrderForm, paymentOption: 'paypal', debitedCardId: null };

/** Data about the browser that the bank requires. */
export const fakeBrowserInfo = {
  JavaEnabled: false,
  Language: 'de',
  ColorDepth: 24,
  ScreenHeight: 800,
  ScreenWidth: 360,
  TimeZoneOffset: -120,
  UserAgent: 'Test',
  JavascriptEnabled: true,
};

/** Creates the gateway's response to an order, by default one that leaves the payment undecided (`CREATED`). */
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
export const bankApprovalAnswer = orderAnswerWith({ SecureModeRedirectURL: 'https://bank.test/3ds' });

/** Response to an order that the diner must approve at PayPal. */
export const paypalApprovalAnswer = orderAnswerWith({
  links: [{ rel: 'approve', href: 'https://paypal.test/approve' }],
});

/** Creates the payment provider's response about a payment. */
export const payInWith = (payInStatus: PayIn['Status'], resultCode: string | null = null): PayIn => ({
  Status: payInStatus,
  Id: 'payin-1',
  ResultCode: resultCode,
  ResultMessage: null,
});

/** Order after its payment has succeeded. */
export const paidOrder = anOrder({
  key: 'bestellung-1',
  payInId: 'payin-1',
  restaurantId: 'elbkantine',
  paymentStatus: 'SUCCEEDED',
});
const orderLoadAnswers = [answer(getOrderByPayIn, paidOrder), answer(updateOrderStatus, paidOrder)];

/** Payment that an earlier page started and left open. */
export const openPayment: OpenPayment = {
  requestKey: 'frueher',
  form: cardOrderForm,
  payInId: 'payin-1',
  orderKey: 'bestellung-1',
};

interface PaymentTabOptions {
  readonly withLock?: WithLock;
  /** Prefix of the idempotency keys that the tab creates. */
  readonly keyPrefix?: string;
}

/** Creates a cart with one dish, the restaurant's page, and the payment of the cart. */
export const startPayment = (
  answers: readonly ScenarioAnswer[],
  payment: OpenPayment | null = null,
  { withLock = (lockedWork) => lockedWork(), keyPrefix = 'schluessel' }: PaymentTabOptions = {},
) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [...answers, ...orderLoadAnswers],
    address: { key: 'details', params: ['elbkantine'] },
    topics: { me: { orders: [] } },
  });
  const timers = createManualTimers();
  const apiCalls = jest.spyOn(shell.apiClient, 'call');
  const visitedUrls: string[] = [];
  const placeAt = (restaurantKey: string) => {
    const cartPlace = cartPlaceOf(shell, { restaurantKey, routingName: restaurantKey });
    if (cartPlace === null) throw new Error('The user of the page is unknown');
    return cartPlace;
  };
  const place = placeAt('elbkantine');
  updateCart(shell, place, (cart) => ({ ...withAmount(cart, anOffer({ key: 'curry' }), 1), payment }));
  let createdKeyCount = 0;
  const paymentFlow = createPaymentFlow({
    shell,
    place,
    timers,
    withLock,
    createKey: () => `${keyPrefix}-${(createdKeyCount += 1)}`,
    navigateTo: (url) => void visitedUrls.push(url),
    browserInfo: () => fakeBrowserInfo,
  });
  const unsubscribe = paymentFlow.subscribe(() => undefined);
  const cart = () => selectCart(shell.store.getState(), place);
  const waitForStep = (stepKind: string) => waitFor(() => expect(paymentFlow.get().kind).toBe(stepKind));
  /** Waits until the next pause starts, then advances the time to its end. */
  const passTime = async (elapsedMs: number) => {
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    timers.advance(elapsedMs);
  };
  const passPauses = async (pausesMs: readonly number[]) => {
    for (const ms of pausesMs) await passTime(ms);
  };
  const sentRequestKeys = () =>
    apiCalls.mock.calls.filter(([route]) => route.name === 'placeOrder').map(([, input]) => input.idempotencyKey);
  const waitForOrderScreen = () =>
    waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'order', 'bestellung-1']]));
  return {
    shell,
    timers,
    flow: paymentFlow,
    cart,
    shows: waitForStep,
    pass: passTime,
    passAll: passPauses,
    orderKeys: sentRequestKeys,
    isAtOrder: waitForOrderScreen,
    wentTo: visitedUrls,
    place,
    placeAt,
    leaveSheet: unsubscribe,
  };
};
