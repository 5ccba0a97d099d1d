import { ErrorBody, Order } from '@mahlzeit/contract';
import { aDiscount } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { outcomeOf } from '../../identity/testing/people';
import { chargedFor, decide, injectFault, PLACE, putVoucher, tick } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { settleDeps } from '../testing/settle-deps';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { applyPaymentEvent } from './settle-payment';
import { MINUTE, openPaymentDesk } from '../testing/payment-desk';
import type { Answer } from '../testing/payment-desk';

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
const letGo = ({ Id }: Answer) => desk.diner.call('POST', `/api/payment/orders/${Id}/abandon`, {});

const mailsOf = async ({ email }: OrderingDiner): Promise<string[]> =>
  z
    .array(z.object({ subject: z.string() }))
    .parse(await (await fetch(`${desk.gateway.sandboxUrl}/mail?to=${email}`)).json())
    .map(({ subject }) => subject);

/** Runs `work`, then removes the faults of the sandbox that are still pending. */
const withoutFaults = async (work: () => Promise<void>): Promise<void> => {
  await work();
  await fetch(`${desk.gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
};

describe('the payment of an order that was given up', () => {
  it.each([
    ['in time', 0, 890],
    ['when its meal is over', 3 * HOUR, 890],
    ['in another amount', 0, 750],
  ])('is refunded %s, and its diner is told', async (_when, passes, total) => {
    const answer = await desk.diner.ordered(challenged());
    await giveUp(answer);
    expect(await desk.diner.order(answer.orderKey)).toMatchObject({ paymentStatus: 'FAILED', isPaidInVain: false });
    await desk.gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: answer.orderKey }).update({ total }),
    );
    await confirm(answer);
    desk.gateway.clock.moveTo(desk.gateway.clock.now() + passes);
    await changeAttempt(answer.orderKey, { check_at: desk.gateway.clock.realNow() });
    await reconcile();
    expect([await movements(answer), await desk.diner.order(answer.orderKey)]).toMatchObject([
      [
        ['payin', 890],
        ['refund', 890],
      ],
      { paymentStatus: 'FAILED', isPaidInVain: true },
    ]);
    expect((await mailsOf(desk.diner)).filter((subject) => subject.includes('geht zurück'))).toHaveLength(1);
  });

  it('is found by its provider’s id long after it was lost', async () => {
    const answer = await desk.diner.ordered(challenged());
    desk.gateway.clock.advance(3 * MINUTE);
    await withoutFaults(async () => {
      await injectFault(desk.gateway, {
        operation: 'read',
        when: 'beforeCommit',
        kind: 'fail',
        status: 404,
        count: 99,
      });
      await askFor(answer);
    });
    expect(await attemptOf(answer.orderKey)).toMatchObject({
      state: 'FAILED',
      code: 'gone',
      checkAt: desk.gateway.clock.realNow() + 30 * MINUTE,
    });
    await confirm(answer);
    desk.gateway.clock.advance(31 * MINUTE);
    await reconcile();
    expect(await movements(answer)).toEqual([
      ['payin', 890],
      ['refund', 890],
    ]);
  });
});

describe('an unanswered request to a provider', () => {
  it.each([401, 403, 404, 408, 409])('fails no payment: status %i', async (status) => {
    const answer = await desk.diner.ordered(challenged());
    await withoutFaults(async () => {
      await injectFault(desk.gateway, { operation: 'read', when: 'beforeCommit', kind: 'fail', status, count: 99 });
      await askFor(answer);
    });
    expect(await statusOf(answer)).toBe('UNKNOWN');
    await confirm(answer);
    expect(Order.parse((await askFor(answer)).body).paymentStatus).toBe('SUCCEEDED');
  });

  it.each([403, 409])(
    'begins no second payment where the answer to the first was lost and the next is %i',
    async (status) => {
      await injectFault(desk.gateway, { operation: 'payin', when: 'afterCommit', kind: 'drop' });
      await injectFault(desk.gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', status });
      const form = desk.diner.form();
      const place = () => desk.diner.place(form, `verloren-${status}`);
      expect([outcomeOf(await place()), outcomeOf(await place())]).toEqual([
        [503, 'providerUnavailable'],
        [503, 'providerUnavailable'],
      ]);
      const { status: answered, body } = await place();
      expect([
        answered,
        await chargedFor(desk.gateway, z.object({ orderKey: z.string() }).parse(body).orderKey),
      ]).toEqual([200, 890]);
    },
  );

  it('leaves a payment alone that has succeeded meanwhile', async () => {
    const { orderKey } = await desk.diner.ordered();
    const attempt = await attemptOf(orderKey);
    const stale: PaymentAttempt = { ...attempt, state: 'CAPTURING', checkAt: 0 };
    await desk.gateway.database.write((tx) =>
      applyPaymentEvent(tx, settleDeps(desk.gateway), stale, { type: 'unreachable' }),
    );
    expect([(await desk.diner.order(orderKey)).paymentStatus, (await attemptOf(orderKey)).checkAt]).toEqual([
      'SUCCEEDED',
      null,
    ]);
  });
});

describe('reconciliation', () => {
  it('isn’t postponed by a page that polls', async () => {
    const answer = await desk.diner.ordered(challenged());
    const { checkAt } = await attemptOf(answer.orderKey);
    await askFor(answer);
    await askFor(answer);
    expect(await attemptOf(answer.orderKey)).toMatchObject({ state: 'PENDING', checks: 0, checkAt });
  });

  it('asks about all due payments in one run, whatever one of them holds', async () => {
    const answer = await desk.diner.ordered(challenged());
    const order = await desk.gateway.database.knex('customer_order').where({ key: answer.orderKey }).first();
    const attempt = await desk.gateway.database.knex('payment_attempt').where({ order_key: answer.orderKey }).first();
    await desk.gateway.database.write(async ({ knex }) => {
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
    desk.gateway.clock.advance(3 * MINUTE);
    await tick(desk.gateway);
    const left = await desk.gateway.database
      .knex('payment_attempt')
      .where({ state: 'UNKNOWN' })
      .andWhere('check_at', '<=', desk.gateway.clock.realNow());
    expect(left).toEqual([]);
  });
});

describe('an order whose PayPal payment was left unapproved', () => {
  const left = async (): Promise<unknown> => (await desk.diner.call('GET', '/api/discounts')).body;
  const isLeft = async (voucher: string): Promise<boolean> =>
    z
      .array(z.object({ key: z.string() }))
      .parse(await left())
      .some(({ key }) => key === voucher);
  const theOnly = async (key: string): Promise<object> => {
    await putVoucher(desk.gateway, aDiscount({ key, type: 'giftcard', value: 200, quantity: 1 }));
    return { discount: { id: key, value: 200 }, totalPrice: 690 };
  };

  it('frees its voucher for the diner’s next order, and is never captured', async () => {
    const reduced = await theOnly('einmalig');
    const first = await desk.diner.ordered(withPaypal(reduced));
    const second = await desk.diner.ordered(desk.diner.form(reduced));
    await approve(first);
    expect([
      outcomeOf(await capture(first)),
      await chargedFor(desk.gateway, first.orderKey),
      await chargedFor(desk.gateway, second.orderKey),
    ]).toEqual([[402, 'paypal-error'], 0, 690]);
  });

  it('frees its voucher when its meal is over, and isn’t captured', async () => {
    const answer = await desk.diner.ordered(withPaypal(await theOnly('letzter')));
    await approve(answer);
    desk.gateway.clock.moveTo(desk.gateway.clock.now() + 3 * HOUR);
    expect([outcomeOf(await capture(answer)), await movements(answer)]).toEqual([[402, 'paypal-error'], []]);
    expect(await left()).toMatchObject([{ key: 'letzter', quantityLeft: 1, usedByMe: false }]);
  });

  it('C16 frees its voucher as soon as its diner abandons it, however often they repeat that, and is never charged', async () => {
    const answer = await desk.diner.ordered(withPaypal(await theOnly('bleibt')));
    expect(await isLeft('bleibt')).toBe(false);
    const told = [await letGo(answer), await letGo(answer)].map(({ body }) => Order.parse(body).paymentStatus);
    expect([told, await isLeft('bleibt')]).toEqual([['FAILED', 'FAILED'], true]);
    await approve(answer);
    expect([outcomeOf(await capture(answer)), await movements(answer)]).toEqual([[402, 'paypal-error'], []]);
  });

  it('C16 is answered as paid where it was captured meanwhile', async () => {
    const answer = await desk.diner.ordered(withPaypal());
    await approve(answer);
    await capture(answer);
    expect([
      Order.parse((await letGo(answer)).body).paymentStatus,
      await chargedFor(desk.gateway, answer.orderKey),
    ]).toEqual(['SUCCEEDED', 890]);
  });

  it('C16 can’t be abandoned while PayPal is asked for the money', async () => {
    const answer = await desk.diner.ordered(withPaypal(await theOnly('gefangen')));
    await approve(answer);
    await withoutFaults(async () => {
      await injectFault(desk.gateway, { provider: 'paypal', operation: 'capture', when: 'beforeCommit', kind: 'drop' });
      expect(outcomeOf(await capture(answer))).toEqual([503, 'providerUnavailable']);
    });
    expect([Order.parse((await letGo(answer)).body).paymentStatus, await isLeft('gefangen')]).toEqual([
      'UNKNOWN',
      false,
    ]);
    expect([
      Order.parse((await capture(answer)).body).paymentStatus,
      await chargedFor(desk.gateway, answer.orderKey),
    ]).toEqual(['SUCCEEDED', 690]);
  });

  it('is refused with PayPal’s issue where it was declined before', async () => {
    const answer = await desk.diner.ordered(withPaypal());
    await decide(answer.links[0]?.href ?? '', 'decline');
    await capture(answer);
    const { status, body } = await letGo(answer);
    expect([status, ErrorBody.parse(body)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'INSTRUMENT_DECLINED' } },
    ]);
  });

  it('gets its status from the bank where it is paid by card', async () => {
    const answer = await desk.diner.ordered(challenged());
    expect(Order.parse((await letGo(answer)).body).paymentStatus).toBe('CREATED');
    await decide(answer.SecureModeRedirectURL ?? '', 'cancel');
    expect(outcomeOf(await letGo(answer))).toEqual([402, 'mangopay-error']);
  });

  it('is refused at a capture as not approved, and a repeat answers its status by then', async () => {
    const answer = await desk.diner.ordered(withPaypal());
    const captureUnderKey = () =>
      desk.diner.browser.call('POST', `/api/payment/orders/${answer.Id}/capture`, {
        token: desk.diner.idToken,
        body: {},
        headers: { 'Idempotency-Key': 'nimm-es' },
      });
    const { status, body } = await captureUnderKey();
    expect([status, ErrorBody.parse(body)]).toMatchObject([
      402,
      { code: 'paypal-error', details: { issue: 'ORDER_NOT_APPROVED' } },
    ]);
    const ask = () =>
      desk.diner.browser.call('PUT', `/api/payment/orders/${answer.Id}/status`, {
        token: desk.diner.idToken,
        body: {},
        headers: { 'Idempotency-Key': 'wie-steht-es' },
      });
    const before = await ask();
    await approve(answer);
    // The request has the same idempotency key as the refused one, but the refusal isn't repeated.
    expect(Order.parse((await captureUnderKey()).body).paymentStatus).toBe('SUCCEEDED');
    expect([before, await ask()].map((told) => Order.parse(told.body).paymentStatus)).toEqual(['CREATED', 'SUCCEEDED']);
  });
});

describe('an unapproved PayPal payment', () => {
  it.each([
    ['the same place', PLACE],
    ['another place', 'anderswo'],
  ])('is abandoned for another order where it belongs to %s, whatever is approved later', async (_where, place) => {
    const left = await desk.diner.ordered(withPaypal());
    await desk.gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: left.orderKey }).update({ restaurant_key: place }),
    );
    expect((await desk.diner.ordered(desk.diner.form())).Status).toBe('SUCCEEDED');
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
    const left = await desk.diner.ordered(withPaypal());
    expect(outcomeOf(await desk.diner.place(desk.diner.form({ totalPrice: 1 })))).toEqual([409, 'TotalPrice']);
    expect((await attemptOf(left.orderKey)).state).toBe('PENDING');
  });
});

it('sends the diner’s own IP address to the bank, also of version 6', async () => {
  const { status } = await desk.diner.browser.call('POST', '/api/payment/orders', {
    token: desk.diner.idToken,
    body: desk.diner.form(),
    headers: { 'X-Forwarded-For': '2001:db8:0:1::7' },
  });
  expect(status).toBe(200);
});
