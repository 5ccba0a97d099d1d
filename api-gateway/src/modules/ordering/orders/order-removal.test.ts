import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { createOrderRemoval } from './order-removal';

const FIRST_KEPT_MOMENT = '2027-01-01T00:00:00+01:00';

describeOnEachEngine('the removal of orders', (testDatabases) => {
  it('keeps an order for ten full calendar years after its own, and then deletes it with its payment', async () => {
    const database = await testDatabases.open();
    await database.write(async ({ knex }) => {
      for (const day of ['2016-01-02', '2016-12-31', '2017-01-01']) {
        await createOrderRepository(knex).insert(
          {
            ...{ key: day, uid: null, number: 'A1', day, restaurantKey: 'elbkantine', seller: null, items: [] },
            ...{ paymentOption: 'paypal', debitedCardId: null, meetUpAt: 1, meetUpKey: null, isTakeAway: true },
            ...{ discount: null, vat: {}, total: 890, acceptedAt: null, createdAt: 1, paymentStatus: 'SUCCEEDED' },
          },
          ['gutschein'],
        );
        await createAttemptRepository(knex).insert({
          ...{ key: `versuch-von-${day}`, orderKey: day, provider: 'paypal', state: 'SUCCEEDED', payerId: null },
          ...{ providerId: day, refundableId: null, redirectUrl: null, code: null, request: null, begunAt: 0 },
          ...{ checkAt: null, checks: 0 },
        });
      }
    });
    const daysLeftAt = async (now: number): Promise<readonly string[]> => {
      await createOrderRemoval({ database, clock: { now: () => now } }).run();
      const rows = await database.knex<{ order_key: string }>('payment_attempt').orderBy('order_key');
      const orderRows = await database.knex<{ key: string }>('customer_order').orderBy('key');
      expect(orderRows.map(({ key }) => key)).toEqual(rows.map(({ order_key }) => order_key));
      return rows.map(({ order_key }) => order_key);
    };
    const newYear = Date.parse(FIRST_KEPT_MOMENT);
    expect(await daysLeftAt(newYear - 1)).toEqual(['2016-01-02', '2016-12-31', '2017-01-01']);
    expect(await daysLeftAt(newYear)).toEqual(['2017-01-01']);
  });
});
