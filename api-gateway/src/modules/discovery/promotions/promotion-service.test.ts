import { aDiscount, aPartnerDiscount, aRestaurant } from '@mahlzeit/contract/fixtures';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createDiscountService, discountPersonalData } from './promotion-service';
import { createPromotionRepository } from './promotion-repository';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';

describeOnEachEngine('what discounts hold of a user', (testDatabases) => {
  const openFilledDatabase = async () => {
    const database = await testDatabases.open();
    await database.write(async ({ knex }) => {
      for (const discountKey of ['lunch', 'drink'])
        await createPromotionRepository(knex).putDiscount({
          fields: aDiscount({ key: discountKey, restaurantRef: null }),
          owners: ['anna', 'ben'],
          used: 0,
        });
      await knex('discount_use').insert([
        { discount_key: 'lunch', uid: 'anna' },
        { discount_key: 'lunch', uid: 'ben' },
        { discount_key: 'drink', uid: 'anna' },
      ]);
    });
    return database;
  };
  const exportDiscountsOf = (database: Awaited<ReturnType<typeof openFilledDatabase>>, uid: string) =>
    database.read((knex) => discountPersonalData.export(knex, { uid, email: null }));

  it('reaches its owner', async () => {
    const database = await openFilledDatabase();
    expect(await exportDiscountsOf(database, 'anna')).toEqual({ owned: ['drink', 'lunch'], used: ['drink', 'lunch'] });
    expect(await exportDiscountsOf(database, 'ben')).toEqual({ owned: ['drink', 'lunch'], used: ['lunch'] });
    expect(await exportDiscountsOf(database, 'cem')).toEqual({ owned: [], used: [] });
  });

  it('goes with the user, though what they used stays used', async () => {
    const database = await openFilledDatabase();
    await database.write((tx) => discountPersonalData.erase(tx, { uid: 'anna', email: null }));
    expect(await exportDiscountsOf(database, 'anna')).toEqual({ owned: [], used: [] });
    expect(await exportDiscountsOf(database, 'ben')).toEqual({ owned: ['drink', 'lunch'], used: ['lunch'] });
    const [lunchUserUids, drinkUserUids] = [
      await createPromotionRepository(database.knex).findUsersOf('lunch'),
      await createPromotionRepository(database.knex).findUsersOf('drink'),
    ];
    expect([lunchUserUids.size, drinkUserUids.size, lunchUserUids.has('ben')]).toEqual([2, 1, true]);
    // After the erasure, each use of a discount has another random uid, so nobody can see that both belong to one
    // person.
    expect([...drinkUserUids].some((drinkUserUid) => lunchUserUids.has(drinkUserUid))).toBe(false);
  });
});

describeOnEachEngine('the discounts of a restaurant’s own token', (testDatabases) => {
  const now = Date.parse('2026-06-24T11:30:00+02:00');
  const ownerPartner = { restaurantKey: 'one' };
  const discountForm = (discountFields: object = {}) =>
    aPartnerDiscount({
      restaurantRef: 'one',
      companyRef: null,
      mealRef: null,
      platform: false,
      start: now,
      end: now + 1000,
      ...discountFields,
    });

  it('are 50 at most that are open', async () => {
    const database = await testDatabases.open();
    await database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'one' }), { source: 'test', sourceId: 'one' }),
    );
    const discountService = createDiscountService({ database, clock: { now: () => now, realNow: () => now } });
    await discountService.put(ownerPartner, 'over', discountForm({ start: now - 1000, end: now }));
    await discountService.put({ restaurantKey: null }, 'platform', discountForm({ platform: true }));
    for (let index = 0; index < 50; index += 1)
      expect(await discountService.put(ownerPartner, `d${index}`, discountForm())).toMatchObject({ ok: true });
    const expectedListFullError = { ok: false, error: 'listFull' };
    expect([
      await discountService.put(ownerPartner, 'more', discountForm()),
      await discountService.put(ownerPartner, 'over', discountForm()),
      await discountService.put(ownerPartner, 'mine', discountForm({ owners: ['anna'] })),
    ]).toEqual([expectedListFullError, expectedListFullError, expectedListFullError]);
    expect([
      await discountService.put(ownerPartner, 'd0', discountForm({ value: 1 })),
      await discountService.put({ restaurantKey: null }, 'more', discountForm()),
    ]).toMatchObject([{ ok: true }, { ok: true }]);
    for (const discountKey of ['d1', 'more']) await discountService.remove(ownerPartner, discountKey);
    expect(await discountService.put(ownerPartner, 'again', discountForm())).toMatchObject({ ok: true });
  });
});
