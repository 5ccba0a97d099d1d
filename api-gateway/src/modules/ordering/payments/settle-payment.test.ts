import { ErrorBody, Order } from '@mahlzeit/contract';
import { aDiscount } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { insertableRow } from '../../../platform/testing/stored-rows';
import { outcomeOf } from '../../identity/testing/people';
import { chargedFor, pressButton, injectFault, RESTAURANT_KEY, putVoucher, runDueJobs } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { settleDeps } from '../testing/settle-deps';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { applyPaymentEvent } from './settle-payment';
import { MINUTE_MS, openPaymentTestContext } from '../testing/payment-test-context';
import type { PlacedOrder } from '../testing/payment-test-context';

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
const abandonOrder = ({ Id }: PlacedOrder) => testContext.diner.call('POST', `/api/payment/orders/${Id}/abandon`, {});

const mailsOf = async ({ email }: OrderingDiner): Promise<string[]> =>
  z
    .array(z.object({ subject: z.string() }))
    .parse(await (await fetch(`${testContext.gateway.sandboxUrl}/mail?to=${email}`)).json())
    .map(({ subject }) => subject);

/** Runs `testedWork`, then removes the faults that are still pending in the sandbox. */
const runAndEndFaults = async (testedWork: () => Promise<void>): Promise<void> => {
  await testedWork();
  await fetch(`${testContext.gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
};

describe('the payment of an order that was given up', () => {
  it.each([
    ['in time', 0, 890],
    ['when its meal is over', 3 * HOUR_MS, 890],
    ['in another amount', 0, 750],
  ])('is refunded %s, and its diner is told', async (_description, elapsedMs, orderTotal) => {
    const orderAnswer = await testContext.diner.placeOrder(challenged());
    await giveUp(orderAnswer);
    expect(await testContext.diner.order(orderAnswer.orderKey)).toMatchObject({
      paymentStatus: 'FAILED',
      isPaidInVain: false,
    });
    await testContext.gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderAnswer.orderKey }).update({ total: orderTotal }),
    );
    await confirm(orderAnswer);
    testContext.gateway.clock.moveTo(testContext.gateway.clock.now() + elapsedMs);
    await changeAttempt(orderAnswer.orderKey, { check_at: testContext.gateway.clock.realNow() });
    await reconcile();
    expect([await movements(orderAnswer), await testContext.diner.order(orderAnswer.orderKey)]).toMatchObject([
      [
        ['payin', 890],
        ['refund', 890],
      ],
      { paymentStatus: 'FAILED', isPaidInVain: true },
    ]);
    expect(
      (await mailsOf(testContext.diner)).filter((mailSubject) => mailSubject.includes('geht zurück')),
    ).toHaveLength(1);
  });

  it('is found by its provider’s id long after it was lost', async () => {
    const orderAnswer = await testContext.diner.placeOrder(challenged());
    testContext.gateway.clock.advance(3 * MINUTE_MS);
    await runAndEndFaults(async () => {
      await injectFault(testContext.gateway, {
        operation: 'read',
        when: 'beforeCommit',
        kind: 'fail',
        status: 404,
        count: 99,
      });
      await askFor(orderAnswer);
    });
    expect(await attemptOf(orderAnswer.orderKey)).toMatchObject({
      state: 'FAILED',
      code: 'gone',
      checkAt: testContext.gateway.clock.realNow() + 30 * MINUTE_MS,
    });
    await confirm(orderAnswer);
    testContext.gateway.clock.advance(31 * MINUTE_MS);
    await reconcile();
    expect(await movements(orderAnswer)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });
});

describe('an unanswered request to a provider', () => {
  it.each([401, 403, 404, 408, 409])('fails no payment: status %i', async (status) => {
    const orderAnswer = await testContext.diner.placeOrder(challenged());
    await runAndEndFaults(async () => {
      await injectFault(testContext.gateway, {
        operation: 'read',
        when: 'beforeCommit',
        kind: 'fail',
        status,
        count: 99,
      });
      await askFor(orderAnswer);
    });
    expect(await statusOf(orderAnswer)).toBe('UNKNOWN');
    await confirm(orderAnswer);
    expect(Order.parse((await askFor(orderAnswer)).body).paymentStatus).toBe('SUCCEEDED');
  });

  it.each([403, 409])(
    'begins no second payment where the answer to the first was lost and the next is %i',
    async (status) => {
      await injectFault(testContext.gateway, { operation: 'payin', when: 'afterCommit', kind: 'drop' });
      await injectFault(testContext.gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', status });
      const orderForm = testContext.diner.form();
      const placeLostOrder = () => testContext.diner.place(orderForm, `verloren-${status}`);
      expect([outcomeOf(await placeLostOrder()), outcomeOf(await placeLostOrder())]).toEqual([
        [503, 'providerUnavailable'],
        [503, 'providerUnavailable'],
      ]);
      const { status: finalStatus, body } = await placeLostOrder();
      expect([
        finalStatus,
        await chargedFor(testContext.gateway, z.object({ orderKey: z.string() }).parse(body).orderKey),
      ]).toEqual([200, 890]);
    },
  );

  it('leaves a payment alone that has succeeded meanwhile', async () => {
    const { orderKey } = await testContext.diner.placeOrder();
    const paidAttempt = await attemptOf(orderKey);
    const staleAttempt: PaymentAttempt = { ...paidAttempt, state: 'CAPTURING', checkAt: 0 };
    await testContext.gateway.database.write((tx) =>
      applyPaymentEvent(tx, settleDeps(testContext.gateway), staleAttempt, { type: 'unreachable' }),
    );
    expect([(await testContext.diner.order(orderKey)).paymentStatus, (await attemptOf(orderKey)).checkAt]).toEqual([
      'SUCCEEDED',
      null,
    ]);
  });
});

describe('reconciliation', () => {
  it('isn’t postponed by a page that polls', async () => {
    const orderAnswer = await testContext.diner.placeOrder(challenged());
    const { checkAt } = await attemptOf(orderAnswer.orderKey);
    await askFor(orderAnswer);
    await askFor(orderAnswer);
    expect(await attemptOf(orderAnswer.orderKey)).toMatchObject({ state: 'PENDING', checks: 0, checkAt });
  });

  it('asks about all due payments in one run, whatever one of them holds', async () => {
    const orderAnswer = await testContext.diner.placeOrder(challenged());
    const order = await testContext.gateway.database
      .knex('customer_order')
      .where({ key: orderAnswer.orderKey })
      .first();
    const attemptRow = await testContext.gateway.database
      .knex('payment_attempt')
      .where({ order_key: orderAnswer.orderKey })
      .first();
    await testContext.gateway.database.write(async ({ knex }) => {
      for (let index = 0; index < 60; index += 1) {
        const dueOrderKey = `${orderAnswer.orderKey}-${index}`;
        await knex('customer_order').insert({ ...insertableRow(order), key: dueOrderKey, number: `Z${index}` });
        await knex('payment_attempt').insert({
          ...insertableRow(attemptRow),
          key: `versuch-von-vielen-${index}`,
          order_key: dueOrderKey,
          provider_id: null,
          state: 'UNKNOWN',
          request: '{"of":"another release"}',
        });
      }
    });
    testContext.gateway.clock.advance(3 * MINUTE_MS);
    await runDueJobs(testContext.gateway);
    const dueAttempts = await testContext.gateway.database
      .knex('payment_attempt')
      .where({ state: 'UNKNOWN' })
      .andWhere('check_at', '<=', testContext.gateway.clock.realNow());
    expect(dueAttempts).toEqual([]);
  });
});

describe('an order whose PayPal payment was left unapproved', () => {
  const readDiscounts = async (): Promise<unknown> => (await testContext.diner.call('GET', '/api/discounts')).body;
  const isVoucherLeft = async (voucherKey: string): Promise<boolean> =>
    z
      .array(z.object({ key: z.string() }))
      .parse(await readDiscounts())
      .some(({ key }) => key === voucherKey);
  const putOnlyVoucher = async (discountKey: string): Promise<object> => {
    await putVoucher(testContext.gateway, aDiscount({ key: discountKey, type: 'giftcard', value: 200, quantity: 1 }));
    return { discount: { id: discountKey, value: 200 }, totalPrice: 690 };
  };

  it('frees its voucher for the diner’s next order, and is never captured', async () => {
    const discountFields = await putOnlyVoucher('einmalig');
    const firstOrder = await testContext.diner.placeOrder(withPaypal(discountFields));
    const secondOrder = await testContext.diner.placeOrder(testContext.diner.form(discountFields));
    await approve(firstOrder);
    expect([
      outcomeOf(await capture(firstOrder)),
      await chargedFor(testContext.gateway, firstOrder.orderKey),
      await chargedFor(testContext.gateway, secondOrder.orderKey),
    ]).toEqual([[402, 'paypal-error'], 0, 690]);
  });

  it('frees its voucher when its meal is over, and isn’t captured', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal(await putOnlyVoucher('letzter')));
    await approve(orderAnswer);
    testContext.gateway.clock.moveTo(testContext.gateway.clock.now() + 3 * HOUR_MS);
    expect([outcomeOf(await capture(orderAnswer)), await movements(orderAnswer)]).toEqual([[402, 'paypal-error'], []]);
    expect(await readDiscounts()).toMatchObject([{ key: 'letzter', quantityLeft: 1, usedByMe: false }]);
  });

  it('C16 frees its voucher as soon as its diner abandons it, however often they repeat that, and is never charged', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal(await putOnlyVoucher('bleibt')));
    expect(await isVoucherLeft('bleibt')).toBe(false);
    const abandonedStatuses = [await abandonOrder(orderAnswer), await abandonOrder(orderAnswer)].map(
      ({ body }) => Order.parse(body).paymentStatus,
    );
    expect([abandonedStatuses, await isVoucherLeft('bleibt')]).toEqual([['FAILED', 'FAILED'], true]);
    await approve(orderAnswer);
    expect([outcomeOf(await capture(orderAnswer)), await movements(orderAnswer)]).toEqual([[402, 'paypal-error'], []]);
  });

  it('C16 is answered as paid where it was captured meanwhile', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal());
    await approve(orderAnswer);
    await capture(orderAnswer);
    expect([
      Order.parse((await abandonOrder(orderAnswer)).body).paymentStatus,
      await chargedFor(testContext.gateway, orderAnswer.orderKey),
    ]).toEqual(['SUCCEEDED', 890]);
  });

  it('C16 can’t be abandoned while PayPal is asked for the money', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal(await putOnlyVoucher('gefangen')));
    await approve(orderAnswer);
    await runAndEndFaults(async () => {
      await injectFault(testContext.gateway, {
        provider: 'paypal',
        operation: 'capture',
        when: 'beforeCommit',
        kind: 'drop',
      });
      expect(outcomeOf(await capture(orderAnswer))).toEqual([503, 'providerUnavailable']);
    });
    expect([
      Order.parse((await abandonOrder(orderAnswer)).body).paymentStatus,
      await isVoucherLeft('gefangen'),
    ]).toEqual(['UNKNOWN', false]);
    expect([
      Order.parse((await capture(orderAnswer)).body).paymentStatus,
      await chargedFor(testContext.gateway, orderAnswer.orderKey),
    ]).toEqual(['SUCCEEDED', 690]);
  });

  it('is refused with PayPal’s issue where it was declined before', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal());
    await pressButton(orderAnswer.links[0]?.href ?? '', 'decline');
    await capture(orderAnswer);
    const { status, body } = await abandonOrder(orderAnswer);
    expect([status, ErrorBody.parse(body)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'INSTRUMENT_DECLINED' } },
    ]);
  });

  it('gets its status from the bank where it is paid by card', async () => {
    const orderAnswer = await testContext.diner.placeOrder(challenged());
    await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'cancel');
    expect(outcomeOf(await abandonOrder(orderAnswer))).toEqual([402, 'mangopay-error']);
  });

  it('is refused at a capture as not approved, and a repeat answers its status by then', async () => {
    const orderAnswer = await testContext.diner.placeOrder(withPaypal());
    const captureUnderKey = () =>
      testContext.diner.browser.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {
        token: testContext.diner.idToken,
        body: {},
        headers: { 'Idempotency-Key': 'nimm-es' },
      });
    const { status, body } = await captureUnderKey();
    expect([status, ErrorBody.parse(body)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'ORDER_NOT_APPROVED' } },
    ]);
    const askForStatus = () =>
      testContext.diner.browser.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {
        token: testContext.diner.idToken,
        body: {},
        headers: { 'Idempotency-Key': 'wie-steht-es' },
      });
    const statusBefore = await askForStatus();
    await approve(orderAnswer);
    // The request has the same idempotency key as the refused one, but gets no refusal this time.
    expect(Order.parse((await captureUnderKey()).body).paymentStatus).toBe('SUCCEEDED');
    expect(
      [statusBefore, await askForStatus()].map((statusAnswer) => Order.parse(statusAnswer.body).paymentStatus),
    ).toEqual(['CREATED', 'SUCCEEDED']);
  });
});

describe('an unapproved PayPal payment', () => {
  it.each([
    ['the same place', RESTAURANT_KEY],
    ['another place', 'anderswo'],
  ])(
    'is abandoned for another order where it belongs to %s, whatever is approved later',
    async (_description, restaurantKey) => {
      const unapprovedOrder = await testContext.diner.placeOrder(withPaypal());
      await testContext.gateway.database.write(({ knex }) =>
        knex('customer_order').where({ key: unapprovedOrder.orderKey }).update({ restaurant_key: restaurantKey }),
      );
      expect((await testContext.diner.placeOrder(testContext.diner.form())).Status).toBe('SUCCEEDED');
      expect([
        (await attemptOf(unapprovedOrder.orderKey)).state,
        (await attemptOf(unapprovedOrder.orderKey)).code,
      ]).toEqual(['FAILED', 'replaced']);
      await approve(unapprovedOrder);
      const { status, body } = await capture(unapprovedOrder);
      expect([status, ErrorBody.parse(body), await movements(unapprovedOrder)]).toMatchObject([
        402,
        { code: 'paypal-error', details: { issue: 'ORDER_EXPIRED' } },
        [],
      ]);
    },
  );

  it('is abandoned while PayPal has not answered yet', async () => {
    const unapprovedOrder = await testContext.diner.placeOrder(withPaypal());
    await testContext.gateway.database.write(({ knex }) =>
      knex('payment_attempt')
        .where({ order_key: unapprovedOrder.orderKey })
        .update({ state: 'REQUESTED', provider_id: null, redirect_url: null }),
    );
    expect((await testContext.diner.placeOrder(testContext.diner.form())).Status).toBe('SUCCEEDED');
    expect((await attemptOf(unapprovedOrder.orderKey)).state).toBe('FAILED');
  });

  it('stays where the other order is refused', async () => {
    const abandonedOrder = await testContext.diner.placeOrder(withPaypal());
    expect(outcomeOf(await testContext.diner.place(testContext.diner.form({ totalPrice: 1 })))).toEqual([
      409,
      'TotalPrice',
    ]);
    expect((await attemptOf(abandonedOrder.orderKey)).state).toBe('PENDING');
  });

  it('stays where the other order’s card can’t be checked', async () => {
    const unapprovedOrder = await testContext.diner.placeOrder(withPaypal());
    await injectFault(testContext.gateway, { operation: 'read', when: 'beforeCommit', kind: 'drop' });
    expect(outcomeOf(await testContext.diner.place())).toEqual([503, 'providerUnavailable']);
    expect((await attemptOf(unapprovedOrder.orderKey)).state).toBe('PENDING');
  });

  it('stays where the other order is refused for a voucher that nobody holds', async () => {
    const unapprovedOrder = await testContext.diner.placeOrder(withPaypal());
    const orderForm = testContext.diner.form({ discount: { id: 'gibt-es-nicht', value: 100 }, totalPrice: 790 });
    expect(outcomeOf(await testContext.diner.place(orderForm))).toEqual([409, 'DiscountLimitExceeded']);
    expect((await attemptOf(unapprovedOrder.orderKey)).state).toBe('PENDING');
  });
});

it('sends the diner’s own IP address to the bank, also of version 6', async () => {
  const { status } = await testContext.diner.browser.call('POST', '/api/payment/orders', {
    token: testContext.diner.idToken,
    body: testContext.diner.form(),
    headers: { 'X-Forwarded-For': '2001:db8:0:1::7' },
  });
  expect(status).toBe(200);
});
