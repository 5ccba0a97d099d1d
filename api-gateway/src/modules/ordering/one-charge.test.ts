import { captureOrder, placeOrder } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { createStepRunner } from '../../platform/http/steps';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import type { RateLimiter, Steps } from '../../platform';
import { createOrderService } from './orders/order-service';
import { presentPartnerOrder } from './counter/counter-service';
import { createPaymentService } from './payments/payment-service';
import { createMangopayClient } from './providers/mangopay/mangopay-client';
import { createPaypalClient } from './providers/paypal/paypal-client';
import { createRefundService } from './refunds/refund-service';
import { outcomeOf } from '../identity/testing/people';
import {
  chargedFor,
  pressButton,
  injectFault,
  ledgerOf,
  DISH_KEY,
  insertPayingRestaurant,
  createOrderingDiner,
  runDueJobs,
} from './testing/counter';
import type { OrderingDiner } from './testing/counter';

const gateways = testGateways();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
});

const unlimitedLimiter: RateLimiter = {
  consume: async () => ({ ok: true }),
  refund: async () => undefined,
  forget: async () => undefined,
};

class GatewayCrash extends Error {}

/**
 * Creates steps of a request that throw `GatewayCrash` at a chosen event, counted by `callsLeft`: the end of a commit,
 * or the beginning or end of a provider call.
 */
const crashingSteps = (steps: Steps, callCounter: { callsLeft: number }): Steps => {
  const countCallMoment = (): void => {
    callCounter.callsLeft -= 1;
    if (callCounter.callsLeft === 0) throw new GatewayCrash();
  };
  return {
    reference: steps.reference,
    async write(stepWork) {
      const value = await steps.write(stepWork);
      countCallMoment();
      return value;
    },
    async ask(stepWork) {
      countCallMoment();
      const value = await steps.ask(stepWork);
      countCallMoment();
      return value;
    },
  };
};

/**
 * Creates ordering services whose gateway crashes during a request, at the n-th end of a commit or beginning or end of
 * a provider call. Another gateway handles the repeated request.
 */
const createCrashingServices = ({ database, clock, payment: sandboxPayments, url }: TestGateway) => {
  if (sandboxPayments.mangopay === null || sandboxPayments.paypal === null)
    throw new Error('the sandbox stands in for both');
  const clientOptions = {
    fetch: (requestUrl: string, requestInit: RequestInit) => fetch(requestUrl, requestInit),
    realNow: clock.realNow,
  };
  const paymentProviders = {
    mangopay: createMangopayClient({ ...clientOptions, config: sandboxPayments.mangopay }),
    paypal: createPaypalClient({ ...clientOptions, config: sandboxPayments.paypal }),
  };
  const paymentService = createPaymentService({
    database,
    clock,
    providers: paymentProviders,
    log: { error: () => undefined },
    jobs: { enqueue: async () => undefined },
    onOrderPaid: async () => undefined,
    onMoneyBack: async () => undefined,
    onNotCharged: async () => undefined,
    onApproved: async () => undefined,
    findServingReason: async () => null,
    findMeetupMisfit: async () => null,
  });
  const orders = createOrderService({
    database,
    clock,
    providers: paymentProviders,
    payments: paymentService,
    findMeetup: async () => null,
    publicUrl: url,
    limiter: unlimitedLimiter,
    questions: unlimitedLimiter,
  });
  const refundService = createRefundService({
    database,
    clock,
    providers: paymentProviders,
    jobs: { enqueue: async () => undefined },
    news: { onRefunded: async () => undefined, onRefused: async () => undefined },
    presentPartnerOrder,
  });
  const runSteps = createStepRunner({ database, realNow: clock.realNow });

  /** Repeats a request until a gateway survives it. Returns the response and the number of crashes. */
  const repeatUntilAnswered = async (
    idempotencyKey: string,
    request: (steps: Steps) => Promise<Result<unknown, unknown>>,
    crashAfterCalls: number,
  ): Promise<{ readonly deaths: number; readonly answer: unknown }> => {
    const callCounter = { callsLeft: crashAfterCalls };
    let finalAnswer: unknown;
    for (let crashCount = 0; ; crashCount += 1) {
      try {
        await runSteps(
          { scope_hash: idempotencyKey, key: idempotencyKey, request_hash: idempotencyKey, person: null },
          {
            scope: idempotencyKey,
            key: idempotencyKey,
            person: null,
            body: null,
            isKeyed: true,
            isOpen: orders.isOpen,
          },
          async (steps) => {
            finalAnswer = await request(crashCount === 0 ? crashingSteps(steps, callCounter) : steps);
            return { status: 200, headers: {}, body: '{}' };
          },
        );
        return { deaths: crashCount, answer: finalAnswer };
      } catch (error) {
        if (!(error instanceof GatewayCrash)) throw error;
        // Waits until the lease of the crashed gateway's request expires, because the request stays locked until then.
        clock.advance(16_000);
      }
    }
  };
  return { orders, refunds: refundService, repeatUntilAnswered };
};

const orderBodyOf = async (diner: OrderingDiner, formOverrides: object = {}) =>
  placeOrder.body?.parse(diner.form(formOverrides)) ?? Promise.reject(new Error('orders have a body'));

describe('one charge for one order, wherever a gateway dies', () => {
  const crashMoments = Array.from({ length: 8 }, (_, index) => index + 1);

  it.each(crashMoments)('while an order by card is placed, at moment %i', async (crashMoment) => {
    const diner = await createOrderingDiner(gateway);
    const { orders, repeatUntilAnswered } = createCrashingServices(gateway);
    const orderForm = await orderBodyOf(diner);
    await repeatUntilAnswered(
      `card-${crashMoment}`,
      (steps) => orders.place(steps, { uid: diner.uid, address: '127.0.0.1', requestKey: null }, orderForm),
      crashMoment,
    );
    const storedOrder = await gateway.database
      .knex<{ key: string; uid: string; payment_status: string }>('customer_order')
      .where({ uid: diner.uid })
      .select('key', 'payment_status');
    expect(storedOrder).toEqual([{ key: expect.any(String), payment_status: 'SUCCEEDED' }]);
    expect(await chargedFor(gateway, storedOrder[0]?.key ?? '')).toBe(890);
  });

  it.each(crashMoments)('while an approved PayPal payment is captured, at moment %i', async (crashMoment) => {
    const diner = await createOrderingDiner(gateway);
    const { orders, repeatUntilAnswered } = createCrashingServices(gateway);
    const orderAnswer = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
    await pressButton(orderAnswer.links[0]?.href ?? '', 'approve');
    await repeatUntilAnswered(
      `${captureOrder.name}-${crashMoment}`,
      (steps) => orders.capture(steps, diner.uid, orderAnswer.Id),
      crashMoment,
    );
    expect([
      (await diner.order(orderAnswer.orderKey)).paymentStatus,
      await chargedFor(gateway, orderAnswer.orderKey),
    ]).toEqual(['SUCCEEDED', 890]);
  });

  it('dies at each of these moments, and at no later one', async () => {
    const crashCountAt = async (crashMoment: number): Promise<number> => {
      const diner = await createOrderingDiner(gateway);
      const { orders, repeatUntilAnswered } = createCrashingServices(gateway);
      const orderForm = await orderBodyOf(diner);
      return (
        await repeatUntilAnswered(
          `probe-${crashMoment}`,
          (steps) => orders.place(steps, { uid: diner.uid, address: '127.0.0.1', requestKey: null }, orderForm),
          crashMoment,
        )
      ).deaths;
    };
    expect([await crashCountAt(1), await crashCountAt(6), await crashCountAt(7)]).toEqual([1, 1, 0]);
  });
});

describe('a request that is repeated after its answer was forgotten', () => {
  const DAY_MS = 24 * 3_600_000;
  const IDEMPOTENCY_KEY = 'vor-tagen-bestellt';

  /** Places an order by card, deletes the stored response, and sends the same request again a day later. */
  const placeAndRepeatOrder = async (beforeFirstRequest: () => Promise<void> = async () => undefined) => {
    const diner = await createOrderingDiner(gateway);
    const orderForm = diner.form();
    await beforeFirstRequest();
    const firstAnswer = await diner.place(orderForm, IDEMPOTENCY_KEY);
    await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
    const mealTime = gateway.clock.now();
    await gateway.database.write(async ({ knex }) => {
      await knex('idempotency').delete();
      // Marks the order as accepted by the restaurant, because an unaccepted order would be refunded a day later.
      await knex('customer_order').where({ uid: diner.uid }).update({ accepted_at: mealTime });
    });
    gateway.clock.moveTo(mealTime + DAY_MS);
    const secondAnswer = await diner.place(orderForm, IDEMPOTENCY_KEY);
    const otherForms = [];
    for (const change of [
      { isTakeAway: false },
      { meetUpDate: mealTime + 15 * 60_000 },
      { items: [{ mealKey: DISH_KEY, amount: 2, price: 890 }], totalPrice: 1780 },
      { items: [{ mealKey: DISH_KEY, amount: 1, price: 890, comments: 'ohne Zwiebeln' }] },
    ])
      otherForms.push(await diner.place(diner.form(change), IDEMPOTENCY_KEY));
    const otherDiner = await createOrderingDiner(gateway);
    const otherAnswer = await otherDiner.place(otherDiner.form(), IDEMPOTENCY_KEY);
    gateway.clock.moveTo(mealTime);
    const [order, ...otherOrders] = await gateway.database
      .knex<{ key: string; uid: string; request_key: string | null }>('customer_order')
      .where({ uid: diner.uid })
      .select('key', 'request_key');
    return { firstAnswer, secondAnswer, otherAnswer, otherForms, order, more: otherOrders };
  };

  it('gets the status of its order on any later day, and nothing is charged again', async () => {
    const {
      firstAnswer,
      secondAnswer,
      otherAnswer,
      otherForms,
      order,
      more: otherOrders,
    } = await placeAndRepeatOrder();
    expect([firstAnswer.status, secondAnswer.status, secondAnswer.body]).toEqual([200, 200, firstAnswer.body]);
    expect([order?.request_key, otherOrders, await chargedFor(gateway, order?.key ?? '')]).toEqual([
      IDEMPOTENCY_KEY,
      [],
      890,
    ]);
    // The request of another user with the same idempotency key is a different request.
    expect(outcomeOf(otherAnswer)).toEqual([400, 'ErrorOrderNotToday']);
    expect(otherForms.map(outcomeOf)).toEqual(otherForms.map(() => [422, 'idempotencyKeyReused']));
  });

  it('begins no payment that its provider never received', async () => {
    const { secondAnswer, order } = await placeAndRepeatOrder(() =>
      injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'drop' }),
    );
    expect([outcomeOf(secondAnswer), await ledgerOf(gateway, order?.key ?? '')]).toEqual([
      [503, 'providerUnavailable'],
      [],
    ]);
  });

  it('learns that its money goes back where nobody knew that it was taken', async () => {
    const { firstAnswer, secondAnswer, order } = await placeAndRepeatOrder(() =>
      injectFault(gateway, { operation: 'payin', when: 'afterCommit', kind: 'drop' }),
    );
    expect([outcomeOf(firstAnswer), secondAnswer.status, secondAnswer.body]).toMatchObject([
      [503, 'providerUnavailable'],
      200,
      { Status: 'FAILED', ResultCode: 'tooLate', orderKey: order?.key },
    ]);
    // Moves the clock so that the job which makes the refund is due.
    gateway.clock.advance(DAY_MS);
    await runDueJobs(gateway);
    gateway.clock.advance(-DAY_MS);
    expect(await chargedFor(gateway, order?.key ?? '')).toBe(0);
  });
});

describe('one refund for one request, wherever a gateway dies', () => {
  it.each([1, 2, 3, 4, 5])('while a restaurant refunds, at moment %i', async (crashMoment) => {
    const diner = await createOrderingDiner(gateway);
    const { refunds, repeatUntilAnswered } = createCrashingServices(gateway);
    const { orderKey } = await diner.placeOrder();
    const { deaths, answer } = await repeatUntilAnswered(
      `refund-${crashMoment}`,
      (steps) => refunds.refund(steps, { restaurantKey: null }, { orderKey, form: { amount: 300, reason: 'mistake' } }),
      crashMoment,
    );
    expect([deaths, answer]).toMatchObject([
      crashMoment === 5 ? 0 : 1,
      { ok: true, value: { refunded: [{ amount: 300 }] } },
    ]);
    expect([await chargedFor(gateway, orderKey), (await diner.order(orderKey)).refunded.length]).toEqual([590, 1]);
  });
});
