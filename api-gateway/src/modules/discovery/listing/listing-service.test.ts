import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import { sortByRank, listedRank } from '@mahlzeit/contract/rules';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { Database } from '../../../platform';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { importFiles } from '../import/import-service';
import { createCatalogRepository } from '../menu/catalog-repository';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';
import { createListingService } from './listing-service';

const noonMs = Date.parse('2026-06-24T11:30:00+02:00');
const clock = { now: () => noonMs, realNow: () => noonMs };
const searchCenter = { latitude: 48.14742, longitude: 11.56722 };
const canteenMenuPath = resolve(__dirname, '../../../../../../shared/data/menus/muenchen-mensa-2026.json');

const locationNorthOf = (metersNorth: number) => ({
  ...searchCenter,
  latitude: searchCenter.latitude + metersNorth / 111_195,
});
const closedWeek = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
const lunchRanges = [{ start: '11:00', end: '15:00' }];
const wednesdayOpeningWeek = { ...closedWeek, 3: lunchRanges };

const restaurantNorth = (key: string, metersNorth: number, restaurantFields: Partial<Restaurant> = {}) =>
  aRestaurant({
    key,
    name: key,
    routingName: key,
    location: locationNorthOf(metersNorth),
    openingHours: wednesdayOpeningWeek,
    restTime: null,
    premiumStart: null,
    premiumEnd: null,
    tagIds: ['italian', 'gone'],
    ...restaurantFields,
  });

const premiumFields = { premiumStart: '2026-06-01', premiumEnd: '2026-06-24' };

describeOnEachEngine('createListingService', (testDatabases) => {
  const startService = async (listedRestaurants: readonly Restaurant[] = []) => {
    const database = await testDatabases.open();
    await database.write(async (tx) => {
      await seedDiscovery(tx.knex);
      for (const listedRestaurant of listedRestaurants)
        await createRestaurantRepository(tx.knex).insert(listedRestaurant, {
          source: 'test',
          sourceId: listedRestaurant.key,
        });
    });
    return { database, service: createListingService({ database, clock }) };
  };

  const putMeals = (
    database: Database,
    restaurantKey: string,
    offerFieldsList: readonly Parameters<typeof anOffer>[0][],
  ) =>
    database.write((tx) =>
      createCatalogRepository(tx.knex).putOffers(
        offerFieldsList.map((offerFields) => ({
          restaurantKey,
          source: null,
          offer: anOffer({ typeKey: 'lunch', ...offerFields }),
        })),
      ),
    );

  const nearbyQuery = { location: searchCenter, radius: 5000, page: 1, pageSize: 10 };

  it('D01 lists open places first, then by bands of 250 metres, premium first within a band, then by exact distance', async () => {
    const { service } = await startService([
      restaurantNorth('closed-near', 100, { openingHours: closedWeek }),
      restaurantNorth('closed-premium', 200, { openingHours: closedWeek, ...premiumFields }),
      restaurantNorth('open-far', 1100),
      restaurantNorth('open-near', 300),
      restaurantNorth('premium-far', 1200, premiumFields),
      restaurantNorth('premium-over', 260, { premiumStart: '2026-06-01', premiumEnd: '2026-06-23' }),
      restaurantNorth('premium-near', 420, premiumFields),
      restaurantNorth('lunch-over', 60, { lunchTimes: { ...closedWeek, 3: [{ start: '11:00', end: '11:30' }] } }),
      restaurantNorth('resting', 50, {
        restTime: { start: '2026-06-20', end: '2026-06-24', restTimeTypeKey: 'holidays' },
      }),
    ]);
    expect((await service.nearby(nearbyQuery)).map(({ key }) => key)).toEqual([
      'closed-premium',
      'closed-near',
      'premium-near',
      'premium-over',
      'open-near',
      'premium-far',
      'open-far',
      'lunch-over',
      'resting',
    ]);
  });

  it('D01 answers at each quarter of an hour in the order that a page makes of the same answer', async () => {
    const wednesdayHours = (openingTime: string, closingTime: string) => ({
      ...closedWeek,
      3: [{ start: openingTime, end: closingTime }],
    });
    const listedRestaurants = Array.from({ length: 40 }, (_, index) =>
      restaurantNorth(`p${index}`, 20 + ((index * 379) % 1_490) + index / 7, {
        openingHours: wednesdayHours(`${String(6 + (index % 6)).padStart(2, '0')}:30`, `${14 + (index % 5)}:15`),
        lunchTimes: index % 4 === 0 ? closedWeek : wednesdayHours('11:15', `${12 + (index % 4)}:45`),
        ...(index % 5 === 0 && premiumFields),
      }),
    );
    const { database } = await startService(listedRestaurants);
    let now = 0;
    const listingService = createListingService({ database, clock: { now: () => now, realNow: () => now } });
    const distinctOrders = new Set<string>();
    for (let quarterHour = 0; quarterHour < 96; quarterHour += 1) {
      now = Date.parse('2026-06-24T00:00:00+02:00') + quarterHour * 900_000;
      const rankedNearby = await listingService.nearby({ ...nearbyQuery, pageSize: 100 });
      const listedKeys = rankedNearby.map(({ key }) => key).join(' ');
      expect(listedKeys).toBe(
        sortByRank(rankedNearby.toReversed(), (listedRestaurant) =>
          listedRank(listedRestaurant, { now, list: 'lunch' }),
        )
          .map(({ key }) => key)
          .join(' '),
      );
      distinctOrders.add(listedKeys);
    }
    expect(distinctOrders.size).toBeGreaterThan(10);
  });

  it('holds the nearest 100 within the radius, without non-partners, in pages that cut nothing twice', async () => {
    const listedRestaurants = Array.from({ length: 130 }, (_, index) =>
      restaurantNorth(`p${index}`, 10 * (index + 1), { type: index % 13 === 0 ? 'NonPartner' : 'Restaurant' }),
    );
    const { service } = await startService(listedRestaurants);
    const nearbyPages = await Promise.all(
      [1, 2, 3, 4].map((page) => service.nearby({ ...nearbyQuery, page, pageSize: 40 })),
    );
    expect(nearbyPages.map((page) => page.length)).toEqual([40, 40, 20, 0]);
    const expectedKeys = listedRestaurants
      .filter(({ type }) => type === 'Restaurant')
      .slice(0, 100)
      .map(({ key }) => key);
    expect(nearbyPages.flat().map(({ key }) => key)).toEqual(expectedKeys);
    expect((await service.nearby({ ...nearbyQuery, radius: 55 })).map(({ key }) => key)).toEqual([
      'p1',
      'p2',
      'p3',
      'p4',
    ]);
  });

  it("shows today's offers by order descending, known tags and the distance", async () => {
    const { database, service } = await startService([restaurantNorth('one', 420)]);
    await putMeals(database, 'one', [
      { key: 'a', name: 'B', order: 1, date: '2026-06-24' },
      { key: 'b', name: 'A', order: 1, date: '2026-06-24' },
      { key: 'c', name: 'C', order: 7, date: '2026-06-24' },
      { key: 'd', name: 'D', order: 9, date: '2026-06-25' },
      { key: 'e', name: 'E', order: 9, date: '2026-06-23' },
    ]);
    const [restaurant] = await service.nearby(nearbyQuery);
    expect(restaurant?.offers.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    expect(restaurant?.offers[0]).toMatchObject({
      baseName: 'Mittagstisch',
      formattedDate: '24.06.2026',
      currency: 'EUR',
    });
    expect(restaurant?.tags.map(({ key }) => key)).toEqual(['italian']);
    expect(restaurant?.initialDistanceKm).toBe(0.42);
  });

  it('finds one by key or name in addresses, with a distance where a place is given, non-partners too', async () => {
    const { service } = await startService([restaurantNorth('one', 420, { type: 'NonPartner', hasPayment: true })]);
    const restaurantByKey = await service.byKey('one', searchCenter);
    expect(restaurantByKey).toMatchObject({
      ok: true,
      value: { key: 'one', initialDistanceKm: 0.42, hasPayment: false },
    });
    expect(await service.byRoutingName('one', null)).toMatchObject({
      ok: true,
      value: { key: 'one', initialDistanceKm: null },
    });
    expect(await service.byKey('two', null)).toEqual({ ok: false, error: 'notFound' });
    expect(await service.byRoutingName('ONE', null)).toEqual({ ok: false, error: 'notFound' });
  });

  it('lists the meal types by order ascending', async () => {
    const { service } = await startService();
    expect((await service.mealTypes()).map(({ baseName }) => baseName)).toEqual([
      'Menü',
      'Mittagstisch',
      'Vorspeisen',
      'Suppen',
      'Salate',
      'Hauptgerichte',
      'Beilagen',
      'Desserts',
      'Getränke',
    ]);
  });

  (existsSync(canteenMenuPath) ? it : it.skip)(
    'shows noon on the Arcisstraße with the canteens of ../shared/data (skipped where that folder is absent)',
    async () => {
      const { database, service } = await startService();
      await importFiles([canteenMenuPath], { database, clock });
      const nearbyRestaurants = await service.nearby(nearbyQuery);
      expect(nearbyRestaurants[0]).toMatchObject({
        name: 'Mensa Arcisstraße',
        initialDistanceKm: 0,
        dayState: 'open',
        isOpenNow: true,
      });
      expect(nearbyRestaurants[0]?.offers).toHaveLength(8);
      expect(nearbyRestaurants[0]?.offers.map(({ baseName }) => baseName)).toEqual([
        ...Array.from({ length: 6 }, () => 'Mittagstisch'),
        'Suppen',
        'Desserts',
      ]);
      expect(nearbyRestaurants[0]?.offers.find(({ name }) => name === 'Andalusisches Rinderragout')).toMatchObject({
        price: 260,
        unit: '100 g',
        allergens: ['A', 'L'],
        additives: ['mit Alkohol'],
        diets: [],
      });
      expect(nearbyRestaurants.find(({ name }) => name === 'StuBistro Arcisstraße')).toMatchObject({
        dayState: 'noLunch',
        isOpenNow: true,
        offers: [],
      });
      expect(
        nearbyRestaurants.find(({ name }) => name === 'Mensa Lothstraße')?.offers.every(({ unit }) => unit === null),
      ).toBe(true);
      const listedDistances = nearbyRestaurants
        .filter(({ isOpenNow }) => isOpenNow)
        .map(({ initialDistanceKm }) => initialDistanceKm ?? -1);
      expect(listedDistances).toEqual([...listedDistances].sort((a, b) => a - b));
    },
  );
});
