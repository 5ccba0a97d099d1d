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

const noon = Date.parse('2026-06-24T11:30:00+02:00');
const clock = { now: () => noon, realNow: () => noon };
const center = { latitude: 48.14742, longitude: 11.56722 };
const menuFile = resolve(__dirname, '../../../../../../shared/data/menus/muenchen-mensa-2026.json');

const north = (meters: number) => ({ ...center, latitude: center.latitude + meters / 111_195 });
const closedWeek = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
const lunch = [{ start: '11:00', end: '15:00' }];
const openOnWednesday = { ...closedWeek, 3: lunch };

const place = (key: string, meters: number, fields: Partial<Restaurant> = {}) =>
  aRestaurant({
    key,
    name: key,
    routingName: key,
    location: north(meters),
    openingHours: openOnWednesday,
    restTime: null,
    premiumStart: null,
    premiumEnd: null,
    tagIds: ['italian', 'gone'],
    ...fields,
  });

const premium = { premiumStart: '2026-06-01', premiumEnd: '2026-06-24' };

describeOnEachEngine('createListingService', (databases) => {
  const start = async (places: readonly Restaurant[] = []) => {
    const database = await databases.open();
    await database.write(async (tx) => {
      await seedDiscovery(tx.knex);
      for (const listedPlace of places)
        await createRestaurantRepository(tx.knex).insert(listedPlace, { source: 'test', sourceId: listedPlace.key });
    });
    return { database, service: createListingService({ database, clock }) };
  };

  const putMeals = (database: Database, restaurantKey: string, fields: readonly Parameters<typeof anOffer>[0][]) =>
    database.write((tx) =>
      createCatalogRepository(tx.knex).putOffers(
        fields.map((offerFields) => ({
          restaurantKey,
          source: null,
          offer: anOffer({ typeKey: 'lunch', ...offerFields }),
        })),
      ),
    );

  const query = { location: center, radius: 5000, page: 1, pageSize: 10 };

  it('D01 lists open places first, then by bands of 250 metres, premium first within a band, then by exact distance', async () => {
    const { service } = await start([
      place('closed-near', 100, { openingHours: closedWeek }),
      place('closed-premium', 200, { openingHours: closedWeek, ...premium }),
      place('open-far', 1100),
      place('open-near', 300),
      place('premium-far', 1200, premium),
      place('premium-over', 260, { premiumStart: '2026-06-01', premiumEnd: '2026-06-23' }),
      place('premium-near', 420, premium),
      place('lunch-over', 60, { lunchTimes: { ...closedWeek, 3: [{ start: '11:00', end: '11:30' }] } }),
      place('resting', 50, { restTime: { start: '2026-06-20', end: '2026-06-24', restTimeTypeKey: 'holidays' } }),
    ]);
    expect((await service.nearby(query)).map(({ key }) => key)).toEqual([
      'premium-near',
      'premium-over',
      'open-near',
      'premium-far',
      'open-far',
      'closed-premium',
      'resting',
      'lunch-over',
      'closed-near',
    ]);
  });

  it('D01 answers at each quarter of an hour in the order that a page makes of the same answer', async () => {
    const hours = (start: string, end: string) => ({ ...closedWeek, 3: [{ start, end }] });
    const places = Array.from({ length: 40 }, (_, index) =>
      place(`p${index}`, 20 + ((index * 379) % 1_490) + index / 7, {
        openingHours: hours(`${String(6 + (index % 6)).padStart(2, '0')}:30`, `${14 + (index % 5)}:15`),
        lunchTimes: index % 4 === 0 ? closedWeek : hours('11:15', `${12 + (index % 4)}:45`),
        ...(index % 5 === 0 && premium),
      }),
    );
    const { database } = await start(places);
    let now = 0;
    const service = createListingService({ database, clock: { now: () => now, realNow: () => now } });
    const orders = new Set<string>();
    for (let quarter = 0; quarter < 96; quarter += 1) {
      now = Date.parse('2026-06-24T00:00:00+02:00') + quarter * 900_000;
      const nearbyAnswer = await service.nearby({ ...query, pageSize: 100 });
      const keys = nearbyAnswer.map(({ key }) => key).join(' ');
      expect(keys).toBe(
        sortByRank(nearbyAnswer.toReversed(), (listedPlace) => listedRank(listedPlace, { now, list: 'lunch' }))
          .map(({ key }) => key)
          .join(' '),
      );
      orders.add(keys);
    }
    expect(orders.size).toBeGreaterThan(10);
  });

  it('holds the nearest 100 within the radius, without non-partners, in pages that cut nothing twice', async () => {
    const places = Array.from({ length: 130 }, (_, index) =>
      place(`p${index}`, 10 * (index + 1), { type: index % 13 === 0 ? 'NonPartner' : 'Restaurant' }),
    );
    const { service } = await start(places);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => service.nearby({ ...query, page, pageSize: 40 })));
    expect(pages.map((page) => page.length)).toEqual([40, 40, 20, 0]);
    const expected = places
      .filter(({ type }) => type === 'Restaurant')
      .slice(0, 100)
      .map(({ key }) => key);
    expect(pages.flat().map(({ key }) => key)).toEqual(expected);
    expect((await service.nearby({ ...query, radius: 55 })).map(({ key }) => key)).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  it("shows today's offers by order descending, known tags and the distance", async () => {
    const { database, service } = await start([place('one', 420)]);
    await putMeals(database, 'one', [
      { key: 'a', name: 'B', order: 1, date: '2026-06-24' },
      { key: 'b', name: 'A', order: 1, date: '2026-06-24' },
      { key: 'c', name: 'C', order: 7, date: '2026-06-24' },
      { key: 'd', name: 'D', order: 9, date: '2026-06-25' },
      { key: 'e', name: 'E', order: 9, date: '2026-06-23' },
    ]);
    const [restaurant] = await service.nearby(query);
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
    const { service } = await start([place('one', 420, { type: 'NonPartner', hasPayment: true })]);
    const byKey = await service.byKey('one', center);
    expect(byKey).toMatchObject({ ok: true, value: { key: 'one', initialDistanceKm: 0.42, hasPayment: false } });
    expect(await service.byRoutingName('one', null)).toMatchObject({
      ok: true,
      value: { key: 'one', initialDistanceKm: null },
    });
    expect(await service.byKey('two', null)).toEqual({ ok: false, error: 'notFound' });
    expect(await service.byRoutingName('ONE', null)).toEqual({ ok: false, error: 'notFound' });
  });

  it('lists the meal types by order ascending', async () => {
    const { service } = await start();
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

  (existsSync(menuFile) ? it : it.skip)(
    'shows noon on the Arcisstraße with the canteens of ../shared/data (skipped where that folder is absent)',
    async () => {
      const { database, service } = await start();
      await importFiles([menuFile], { database, clock });
      const around = await service.nearby(query);
      expect(around[0]).toMatchObject({
        name: 'Mensa Arcisstraße',
        initialDistanceKm: 0,
        dayState: 'open',
        isOpenNow: true,
      });
      expect(around[0]?.offers).toHaveLength(8);
      expect(around[0]?.offers.map(({ baseName }) => baseName)).toEqual([
        ...Array.from({ length: 6 }, () => 'Mittagstisch'),
        'Suppen',
        'Desserts',
      ]);
      expect(around[0]?.offers.find(({ name }) => name === 'Andalusisches Rinderragout')).toMatchObject({
        price: 260,
        unit: '100 g',
        allergens: ['A', 'L'],
        additives: ['mit Alkohol'],
        diets: [],
      });
      expect(around.find(({ name }) => name === 'StuBistro Arcisstraße')).toMatchObject({
        dayState: 'noLunch',
        isOpenNow: true,
        offers: [],
      });
      expect(around.find(({ name }) => name === 'Mensa Lothstraße')?.offers.every(({ unit }) => unit === null)).toBe(
        true,
      );
      const distances = around
        .filter(({ isOpenNow }) => isOpenNow)
        .map(({ initialDistanceKm }) => initialDistanceKm ?? -1);
      expect(distances).toEqual([...distances].sort((a, b) => a - b));
    },
  );
});
