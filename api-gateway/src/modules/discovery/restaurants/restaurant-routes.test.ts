import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createCatalogRepository } from '../menu/catalog-repository';
import { createRestaurantRepository } from './restaurant-repository';

const anonymousToken = async ({ url }: TestGateway): Promise<string> =>
  (await request(url).post('/api/auth/anonymous').send({})).body.idToken;

describe('restaurants and their menus over HTTP', () => {
  const searchLocation = { latitude: 48.14742, longitude: 11.56722 };

  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';

  beforeAll(async () => {
    gateway = await gateways.start();
    await gateway.database.write(async (tx) => {
      for (let index = 1; index <= 15; index += 1) {
        const restaurantLocation = { ...searchLocation, latitude: searchLocation.latitude + index / 1000 };
        const storedRestaurant = aRestaurant({
          key: `p${index}`,
          name: `Platz ${index}`,
          routingName: `platz-${index}`,
          location: restaurantLocation,
          premiumStart: null,
          premiumEnd: null,
        });
        await createRestaurantRepository(tx.knex).insert(storedRestaurant, {
          source: 'test',
          sourceId: storedRestaurant.key,
        });
      }
    });
    token = await anonymousToken(gateway);
  });

  const postNearby = (body: object) =>
    request(gateway.url).post('/api/restaurants/loadByLocation').set('Authorization', `Bearer ${token}`).send(body);
  const getPath = (path: string) => request(gateway.url).get(path).set('Authorization', `Bearer ${token}`);
  const namesOf = (listAnswer: { body: { name: string }[] }) => listAnswer.body.map(({ name }) => name);

  it('D13 lists ten places of the first page where nothing else is asked, then the rest, then none', async () => {
    const firstAnswer = await postNearby({ location: searchLocation, radius: 5000 });
    expect(firstAnswer.status).toBe(200);
    expect(namesOf(firstAnswer)).toEqual(Array.from({ length: 10 }, (_, index) => `Platz ${index + 1}`));
    expect(namesOf(await postNearby({ location: searchLocation, radius: 5000, page: 2 }))).toEqual([
      'Platz 11',
      'Platz 12',
      'Platz 13',
      'Platz 14',
      'Platz 15',
    ]);
    expect((await postNearby({ location: searchLocation, radius: 5000, page: 3 })).body).toEqual([]);
    expect(namesOf(await postNearby({ location: searchLocation, radius: 5000, page: 2, pageSize: 3 }))).toEqual([
      'Platz 4',
      'Platz 5',
      'Platz 6',
    ]);
    expect(namesOf(await postNearby({ location: searchLocation, radius: 250 }))).toEqual(['Platz 1', 'Platz 2']);
  });

  it.each([
    ['no location', { radius: 5000 }],
    ['a location that is none', { location: { latitude: 'NaN', longitude: 11 }, radius: 5000 }],
    ['a latitude beyond the pole', { location: { latitude: 91, longitude: 11 }, radius: 5000 }],
    ['a radius of zero', { location: searchLocation, radius: 0 }],
    ['a radius beyond 50 km', { location: searchLocation, radius: 50_001 }],
    ['page 0', { location: searchLocation, radius: 5000, page: 0 }],
    ['half a page', { location: searchLocation, radius: 5000, page: 1.5 }],
    ['a page of 101', { location: searchLocation, radius: 5000, pageSize: 101 }],
  ])('refuses %s', async (_title, body) => {
    const refusedAnswer = await postNearby(body);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([400, 'invalidRequest']);
  });

  it('gives a place with its ETag, and nothing a second time until it has changed', async () => {
    const firstAnswer = await getPath('/api/restaurants/p2');
    expect([firstAnswer.status, firstAnswer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const repeatRequest = () => getPath('/api/restaurants/p2').set('If-None-Match', firstAnswer.headers['etag'] ?? '');
    const unchangedAnswer = await repeatRequest();
    expect([
      unchangedAnswer.status,
      unchangedAnswer.text,
      unchangedAnswer.headers['etag'],
      unchangedAnswer.headers['x-mahlzeit-now'],
    ]).toEqual([304, '', firstAnswer.headers['etag'], String(gateway.clock.now())]);
    expect((await getPath('/api/restaurants/byRoutingName/platz-2')).headers['etag']).toBe(firstAnswer.headers['etag']);
    const forerunChange = { orderForerunMinutes: 45 };
    await request(gateway.url)
      .put('/api/partner/restaurants/p2')
      .set('Authorization', `Bearer ${gateway.partnerToken}`)
      .send(forerunChange);
    const changedAnswer = await repeatRequest();
    expect([changedAnswer.status, changedAnswer.body.orderForerunMinutes]).toEqual([200, 45]);
    const unknownAnswer = await getPath('/api/restaurants/p99');
    expect([unknownAnswer.status, unknownAnswer.headers['etag'], unknownAnswer.headers['cache-control']]).toEqual([
      404,
      undefined,
      'no-store',
    ]);
  });

  it('shows one place by key and by its name in addresses, with a distance where a place is given', async () => {
    const locationQuery = `?latitude=${searchLocation.latitude}&longitude=${searchLocation.longitude}`;
    expect((await getPath('/api/restaurants/p2')).body).toMatchObject({ key: 'p2', initialDistanceKm: null });
    expect((await getPath(`/api/restaurants/p2${locationQuery}`)).body).toMatchObject({
      key: 'p2',
      initialDistanceKm: 0.222,
    });
    expect((await getPath(`/api/restaurants/byRoutingName/platz-3${locationQuery}`)).body).toMatchObject({
      key: 'p3',
      initialDistanceKm: 0.334,
    });
  });

  it.each([
    '/api/restaurants/nobody',
    '/api/restaurants/byRoutingName/niemand',
    '/api/restaurants/byRoutingName/%C3%A4%2F%25',
    '/api/restaurants/__proto__',
  ])('finds nothing at %s', async (path) => {
    const refusedAnswer = await getPath(path);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([404, 'notFound']);
  });

  it('refuses half a place', async () => {
    expect((await getPath('/api/restaurants/p2?latitude=48')).status).toBe(400);
  });

  it('lists the meal types', async () => {
    const { body } = await getPath('/api/mealTypes');
    expect(body).toHaveLength(9);
    expect(body[1]).toEqual({
      key: 'lunch',
      baseName: 'Mittagstisch',
      name: 'Mittagstisch',
      translations: { de: 'Mittagstisch', en: 'Lunch special' },
      order: 2,
    });
  });

  it('D12 lists meals by order descending within a place and meal types ascending', async () => {
    await gateway.database.write(async (tx) => {
      const storedMeals = [1, 7, 3].map((order) =>
        anOffer({ key: `m${order}`, order, typeKey: 'lunch', date: '2026-06-24' }),
      );
      await createCatalogRepository(tx.knex).putOffers(
        storedMeals.map((offer) => ({ restaurantKey: 'p9', source: null, offer })),
      );
    });
    expect((await getPath('/api/restaurants/p9')).body.offers.map(({ order }: { order: number }) => order)).toEqual([
      7, 3, 1,
    ]);
    const mealTypeOrders = (await getPath('/api/mealTypes')).body.map(({ order }: { order: number }) => order);
    expect(mealTypeOrders).toEqual([...mealTypeOrders].sort((a, b) => a - b));
  });

  it('gives the menu of one day, in its order; an empty one for a day without a menu', async () => {
    await gateway.database.write(async (tx) => {
      const mealsOfTomorrow = [4, 8].map((order) =>
        anOffer({ key: `morgen${order}`, order, typeKey: 'lunch', date: '2026-06-25' }),
      );
      await createCatalogRepository(tx.knex).putOffers(
        mealsOfTomorrow.map((offer) => ({ restaurantKey: 'p8', source: null, offer })),
      );
    });
    const readMenuKeys = async (day: string): Promise<string[]> => {
      const menuAnswer = await getPath(`/api/restaurants/p8/menus/${day}`);
      expect(menuAnswer.status).toBe(200);
      return menuAnswer.body.map(({ key }: { key: string }) => key);
    };
    expect(await readMenuKeys('2026-06-25')).toEqual(['morgen8', 'morgen4']);
    expect(await readMenuKeys('2026-06-26')).toEqual([]);
    expect((await getPath('/api/restaurants/niemand/menus/2026-06-25')).status).toBe(404);
    expect((await getPath('/api/restaurants/p8/menus/2026-02-30')).status).toBe(400);
  });

  it('D11 lists tags without diets, which stay tags of places all the same', async () => {
    const { body } = await getPath('/api/tags');
    expect(body[0]).toMatchObject({ key: 'german', type: 'cuisine', translations: { de: 'Deutsch' } });
    expect(body.map(({ key }: { key: string }) => key)).not.toEqual(expect.arrayContaining(['vegan']));
    expect(body).toHaveLength(48);
  });

  it('lists the reasons of closures and the rates of today', async () => {
    expect((await getPath('/api/restTimeTypes')).body).toContainEqual({
      key: 'holidays',
      translations: { de: 'Betriebsferien', en: 'Company holidays' },
    });
    expect((await getPath('/api/vatTypes')).body).toEqual([
      { key: 'DRINK', default: 19, takeAway: 19 },
      { key: 'FOOD', default: 7, takeAway: 7 },
    ]);
  });

  it.each([
    '/api/tags',
    '/api/restTimeTypes',
    '/api/vatTypes',
    '/api/mealTypes',
    '/api/restaurants/p1',
    '/api/restaurants/byRoutingName/platz-1',
  ])('asks for a session at %s', async (path) => {
    expect((await request(gateway.url).get(path)).body).toMatchObject({ code: 'unauthenticated' });
  });
});
