import { aDiscount, fixtureNow } from '@mahlzeit/contract/fixtures';
import { createPromotionRepository } from '../src/modules/discovery/testing/repositories';
import { createOrderRepository } from '../src/modules/ordering/repositories/order-repository';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as orderOfUse from './035-order-of-use';

describeOnEachEngine('uses of discounts from before their orders were stored', (databaseFactory) => {
  it('belong to the newest order of their user with the discount, and otherwise to none', async () => {
    const database = await databaseFactory.open();
    await database.write(async ({ knex }) => {
      await createPromotionRepository(knex).putDiscount({
        fields: aDiscount({ key: 'gutschein', restaurantRef: null }),
        owners: null,
        used: 0,
      });
      for (const [key, uid, minutes, discountKeys] of [
        ['alt', 'anna', 1, ['gutschein']],
        ['neu', 'anna', 2, ['gutschein']],
        ['ohne', 'anna', 3, []],
        ['andere', 'ben', 4, ['gutschein']],
      ] as const)
        await createOrderRepository(knex).insert(
          {
            key,
            uid,
            number: key,
            day: '2026-06-24',
            restaurantKey: 'kantine',
            seller: null,
            paymentOption: 'card',
            debitedCardId: null,
            meetUpAt: fixtureNow,
            meetUpKey: null,
            isTakeAway: true,
            items: [],
            discount: null,
            vat: {},
            total: 890,
            acceptedAt: null,
            createdAt: fixtureNow + minutes * 60_000,
            paymentStatus: 'SUCCEEDED',
          },
          discountKeys,
        );
      for (const uid of ['anna', 'anonym']) await knex('discount_use').insert({ discount_key: 'gutschein', uid });
      await orderOfUse.down(knex);
      await orderOfUse.up(knex);
    });
    expect(await database.knex('discount_use').orderBy('uid').select('uid', 'order_key')).toEqual([
      { uid: 'anna', order_key: 'neu' },
      { uid: 'anonym', order_key: null },
    ]);
  });
});
