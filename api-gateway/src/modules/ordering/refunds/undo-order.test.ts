import { Invitation } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf } from '../../identity/testing/people';
import { openKitchen, orderingDiner, putVoucher, tick } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { insertMeetup } from '../testing/meetup';

const MINUTE = 60_000;
const NOON = Date.parse('2026-06-24T11:30:00+02:00');
const AT = Date.parse('2026-06-24T12:30:00+02:00');

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start();
  await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
});
beforeEach(async () => {
  gateway.clock.moveTo(NOON);
  diner = await orderingDiner(gateway);
});

const refund = async (orderKey: string, amount: number, reason = 'mistake'): Promise<number> =>
  (
    await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount, reason }),
    })
  ).status;

describe('an order for a meetup', () => {
  /** Creates a meetup of two diners. Returns its key. */
  const meet = async (): Promise<string> => {
    const [key, otherDiner] = [`treffen-${diner.uid}`, await orderingDiner(gateway)];
    await insertMeetup(gateway, { key, date: gateway.clock.now() + 60 * MINUTE, attendees: [diner, otherDiner] });
    return key;
  };
  const orderView = async (key: string) => {
    const { order, attendees } = Invitation.parse((await diner.call('GET', `/api/invitations/${key}`)).body);
    return [order, attendees.find(({ uid }) => uid === diner.uid)?.hasOrdered];
  };
  const callOff = async (key: string) =>
    outcomeOf(await diner.call('PATCH', `/api/invitations/${key}`, { status: 'canceled' }));

  it('no longer counts once it was fully refunded: its diner orders again', async () => {
    const meetUp = await meet();
    const { orderKey } = await diner.ordered(diner.form({ meetUp }));
    await refund(orderKey, 300);
    expect(await orderView(meetUp)).toEqual([orderKey, true]);
    await refund(orderKey, 590);
    expect(await orderView(meetUp)).toEqual([null, false]);
    const secondOrder = await diner.ordered(diner.form({ meetUp }));
    expect([secondOrder.Status, await orderView(meetUp)]).toEqual(['SUCCEEDED', [secondOrder.orderKey, true]]);
  });

  it('no longer holds the meetup once it was fully refunded: its owner cancels the meetup', async () => {
    const meetUp = await meet();
    const { orderKey } = await diner.ordered(diner.form({ meetUp }));
    expect(await callOff(meetUp)).toEqual([409, 'invitationHasOrders']);
    await refund(orderKey, 890);
    expect((await callOff(meetUp))[0]).toBe(200);
  });

  it('is refunded also where the meetup is deleted', async () => {
    const meetUp = await meet();
    const { orderKey } = await diner.ordered(diner.form({ meetUp }));
    await gateway.database.write(({ knex }) => knex('invitation').where({ key: meetUp }).delete());
    expect([await refund(orderKey, 890), (await diner.order(orderKey)).refunded]).toMatchObject([
      200,
      [{ amount: 890 }],
    ]);
  });
});

describe('the voucher of an order', () => {
  let count = 0;
  const orderReduced = async () => {
    count += 1;
    const id = `einmal-${count}`;
    await putVoucher(gateway, aDiscount({ key: id, type: 'giftcard', value: 200, quantity: 1 }));
    return { discount: { id, value: 200 }, totalPrice: 690 };
  };
  const uses = async (key: string): Promise<number> =>
    (await gateway.database.knex('discount_use').where({ discount_key: key })).length;

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
  ] as const)('where the restaurant gave back %s is used %j: %i times', async (_title, refunds, quantityLeft) => {
    const voucher = await orderReduced();
    const { orderKey } = await diner.ordered(diner.form(voucher));
    for (const [amount, reason] of refunds) expect(await refund(orderKey, amount, reason)).toBe(200);
    expect(await uses(voucher.discount.id)).toBe(quantityLeft);
  });

  it('is free again once where nobody has accepted the order', async () => {
    const voucher = await orderReduced();
    const { orderKey } = await diner.ordered(diner.form(voucher));
    gateway.clock.moveTo(AT + 30 * MINUTE);
    await tick(gateway);
    await tick(gateway);
    expect([(await diner.order(orderKey)).refunded, await uses(voucher.discount.id)]).toMatchObject([
      [{ amount: 690, reason: 'restaurant_declined_no_reaction' }],
      0,
    ]);
    // The voucher is used again, and a further refund request must not free it a second time.
    await gateway.database.write(({ knex }) =>
      knex('discount_use').insert({ discount_key: voucher.discount.id, uid: diner.uid }),
    );
    await tick(gateway);
    expect([await refund(orderKey, 1), await uses(voucher.discount.id)]).toEqual([422, 1]);
  });
});
