import type { Op, PartnerMeal } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { createRestaurantTopic } from '../listing/restaurant-topic';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';
import { createCatalogRepository } from './catalog-repository';
import type { StoredOffer } from './catalog-repository';
import { createMealService, computeMealOps } from './meal-service';

// Time of the test: a quarter past midnight in Berlin, when it is still the day before in UTC.
const now = Date.parse('2026-06-24T00:15:00+02:00');
const clock = { now: () => now, realNow: () => now };
const platformPartner = { restaurantKey: null };
const annaSession = {
  uid: 'anna',
  sessionId: 's',
  isAnonymous: true,
  isVerified: false,
  isDeleted: false,
  authTime: 0,
};

describeOnEachEngine('createMealService', (testDatabases) => {
  const partnerMeal = (mealFields: Partial<PartnerMeal> = {}): PartnerMeal => ({
    restaurantId: 'one',
    name: 'Gulasch',
    description: '',
    price: 890,
    typeKey: 'lunch',
    order: 1,
    date: '2026-06-24',
    ...mealFields,
  });

  const openMealService = async () => {
    const database = await testDatabases.open();
    await database.write(async (tx) => {
      await seedDiscovery(tx.knex);
      for (const partnerRestaurantKey of ['one', 'two'])
        await createRestaurantRepository(tx.knex).insert(
          aRestaurant({ key: partnerRestaurantKey, routingName: partnerRestaurantKey }),
          {
            source: 'test',
            sourceId: partnerRestaurantKey,
          },
        );
    });
    const mealService = createMealService({ database, clock });
    const readRecordedOps = async (): Promise<Op[]> =>
      (
        await database
          .knex<{ op: string; topic: string; seq: number }>('change')
          .where({ topic: 'restaurant/one' })
          .orderBy('seq')
      ).map(({ op }) => JSON.parse(op));
    const readSnapshot = () =>
      database.read((knex) => createRestaurantTopic({ clock }).snapshot(annaSession, 'one', knex));
    return { database, meals: mealService, ops: readRecordedOps, window: readSnapshot };
  };

  it('creates a meal, then replaces it whole', async () => {
    const { meals, ops } = await openMealService();
    const firstMeal = await meals.put(
      platformPartner,
      'm',
      partnerMeal({ allergens: ['A'], diets: ['vegan', 'vegan'], unit: '100 g', deposit: 25, volume: '0,3 l' }),
    );
    expect(firstMeal).toMatchObject({
      ok: true,
      value: {
        key: 'm',
        baseName: 'Mittagstisch',
        vatType: 'FOOD',
        formattedDate: '24.06.2026',
        allergens: ['A'],
        diets: ['vegan'],
        unit: '100 g',
        deposit: 25,
      },
    });
    const secondMeal = await meals.put(platformPartner, 'm', partnerMeal({ price: 950 }));
    expect(secondMeal).toMatchObject({
      ok: true,
      value: { price: 950, allergens: [], diets: [], unit: null, deposit: null, volume: null },
    });
    expect(await ops()).toMatchObject([
      { kind: 'put', value: { price: 890 } },
      { kind: 'put', value: { price: 950 } },
    ]);
  });

  it('taxes drinks as drinks where nothing else is said', async () => {
    const { meals } = await openMealService();
    expect(await meals.put(platformPartner, 'm', partnerMeal({ typeKey: 'drinks' }))).toMatchObject({
      value: { vatType: 'DRINK', baseName: 'Getränke' },
    });
    expect(await meals.put(platformPartner, 'm', partnerMeal({ typeKey: 'drinks', vatType: 'FOOD' }))).toMatchObject({
      value: { vatType: 'FOOD' },
    });
  });

  it.each([
    ['restaurant', { restaurantId: 'nobody' }],
    ['meal type', { typeKey: 'nothing' }],
  ])('refuses an unknown %s and changes nothing', async (_title, mealFields) => {
    const { meals, ops, database } = await openMealService();
    expect(await meals.put(platformPartner, 'm', partnerMeal(mealFields))).toEqual({ ok: false, error: 'notFound' });
    expect([await ops(), await database.knex('offer')]).toEqual([[], []]);
  });

  it('takes a meal away, and is content where there is none', async () => {
    const { meals, ops } = await openMealService();
    await meals.put(platformPartner, 'm', partnerMeal());
    await meals.remove(platformPartner, 'm');
    await meals.remove(platformPartner, 'm');
    expect((await ops()).map(({ kind }) => kind)).toEqual(['put', 'del']);
  });

  it('changes a dish that stays sold out without its guests ever seeing it, and takes one off the menu by the same word', async () => {
    const { database, meals, ops } = await openMealService();
    await meals.put(platformPartner, 'm', partnerMeal());
    await meals.remove(platformPartner, 'm');
    const previousOps = await ops();
    expect(await meals.put(platformPartner, 'm', partnerMeal({ price: 950, isSoldOut: true }))).toMatchObject({
      ok: true,
      value: { price: 950 },
    });
    expect([await ops(), await database.knex('offer'), await meals.menu(platformPartner, 'one')]).toMatchObject([
      previousOps,
      [],
      { value: [{ key: 'm', price: 950, soldOutSince: now }] },
    ]);
    await meals.put(platformPartner, 'm', partnerMeal({ price: 970 }));
    await meals.put(platformPartner, 'm', partnerMeal({ price: 990, isSoldOut: true }));
    expect([(await ops()).slice(previousOps.length), await meals.menu(platformPartner, 'one')]).toMatchObject([
      [{ kind: 'put', value: { price: 970 } }, { kind: 'del' }],
      { value: [{ price: 990, soldOutSince: now }] },
    ]);
    expect(await database.knex('offer')).toEqual([]);
  });

  it('lets two restaurants use one key after one dish is sold out, each in its own topic', async () => {
    const { database, meals } = await openMealService();
    const [partnerOfOne, partnerOfTwo] = [{ restaurantKey: 'one' }, { restaurantKey: 'two' }];
    await meals.put(partnerOfOne, 'm', partnerMeal());
    expect([
      await meals.put(partnerOfTwo, 'm', partnerMeal({ restaurantId: 'two' })),
      await meals.remove(partnerOfTwo, 'm'),
    ]).toEqual([
      { ok: false, error: 'notFound' },
      { ok: false, error: 'notFound' },
    ]);
    await meals.remove(partnerOfOne, 'm');
    expect([
      await meals.put(partnerOfTwo, 'm', partnerMeal({ restaurantId: 'two' })),
      await meals.remove(partnerOfOne, 'm'),
    ]).toMatchObject([{ ok: true, value: { key: 'm' } }, { ok: true }]);
    const recordedOps = async (): Promise<Op[]> =>
      (
        await database
          .knex<{ op: string; topic: string; seq: number }>('change')
          .where({ topic: 'partner/one' })
          .orderBy('seq')
      ).map(({ op }) => JSON.parse(op));
    const previousOpCount = (await recordedOps()).length;
    const restoredMeal = await meals.put(partnerOfOne, 'm', partnerMeal());
    const restoredMealKey = restoredMeal.ok ? restoredMeal.value.key : '';
    expect([restoredMealKey === 'm', (await recordedOps()).slice(previousOpCount)]).toMatchObject([
      false,
      [
        { kind: 'del', collection: 'menu', key: 'm' },
        { kind: 'put', collection: 'menu', key: restoredMealKey },
      ],
    ]);
    expect(await database.knex('sold_out_meal')).toEqual([]);
    expect([await meals.menu(partnerOfOne, 'one'), await meals.menu(partnerOfTwo, 'two')]).toMatchObject([
      { value: [{ key: restoredMealKey, soldOutSince: null }] },
      { value: [{ key: 'm', soldOutSince: null }] },
    ]);
  });

  it('has room for 500 dishes of a day with a restaurant’s own token, those that are sold out among them', async () => {
    const { database, meals } = await openMealService();
    const ownerPartner = { restaurantKey: 'one' };
    const storedOffers = Array.from({ length: 500 }, (_, index): StoredOffer => ({
      restaurantKey: 'one',
      source: null,
      offer: anOffer({ key: `m${index}`, typeKey: 'lunch', date: '2026-06-24' }),
    }));
    await database.write((tx) => createCatalogRepository(tx.knex).putOffers(storedOffers));
    const expectedListFullError = { ok: false, error: 'listFull' };
    expect(await meals.put(ownerPartner, 'more', partnerMeal())).toEqual(expectedListFullError);
    await meals.remove(ownerPartner, 'm0');
    expect(await meals.put(ownerPartner, 'more', partnerMeal())).toEqual(expectedListFullError);
    expect([
      await meals.put(ownerPartner, 'm0', partnerMeal()),
      await meals.put(ownerPartner, 'm1', partnerMeal({ price: 1 })),
      await meals.put(ownerPartner, 'later', partnerMeal({ date: '2026-06-25' })),
    ]).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    // A dish that moves from another day to a day with the maximum number of dishes also exceeds that limit.
    expect(await meals.put(ownerPartner, 'later', partnerMeal())).toEqual(expectedListFullError);
    expect([
      await meals.put({ restaurantKey: 'two' }, 'more', partnerMeal({ restaurantId: 'two' })),
      await meals.put(platformPartner, 'most', partnerMeal()),
    ]).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('keeps snapshot and deltas in step: what was put and not taken away is what the window holds', async () => {
    const { meals, ops, window } = await openMealService();
    await meals.put(platformPartner, 'a', partnerMeal({ order: 1 }));
    await meals.put(platformPartner, 'b', partnerMeal({ order: 2 }));
    await meals.put(platformPartner, 'c', partnerMeal({ date: '2026-06-25' }));
    await meals.put(platformPartner, 'd', partnerMeal({ date: '2026-06-23' }));
    await meals.put(platformPartner, 'a', partnerMeal({ date: '2026-06-25' }));
    await meals.put(platformPartner, 'c', partnerMeal({ price: 700 }));
    await meals.put(platformPartner, 'b', partnerMeal({ restaurantId: 'two' }));
    await meals.put(platformPartner, 'e', partnerMeal());
    await meals.remove(platformPartner, 'd');
    const mealByKey = new Map<string, unknown>();
    for (const recordedOp of await ops()) {
      if (recordedOp.kind === 'put') mealByKey.set(recordedOp.key, recordedOp.value);
      else mealByKey.delete(recordedOp.key);
    }
    const mealItems = (await window()).filter(({ collection }) => collection === 'meals');
    expect(new Map(mealItems.map(({ key, value }) => [key, value]))).toEqual(mealByKey);
    expect([...mealByKey.keys()].sort()).toEqual(['c', 'e']);
  });

  it('T07 counts the day in Berlin: after midnight there, a dish of that day is in the window and one of the UTC day is not', async () => {
    const { meals, ops } = await openMealService();
    await meals.put(platformPartner, 'berlin', partnerMeal({ date: '2026-06-24' }));
    await meals.put(platformPartner, 'utc', partnerMeal({ date: '2026-06-23' }));
    expect((await ops()).map(({ key }) => key)).toEqual(['berlin']);
  });
});

describe('computeMealOps', () => {
  const today = '2026-06-24';
  const tomorrow = '2026-06-25';

  const storedMeal = (restaurantKey: string, date: string): StoredOffer => ({
    restaurantKey,
    source: null,
    offer: anOffer({ key: 'soup', date }),
  });

  const expectedPutOp = (offerToPut: StoredOffer) => ({
    topic: `restaurant/${offerToPut.restaurantKey}`,
    op: { kind: 'put', collection: 'meals', key: 'soup', value: offerToPut.offer },
  });
  const expectedDeleteOp = (restaurantKey: string) => ({
    topic: `restaurant/${restaurantKey}`,
    op: { kind: 'del', collection: 'meals', key: 'soup' },
  });

  /** Converts a live update of the restaurant's public topic to the one that the restaurant's partner console gets. */
  const counterOpOf = ({ topic, op }: { topic: string; op: object }) => ({
    topic: topic.replace('restaurant/', 'partner/'),
    op: {
      ...op,
      collection: 'menu',
      ...('value' in op && typeof op.value === 'object' ? { value: { ...op.value, soldOutSince: null } } : {}),
    },
  });

  it.each([
    ['a new dish of today', null, storedMeal('a', today), [expectedPutOp(storedMeal('a', today))]],
    [
      'a changed dish of today',
      storedMeal('a', today),
      storedMeal('a', today),
      [expectedPutOp(storedMeal('a', today))],
    ],
    ['a dish of today taken away', storedMeal('a', today), null, [expectedDeleteOp('a')]],
    ['a dish moved from today to tomorrow', storedMeal('a', today), storedMeal('a', tomorrow), [expectedDeleteOp('a')]],
    [
      'a dish moved from tomorrow to today',
      storedMeal('a', tomorrow),
      storedMeal('a', today),
      [expectedPutOp(storedMeal('a', today))],
    ],
    [
      'a dish of today moved to another place',
      storedMeal('a', today),
      storedMeal('b', today),
      [expectedDeleteOp('a'), expectedPutOp(storedMeal('b', today))],
    ],
    [
      'a dish moved to another place and day',
      storedMeal('a', today),
      storedMeal('b', tomorrow),
      [expectedDeleteOp('a')],
    ],
    ['a new dish of tomorrow', null, storedMeal('a', tomorrow), []],
    ['a changed dish of tomorrow', storedMeal('a', tomorrow), storedMeal('a', tomorrow), []],
    ['a dish of tomorrow taken away', storedMeal('a', tomorrow), null, []],
    ['nothing', null, null, []],
  ])('tells of %s', (_title, previousOffer, currentOffer, expectedOps) => {
    expect(computeMealOps(previousOffer, currentOffer, today)).toEqual([
      ...expectedOps,
      ...expectedOps.map(counterOpOf),
    ]);
  });
});

describeOnEachEngine('createRestaurantTopic', (testDatabases) => {
  it('lets anybody read a restaurant that exists, and shows it without offers and distance', async () => {
    const database = await testDatabases.open();
    await database.write(async (tx) => {
      await seedDiscovery(tx.knex);
      await createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'one' }), {
        source: 'test',
        sourceId: 'one',
      });
    });
    const topic = createRestaurantTopic({ clock });
    expect(topic.pattern).toBe('restaurant/:key');
    expect(
      await Promise.all(['one', 'two', null].map((topicKey) => topic.mayRead(annaSession, topicKey, database.knex))),
    ).toEqual([true, false, false]);
    expect(await topic.snapshot(annaSession, 'one', database.knex)).toMatchObject([
      { collection: 'restaurant', key: 'one', value: { offers: [], initialDistanceKm: null } },
    ]);
    expect(await topic.snapshot(annaSession, 'two', database.knex)).toEqual([]);
  });
});
