import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createCatalogRepository } from '../menu/catalog-repository';
import { createRestaurantRepository } from './restaurant-repository';

const anonymousToken = async ({ url }: TestGateway): Promise<string> =>
  (await request(url).post('/api/auth/anonymous').send({})).body.idToken;

describe('restaurants and their menus over HTTP', () => {
  const here = { latitude: 48.14742, longitude: 11.56722 };

  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';

  beforeAll(async () => {
    gateway = await gateways.start();
    await gateway.database.write(async (tx) => {
      for (let index = 1; index <= 15; index += 1) {
        const location = { ...here, latitude: here.latitude + index / 1000 };
        const place = aRestaurant({
          key: `p${index}`,
          name: `Platz ${index}`,
          routingName: `platz-${index}`,
          location,
          premiumStart: null,
          premiumEnd: null,
        });
        await createRestaurantRepository(tx.knex).insert(place, { source: 'test', sourceId: place.key });
      }
    });
    token = await anonymousToken(gateway);
  });

  const nearby = (body: object) =>
    request(gateway.url).post('/api/restaurants/loadByLocation').set('Authorization', `Bearer ${token}`).send(body);
  const get = (path: string) => request(gateway.url).get(path).set('Authorization', `Bearer ${token}`);
  const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name);

  it('D13 lists ten places of the first page where nothing else is asked, then the rest, then none', async () => {
    const first = await nearby({ location: here, radius: 5000 });
    expect(first.status).toBe(200);
    expect(names(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Platz ${index + 1}`));
    expect(names(await nearby({ location: here, radius: 5000, page: 2 }))).toEqual([
      'Platz 11',
      'Platz 12',
      'Platz 13',
      'Platz 14',
      'Platz 15',
    ]);
    expect((await nearby({ location: here, radius: 5000, page: 3 })).body).toEqual([]);
    expect(names(await nearby({ location: here, radius: 5000, page: 2, pageSize: 3 }))).toEqual([
      'Platz 4',
      'Platz 5',
      'Platz 6',
    ]);
    expect(names(await nearby({ location: here, radius: 250 }))).toEqual(['Platz 1', 'Platz 2']);
  });

  it.each([
    ['no location', { radius: 5000 }],
    ['a location that is none', { location: { latitude: 'NaN', longitude: 11 }, radius: 5000 }],
    ['a latitude beyond the pole', { location: { latitude: 91, longitude: 11 }, radius: 5000 }],
    ['a radius of zero', { location: here, radius: 0 }],
    ['a radius beyond 50 km', { location: here, radius: 50_001 }],
    ['page 0', { location: here, radius: 5000, page: 0 }],
    ['half a page', { location: here, radius: 5000, page: 1.5 }],
    ['a page of 101', { location: here, radius: 5000, pageSize: 101 }],
  ])('refuses %s', async (_what, body) => {
    const answer = await nearby(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalidRequest']);
  });

  it('gives a place with its ETag, and nothing a second time until it has changed', async () => {
    const first = await get('/api/restaurants/p2');
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const again = () => get('/api/restaurants/p2').set('If-None-Match', first.headers['etag'] ?? '');
    const unchanged = await again();
    expect([unchanged.status, unchanged.text, unchanged.headers['etag'], unchanged.headers['x-mahlzeit-now']]).toEqual([
      304,
      '',
      first.headers['etag'],
      String(gateway.clock.now()),
    ]);
    expect((await get('/api/restaurants/byRoutingName/platz-2')).headers['etag']).toBe(first.headers['etag']);
    const change = { orderForerunMinutes: 45 };
    await request(gateway.url)
      .put('/api/partner/restaurants/p2')
      .set('Authorization', `Bearer ${gateway.partnerToken}`)
      .send(change);
    const changed = await again();
    expect([changed.status, changed.body.orderForerunMinutes]).toEqual([200, 45]);
    const unknown = await get('/api/restaurants/p99');
    expect([unknown.status, unknown.headers['etag'], unknown.headers['cache-control']]).toEqual([
      404,
      undefined,
      'no-store',
    ]);
  });

  it('shows one place by key and by its name in addresses, with a distance where a place is given', async () => {
    const at = `?latitude=${here.latitude}&longitude=${here.longitude}`;
    expect((await get('/api/restaurants/p2')).body).toMatchObject({ key: 'p2', initialDistanceKm: null });
    expect((await get(`/api/restaurants/p2${at}`)).body).toMatchObject({ key: 'p2', initialDistanceKm: 0.222 });
    expect((await get(`/api/restaurants/byRoutingName/platz-3${at}`)).body).toMatchObject({
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
    const answer = await get(path);
    expect([answer.status, answer.body.code]).toEqual([404, 'notFound']);
  });

  it('refuses half a place', async () => {
    expect((await get('/api/restaurants/p2?latitude=48')).status).toBe(400);
  });

  it('lists the meal types', async () => {
    const { body } = await get('/api/mealTypes');
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
      const meals = [1, 7, 3].map((order) =>
        anOffer({ key: `m${order}`, order, typeKey: 'lunch', date: '2026-06-24' }),
      );
      await createCatalogRepository(tx.knex).putOffers(
        meals.map((offer) => ({ restaurantKey: 'p9', source: null, offer })),
      );
    });
    expect((await get('/api/restaurants/p9')).body.offers.map(({ order }: { order: number }) => order)).toEqual([
      7, 3, 1,
    ]);
    const orders = (await get('/api/mealTypes')).body.map(({ order }: { order: number }) => order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  });

  it('D11 lists tags without diets, which stay tags of places all the same', async () => {
    const { body } = await get('/api/tags');
    expect(body[0]).toMatchObject({ key: 'german', type: 'cuisine', translations: { de: 'Deutsch' } });
    expect(body.map(({ key }: { key: string }) => key)).not.toEqual(expect.arrayContaining(['vegan']));
    expect(body).toHaveLength(48);
  });

  it('lists the reasons of closures and the rates of today', async () => {
    expect((await get('/api/restTimeTypes')).body).toContainEqual({
      key: 'holidays',
      translations: { de: 'Betriebsferien', en: 'Company holidays' },
    });
    expect((await get('/api/vatTypes')).body).toEqual([
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
