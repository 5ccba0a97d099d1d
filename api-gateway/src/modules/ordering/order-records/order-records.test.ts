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
    const payInIdByOrderKey = new Map<string, string>();
    const diner = await createOrderingDiner(gateway);
    for (let index = 0; index < 3; index += 1) {
      const { orderKey, Id } = await diner.placeOrder();
      payInIdByOrderKey.set(orderKey, Id);
    }
    const storedOrders = await createOrderRepository(gateway.database.knex).listOf(diner.uid);
    const presentFirstOrders = (orderCount: number) =>
      gateway.database.write(async (tx) => {
        const executedStatements: string[] = [];
        tx.knex.on('query', ({ sql }: { sql: string }) => void executedStatements.push(sql));
        const presentedOrders = await presentOrders(tx.knex, storedOrders.slice(0, orderCount));
        return {
          statements: executedStatements.length,
          payIns: new Map(presentedOrders.map(({ key, payInId }) => [key, payInId])),
        };
      });
    const [ofOneOrder, ofThreeOrders] = [await presentFirstOrders(1), await presentFirstOrders(3)];
    expect([ofOneOrder.statements > 0, ofThreeOrders.statements]).toEqual([true, ofOneOrder.statements]);
    expect(ofThreeOrders.payIns).toEqual(payInIdByOrderKey);
  });

  it('are told apart from orders without a payment', async () => {
    const { database } = await gateways.start();
    expect(await createAttemptRepository(database.knex).findOfOrders(['keine'])).toEqual(new Map());
  });
});
