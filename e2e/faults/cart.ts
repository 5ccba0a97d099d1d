import { randomUUID } from 'node:crypto';
import { OrderAnswer } from '@mahlzeit/contract';
import { DISH_KEY, orderForm } from '../../api-gateway/src/modules/ordering/testing/counter';
import type { HttpAnswer } from '../../api-gateway/src/modules/identity/testing/people';
import type { Diner } from './diner';
import type { RoundPlan } from './fault-plan';
import { sendUntilSettled } from './retries';

/** Time of all meals, long after the last round. */
export const MEAL_TIME = Date.parse('2026-06-24T14:30:00+02:00');

/**
 * Creates the order of a round. Diners order the same dish in each round and confirm the repetition. In rounds with a
 * logout they don't know that they have ordered already; the number of pieces then differs from round to round.
 */
export const orderFormOf = (
  { name }: Diner,
  { payment, fault, round }: RoundPlan,
  { voucher, meetupKey }: { readonly voucher: string | null; readonly meetupKey: string | null },
): object => {
  const amount = fault.kind === 'logout' ? 2 + (round % 40) : 1;
  return orderForm(name, {
    meetUpDate: MEAL_TIME,
    items: [{ mealKey: DISH_KEY, amount, price: 890 }],
    totalPrice: 890 * amount - (voucher === null ? 0 : 200),
    ...(meetupKey === null ? {} : { meetUp: meetupKey }),
    ...(fault.kind === 'logout' ? {} : { isRepeatConfirmed: true }),
    ...(payment === 'paypal' ? { paymentOption: 'paypal', debitedCardId: null } : {}),
    ...(payment === 'cardWithBank' ? { debitedCardId: `demo-card-${name}-challenge` } : {}),
    ...(voucher === null ? {} : { discount: { id: voucher, value: 200 } }),
  });
};

type SendCart = (cartKey: string) => Promise<HttpAnswer>;

/**
 * Simulates a cart in the tabs of one browser, as the product's pages send it
 * (`mf-ordering/src/features/checkout/payment-flow.ts`): the first press stores a key under a lock and holds the lock
 * until the gateway has responded; a tab that finds a stored key continues with that key.
 */
const createCart = (sendCart: SendCart) => {
  const keys = new Set<string>();
  let storedKey: string | null = null;
  let paymentQueue: Promise<unknown> = Promise.resolve();

  const startPayment = async (): Promise<string> => {
    if (storedKey !== null) return storedKey;
    storedKey = randomUUID();
    keys.add(storedKey);
    await sendCart(storedKey);
    return storedKey;
  };
  return {
    keys,
    /** Presses the pay button once in one tab; resolves as soon as the outcome is known. */
    async pressPay(): Promise<HttpAnswer | null> {
      const paymentStart = paymentQueue.then(startPayment);
      paymentQueue = paymentStart;
      const key = await paymentStart;
      return sendUntilSettled(() => sendCart(key));
    },
    /**
     * Sends the order once, logs out without an answer, and orders the same once more under another idempotency key.
     */
    async pressAndOrderAgain(): Promise<readonly (HttpAnswer | null)[]> {
      const [lostKey, laterKey] = [randomUUID(), randomUUID()];
      keys.add(lostKey).add(laterKey);
      const firstAnswer = await sendCart(lostKey);
      if (firstAnswer.status < 500) return [firstAnswer];
      return [await sendUntilSettled(() => sendCart(laterKey))];
    },
    /**
     * Sends the same request twice at the same time, as a network that duplicates requests does, or as two returning
     * pages do.
     */
    async pressDoubled(): Promise<readonly (HttpAnswer | null)[]> {
      const key = randomUUID();
      keys.add(key);
      return Promise.all([sendUntilSettled(() => sendCart(key)), sendUntilSettled(() => sendCart(key))]);
    },
  };
};

/**
 * Orders a cart in as many tabs and with as many presses of the pay button as the fault requires. Returns the responses
 * to all orders that succeeded.
 */
export const placeOrder = async (
  diner: Diner,
  orderFormBody: object,
  { kind }: RoundPlan['fault'],
): Promise<{ readonly keys: ReadonlySet<string>; readonly answers: readonly OrderAnswer[] }> => {
  const orderCart = createCart((key) => diner.call('POST', '/api/payment/orders', orderFormBody, key));
  const paymentAnswers =
    kind === 'doubleClick'
      ? await orderCart.pressDoubled()
      : kind === 'logout'
        ? await orderCart.pressAndOrderAgain()
        : await Promise.all(kind === 'twoTabs' ? [orderCart.pressPay(), orderCart.pressPay()] : [orderCart.pressPay()]);
  return {
    keys: orderCart.keys,
    answers: paymentAnswers.flatMap((answer) => (answer?.status === 200 ? [OrderAnswer.parse(answer.body)] : [])),
  };
};
