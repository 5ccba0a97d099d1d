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
import { chargedFor, injectFault, orderingDiner, tick } from '../testing/counter';
import { reportOutsideRefund } from './outside-refund';
import { createPaymentService } from './payment-service';
import { MINUTE, openPaymentDesk } from '../testing/payment-desk';
import type { Answer } from '../testing/payment-desk';
import { insertMeetup } from '../testing/meetup';

const desk = openPaymentDesk();
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
} = desk;

const HOUR = 60 * MINUTE;

/** Creates the order service with these providers, and steps that act as one request. */
const ordersWith = (providers: PaymentProviders) => {
  const { database, clock } = desk.gateway;
  const told = {
    onOrderPaid: async () => undefined,
    onMoneyBack: async () => undefined,
    isMeetupOpen: async () => true,
  };
  const payments = createPaymentService({
    database,
    clock,
    providers,
    log: { error: () => undefined },
    jobs: { enqueue: async () => undefined },
    ...told,
  });
  const unlimited: RateLimiter = {
    consume: async () => ({ ok: true }),
    refund: async () => undefined,
    forget: async () => undefined,
  };
  const orders = createOrderService({
    database,
    clock,
    providers,
    payments,
    findMeetup: async () => null,
    publicUrl: desk.gateway.url,
    limiter: unlimited,
    questions: unlimited,
  });
  const bound: string[] = [];
  const steps: Steps = {
    reference: null,
    write: (work) => database.write((tx) => work({ ...tx, bind: async (reference) => void bound.push(reference) })),
    ask: (work) => work(AbortSignal.timeout(10_000)),
  };
  return { orders, steps, bound };
};

describe('an order without a provider', () => {
  it.each([
    ['at all', 'paypal', false, 'ordersOff'],
    ['at all, not by card either', 'card', false, 'ordersOff'],
    ['by card', 'card', true, 'paymentOptionOff'],
  ] as const)('is refused %s, and its diner learns why', async (_how, paymentOption, hasPaypal, reason) => {
    const {
      clock,
      payment: { paypal: config },
    } = desk.gateway;
    const paypal =
      config === null || !hasPaypal
        ? null
        : createPaypalClient({ config, realNow: clock.realNow, fetch: (url, init) => fetch(url, init) });
    const { orders, steps, bound } = ordersWith({ mangopay: null, paypal });
    const form = OrderForm.parse(
      desk.diner.form({ paymentOption, debitedCardId: paymentOption === 'card' ? 'karte' : null }),
    );
    expect(await orders.place(steps, { uid: desk.diner.uid, address: '203.0.113.7', requestKey: null }, form)).toEqual({
      ok: false,
      error: { code: 'providerUnavailable', details: { nothingBegun: true, reason } },
    });
    expect(bound).toEqual([]);
  });
});

describe('a capture that PayPal reviews', () => {
  it('is answered with the waiting order', async () => {
    const {
      clock,
      payment: { paypal: config },
    } = desk.gateway;
    if (config === null) throw new Error('the sandbox stands in');
    const form = withPaypal();
    const order = OrderAnswer.parse((await desk.diner.place(form, 'in-review')).body);
    const looking = async () =>
      ok<ProviderPayment>({
        id: order.Id,
        state: 'PENDING',
        amount: 890,
        reference: order.orderKey,
        code: null,
        redirectUrl: null,
        refundableId: null,
      });
    const { orders, steps, bound } = ordersWith({
      mangopay: null,
      paypal: {
        ...createPaypalClient({ config, realNow: clock.realNow, fetch: (url, init) => fetch(url, init) }),
        capture: looking,
      },
    });
    expect(await orders.capture(steps, desk.diner.uid, order.Id)).toMatchObject({
      ok: true,
      value: { paymentStatus: 'UNKNOWN' },
    });
    expect([bound, (await attemptOf(order.orderKey)).state]).toEqual([[order.orderKey], 'CAPTURING']);
    // The response to a repeated request must neither ask the diner to approve the payment nor claim that no money was
    // taken.
    expect(outcomeOf(await desk.diner.place(form, 'in-review'))).toEqual([503, 'providerUnavailable']);
  });
});

describe('a refund at PayPal', () => {
  const saidOf = async (
    event: string,
    resource: { readonly id?: string; readonly invoice_id?: string },
    payInId?: string,
  ): Promise<unknown[]> => {
    const answer = await desk.diner.ordered(withPaypal());
    await approve(answer);
    await capture(answer);
    await desk.gateway.database.write(({ knex }) =>
      createRefundRepository(knex).insert({
        key: `von-uns-${answer.orderKey}`,
        orderKey: answer.orderKey,
        amount: 100,
        reason: 'mistake',
        state: 'SUCCEEDED',
        providerKey: `nummer-${desk.diner.uid}`,
        providerId: `R-${desk.diner.uid}`,
        isAutomatic: false,
        code: null,
        items: [],
        createdAt: 0,
      }),
    );
    const error = jest.fn();
    await reportOutsideRefund(
      desk.gateway.database.knex,
      { log: { error }, provider: 'paypal' },
      {
        paymentId: payInId ?? answer.Id,
        refundId: resource.id ?? 'R-1',
        refundKey: resource.invoice_id,
        event,
        isDispute: event === 'PAYMENT.CAPTURE.REVERSED',
      },
    );
    return error.mock.calls.map(([{ order }]) => order === answer.orderKey);
  };

  it('is ignored where the gateway made it, found by its key or by its id', async () => {
    expect([
      await saidOf('PAYMENT.CAPTURE.REFUNDED', { invoice_id: `nummer-${desk.diner.uid}` }),
      await saidOf('PAYMENT.CAPTURE.REFUNDED', { id: `R-${desk.diner.uid}` }),
    ]).toEqual([[], []]);
  });

  it('is ignored also where PayPal doesn’t name the order', async () => {
    const mine = { invoice_id: `nummer-${desk.diner.uid}` };
    expect([
      await saidOf('PAYMENT.CAPTURE.REFUNDED', mine, 'R-1'),
      await saidOf('PAYMENT.CAPTURE.REFUNDED', {}, 'R-1'),
    ]).toEqual([[], [false]]);
  });

  it.each(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED'])(
    'is logged where somebody else made it: %s',
    async (type) => {
      expect(await saidOf(type, {})).toEqual([true]);
    },
  );
});

describe('an order for a meetup', () => {
  /** Creates a meetup of two diners. Returns its key. */
  const meet = async (date: number): Promise<string> => {
    const [key, other] = [`treffen-${desk.diner.uid}`, await orderingDiner(desk.gateway)];
    await insertMeetup(desk.gateway, { key, date, attendees: [desk.diner, other] });
    return key;
  };

  it('is the only one of its diner, and refused while another one is being paid', async () => {
    const meetUp = await meet(desk.gateway.clock.now() + HOUR);
    const pending = await desk.diner.ordered(challenged({ meetUp }));
    expect(outcomeOf(await desk.diner.place(desk.diner.form({ meetUp })))).toEqual([409, 'meetupBeingPaid']);
    await confirm(pending);
    await askFor(pending);
    expect([await statusOf(pending), outcomeOf(await desk.diner.place(desk.diner.form({ meetUp })))]).toEqual([
      'SUCCEEDED',
      [404, 'notFound'],
    ]);
  });

  it('replaces one whose PayPal payment was left unapproved', async () => {
    const meetUp = await meet(desk.gateway.clock.now() + HOUR);
    await desk.diner.ordered(withPaypal({ meetUp }));
    expect((await desk.diner.ordered(desk.diner.form({ meetUp }))).Status).toBe('SUCCEEDED');
  });

  it('is refunded where the meetup was cancelled while it was paid', async () => {
    const meetUp = await meet(desk.gateway.clock.now() + HOUR);
    const answer = await desk.diner.ordered(challenged({ meetUp }));
    await desk.gateway.database.write(({ knex }) =>
      knex('invitation').where({ key: meetUp }).update({ is_canceled: true }),
    );
    await confirm(answer);
    await askFor(answer);
    await tick(desk.gateway);
    expect([await statusOf(answer), await chargedFor(desk.gateway, answer.orderKey)]).toEqual(['FAILED', 0]);
  });

  it('is refused for a meetup that has begun', async () => {
    const meetUp = await meet(desk.gateway.clock.now() - MINUTE);
    expect(outcomeOf(await desk.diner.place(desk.diner.form({ meetUp })))).toEqual([404, 'notFound']);
  });
});

describe('a refund on its way', () => {
  const refundOf = async ({ orderKey }: Answer) => {
    const row = await desk.gateway.database
      .knex<{ key: string; order_key: string; state: string; provider_id: string | null }>('order_refund')
      .where({ order_key: orderKey })
      .first();
    if (row === undefined) throw new Error('no refund');
    return row;
  };

  it('is completed only by its provider’s answer, and asked about until then', async () => {
    const answer = await desk.diner.ordered();
    await desk.gateway.database.write(({ knex }) =>
      knex('order_refund').insert({
        key: `zurueck-${desk.diner.uid}`,
        order_key: answer.orderKey,
        amount: 890,
        reason: null,
        state: 'REQUESTED',
        provider_id: null,
        created_at: 0,
      }),
    );
    const { mangopay: config } = desk.gateway.payment;
    if (config === null) throw new Error('the sandbox stands in');
    let stand: ProviderRefund = { id: 'refund-1', state: 'PENDING', code: null };
    const mangopay = {
      ...createMangopayClient({ config, realNow: desk.gateway.clock.realNow, fetch: (url, init) => fetch(url, init) }),
      refund: async () => ok(stand),
      readRefund: async () => ok(stand),
    };
    const job = bindRefundJob({
      database: desk.gateway.database,
      clock: desk.gateway.clock,
      providers: { mangopay, paypal: null },
      news: { onRefunded: async () => undefined, onRefused: async () => undefined },
    });
    const run = () =>
      job.run?.(
        { refundKey: `zurueck-${desk.diner.uid}` },
        { id: 'job', attempts: 1, complete: async () => undefined },
      );
    expect([await run(), await refundOf(answer)]).toMatchObject([
      { ok: false, error: { kind: 'later' } },
      { state: 'REQUESTED', provider_id: 'refund-1' },
    ]);
    stand = { ...stand, state: 'SUCCEEDED' };
    expect([await run(), await refundOf(answer)]).toMatchObject([
      { ok: true },
      { state: 'SUCCEEDED', provider_id: 'refund-1' },
    ]);
  });

  it('counts as completed where PayPal answers that all was refunded', async () => {
    const answer = await desk.diner.ordered(withPaypal());
    await approve(answer);
    await injectFault(desk.gateway, {
      provider: 'paypal',
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: 'CAPTURE_FULLY_REFUNDED',
    });
    await desk.gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: answer.orderKey }).update({ total: 750 }),
    );
    expect(outcomeOf(await capture(answer))).toEqual([402, 'paypal-error']);
    await reconcile();
    expect((await refundOf(answer)).state).toBe('SUCCEEDED');
  });

  it('finds the payer at the provider where the gateway has forgotten the diner', async () => {
    const answer = await desk.diner.ordered(
      challenged({ items: [{ mealKey: 'linsencurry', amount: 1, price: 890, comments: 'ohne Koriander, Anna' }] }),
    );
    await giveUp(answer);
    await confirm(answer);
    await desk.gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: desk.diner.uid,
        email: desk.diner.email,
      }),
    );
    const { items } = z
      .object({ items: z.string() })
      .parse(await desk.gateway.database.knex('customer_order').where({ key: answer.orderKey }).first('items'));
    expect([items.includes('Koriander'), await attemptOf(answer.orderKey)]).toMatchObject([
      false,
      { payerId: null, request: null },
    ]);
    await changeAttempt(answer.orderKey, { check_at: desk.gateway.clock.realNow() });
    await reconcile();
    expect(await movements(answer)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });
});
