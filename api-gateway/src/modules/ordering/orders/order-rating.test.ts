import { aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf } from '../../identity/testing/people';
import { createOrderingPersonalData } from '../personal-data';
import { insertPayingRestaurant, createOrderingDiner } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';

const ORDER_TIME = Date.parse('2026-06-24T11:30:00+02:00');
const AFTER_MEAL = Date.parse('2026-06-24T13:00:00+02:00') + 1;

describe('a rating', () => {
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

  /** Places an order, marks it as accepted and moves the clock half an hour past its meal. Returns the order's key. */
  const placePastOrder = async (): Promise<string> => {
    const { orderKey } = await diner.placeOrder();
    // Marks the order as accepted, because a job refunds an unaccepted order as soon as it is past.
    await gateway.database.write(({ knex }) => createOrderRepository(knex).setAccepted(orderKey, ORDER_TIME));
    gateway.clock.moveTo(AFTER_MEAL);
    return orderKey;
  };
  const rateOrder = (orderer: OrderingDiner, orderKey: string, body: object = { stars: 4 }) =>
    orderer.call('POST', `/api/payment/orders/${orderKey}`, body);
  const insertRefund = (orderKey: string, amount: number): Promise<void> =>
    gateway.database.write(({ knex }) =>
      createRefundRepository(knex).insert({
        key: `zurück-${orderKey}-${amount}`,
        orderKey,
        amount,
        reason: 'mistake',
        state: 'SUCCEEDED',
        providerKey: `zurück-${orderKey}-${amount}`,
        isAutomatic: false,
        code: null,
        items: [],
        providerId: null,
        createdAt: AFTER_MEAL,
      }),
    );

  it('appears at once on every page of its diner, and a second one replaces it', async () => {
    const orderKey = await placePastOrder();
    const livePage = await connectLive(gateway.url, { token: diner.idToken });
    livePage.say({ op: 'sub', id: 'me', topic: 'me' });
    await livePage.next('live');
    for (const starCount of [4, 5]) {
      expect(await rateOrder(diner, orderKey, { stars: starCount })).toMatchObject({ status: 200, body: {} });
      const order = await diner.order(orderKey);
      expect(order.rating).toEqual({ stars: starCount });
      expect((await livePage.next('delta')).ops).toEqual([
        { kind: 'put', collection: 'orders', key: orderKey, value: order },
      ]);
    }
    livePage.terminate();
  });

  it.each([0, 6, -1, 4.5, '4', null, undefined])(
    'C24 must be a whole number from 1 to 5: refuses %p',
    async (starCount) => {
      const orderKey = await placePastOrder();
      expect(outcomeOf(await rateOrder(diner, orderKey, { stars: starCount }))).toEqual([400, 'invalidRequest']);
      expect((await diner.order(orderKey)).rating).toBeNull();
    },
  );

  it('C24 is refused until half an hour after the meal', async () => {
    const orderKey = await placePastOrder();
    gateway.clock.moveTo(AFTER_MEAL - 1);
    expect(outcomeOf(await rateOrder(diner, orderKey))).toEqual([409, 'notRatable']);
    gateway.clock.moveTo(AFTER_MEAL);
    expect((await rateOrder(diner, orderKey)).status).toBe(200);
  });

  it('C24 is allowed for a partly refunded order, and refused for a fully refunded or unpaid one', async () => {
    const orderKey = await placePastOrder();
    await insertRefund(orderKey, 300);
    expect((await rateOrder(diner, orderKey)).status).toBe(200);
    await insertRefund(orderKey, 590);
    expect(outcomeOf(await rateOrder(diner, orderKey, { stars: 1 }))).toEqual([409, 'notRatable']);
    expect((await diner.order(orderKey)).rating).toEqual({ stars: 4 });
    gateway.clock.moveTo(ORDER_TIME);
    const unpaidOrder = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
    gateway.clock.moveTo(AFTER_MEAL);
    expect(outcomeOf(await rateOrder(diner, unpaidOrder.orderKey))).toEqual([409, 'notRatable']);
  });

  it('C25 belongs to its diner alone', async () => {
    const orderKey = await placePastOrder();
    const otherDiner = await createOrderingDiner(gateway);
    for (const requestedKey of [orderKey, 'unbekannt'])
      expect(outcomeOf(await rateOrder(otherDiner, requestedKey))).toEqual([404, 'OrderNotFound']);
    expect((await diner.order(orderKey)).rating).toBeNull();
  });

  it('is part of its diner’s export; after they leave, the stars stay with the order and nothing leads to the diner', async () => {
    const orderKey = await placePastOrder();
    await rateOrder(diner, orderKey);
    expect(
      await gateway.database.read((knex) =>
        createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).export(knex, {
          uid: diner.uid,
          email: diner.email,
        }),
      ),
    ).toMatchObject({
      orders: [{ key: orderKey, rating: { stars: 4 } }],
      ratings: [{ orderKey, stars: 4, at: AFTER_MEAL }],
    });
    await gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: diner.uid,
        email: diner.email,
      }),
    );
    expect(
      await gateway.database.knex('customer_order').where({ key: orderKey }).first('uid', 'stars', 'rated_at'),
    ).toEqual({ uid: null, stars: 4, rated_at: null });
  });
});
