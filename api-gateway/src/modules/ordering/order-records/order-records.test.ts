import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { insertPayingRestaurant, createOrderingDiner } from '../testing/counter';
import { presentOrders } from './order-records';
import { createOrderRepository } from '../repositories/order-repository';

const gateways = testGateways();

describe('orders as their diner sees them', () => {
  it('name their own payment each, and need the same number of statements however many they are', async () => {
    const gateway = await gateways.start();
    await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
    const payIns = new Map<string, string>();
    const diner = await createOrderingDiner(gateway);
    for (let index = 0; index < 3; index += 1) {
      const { orderKey, Id } = await diner.placeOrder();
      payIns.set(orderKey, Id);
    }
    const storedOrders = await createOrderRepository(gateway.database.knex).listOf(diner.uid);
    const readsOf = (count: number) =>
      gateway.database.write(async (tx) => {
        const statements: string[] = [];
        tx.knex.on('query', ({ sql }: { sql: string }) => void statements.push(sql));
        const presentedOrders = await presentOrders(tx.knex, storedOrders.slice(0, count));
        return {
          statements: statements.length,
          payIns: new Map(presentedOrders.map(({ key, payInId }) => [key, payInId])),
        };
      });
    const [ofOneOrder, ofThreeOrders] = [await readsOf(1), await readsOf(3)];
    expect([ofOneOrder.statements > 0, ofThreeOrders.statements]).toEqual([true, ofOneOrder.statements]);
    expect(ofThreeOrders.payIns).toEqual(payIns);
  });

  it('are told apart from orders without a payment', async () => {
    const { database } = await gateways.start();
    expect(await createAttemptRepository(database.knex).findOfOrders(['keine'])).toEqual(new Map());
  });
});
