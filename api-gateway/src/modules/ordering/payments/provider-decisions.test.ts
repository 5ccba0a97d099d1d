import { ok, OrderAnswer, OrderForm } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { RateLimiter, Steps } from '../../../platform';
import { outcomeOf } from '../../identity/testing/people';
import { createRefundRepository } from '../repositories/refund-repository';
import { createOrderService } from '../orders/order-service';
import { createOrderingPersonalData } from '../personal-data';
import type { PaymentProviders } from '../providers';
import { createMangopayClient } from '../providers/mangopay/mangopay-client';
import type { ProviderPayment, ProviderRefund } from '../providers/port/payment-provider';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import { bindRefundJob } from '../refunds/refund-job';
import { chargedFor, injectFault, createOrderingDiner, runDueJobs } from '../testing/counter';
import { reportOutsideRefund } from './outside-refund';
import { createPaymentService } from './payment-service';
import { MINUTE_MS, openPaymentTestContext } from '../testing/payment-test-context';
import type { PlacedOrder } from '../testing/payment-test-context';
import { insertMeetup } from '../testing/meetup';

const testContext = openPaymentTestContext();
const {
  challenged,
  withPaypal,
  approve,
  confirm,
  askFor,
  capture,
  statusOf,
  attemptOf,
  changeAttempt,
  giveUp,
  reconcile,
  movements,
} = testContext;

const HOUR_MS = 60 * MINUTE_MS;

/** Creates the order service with these payment providers, and steps that act as one request. */
const createOrderServiceWith = (paymentProviders: PaymentProviders) => {
  const { database, clock } = testContext.gateway;
  const paymentReactions = {
    onOrderPaid: async () => undefined,
    onMoneyBack: async () => undefined,
    onNotCharged: async () => undefined,
    onApproved: async () => undefined,
    findServingReason: async () => null,
    findMeetupMisfit: async () => null,
  };
  const paymentService = createPaymentService({
    database,
    clock,
    providers: paymentProviders,
    log: { error: () => undefined },
    jobs: { enqueue: async () => undefined },
    ...paymentReactions,
  });
  const unlimitedLimiter: RateLimiter = {
    consume: async () => ({ ok: true }),
    refund: async () => undefined,
    forget: async () => undefined,
  };
  const orders = createOrderService({
    database,
    clock,
    providers: paymentProviders,
    payments: paymentService,
    findMeetup: async () => null,
    publicUrl: testContext.gateway.url,
    limiter: unlimitedLimiter,
    questions: unlimitedLimiter,
  });
  const boundReferences: string[] = [];
  const steps: Steps = {
    reference: null,
    write: (stepWork) =>
      database.write((tx) =>
        stepWork({ ...tx, bind: async (boundReference) => tx.afterCommit(() => boundReferences.push(boundReference)) }),
      ),
    ask: (stepWork) => stepWork(AbortSignal.timeout(10_000)),
  };
  return { orders, steps, bound: boundReferences };
};

describe('an order without a provider', () => {
  it.each([
    ['at all', 'paypal', false, 'ordersOff'],
    ['at all, not by card either', 'card', false, 'ordersOff'],
    ['by card', 'card', true, 'paymentOptionOff'],
  ] as const)(
    'is refused %s, and its diner learns why',
    async (_description, paymentOption, hasPaypal, expectedReason) => {
      const {
        clock,
        payment: { paypal: config },
      } = testContext.gateway;
      const paypalProvider =
        config === null || !hasPaypal
          ? null
          : createPaypalClient({
              config,
              realNow: clock.realNow,
              fetch: (url, requestInit) => fetch(url, requestInit),
            });
      const { orders, steps, bound } = createOrderServiceWith({ mangopay: null, paypal: paypalProvider });
      const orderForm = OrderForm.parse(
        testContext.diner.form({ paymentOption, debitedCardId: paymentOption === 'card' ? 'karte' : null }),
      );
      expect(
        await orders.place(steps, { uid: testContext.diner.uid, address: '203.0.113.7', requestKey: null }, orderForm),
      ).toEqual({
        ok: false,
        error: { code: 'providerUnavailable', details: { nothingBegun: true, reason: expectedReason } },
      });
      expect(bound).toEqual([]);
    },
  );
});

describe('a capture that PayPal reviews', () => {
  it('is answered with the waiting order', async () => {
    const {
      clock,
      payment: { paypal: config },
    } = testContext.gateway;
    if (config === null) throw new Error('the sandbox stands in');
    const orderForm = withPaypal();
    const order = OrderAnswer.parse((await testContext.diner.place(orderForm, 'in-review')).body);
    const readPendingPayment = async () =>
      ok<ProviderPayment>({
        id: order.Id,
        state: 'PENDING',
        amount: 890,
        reference: order.orderKey,
        code: null,
        redirectUrl: null,
        refundableId: null,
      });
    const { orders, steps, bound } = createOrderServiceWith({
      mangopay: null,
      paypal: {
        ...createPaypalClient({ config, realNow: clock.realNow, fetch: (url, requestInit) => fetch(url, requestInit) }),
        capture: readPendingPayment,
      },
    });
    expect(await orders.capture(steps, testContext.diner.uid, order.Id)).toMatchObject({
      ok: true,
      value: { paymentStatus: 'UNKNOWN' },
    });
    expect([bound, (await attemptOf(order.orderKey)).state]).toEqual([[order.orderKey], 'CAPTURING']);
    // The response to a repeated request must neither request the diner's approval again nor claim that no money was
    // taken.
    expect(outcomeOf(await testContext.diner.place(orderForm, 'in-review'))).toEqual([503, 'providerUnavailable']);
  });
});

describe('a refund at PayPal', () => {
  const loggedFactsOf = async (
    event: string,
    eventResource: { readonly id?: string; readonly invoice_id?: string },
    payInId?: string,
  ): Promise<unknown[]> => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal());
    await approve(orderAnswer);
    await capture(orderAnswer);
    await testContext.gateway.database.write(({ knex }) =>
      createRefundRepository(knex).insert({
        key: `von-uns-${orderAnswer.orderKey}`,
        orderKey: orderAnswer.orderKey,
        amount: 100,
        reason: 'mistake',
        state: 'SUCCEEDED',
        providerKey: `nummer-${testContext.diner.uid}`,
        providerId: `R-${testContext.diner.uid}`,
        isAutomatic: false,
        code: null,
        items: [],
        createdAt: 0,
      }),
    );
    const error = jest.fn();
    await reportOutsideRefund(
      testContext.gateway.database.knex,
      { log: { error }, provider: 'paypal' },
      {
        paymentId: payInId ?? orderAnswer.Id,
        refundId: eventResource.id ?? 'R-1',
        refundKey: eventResource.invoice_id,
        event,
        isDispute: event === 'PAYMENT.CAPTURE.REVERSED',
      },
    );
    return error.mock.calls.map(([{ order }]) => order === orderAnswer.orderKey);
  };

  it('is ignored where the gateway made it, found by its key or by its id', async () => {
    expect([
      await loggedFactsOf('PAYMENT.CAPTURE.REFUNDED', { invoice_id: `nummer-${testContext.diner.uid}` }),
      await loggedFactsOf('PAYMENT.CAPTURE.REFUNDED', { id: `R-${testContext.diner.uid}` }),
    ]).toEqual([[], []]);
  });

  it('is ignored also where PayPal doesn’t name the order', async () => {
    const ownInvoice = { invoice_id: `nummer-${testContext.diner.uid}` };
    expect([
      await loggedFactsOf('PAYMENT.CAPTURE.REFUNDED', ownInvoice, 'R-1'),
      await loggedFactsOf('PAYMENT.CAPTURE.REFUNDED', {}, 'R-1'),
    ]).toEqual([[], [false]]);
  });

  it.each(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED'])(
    'is logged where somebody else made it: %s',
    async (eventType) => {
      expect(await loggedFactsOf(eventType, {})).toEqual([true]);
    },
  );
});

describe('an order for a meetup', () => {
  /** Creates a meetup of two diners. Returns its key. */
  const createMeetup = async (date: number): Promise<string> => {
    const [meetupKey, otherDiner] = [
      `treffen-${testContext.diner.uid}`,
      await createOrderingDiner(testContext.gateway),
    ];
    await insertMeetup(testContext.gateway, { key: meetupKey, date, attendees: [testContext.diner, otherDiner] });
    return meetupKey;
  };

  it('is the only one of its diner, and refused while another one is being paid', async () => {
    const meetupKey = await createMeetup(testContext.gateway.clock.now() + HOUR_MS);
    const pendingOrder = await testContext.diner.placeOrder(challenged({ meetUp: meetupKey }));
    const confirmedForm = testContext.diner.form({ meetUp: meetupKey, isRepeatConfirmed: true });
    expect(outcomeOf(await testContext.diner.place(confirmedForm))).toEqual([409, 'meetupBeingPaid']);
    await confirm(pendingOrder);
    await askFor(pendingOrder);
    expect([await statusOf(pendingOrder), outcomeOf(await testContext.diner.place(confirmedForm))]).toEqual([
      'SUCCEEDED',
      [404, 'notFound'],
    ]);
  });

  it('replaces one whose PayPal payment was left unapproved', async () => {
    const meetupKey = await createMeetup(testContext.gateway.clock.now() + HOUR_MS);
    await testContext.diner.placeOrder(withPaypal({ meetUp: meetupKey }));
    expect((await testContext.diner.placeOrder(testContext.diner.form({ meetUp: meetupKey }))).Status).toBe(
      'SUCCEEDED',
    );
  });

  it('is refunded where the meetup was cancelled while it was paid', async () => {
    const meetupKey = await createMeetup(testContext.gateway.clock.now() + HOUR_MS);
    const orderAnswer = await testContext.diner.placeOrder(challenged({ meetUp: meetupKey }));
    await testContext.gateway.database.write(({ knex }) =>
      knex('invitation').where({ key: meetupKey }).update({ is_canceled: true }),
    );
    await confirm(orderAnswer);
    await askFor(orderAnswer);
    await runDueJobs(testContext.gateway);
    expect([await statusOf(orderAnswer), await chargedFor(testContext.gateway, orderAnswer.orderKey)]).toEqual([
      'FAILED',
      0,
    ]);
  });

  it('is refused for a meetup that has begun', async () => {
    const meetupKey = await createMeetup(testContext.gateway.clock.now() - MINUTE_MS);
    expect(outcomeOf(await testContext.diner.place(testContext.diner.form({ meetUp: meetupKey })))).toEqual([
      404,
      'notFound',
    ]);
  });
});

describe('a refund on its way', () => {
  const refundOf = async ({ orderKey }: PlacedOrder) => {
    const refundRow = await testContext.gateway.database
      .knex<{ key: string; order_key: string; state: string; provider_id: string | null }>('order_refund')
      .where({ order_key: orderKey })
      .first();
    if (refundRow === undefined) throw new Error('no refund');
    return refundRow;
  };

  it('is completed only by its provider’s answer, and asked about until then', async () => {
    const orderAnswer = await testContext.diner.placeOrder();
    await testContext.gateway.database.write(({ knex }) =>
      knex('order_refund').insert({
        key: `zurueck-${testContext.diner.uid}`,
        order_key: orderAnswer.orderKey,
        amount: 890,
        reason: null,
        state: 'REQUESTED',
        provider_id: null,
        created_at: 0,
      }),
    );
    const { mangopay: config } = testContext.gateway.payment;
    if (config === null) throw new Error('the sandbox stands in');
    let providerRefund: ProviderRefund = { id: 'refund-1', state: 'PENDING', code: null };
    const mangopayProvider = {
      ...createMangopayClient({
        config,
        realNow: testContext.gateway.clock.realNow,
        fetch: (url, requestInit) => fetch(url, requestInit),
      }),
      refund: async () => ok(providerRefund),
      readRefund: async () => ok(providerRefund),
    };
    const refundJob = bindRefundJob({
      database: testContext.gateway.database,
      clock: testContext.gateway.clock,
      providers: { mangopay: mangopayProvider, paypal: null },
      news: { onRefunded: async () => undefined, onRefused: async () => undefined },
    });
    const runRefundJob = () =>
      refundJob.run?.(
        { refundKey: `zurueck-${testContext.diner.uid}` },
        { id: 'job', attempts: 1, complete: async () => undefined },
      );
    expect([await runRefundJob(), await refundOf(orderAnswer)]).toMatchObject([
      { ok: false, error: { kind: 'later' } },
      { state: 'REQUESTED', provider_id: 'refund-1' },
    ]);
    providerRefund = { ...providerRefund, state: 'SUCCEEDED' };
    expect([await runRefundJob(), await refundOf(orderAnswer)]).toMatchObject([
      { ok: true },
      { state: 'SUCCEEDED', provider_id: 'refund-1' },
    ]);
  });

  it('counts as completed where PayPal answers that all was refunded', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal());
    await approve(orderAnswer);
    await injectFault(testContext.gateway, {
      provider: 'paypal',
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: 'CAPTURE_FULLY_REFUNDED',
    });
    await testContext.gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderAnswer.orderKey }).update({ total: 750 }),
    );
    expect(outcomeOf(await capture(orderAnswer))).toEqual([402, 'paypal-error']);
    await reconcile();
    expect((await refundOf(orderAnswer)).state).toBe('SUCCEEDED');
  });

  it('finds the payer at the provider where the gateway has forgotten the diner', async () => {
    const orderAnswer = await testContext.diner.placeOrder(
      challenged({ items: [{ mealKey: 'linsencurry', amount: 1, price: 890, comments: 'ohne Koriander, Anna' }] }),
    );
    await giveUp(orderAnswer);
    await confirm(orderAnswer);
    await testContext.gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: testContext.diner.uid,
        email: testContext.diner.email,
      }),
    );
    const { items } = z
      .object({ items: z.unknown() })
      .parse(
        await testContext.gateway.database.knex('customer_order').where({ key: orderAnswer.orderKey }).first('items'),
      );
    expect([JSON.stringify(items).includes('Koriander'), await attemptOf(orderAnswer.orderKey)]).toMatchObject([
      false,
      { payerId: null, request: null },
    ]);
    await changeAttempt(orderAnswer.orderKey, { check_at: testContext.gateway.clock.realNow() });
    await reconcile();
    expect(await movements(orderAnswer)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });
});
