import { meTopic, Notification, Order, PartnerOrder } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createDeadLetters } from '../../../platform/jobs/job-queue';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { createRefundRepository } from '../repositories/refund-repository';
import { injectFault, ledgerOf, openKitchen, orderingDiner, PLACE, tick } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';

const MINUTE = 60_000;
const AT = Date.parse('2026-06-24T12:30:00+02:00');

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
const start = async (options: { readonly folder?: string; readonly now?: number } = {}): Promise<TestGateway> => {
  const startedGateway = await gateways.start(options);
  if (options.folder === undefined)
    await openKitchen(startedGateway, {
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
  gateway = await start();
  diner = await orderingDiner(gateway);
});

const moveTo = async (minutes: number): Promise<void> => {
  gateway.clock.moveTo(AT + minutes * MINUTE);
  await tick(gateway);
  await tick(gateway);
};
const putOrder = (path: string, body: object): Promise<Response> =>
  fetch(`${gateway.url}/api/partner/orders/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const acceptOrder = (orderKey: string): Promise<Response> => putOrder(`${orderKey}/accept`, {});
const refund = (orderKey: string, amount: number): Promise<Response> =>
  putOrder(`${orderKey}/refund`, { amount, reason: 'mistake' });
const reminders = async (): Promise<{ subject: string; text: string }[]> =>
  z
    .array(z.object({ subject: z.string(), text: z.string() }))
    .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=kueche@elbkantine.test`)).json());
const refundedAmounts = async (orderKey: string): Promise<number[]> =>
  (await ledgerOf(gateway, orderKey))
    .filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED')
    .map(({ amount }) => amount);
const shownRefunds = async (orderKey: string) =>
  (await diner.order(orderKey)).refunded.map(({ amount, reason }) => [amount, reason]);
const NO_REACTION = 'restaurant_declined_no_reaction';

describe('an order that nobody has accepted', () => {
  it('reminds its restaurant once, ten minutes before the meal', async () => {
    const { orderKey } = await diner.ordered();
    await moveTo(-11);
    expect(await reminders()).toEqual([]);
    await moveTo(-10);
    await moveTo(-9);
    const { orderId } = await diner.order(orderKey);
    expect(await reminders()).toMatchObject([
      {
        subject: `Bestellung ${orderId} für 12:30 Uhr ist noch nicht angenommen`,
        text: expect.stringMatching(/Linsencurry[^]*Um 13:00 Uhr bekommt euer Gast/),
      },
    ]);
  });

  it('is refunded once, half an hour after the meal', async () => {
    const { orderKey } = await diner.ordered();
    await moveTo(29);
    expect(await refundedAmounts(orderKey)).toEqual([]);
    await moveTo(30);
    await moveTo(31);
    expect([
      await refundedAmounts(orderKey),
      await shownRefunds(orderKey),
      (await diner.order(orderKey)).status,
    ]).toEqual([[890], [[890, NO_REACTION]], 'CanceledByRestaurant']);
  });

  it('is refunded less its earlier refunds', async () => {
    const { orderKey } = await diner.ordered();
    await refund(orderKey, 300);
    await moveTo(30);
    expect(await shownRefunds(orderKey)).toEqual([
      [300, 'mistake'],
      [590, NO_REACTION],
    ]);
  });

  it('is refunded under another key after each refusal of its provider', async () => {
    const { orderKey } = await diner.ordered();
    await injectFault(gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: '001999',
      count: 2,
    });
    await moveTo(30);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      gateway.clock.advance(MINUTE);
      await tick(gateway);
    }
    expect([await refundedAmounts(orderKey), await shownRefunds(orderKey)]).toEqual([[890], [[890, NO_REACTION]]]);
  });

  describe('and whose provider refuses the refund', () => {
    const SUPPORT = 'zahlung@mahlzeit.test';
    const mailsTo = async (recipient: string): Promise<{ subject: string; text: string }[]> =>
      z
        .array(z.object({ subject: z.string(), text: z.string() }))
        .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${recipient}`)).json());
    const rows = (orderKey: string) => createRefundRepository(gateway.database.knex).listOf([orderKey]);
    const refuse = (resultCode: string) =>
      injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode, count: 1000 });
    const advanceClock = async (ms: number): Promise<void> => {
      gateway.clock.advance(ms);
      await tick(gateway);
      await tick(gateway);
    };
    const counterShows = async (orderKey: string) =>
      PartnerOrder.parse(await (await acceptOrder(orderKey)).json()).openRefunds;

    it('is given up at once where a retry is useless, and support, the diner and the counter are told once', async () => {
      const { orderKey } = await diner.ordered();
      await refuse('001403');
      await moveTo(30);
      await advanceClock(10 * MINUTE);
      const { orderId, refunded, openRefunds } = await diner.order(orderKey);
      expect(openRefunds).toEqual([{ amount: 890, reason: NO_REACTION, date: expect.any(Number), isRefused: true }]);
      expect([refunded, (await rows(orderKey)).map(({ state, code }) => [state, code])]).toEqual([
        [],
        [['FAILED', '001403']],
      ]);
      const support = await mailsTo(SUPPORT);
      expect(support.map(({ subject, text }) => [subject, text])).toEqual([
        [
          `8,90\u00a0€ der Bestellung ${orderId} gehen nicht von selbst zurück`,
          expect.stringMatching(new RegExp(`001403[^]*Bestellung: ${orderKey}`)),
        ],
      ]);
      expect((await mailsTo(diner.email)).filter(({ subject }) => subject.includes('später zurück'))).toMatchObject([
        { text: expect.stringContaining(SUPPORT) },
      ]);
      const notifications = z
        .array(Notification)
        .parse((await diner.call('GET', '/api/users/me/notifications')).body)
        .filter(({ title }) => title === 'Dein Geld kommt später zurück');
      expect([notifications.length, await counterShows(orderKey)]).toMatchObject([
        1,
        [{ amount: 890, reason: NO_REACTION, isRefused: true, code: '001403' }],
      ]);
    });

    it('shows its diner that the money is owed, given up, on its way again and refunded, and can’t be rated meanwhile', async () => {
      const { orderKey } = await diner.ordered();
      const page = await connectLive(gateway.url, { token: diner.idToken });
      page.say({ op: 'sub', id: 'me', topic: meTopic });
      await page.next('live');
      const orderFrames = () =>
        page.frames
          .flatMap((frame) => (frame.op === 'delta' ? frame.ops : []))
          .flatMap((op) => (op.kind === 'put' && op.collection === 'orders' ? [Order.parse(op.value)] : []))
          .map(({ refunded, openRefunds }) => [
            refunded.length,
            openRefunds.map(({ amount, isRefused }) => [amount, isRefused]),
          ]);
      await refuse('001403');
      await moveTo(30);
      await advanceClock(10 * MINUTE);
      expect((await diner.call('POST', `/api/payment/orders/${orderKey}`, { stars: 5 })).status).toBe(409);
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      await createDeadLetters(gateway).retry('ordering/refund');
      await advanceClock(MINUTE);
      while (!orderFrames().some(([refundedAmount]) => refundedAmount === 1)) await page.next('delta');
      page.cut();
      expect(orderFrames()).toEqual([
        [0, [[890, false]]],
        [0, [[890, true]]],
        [0, [[890, false]]],
        [1, []],
      ]);
    });

    it('doesn’t tell its diner of a refused refund of the restaurant', async () => {
      const { orderKey } = await diner.ordered();
      await refuse('001403');
      await refund(orderKey, 300);
      expect((await diner.order(orderKey)).openRefunds).toEqual([]);
    });

    it('is retried for a day and a half where the refusal may pass, and given up then', async () => {
      const { orderKey } = await diner.ordered();
      await refuse('005407');
      await moveTo(30);
      expect((await diner.order(orderKey)).openRefunds).toMatchObject([{ amount: 890, isRefused: false }]);
      await advanceClock(35 * 60 * MINUTE);
      expect([(await rows(orderKey)).map(({ state }) => state), await mailsTo(SUPPORT)]).toEqual([['REQUESTED'], []]);
      await advanceClock(60 * MINUTE);
      expect([(await rows(orderKey)).map(({ state }) => state), (await mailsTo(SUPPORT)).length]).toEqual([
        ['FAILED'],
        1,
      ]);
    });

    it('is refunded after an operator has it retried', async () => {
      const { orderKey } = await diner.ordered();
      await refuse('001403');
      await moveTo(30);
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      await advanceClock(5 * MINUTE);
      expect(await refundedAmounts(orderKey)).toEqual([]);
      expect(await createDeadLetters(gateway).retry('ordering/refund')).toBe(1);
      await advanceClock(MINUTE);
      expect([await refundedAmounts(orderKey), await shownRefunds(orderKey)]).toEqual([[890], [[890, NO_REACTION]]]);
    });
  });

  it('is refunded by a gateway that comes back too late', async () => {
    const { orderKey } = await diner.ordered();
    const { folder } = gateway;
    await gateway.close();
    gateway = await start({ folder, now: AT + 90 * MINUTE });
    await tick(gateway);
    await tick(gateway);
    expect([await refundedAmounts(orderKey), await reminders()]).toEqual([[890], []]);
  });

  it('is found where it was paid before such jobs existed, unless its meal has come', async () => {
    const [earlyOrder, lateOrder] = [await diner.ordered(), await (await orderingDiner(gateway)).ordered()];
    await gateway.database.write(async ({ knex }) => {
      await knex('job').where('kind', 'like', 'ordering/%').delete();
      await knex('customer_order').update({ is_watched: false });
      await knex('customer_order')
        .where({ key: lateOrder.orderKey })
        .update({ meet_up_at: gateway.clock.now() - MINUTE });
    });
    await moveTo(-5);
    await moveTo(30);
    expect([
      await refundedAmounts(earlyOrder.orderKey),
      await refundedAmounts(lateOrder.orderKey),
      (await reminders()).length,
    ]).toEqual([[890], [], 1]);
  });

  it('is refunded at a restaurant without a mail address too', async () => {
    const place = await createRestaurantRepository(gateway.database.knex).find(PLACE);
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: PLACE })
        .update({
          data: JSON.stringify({
            ...place?.data,
            contact: { phoneNumber: null, email: null, web: null, reservationUrl: null },
          }),
        }),
    );
    const { orderKey } = await diner.ordered();
    await moveTo(-10);
    await moveTo(30);
    expect([await reminders(), await refundedAmounts(orderKey)]).toEqual([[], [890]]);
  });
});

describe('a refund of the restaurant that is refused after the order is over', () => {
  it('is made by the gateway, because nobody had accepted the order', async () => {
    const { orderKey } = await diner.ordered();
    await moveTo(25);
    // The provider doesn't respond to the restaurant's refund at first.
    await injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'drop', count: 2 });
    expect((await refund(orderKey, 890)).status).toBe(503);
    await moveTo(30);
    expect(await refundedAmounts(orderKey)).toEqual([]);
    await injectFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode: '001999' });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      gateway.clock.advance(MINUTE);
      await tick(gateway);
    }
    expect([await refundedAmounts(orderKey), await shownRefunds(orderKey)]).toEqual([[890], [[890, NO_REACTION]]]);
  });
});

describe('an order is left alone', () => {
  it('where it was accepted meanwhile', async () => {
    const { orderKey } = await diner.ordered();
    expect((await acceptOrder(orderKey)).status).toBe(200);
    await moveTo(-10);
    await moveTo(30);
    expect([await reminders(), await refundedAmounts(orderKey)]).toEqual([[], []]);
  });

  it('where it was fully refunded', async () => {
    const { orderKey } = await diner.ordered();
    await refund(orderKey, 890);
    await moveTo(-10);
    await moveTo(30);
    expect([await reminders(), await shownRefunds(orderKey)]).toEqual([[], [[890, 'mistake']]]);
  });

  it('where it was never paid', async () => {
    const { orderKey } = await diner.ordered(
      diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` }),
    );
    await moveTo(-10);
    await moveTo(30);
    expect([await reminders(), await ledgerOf(gateway, orderKey)]).toMatchObject([[], [{ kind: 'payin' }]]);
  });
});
