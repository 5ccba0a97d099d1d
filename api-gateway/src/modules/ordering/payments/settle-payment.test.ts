import { ErrorBody, ok, Order, OrderAnswer, OrderForm } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
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
import {
  chargedFor,
  decide,
  giveFault,
  ledgerOf,
  openKitchen,
  orderingDiner,
  PLACE,
  putVoucher,
  tick,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { settleDeps } from '../testing/settle-deps';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { reportOutsideRefund } from './outside-refund';
import { createPaymentService } from './payment-service';
import { applyPaymentEvent } from './settle-payment';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start({ environment: { TRUST_PROXY: '1' } });
  await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
});
beforeEach(async () => {
  gateway.clock.moveTo(Date.parse('2026-06-24T11:30:00+02:00'));
  diner = await orderingDiner(gateway);
});

const challenged = (overrides: object = {}) =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`, ...overrides });
const withPaypal = (overrides: object = {}) =>
  diner.form({ paymentOption: 'paypal', debitedCardId: null, ...overrides });

type Answer = Awaited<ReturnType<OrderingDiner['ordered']>>;

const approve = ({ links }: Answer) => decide(links[0]?.href ?? '', 'approve');
const confirm = ({ SecureModeRedirectURL }: Answer) => decide(SecureModeRedirectURL ?? '', 'success');
const askFor = ({ Id }: Answer) => diner.call('PUT', `/api/payment/orders/${Id}/status`, {});
const capture = ({ Id }: Answer) => diner.call('POST', `/api/payment/orders/${Id}/capture`, {});
const letGo = ({ Id }: Answer) => diner.call('POST', `/api/payment/orders/${Id}/abandon`, {});
const statusOf = async ({ orderKey }: Answer): Promise<string> => (await diner.order(orderKey)).paymentStatus;

const attemptOf = async (orderKey: string): Promise<PaymentAttempt> => {
  const attempt = await createAttemptRepository(gateway.database.knex).findOfOrder(orderKey);
  if (attempt === null) throw new Error('no attempt');
  return attempt;
};

const changeAttempt = (orderKey: string, change: object): Promise<void> =>
  gateway.database.write(async ({ knex }) => {
    await knex('payment_attempt').where({ order_key: orderKey }).update(change);
  });

const giveUp = async ({ orderKey }: Answer): Promise<void> => {
  await changeAttempt(orderKey, { state: 'FAILED', check_at: null });
  await gateway.database.write(({ knex }) =>
    knex('customer_order').where({ key: orderKey }).update({ payment_status: 'FAILED' }),
  );
};

const mailsOf = async ({ email }: OrderingDiner): Promise<string[]> =>
  z
    .array(z.object({ subject: z.string() }))
    .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${email}`)).json())
    .map(({ subject }) => subject);

/** Runs the work, and removes the faults that are left. */
const withoutFaults = async (work: () => Promise<void>): Promise<void> => {
  await work();
  await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
};

/** Runs reconciliation, and the jobs that it enqueues. */
const reconcile = async (): Promise<void> => {
  gateway.clock.advance(MINUTE);
  await tick(gateway);
  await tick(gateway);
};

/** Reads the movements of money of an order. */
const movements = async ({ orderKey }: Answer): Promise<(readonly [string, number])[]> =>
  (await ledgerOf(gateway, orderKey)).map(({ kind, amount }) => [kind, amount] as const);

describe('the payment of an order that was given up', () => {
  it.each([
    ['in time', 0, 890],
    ['when its meal is over', 3 * HOUR, 890],
    ['in another amount', 0, 750],
  ])('is refunded %s, and its diner is told', async (_when, passes, total) => {
    const answer = await diner.ordered(challenged());
    await giveUp(answer);
    expect(await diner.order(answer.orderKey)).toMatchObject({ paymentStatus: 'FAILED', isPaidInVain: false });
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: answer.orderKey }).update({ total }),
    );
    await confirm(answer);
    gateway.clock.moveTo(gateway.clock.now() + passes);
    await changeAttempt(answer.orderKey, { check_at: gateway.clock.realNow() });
    await reconcile();
    expect([await movements(answer), await diner.order(answer.orderKey)]).toMatchObject([
      [
        ['payin', 890],
        ['refund', 890],
      ],
      { paymentStatus: 'FAILED', isPaidInVain: true },
    ]);
    expect((await mailsOf(diner)).filter((subject) => subject.includes('geht zurück'))).toHaveLength(1);
  });

  it('is found by its provider’s id long after it was lost', async () => {
    const answer = await diner.ordered(challenged());
    gateway.clock.advance(3 * MINUTE);
    await withoutFaults(async () => {
      await giveFault(gateway, { operation: 'read', when: 'beforeCommit', kind: 'fail', status: 404, count: 99 });
      await askFor(answer);
    });
    expect(await attemptOf(answer.orderKey)).toMatchObject({
      state: 'FAILED',
      code: 'gone',
      checkAt: gateway.clock.realNow() + 30 * MINUTE,
    });
    await confirm(answer);
    gateway.clock.advance(31 * MINUTE);
    await reconcile();
    expect(await movements(answer)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });
});

describe('an unanswered request to a provider', () => {
  it.each([401, 403, 404, 408, 409])('fails no payment: status %i', async (status) => {
    const answer = await diner.ordered(challenged());
    await withoutFaults(async () => {
      await giveFault(gateway, { operation: 'read', when: 'beforeCommit', kind: 'fail', status, count: 99 });
      await askFor(answer);
    });
    expect(await statusOf(answer)).toBe('UNKNOWN');
    await confirm(answer);
    expect(Order.parse((await askFor(answer)).body).paymentStatus).toBe('SUCCEEDED');
  });

  it.each([403, 409])(
    'begins no second payment where the answer to the first was lost and the next is %i',
    async (status) => {
      await giveFault(gateway, { operation: 'payin', when: 'afterCommit', kind: 'drop' });
      await giveFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', status });
      const form = diner.form();
      const place = () => diner.place(form, `verloren-${status}`);
      expect([outcomeOf(await place()), outcomeOf(await place())]).toEqual([
        [503, 'providerUnavailable'],
        [503, 'providerUnavailable'],
      ]);
      const { status: answered, body } = await place();
      expect([answered, await chargedFor(gateway, z.object({ orderKey: z.string() }).parse(body).orderKey)]).toEqual([
        200, 890,
      ]);
    },
  );

  it('leaves a payment alone that has succeeded meanwhile', async () => {
    const { orderKey } = await diner.ordered();
    const attempt = await attemptOf(orderKey);
    const stale: PaymentAttempt = { ...attempt, state: 'CAPTURING', checkAt: 0 };
    await gateway.database.write((tx) => applyPaymentEvent(tx, settleDeps(gateway), stale, { type: 'unreachable' }));
    expect([(await diner.order(orderKey)).paymentStatus, (await attemptOf(orderKey)).checkAt]).toEqual([
      'SUCCEEDED',
      null,
    ]);
  });
});

describe('reconciliation', () => {
  it('isn’t postponed by a page that polls', async () => {
    const answer = await diner.ordered(challenged());
    const { checkAt } = await attemptOf(answer.orderKey);
    await askFor(answer);
    await askFor(answer);
    expect(await attemptOf(answer.orderKey)).toMatchObject({ state: 'PENDING', checks: 0, checkAt });
  });

  it('asks about all due payments in one run, whatever one of them holds', async () => {
    const answer = await diner.ordered(challenged());
    const order = await gateway.database.knex('customer_order').where({ key: answer.orderKey }).first();
    const attempt = await gateway.database.knex('payment_attempt').where({ order_key: answer.orderKey }).first();
    await gateway.database.write(async ({ knex }) => {
      for (let index = 0; index < 60; index += 1) {
        const key = `${answer.orderKey}-${index}`;
        await knex('customer_order').insert({ ...order, key, number: `Z${index}` });
        await knex('payment_attempt').insert({
          ...attempt,
          key: `versuch-von-vielen-${index}`,
          order_key: key,
          provider_id: null,
          state: 'UNKNOWN',
          request: '{"of":"another release"}',
        });
      }
    });
    gateway.clock.advance(3 * MINUTE);
    await tick(gateway);
    const left = await gateway.database
      .knex('payment_attempt')
      .where({ state: 'UNKNOWN' })
      .andWhere('check_at', '<=', gateway.clock.realNow());
    expect(left).toEqual([]);
  });
});

describe('an order whose PayPal payment was left unapproved', () => {
  const left = async (): Promise<unknown> => (await diner.call('GET', '/api/discounts')).body;
  const isLeft = async (voucher: string): Promise<boolean> =>
    z
      .array(z.object({ key: z.string() }))
      .parse(await left())
      .some(({ key }) => key === voucher);
  const theOnly = async (key: string): Promise<object> => {
    await putVoucher(gateway, aDiscount({ key, type: 'giftcard', value: 200, quantity: 1 }));
    return { discount: { id: key, value: 200 }, totalPrice: 690 };
  };

  it('frees its voucher for the diner’s next order, and is never captured', async () => {
    const reduced = await theOnly('einmalig');
    const first = await diner.ordered(withPaypal(reduced));
    const second = await diner.ordered(diner.form(reduced));
    await approve(first);
    expect([
      outcomeOf(await capture(first)),
      await chargedFor(gateway, first.orderKey),
      await chargedFor(gateway, second.orderKey),
    ]).toEqual([[402, 'paypal-error'], 0, 690]);
  });

  it('frees its voucher when its meal is over, and isn’t captured', async () => {
    const answer = await diner.ordered(withPaypal(await theOnly('letzter')));
    await approve(answer);
    gateway.clock.moveTo(gateway.clock.now() + 3 * HOUR);
    expect([outcomeOf(await capture(answer)), await movements(answer)]).toEqual([[402, 'paypal-error'], []]);
    expect(await left()).toMatchObject([{ key: 'letzter', quantityLeft: 1, usedByMe: false }]);
  });

  it('C16 frees its voucher as soon as its diner abandons it, however often they repeat that, and is never charged', async () => {
    const answer = await diner.ordered(withPaypal(await theOnly('bleibt')));
    expect(await isLeft('bleibt')).toBe(false);
    const told = [await letGo(answer), await letGo(answer)].map(({ body }) => Order.parse(body).paymentStatus);
    expect([told, await isLeft('bleibt')]).toEqual([['FAILED', 'FAILED'], true]);
    await approve(answer);
    expect([outcomeOf(await capture(answer)), await movements(answer)]).toEqual([[402, 'paypal-error'], []]);
  });

  it('C16 is answered as paid where it was captured meanwhile', async () => {
    const answer = await diner.ordered(withPaypal());
    await approve(answer);
    await capture(answer);
    expect([Order.parse((await letGo(answer)).body).paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual(
      ['SUCCEEDED', 890],
    );
  });

  it('C16 can’t be abandoned while PayPal is asked for the money', async () => {
    const answer = await diner.ordered(withPaypal(await theOnly('gefangen')));
    await approve(answer);
    await withoutFaults(async () => {
      await giveFault(gateway, { provider: 'paypal', operation: 'capture', when: 'beforeCommit', kind: 'drop' });
      expect(outcomeOf(await capture(answer))).toEqual([503, 'providerUnavailable']);
    });
    expect([Order.parse((await letGo(answer)).body).paymentStatus, await isLeft('gefangen')]).toEqual([
      'UNKNOWN',
      false,
    ]);
    expect([
      Order.parse((await capture(answer)).body).paymentStatus,
      await chargedFor(gateway, answer.orderKey),
    ]).toEqual(['SUCCEEDED', 690]);
  });

  it('is refused with PayPal’s issue where it was declined before', async () => {
    const answer = await diner.ordered(withPaypal());
    await decide(answer.links[0]?.href ?? '', 'decline');
    await capture(answer);
    const { status, body } = await letGo(answer);
    expect([status, ErrorBody.parse(body)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'INSTRUMENT_DECLINED' } },
    ]);
  });

  it('gets its status from the bank where it is paid by card', async () => {
    const answer = await diner.ordered(challenged());
    expect(Order.parse((await letGo(answer)).body).paymentStatus).toBe('CREATED');
    await decide(answer.SecureModeRedirectURL ?? '', 'cancel');
    expect(outcomeOf(await letGo(answer))).toEqual([402, 'mangopay-error']);
  });

  it('is refused at a capture as not approved, and a repeat answers its status by then', async () => {
    const answer = await diner.ordered(withPaypal());
    const captureUnderKey = () =>
      diner.browser.call('POST', `/api/payment/orders/${answer.Id}/capture`, {
        token: diner.idToken,
        body: {},
        headers: { 'Idempotency-Key': 'nimm-es' },
      });
    const { status, body } = await captureUnderKey();
    expect([status, ErrorBody.parse(body)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'ORDER_NOT_APPROVED' } },
    ]);
    const ask = () =>
      diner.browser.call('PUT', `/api/payment/orders/${answer.Id}/status`, {
        token: diner.idToken,
        body: {},
        headers: { 'Idempotency-Key': 'wie-steht-es' },
      });
    const before = await ask();
    await approve(answer);
    // Under the same key: an earlier refusal isn't repeated.
    expect(Order.parse((await captureUnderKey()).body).paymentStatus).toBe('SUCCEEDED');
    expect([before, await ask()].map((told) => Order.parse(told.body).paymentStatus)).toEqual(['CREATED', 'SUCCEEDED']);
  });
});

/** Creates the orders of a gateway with these providers, and a request of a client. */
const ordersWith = (providers: PaymentProviders) => {
  const { database, clock } = gateway;
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
    publicUrl: gateway.url,
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
    } = gateway;
    const paypal =
      config === null || !hasPaypal
        ? null
        : createPaypalClient({ config, realNow: clock.realNow, fetch: (url, init) => fetch(url, init) });
    const { orders, steps, bound } = ordersWith({ mangopay: null, paypal });
    const form = OrderForm.parse(
      diner.form({ paymentOption, debitedCardId: paymentOption === 'card' ? 'karte' : null }),
    );
    expect(await orders.place(steps, { uid: diner.uid, address: '203.0.113.7', requestKey: null }, form)).toEqual({
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
    } = gateway;
    if (config === null) throw new Error('the sandbox stands in');
    const form = withPaypal();
    const order = OrderAnswer.parse((await diner.place(form, 'in-review')).body);
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
    expect(await orders.capture(steps, diner.uid, order.Id)).toMatchObject({
      ok: true,
      value: { paymentStatus: 'UNKNOWN' },
    });
    expect([bound, (await attemptOf(order.orderKey)).state]).toEqual([[order.orderKey], 'CAPTURING']);
    // A repeat must not say that the diner has to approve the payment, or that no money was taken.
    expect(outcomeOf(await diner.place(form, 'in-review'))).toEqual([503, 'providerUnavailable']);
  });
});

describe('an unapproved PayPal payment', () => {
  it.each([
    ['the same place', PLACE],
    ['another place', 'anderswo'],
  ])('is abandoned for another order where it belongs to %s, whatever is approved later', async (_where, place) => {
    const left = await diner.ordered(withPaypal());
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: left.orderKey }).update({ restaurant_key: place }),
    );
    expect((await diner.ordered(diner.form())).Status).toBe('SUCCEEDED');
    expect([(await attemptOf(left.orderKey)).state, (await attemptOf(left.orderKey)).code]).toEqual([
      'FAILED',
      'replaced',
    ]);
    await approve(left);
    const { status, body } = await capture(left);
    expect([status, ErrorBody.parse(body), await movements(left)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'ORDER_EXPIRED' } },
      [],
    ]);
  });

  it('stays where the other order is refused', async () => {
    const left = await diner.ordered(withPaypal());
    expect(outcomeOf(await diner.place(diner.form({ totalPrice: 1 })))).toEqual([409, 'TotalPrice']);
    expect((await attemptOf(left.orderKey)).state).toBe('PENDING');
  });
});

describe('a refund at PayPal', () => {
  const saidOf = async (
    event: string,
    resource: { readonly id?: string; readonly invoice_id?: string },
    payInId?: string,
  ): Promise<unknown[]> => {
    const answer = await diner.ordered(withPaypal());
    await approve(answer);
    await capture(answer);
    await gateway.database.write(({ knex }) =>
      createRefundRepository(knex).insert({
        key: `von-uns-${answer.orderKey}`,
        orderKey: answer.orderKey,
        amount: 100,
        reason: 'mistake',
        state: 'SUCCEEDED',
        providerKey: `nummer-${diner.uid}`,
        providerId: `R-${diner.uid}`,
        isAutomatic: false,
        code: null,
        items: [],
        createdAt: 0,
      }),
    );
    const error = jest.fn();
    await reportOutsideRefund(
      gateway.database.knex,
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
      await saidOf('PAYMENT.CAPTURE.REFUNDED', { invoice_id: `nummer-${diner.uid}` }),
      await saidOf('PAYMENT.CAPTURE.REFUNDED', { id: `R-${diner.uid}` }),
    ]).toEqual([[], []]);
  });

  it('is ignored also where PayPal doesn’t name the order', async () => {
    const mine = { invoice_id: `nummer-${diner.uid}` };
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
  /** Creates a meetup of two diners. */
  const meet = async (date: number): Promise<string> => {
    const [key, other] = [`treffen-${diner.uid}`, await orderingDiner(gateway)];
    const now = gateway.clock.now();
    await gateway.database.write(async ({ knex }) => {
      await knex('invitation').insert({
        key,
        owner_uid: diner.uid,
        restaurant_key: PLACE,
        date,
        is_take_away: true,
        is_canceled: false,
        is_reminder_sent: false,
        chat_key: key,
        message_key: key,
        replaced_message_key: null,
        sequence: 0,
        created_at: now,
        changed_at: now,
        share_token: null,
      });
      for (const [position, { uid }] of [diner, other].entries())
        await knex('invitation_attendee').insert({ invitation_key: key, uid, date, position, status: 'accepted' });
    });
    return key;
  };

  it('is the only one of its diner, and refused while another one is being paid', async () => {
    const meetUp = await meet(gateway.clock.now() + HOUR);
    const pending = await diner.ordered(challenged({ meetUp }));
    expect(outcomeOf(await diner.place(diner.form({ meetUp })))).toEqual([409, 'meetupBeingPaid']);
    await confirm(pending);
    await askFor(pending);
    expect([await statusOf(pending), outcomeOf(await diner.place(diner.form({ meetUp })))]).toEqual([
      'SUCCEEDED',
      [404, 'notFound'],
    ]);
  });

  it('replaces one whose PayPal payment was left unapproved', async () => {
    const meetUp = await meet(gateway.clock.now() + HOUR);
    await diner.ordered(withPaypal({ meetUp }));
    expect((await diner.ordered(diner.form({ meetUp }))).Status).toBe('SUCCEEDED');
  });

  it('is refunded where the meetup was cancelled while it was paid', async () => {
    const meetUp = await meet(gateway.clock.now() + HOUR);
    const answer = await diner.ordered(challenged({ meetUp }));
    await gateway.database.write(({ knex }) => knex('invitation').where({ key: meetUp }).update({ is_canceled: true }));
    await confirm(answer);
    await askFor(answer);
    await tick(gateway);
    expect([await statusOf(answer), await chargedFor(gateway, answer.orderKey)]).toEqual(['FAILED', 0]);
  });

  it('is refused for a meetup that has begun', async () => {
    const meetUp = await meet(gateway.clock.now() - MINUTE);
    expect(outcomeOf(await diner.place(diner.form({ meetUp })))).toEqual([404, 'notFound']);
  });
});

describe('a refund on its way', () => {
  const refundOf = async ({ orderKey }: Answer) => {
    const row = await gateway.database
      .knex<{ key: string; order_key: string; state: string; provider_id: string | null }>('order_refund')
      .where({ order_key: orderKey })
      .first();
    if (row === undefined) throw new Error('no refund');
    return row;
  };

  it('is completed only by its provider’s answer, and asked about until then', async () => {
    const answer = await diner.ordered();
    await gateway.database.write(({ knex }) =>
      knex('order_refund').insert({
        key: `zurueck-${diner.uid}`,
        order_key: answer.orderKey,
        amount: 890,
        reason: null,
        state: 'REQUESTED',
        provider_id: null,
        created_at: 0,
      }),
    );
    const { mangopay: config } = gateway.payment;
    if (config === null) throw new Error('the sandbox stands in');
    let stand: ProviderRefund = { id: 'refund-1', state: 'PENDING', code: null };
    const mangopay = {
      ...createMangopayClient({ config, realNow: gateway.clock.realNow, fetch: (url, init) => fetch(url, init) }),
      refund: async () => ok(stand),
      readRefund: async () => ok(stand),
    };
    const job = bindRefundJob({
      database: gateway.database,
      clock: gateway.clock,
      providers: { mangopay, paypal: null },
      news: { onRefunded: async () => undefined, onRefused: async () => undefined },
    });
    const run = () =>
      job.run?.({ refundKey: `zurueck-${diner.uid}` }, { id: 'job', attempts: 1, complete: async () => undefined });
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
    const answer = await diner.ordered(withPaypal());
    await approve(answer);
    await giveFault(gateway, {
      provider: 'paypal',
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: 'CAPTURE_FULLY_REFUNDED',
    });
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: answer.orderKey }).update({ total: 750 }),
    );
    expect(outcomeOf(await capture(answer))).toEqual([402, 'paypal-error']);
    await reconcile();
    expect((await refundOf(answer)).state).toBe('SUCCEEDED');
  });

  it('finds the payer at the provider where the gateway has forgotten the diner', async () => {
    const answer = await diner.ordered(
      challenged({ items: [{ mealKey: 'linsencurry', amount: 1, price: 890, comments: 'ohne Koriander, Anna' }] }),
    );
    await giveUp(answer);
    await confirm(answer);
    await gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: diner.uid,
        email: diner.email,
      }),
    );
    const { items } = z
      .object({ items: z.string() })
      .parse(await gateway.database.knex('customer_order').where({ key: answer.orderKey }).first('items'));
    expect([items.includes('Koriander'), await attemptOf(answer.orderKey)]).toMatchObject([
      false,
      { payerId: null, request: null },
    ]);
    await changeAttempt(answer.orderKey, { check_at: gateway.clock.realNow() });
    await reconcile();
    expect(await movements(answer)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });
});

it('sends the diner’s own IP address to the bank, also of version 6', async () => {
  const { status } = await diner.browser.call('POST', '/api/payment/orders', {
    token: diner.idToken,
    body: diner.form(),
    headers: { 'X-Forwarded-For': '2001:db8:0:1::7' },
  });
  expect(status).toBe(200);
});
