import { Invitation } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { randomUUID } from 'node:crypto';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPromotionRepository } from '../../discovery/testing/repositories';
import { outcomeOf } from '../../identity/testing/people';
import { createOrderRepository } from '../repositories/order-repository';
import {
  insertPayingRestaurant,
  createOrderingDiner,
  putVoucher,
  renewVoucher,
  runDueAndEnqueuedJobs,
  runDueJobs,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { insertMeetup } from '../testing/meetup';

const MINUTE_MS = 60_000;
const ORDER_TIME = Date.parse('2026-06-24T11:30:00+02:00');
const MEAL_TIME = Date.parse('2026-06-24T12:30:00+02:00');

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
});
beforeEach(async () => {
  gateway.clock.moveTo(ORDER_TIME);
  diner = await createOrderingDiner(gateway);
});

const refundOrder = async (orderKey: string, amount: number, refundReason = 'mistake'): Promise<number> =>
  (
    await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount, reason: refundReason }),
    })
  ).status;

describe('an order for a meetup', () => {
  /** Creates a meetup of two diners. Returns its key. */
  const createMeetup = async (): Promise<string> => {
    const [meetupKey, otherDiner] = [`treffen-${diner.uid}`, await createOrderingDiner(gateway)];
    await insertMeetup(gateway, {
      key: meetupKey,
      date: gateway.clock.now() + 60 * MINUTE_MS,
      attendees: [diner, otherDiner],
    });
    return meetupKey;
  };
  const readMeetupOrder = async (meetupKey: string) => {
    const { order, attendees } = Invitation.parse((await diner.call('GET', `/api/invitations/${meetupKey}`)).body);
    return [order, attendees.find(({ uid }) => uid === diner.uid)?.hasOrdered];
  };
  const cancelMeetup = async (meetupKey: string) =>
    outcomeOf(await diner.call('PATCH', `/api/invitations/${meetupKey}`, { status: 'canceled' }));

  it('no longer counts once it was fully refunded: its diner orders again', async () => {
    const meetupKey = await createMeetup();
    const { orderKey } = await diner.placeOrder(diner.form({ meetUp: meetupKey }));
    await refundOrder(orderKey, 300);
    expect(await readMeetupOrder(meetupKey)).toEqual([orderKey, true]);
    await refundOrder(orderKey, 590);
    expect(await readMeetupOrder(meetupKey)).toEqual([null, false]);
    const secondOrder = await diner.placeOrder(diner.form({ meetUp: meetupKey }));
    expect([secondOrder.Status, await readMeetupOrder(meetupKey)]).toEqual(['SUCCEEDED', [secondOrder.orderKey, true]]);
  });

  it('no longer holds the meetup once it was fully refunded: its owner cancels the meetup', async () => {
    const meetupKey = await createMeetup();
    const { orderKey } = await diner.placeOrder(diner.form({ meetUp: meetupKey }));
    expect(await cancelMeetup(meetupKey)).toEqual([409, 'invitationHasOrders']);
    await refundOrder(orderKey, 890);
    expect((await cancelMeetup(meetupKey))[0]).toBe(200);
  });

  it('is refunded also where the meetup is deleted', async () => {
    const meetupKey = await createMeetup();
    const { orderKey } = await diner.placeOrder(diner.form({ meetUp: meetupKey }));
    await gateway.database.write(({ knex }) => knex('invitation').where({ key: meetupKey }).delete());
    expect([await refundOrder(orderKey, 890), (await diner.order(orderKey)).refunded]).toMatchObject([
      200,
      [{ amount: 890 }],
    ]);
  });
});

describe('the voucher of an order', () => {
  let voucherCount = 0;
  const voucherOf = (key: string) => aDiscount({ key, type: 'giftcard', value: 200, quantity: 1 });
  const orderWithVoucher = async () => {
    voucherCount += 1;
    const id = `einmal-${voucherCount}`;
    await putVoucher(gateway, voucherOf(id));
    return { discount: { id, value: 200 }, totalPrice: 690 };
  };
  const countUses = async (discountKey: string): Promise<number> =>
    (await gateway.database.knex('discount_use').where({ discount_key: discountKey })).length;

  it.each([
    ['whole because it declined', [[690, 'restaurant_declined_sold_out']], 0],
    ['whole by mistake', [[690, 'mistake']], 0],
    [
      'whole, bit by bit',
      [
        [300, 'no_time'],
        [390, 'mistake'],
      ],
      0,
    ],
    ['in part because it declined', [[300, 'restaurant_declined_no_capacity']], 1],
    ['in part by mistake', [[689, 'mistake']], 1],
  ] as const)('where the restaurant gave back %s is used %j: %i times', async (_title, refundCases, expectedUses) => {
    const voucherFields = await orderWithVoucher();
    const { orderKey } = await diner.placeOrder(diner.form(voucherFields));
    for (const [amount, refundReason] of refundCases)
      expect(await refundOrder(orderKey, amount, refundReason)).toBe(200);
    expect(await countUses(voucherFields.discount.id)).toBe(expectedUses);
  });

  it('stays used by a second order after the voucher was made anew and the first order is refunded', async () => {
    const voucherFields = await orderWithVoucher();
    const firstOrder = await diner.placeOrder(diner.form(voucherFields));
    await renewVoucher(gateway, voucherOf(voucherFields.discount.id));
    const secondOrder = await diner.placeOrder(diner.form(voucherFields));
    expect([await refundOrder(firstOrder.orderKey, 690), await countUses(voucherFields.discount.id)]).toEqual([200, 1]);
    expect([await refundOrder(secondOrder.orderKey, 690), await countUses(voucherFields.discount.id)]).toEqual([
      200, 0,
    ]);
  });

  it('is free for others where the order of an erased diner is refunded', async () => {
    const voucherFields = await orderWithVoucher();
    const { orderKey } = await diner.placeOrder(diner.form(voucherFields));
    await gateway.database.write(async ({ knex }) => {
      await createOrderRepository(knex).forgetDiner(diner.uid);
      await createPromotionRepository(knex).forgetPerson(diner.uid, randomUUID);
    });
    expect(await countUses(voucherFields.discount.id)).toBe(1);
    expect([await refundOrder(orderKey, 690), await countUses(voucherFields.discount.id)]).toEqual([200, 0]);
  });

  it('is free again once where nobody has accepted the order', async () => {
    const voucherFields = await orderWithVoucher();
    const { orderKey } = await diner.placeOrder(diner.form(voucherFields));
    gateway.clock.moveTo(MEAL_TIME + 30 * MINUTE_MS);
    await runDueAndEnqueuedJobs(gateway);
    expect([(await diner.order(orderKey)).refunded, await countUses(voucherFields.discount.id)]).toMatchObject([
      [{ amount: 690, reason: 'restaurant_declined_no_reaction' }],
      0,
    ]);
    // Marks the voucher as used again: a second refund request must not make it available once more.
    await gateway.database.write(({ knex }) =>
      knex('discount_use').insert({ discount_key: voucherFields.discount.id, uid: diner.uid }),
    );
    await runDueJobs(gateway);
    expect([await refundOrder(orderKey, 1), await countUses(voucherFields.discount.id)]).toEqual([422, 1]);
  });
});
