import { Notification, Order, PartnerOrder } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createDeadLetters } from '../../../platform/jobs/job-queue';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import {
  injectFault,
  ledgerOf,
  insertPayingRestaurant,
  createOrderingDiner,
  RESTAURANT_KEY,
  runDueAndEnqueuedJobs,
  runDueJobs,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';

/** Schema of a change in the change log that concerns an order. */
const ChangedOrder = z.object({ kind: z.string(), collection: z.string(), value: z.optional(z.unknown()) });

const MINUTE_MS = 60_000;
const MEAL_TIME = Date.parse('2026-06-24T12:30:00+02:00');

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
const startWithRestaurant = async (
  gatewayOptions: { readonly folder?: string; readonly now?: number } = {},
): Promise<TestGateway> => {
  const startedGateway = await gateways.start(gatewayOptions);
  if (gatewayOptions.folder === undefined)
    await insertPayingRestaurant(startedGateway, {
      place: aRestaurant({
        data: {
          ...aRestaurant().data,
          contact: { phoneNumber: null, email: 'kueche@elbkantine.test', web: null, reservationUrl: null },
        },
      }),
      dish: anOffer(),
    });
  return startedGateway;
};
beforeEach(async () => {
  gateway = await startWithRestaurant();
  diner = await createOrderingDiner(gateway);
});

const moveToMinutesAfterMeal = async (minutesAfterMeal: number): Promise<void> => {
  gateway.clock.moveTo(MEAL_TIME + minutesAfterMeal * MINUTE_MS);
  await runDueAndEnqueuedJobs(gateway);
};
const postToOrder = (path: string, body: object): Promise<Response> =>
  fetch(`${gateway.url}/api/partner/orders/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const acceptOrder = (orderKey: string): Promise<Response> => postToOrder(`${orderKey}/accept`, {});
const refundOrder = (orderKey: string, amount: number): Promise<Response> =>
  postToOrder(`${orderKey}/refund`, { amount, reason: 'mistake' });
const readReminders = async (): Promise<{ subject: string; text: string }[]> =>
  z
    .array(z.object({ subject: z.string(), text: z.string() }))
    .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=kueche@elbkantine.test`)).json())
    .filter(({ subject }) => subject.endsWith('ist noch nicht angenommen'));
const readRefundedAmounts = async (orderKey: string): Promise<number[]> =>
  (await ledgerOf(gateway, orderKey))
    .filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED')
    .map(({ amount }) => amount);
const readShownRefunds = async (orderKey: string) =>
  (await diner.order(orderKey)).refunded.map(({ amount, reason }) => [amount, reason]);
const NO_REACTION_REASON = 'restaurant_declined_no_reaction';

describe('an order that nobody has accepted', () => {
  it('reminds its restaurant once, ten minutes before the meal', async () => {
    const { orderKey } = await diner.placeOrder();
    await moveToMinutesAfterMeal(-11);
    expect(await readReminders()).toEqual([]);
    await moveToMinutesAfterMeal(-10);
    await moveToMinutesAfterMeal(-9);
    const { orderId } = await diner.order(orderKey);
    expect(await readReminders()).toMatchObject([
      {
        subject: `Bestellung ${orderId} für 12:30 Uhr ist noch nicht angenommen`,
        text: expect.stringMatching(/Linsencurry[^]*Um 13:00 Uhr bekommt euer Gast/),
      },
    ]);
  });

  it('is refunded once, half an hour after the meal', async () => {
    const { orderKey } = await diner.placeOrder();
    await moveToMinutesAfterMeal(29);
    expect(await readRefundedAmounts(orderKey)).toEqual([]);
    await moveToMinutesAfterMeal(30);
    await moveToMinutesAfterMeal(31);
    expect([
      await readRefundedAmounts(orderKey),
      await readShownRefunds(orderKey),
      (await diner.order(orderKey)).status,
    ]).toEqual([[890], [[890, NO_REACTION_REASON]], 'CanceledByRestaurant']);
  });

  it('is refunded less its earlier refunds', async () => {
    const { orderKey } = await diner.placeOrder();
    await refundOrder(orderKey, 300);
    await moveToMinutesAfterMeal(30);
    expect(await readShownRefunds(orderKey)).toEqual([
      [300, 'mistake'],
      [590, NO_REACTION_REASON],
    ]);
  });

  it('is refunded under another key after each refusal of its provider', async () => {
    const { orderKey } = await diner.placeOrder();
    await injectFault(gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: '001999',
      count: 2,
    });
    await moveToMinutesAfterMeal(30);
    for (let attemptIndex = 0; attemptIndex < 3; attemptIndex += 1) {
      gateway.clock.advance(MINUTE_MS);
      await runDueJobs(gateway);
    }
    expect([await readRefundedAmounts(orderKey), await readShownRefunds(orderKey)]).toEqual([
      [890],
      [[890, NO_REACTION_REASON]],
    ]);
  });

  describe('and whose provider refuses the refund', () => {
    const SUPPORT_EMAIL = 'zahlung@mahlzeit.test';
    const readMailsTo = async (recipient: string): Promise<{ subject: string; text: string }[]> =>
      z
        .array(z.object({ subject: z.string(), text: z.string() }))
        .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${recipient}`)).json());
    const readRefunds = (orderKey: string) => createRefundRepository(gateway.database.knex).listOf([orderKey]);
    const refuseRefunds = (resultCode: string) =>
      injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode, count: 1000 });
    const advanceClock = async (durationMs: number): Promise<void> => {
      gateway.clock.advance(durationMs);
      await runDueAndEnqueuedJobs(gateway);
    };
    const orderAtCounter = async (orderKey: string): Promise<PartnerOrder | undefined> => {
      const headers = { Authorization: `Bearer ${gateway.partnerToken}` };
      const listResponse = await fetch(`${gateway.url}/api/partner/orders`, { headers });
      return z
        .array(PartnerOrder)
        .parse(await listResponse.json())
        .find(({ key }) => key === orderKey);
    };
    const retryRefunds = async (): Promise<void> => {
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      expect(await createDeadLetters(gateway).retry('ordering/refund')).toBe(1);
      await advanceClock(MINUTE_MS);
    };

    it('is given up at once where a retry is useless, and support, the diner and the counter are told once', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('001403');
      await moveToMinutesAfterMeal(30);
      await advanceClock(10 * MINUTE_MS);
      const { orderId, refunded, openRefunds } = await diner.order(orderKey);
      expect(openRefunds).toEqual([
        { amount: 890, reason: NO_REACTION_REASON, date: expect.any(Number), isRefused: true },
      ]);
      expect([refunded, (await readRefunds(orderKey)).map(({ state, code }) => [state, code])]).toEqual([
        [],
        [['FAILED', '001403']],
      ]);
      const supportMails = await readMailsTo(SUPPORT_EMAIL);
      expect(supportMails.map(({ subject, text }) => [subject, text])).toEqual([
        [
          `8,90\u00a0€ der Bestellung ${orderId} gehen nicht von selbst zurück`,
          expect.stringMatching(new RegExp(`001403[^]*Bestellung: ${orderKey}`)),
        ],
      ]);
      expect((await readMailsTo(diner.email)).filter(({ subject }) => subject.includes('später zurück'))).toMatchObject(
        [{ text: expect.stringContaining(SUPPORT_EMAIL) }],
      );
      const dinerNotifications = z
        .array(Notification)
        .parse((await diner.call('GET', '/api/users/me/notifications')).body)
        .filter(({ title }) => title === 'Dein Geld kommt später zurück');
      expect([dinerNotifications.length, (await orderAtCounter(orderKey))?.openRefunds]).toMatchObject([
        1,
        [{ amount: 890, reason: NO_REACTION_REASON, isRefused: true, code: '001403' }],
      ]);
    });

    it('shows its diner that the money is owed, given up, on its way again and refunded, and can’t be rated meanwhile', async () => {
      const { orderKey } = await diner.placeOrder();
      // Reads the states from the change log: the clock moves beyond the life of a token, which would close an open
      // page.
      const listRefundStates = async () =>
        (
          await gateway.database
            .knex<{ topic: string; op: string; seq: number }>('change')
            .where({ topic: `user/${diner.uid}` })
            .orderBy('seq')
        )
          .map(({ op }) => ChangedOrder.parse(JSON.parse(op)))
          .flatMap(({ kind, collection, value }) =>
            kind === 'put' && collection === 'orders' ? [Order.parse(value)] : [],
          )
          .map(({ refunded, openRefunds }) => [
            refunded.length,
            openRefunds.map(({ amount, isRefused }) => [amount, isRefused]),
          ]);
      const stateCountBefore = (await listRefundStates()).length;
      await refuseRefunds('001403');
      await moveToMinutesAfterMeal(30);
      await advanceClock(10 * MINUTE_MS);
      expect((await diner.call('POST', `/api/payment/orders/${orderKey}`, { stars: 5 })).status).toBe(409);
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      await createDeadLetters(gateway).retry('ordering/refund');
      await advanceClock(MINUTE_MS);
      expect((await listRefundStates()).slice(stateCountBefore)).toEqual([
        [0, [[890, false]]],
        [0, [[890, true]]],
        [0, [[890, false]]],
        [1, []],
      ]);
    });

    it('doesn’t tell its diner of a refused refund of the restaurant', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('001403');
      await refundOrder(orderKey, 300);
      expect((await diner.order(orderKey)).openRefunds).toEqual([]);
    });

    it('is retried for a day and a half where the refusal may pass, and given up then', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('005407');
      await moveToMinutesAfterMeal(30);
      expect((await diner.order(orderKey)).openRefunds).toMatchObject([{ amount: 890, isRefused: false }]);
      await advanceClock(35 * 60 * MINUTE_MS);
      expect([(await readRefunds(orderKey)).map(({ state }) => state), await readMailsTo(SUPPORT_EMAIL)]).toEqual([
        ['REQUESTED'],
        [],
      ]);
      await advanceClock(60 * MINUTE_MS);
      expect([
        (await readRefunds(orderKey)).map(({ state }) => state),
        (await readMailsTo(SUPPORT_EMAIL)).length,
      ]).toEqual([['FAILED'], 1]);
    });

    it('is refunded after an operator has it retried', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('001403');
      await moveToMinutesAfterMeal(30);
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      await advanceClock(5 * MINUTE_MS);
      expect(await readRefundedAmounts(orderKey)).toEqual([]);
      expect(await createDeadLetters(gateway).retry('ordering/refund')).toBe(1);
      await advanceClock(MINUTE_MS);
      expect([await readRefundedAmounts(orderKey), await readShownRefunds(orderKey)]).toEqual([
        [890],
        [[890, NO_REACTION_REASON]],
      ]);
    });

    it('is refunded by a retry less what its restaurant has refunded meanwhile', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('001403');
      await moveToMinutesAfterMeal(30);
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      expect((await refundOrder(orderKey, 300)).status).toBe(200);
      expect((await diner.order(orderKey)).openRefunds).toMatchObject([{ amount: 590, isRefused: true }]);
      await retryRefunds();
      expect([await readRefundedAmounts(orderKey), (await diner.order(orderKey)).openRefunds]).toEqual([
        [300, 590],
        [],
      ]);
    });

    it('can’t be accepted any more, so that its diner gets the money and no acceptance', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('001403');
      await moveToMinutesAfterMeal(30);
      expect((await acceptOrder(orderKey)).status).toBe(409);
      await retryRefunds();
      expect([await readRefundedAmounts(orderKey), await orderAtCounter(orderKey)]).toMatchObject([
        [890],
        { accepted: false, status: 'CanceledByRestaurant' },
      ]);
    });

    it('isn’t refunded by a retry where an earlier release let the restaurant accept it', async () => {
      const { orderKey } = await diner.placeOrder();
      await refuseRefunds('001403');
      await moveToMinutesAfterMeal(30);
      await gateway.database.write(({ knex }) =>
        createOrderRepository(knex).setAccepted(orderKey, gateway.clock.now()),
      );
      await retryRefunds();
      expect([await readRefundedAmounts(orderKey), await orderAtCounter(orderKey)]).toMatchObject([
        [],
        { accepted: true, status: 'Confirmed' },
      ]);
    });
  });

  it('is refunded by a gateway that comes back too late', async () => {
    const { orderKey } = await diner.placeOrder();
    const { folder } = gateway;
    await gateway.close();
    gateway = await startWithRestaurant({ folder, now: MEAL_TIME + 90 * MINUTE_MS });
    await runDueAndEnqueuedJobs(gateway);
    expect([await readRefundedAmounts(orderKey), await readReminders()]).toEqual([[890], []]);
  });

  it('is found where it was paid before such jobs existed, unless its meal has come', async () => {
    const [earlyOrder, lateOrder] = [await diner.placeOrder(), await (await createOrderingDiner(gateway)).placeOrder()];
    await gateway.database.write(async ({ knex }) => {
      await knex('job').where('kind', 'like', 'ordering/%').delete();
      await knex('customer_order').update({ is_watched: false });
      await knex('customer_order')
        .where({ key: lateOrder.orderKey })
        .update({ meet_up_at: gateway.clock.now() - MINUTE_MS });
    });
    await moveToMinutesAfterMeal(-5);
    await moveToMinutesAfterMeal(30);
    expect([
      await readRefundedAmounts(earlyOrder.orderKey),
      await readRefundedAmounts(lateOrder.orderKey),
      (await readReminders()).length,
    ]).toEqual([[890], [], 1]);
  });

  it('is refunded at a restaurant that has lost its mail address, too', async () => {
    const { orderKey } = await diner.placeOrder();
    const restaurant = await createRestaurantRepository(gateway.database.knex).find(RESTAURANT_KEY);
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: RESTAURANT_KEY })
        .update({
          data: JSON.stringify({
            ...restaurant?.data,
            contact: { phoneNumber: null, email: null, web: null, reservationUrl: null },
          }),
        }),
    );
    await moveToMinutesAfterMeal(-10);
    await moveToMinutesAfterMeal(30);
    expect([await readReminders(), await readRefundedAmounts(orderKey)]).toEqual([[], [890]]);
  });
});

describe('a refund of the restaurant that is refused after the order is over', () => {
  it('leaves an order canceled that the gateway has refunded in part because nobody had accepted it', async () => {
    const { orderKey } = await diner.placeOrder();
    await moveToMinutesAfterMeal(25);
    // A fault of the provider delays the restaurant's refund until the gateway has refunded the rest.
    await injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'drop' });
    expect((await refundOrder(orderKey, 300)).status).toBe(503);
    await moveToMinutesAfterMeal(30);
    const [restaurantRefund] = await createRefundRepository(gateway.database.knex).listOf([orderKey]);
    await gateway.database.write(({ knex }) =>
      knex('order_refund').where({ key: restaurantRefund?.key }).update({ state: 'FAILED' }),
    );
    expect([await readShownRefunds(orderKey), (await acceptOrder(orderKey)).status]).toEqual([
      [[590, NO_REACTION_REASON]],
      409,
    ]);
  });

  it('is made by the gateway, because nobody had accepted the order', async () => {
    const { orderKey } = await diner.placeOrder();
    await moveToMinutesAfterMeal(25);
    // A fault of the provider delays the restaurant's refund.
    await injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'drop', count: 2 });
    expect((await refundOrder(orderKey, 890)).status).toBe(503);
    await moveToMinutesAfterMeal(30);
    expect(await readRefundedAmounts(orderKey)).toEqual([]);
    await injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode: '001999' });
    for (let attemptIndex = 0; attemptIndex < 4; attemptIndex += 1) {
      gateway.clock.advance(MINUTE_MS);
      await runDueJobs(gateway);
    }
    expect([await readRefundedAmounts(orderKey), await readShownRefunds(orderKey)]).toEqual([
      [890],
      [[890, NO_REACTION_REASON]],
    ]);
  });
});

describe('an order is left alone', () => {
  it('where it was accepted meanwhile', async () => {
    const { orderKey } = await diner.placeOrder();
    expect((await acceptOrder(orderKey)).status).toBe(200);
    await moveToMinutesAfterMeal(-10);
    await moveToMinutesAfterMeal(30);
    expect([await readReminders(), await readRefundedAmounts(orderKey)]).toEqual([[], []]);
  });

  it('where it was fully refunded', async () => {
    const { orderKey } = await diner.placeOrder();
    await refundOrder(orderKey, 890);
    await moveToMinutesAfterMeal(-10);
    await moveToMinutesAfterMeal(30);
    expect([await readReminders(), await readShownRefunds(orderKey)]).toEqual([[], [[890, 'mistake']]]);
  });

  it('where it was never paid', async () => {
    const { orderKey } = await diner.placeOrder(
      diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` }),
    );
    await moveToMinutesAfterMeal(-10);
    await moveToMinutesAfterMeal(30);
    expect([await readReminders(), await ledgerOf(gateway, orderKey)]).toMatchObject([[], [{ kind: 'payin' }]]);
  });
});
