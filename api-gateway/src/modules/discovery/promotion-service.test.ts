import { aDiscount } from '@mahlzeit/contract/fixtures';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { discountPersonalData } from './promotion-service';
import { createPromotionRepository } from './promotion-repository';

describeOnEachEngine('what discounts hold of a user', (databases) => {
  const filled = async () => {
    const database = await databases.open();
    await database.write(async ({ knex }) => {
      for (const key of ['lunch', 'drink']) await createPromotionRepository(knex).putDiscount({ own: aDiscount({ key, restaurantRef: null }), owners: ['anna', 'ben'], used: 0 });
      await knex('discount_use').insert([{ discount_key: 'lunch', uid: 'anna' }, { discount_key: 'lunch', uid: 'ben' }, { discount_key: 'drink', uid: 'anna' }]);
    });
    return database;
  };
  const held = (database: Awaited<ReturnType<typeof filled>>, uid: string) => database.read((knex) => discountPersonalData.export(knex, { uid, email: null }));

  it('is told to its owner', async () => {
    const database = await filled();
    expect(await held(database, 'anna')).toEqual({ owned: ['drink', 'lunch'], used: ['drink', 'lunch'] });
    expect(await held(database, 'ben')).toEqual({ owned: ['drink', 'lunch'], used: ['lunch'] });
    expect(await held(database, 'cem')).toEqual({ owned: [], used: [] });
  });

  it('goes with the user, though what they used stays used', async () => {
    const database = await filled();
    await database.write((tx) => discountPersonalData.erase(tx, { uid: 'anna', email: null }));
    expect(await held(database, 'anna')).toEqual({ owned: [], used: [] });
    expect(await held(database, 'ben')).toEqual({ owned: ['drink', 'lunch'], used: ['lunch'] });
    const [lunch, drink] = [await createPromotionRepository(database.knex).findUsersOf('lunch'), await createPromotionRepository(database.knex).findUsersOf('drink')];
    expect([lunch.size, drink.size, lunch.has('ben')]).toEqual([2, 1, true]);
    // Nothing ties the two uses together.
    expect([...drink].some((name) => lunch.has(name))).toBe(false);
  });
});
