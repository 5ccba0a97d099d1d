import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { connectLive, type LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../../platform/testing/test-gateway';
import { openPreparedDatabase } from '../../../prepare-database';
import { importFiles } from '..';

const today = '2026-06-24';
const tomorrow = '2026-06-25';

const feedWithPrice = (offerPrice: number) => ({
  canteens: [
    {
      canteen_id: 'eins',
      name: 'Mensa Eins',
      location: { address: 'Arcisstraße 17, München', latitude: 48.14742, longitude: 11.56722 },
      open_hours: { wed: { start: '11:00', end: '14:00' } },
    },
  ],
  weeks: [
    {
      canteen_id: 'eins',
      days: [
        {
          date: today,
          dishes: [
            { name: 'Gulasch', dish_type: 'Fleisch', labels: [], prices: { guests: { base_price: offerPrice } } },
          ],
        },
      ],
    },
  ],
});

describe('the partner API for menus', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let feedFolder = '';
  let restaurantId = '';
  let idToken = '';
  const openClients: LiveTestClient[] = [];

  // Imports a feed as the command `npm run import` does: over its own database connection, so that the gateway isn't
  // informed of the change.
  const importFeed = async (offerPrice: number): Promise<void> => {
    const feedPath = join(feedFolder, 'feed.json');
    writeFileSync(feedPath, JSON.stringify(feedWithPrice(offerPrice)));
    const { database } = await openPreparedDatabase(gateway.config);
    await importFiles([feedPath], { database, clock: gateway.clock });
    await database.close();
  };

  beforeAll(async () => {
    feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-partner-'));
    gateway = await gateways.start();
    await importFeed(5.9);
    idToken = (await request(gateway.url).post('/api/auth/anonymous').send({})).body.idToken;
    const response = await request(gateway.url)
      .get('/api/restaurants/byRoutingName/mensa-eins')
      .set('Authorization', `Bearer ${idToken}`);
    restaurantId = response.body.key;
  });

  afterEach(() => {
    for (const liveClient of openClients.splice(0)) liveClient.terminate();
  });
  afterAll(() => rmSync(feedFolder, { recursive: true, force: true }));

  const mealForm = (mealFields: object = {}) => ({
    restaurantId,
    name: 'Käsespätzle',
    price: 890,
    typeKey: 'lunch',
    date: today,
    ...mealFields,
  });
  const apiClientFor = (token: string) => ({
    put: (mealKey: string, body: object) =>
      request(gateway.url).put(`/api/partner/meals/${mealKey}`).set('Authorization', `Bearer ${token}`).send(body),
    remove: (mealKey: string) =>
      request(gateway.url).delete(`/api/partner/meals/${mealKey}`).set('Authorization', `Bearer ${token}`),
  });
  const partnerApi = () => apiClientFor(gateway.partnerToken);

  const watchRestaurant = async (): Promise<LiveTestClient> => {
    const liveClient = await connectLive(gateway.url, { token: idToken });
    openClients.push(liveClient);
    const restaurantTopic = `restaurant/${restaurantId}`;
    liveClient.say({ op: 'sub', id: restaurantTopic, topic: restaurantTopic });
    await liveClient.next('live');
    return liveClient;
  };

  it('creates a meal that the restaurant then shows, replaces it and takes it away', async () => {
    const response = await partnerApi().put('kaes', mealForm({ description: ' Mit Röstzwiebeln ', order: 9999 }));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      key: 'kaes',
      name: 'Käsespätzle',
      description: 'Mit Röstzwiebeln',
      price: 890,
      currency: 'EUR',
      typeKey: 'lunch',
      baseName: 'Mittagstisch',
      vatType: 'FOOD',
      order: 9999,
      date: today,
      formattedDate: '24.06.2026',
      volume: null,
      deposit: null,
      unit: null,
      allergens: [],
      additives: [],
      diets: [],
    });
    const listOffers = async () =>
      (await request(gateway.url).get(`/api/restaurants/${restaurantId}`).set('Authorization', `Bearer ${idToken}`))
        .body.offers;
    expect(await listOffers()).toMatchObject([{ key: 'kaes' }, { name: 'Gulasch' }]);
    await partnerApi().put('kaes', mealForm({ date: tomorrow }));
    expect(await listOffers()).toMatchObject([{ name: 'Gulasch' }]);
    expect((await partnerApi().remove('kaes')).body).toEqual({});
    expect((await partnerApi().remove('kaes')).status).toBe(200);
  });

  it.each([
    ['an unknown restaurant', { restaurantId: 'nobody' }, 404, 'notFound'],
    ['an unknown meal type', { typeKey: 'brunch' }, 404, 'notFound'],
    ['no name', { name: '  ' }, 400, 'invalidRequest'],
    ['half a cent', { price: 890.5 }, 400, 'invalidRequest'],
    ['a price of nothing', { price: 0 }, 400, 'invalidRequest'],
    ['a negative price', { price: -1 }, 400, 'invalidRequest'],
    ['a day that is none', { date: '2026-02-30' }, 400, 'invalidRequest'],
    ['an unknown diet', { diets: ['paleo'] }, 400, 'invalidRequest'],
  ])('refuses %s', async (_title, mealFields, expectedStatus, expectedCode) => {
    const putAnswer = await partnerApi().put('kaes', mealForm(mealFields));
    expect([putAnswer.status, putAnswer.body.code]).toEqual([expectedStatus, expectedCode]);
  });

  it('refuses a key that is none', async () => {
    expect((await partnerApi().put('k%20s', mealForm())).status).toBe(400);
  });

  it('refuses a request without the partner token, even with a session', async () => {
    const unauthorizedResponses = [
      await apiClientFor('wrong').put('kaes', mealForm()),
      await apiClientFor(idToken).remove('kaes'),
      await request(gateway.url).put('/api/partner/meals/kaes').send(mealForm()),
    ];
    expect(unauthorizedResponses.map(({ status, body }) => [status, body.code])).toEqual(
      unauthorizedResponses.map(() => [401, 'unauthenticated']),
    );
  });

  it("changes open pages at once: a put, a move to another day and a removal of today's meals, and nothing else", async () => {
    const liveClient = await watchRestaurant();
    await partnerApi().put('live', mealForm());
    expect((await liveClient.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'meals', key: 'live', value: { price: 890, date: today } },
    ]);
    await partnerApi().put('later', mealForm({ date: tomorrow }));
    await partnerApi().put('live', mealForm({ date: tomorrow }));
    expect((await liveClient.next('delta')).ops).toEqual([{ kind: 'del', collection: 'meals', key: 'live' }]);
    await partnerApi().put('later', mealForm({ price: 950 }));
    expect((await liveClient.next('delta')).ops).toMatchObject([{ kind: 'put', key: 'later', value: { price: 950 } }]);
    await partnerApi().remove('later');
    expect((await liveClient.next('delta')).ops).toEqual([{ kind: 'del', collection: 'meals', key: 'later' }]);
  });

  it('brings the import of another process to open pages as well', async () => {
    const liveClient = await watchRestaurant();
    const restaurantSnapshot = liveClient.frames.find((frame) => frame.op === 'snap');
    expect(restaurantSnapshot).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          collection: 'meals',
          value: expect.objectContaining({ name: 'Gulasch', price: 590 }),
        }),
      ]),
    });
    await importFeed(6.3);
    expect((await liveClient.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'meals', value: { name: 'Gulasch', price: 630 } },
    ]);
  });
});
