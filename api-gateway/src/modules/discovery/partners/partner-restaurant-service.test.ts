import type { PartnerRestaurant, Restaurant } from '@mahlzeit/contract';
import { aPartnerDiscount, aRestaurant, aWeek, aWorkingWeek, anOffer } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import { connectLive, type LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../../platform/testing/test-gateway';
import { createCatalogRepository } from '../menu/catalog-repository';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';

const storedRestaurant = (restaurantKey: string, restaurantFields: Partial<Restaurant> = {}) =>
  aRestaurant({
    key: restaurantKey,
    name: restaurantKey,
    routingName: restaurantKey,
    tagIds: ['german'],
    openingHours: aWorkingWeek('11:00-15:00'),
    ...restaurantFields,
  });

describe('the partner API for restaurants', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';
  let liveClient: LiveTestClient;

  beforeEach(async () => {
    gateway = await gateways.start();
    await gateway.database.write(async (tx) => {
      for (const restaurant of [storedRestaurant('one'), storedRestaurant('two')])
        await createRestaurantRepository(tx.knex).insert(restaurant, { source: 'test', sourceId: restaurant.key });
      await createCatalogRepository(tx.knex).putOffers([
        { restaurantKey: 'one', source: null, offer: anOffer({ typeKey: 'lunch' }) },
      ]);
    });
    token = (await request(gateway.url).post('/api/auth/anonymous').send({})).body.idToken;
    liveClient = await connectLive(gateway.url, { token });
    liveClient.say({ op: 'sub', id: 'restaurant/one', topic: 'restaurant/one' });
    await liveClient.next('live');
  });
  afterEach(() => liveClient.terminate());

  const putRestaurant = (
    restaurantKey: string,
    body: PartnerRestaurant | object,
    partnerToken = gateway.partnerToken,
  ) =>
    request(gateway.url)
      .put(`/api/partner/restaurants/${restaurantKey}`)
      .set('Authorization', `Bearer ${partnerToken}`)
      .send(body);
  const getBody = async (path: string) =>
    (await request(gateway.url).get(path).set('Authorization', `Bearer ${token}`)).body;

  it('replaces the given fields, keeps the others, updates derived ones and open pages', async () => {
    const previousAnswer = await getBody('/api/restaurants/one');
    expect(previousAnswer).toMatchObject({ dayState: 'open', isOpenNow: true, priceCategory: 2 });
    const putAnswer = await putRestaurant('one', {
      restTime: { start: '2026-06-20', end: '2026-06-30', restTimeTypeKey: 'holidays' },
      data: { ...previousAnswer.data, meanPrice: 15 },
    });
    expect(putAnswer.status).toBe(200);
    expect(putAnswer.body).toEqual({
      ...previousAnswer,
      restTime: { start: '2026-06-20', end: '2026-06-30', restTimeTypeKey: 'holidays' },
      data: { ...previousAnswer.data, meanPrice: 15 },
      dayState: 'resting',
      isOpenNow: false,
      isStillOpenToday: false,
      priceCategory: 3,
    });
    expect((await liveClient.next('delta')).ops).toEqual([
      { kind: 'put', collection: 'restaurant', key: 'one', value: { ...putAnswer.body, offers: [] } },
    ]);
    expect((await putRestaurant('one', { restTime: null })).body).toMatchObject({
      restTime: null,
      dayState: 'open',
      isOpenNow: true,
    });
    expect((await putRestaurant('one', { openingHours: aWeek({ 1: ['11:00-15:00'] }) })).body).toMatchObject({
      dayState: 'restDay',
      isOpenNow: false,
    });
    expect(await getBody('/api/restaurants/one')).toMatchObject({
      dayState: 'restDay',
      offers: [{ baseName: 'Mittagstisch' }],
    });
  });

  it('moves the place in the list, in the search and in addresses', async () => {
    await putRestaurant('one', {
      name: 'Neuer Ägypter',
      routingName: 'neuer-aegypter',
      location: { latitude: 48, longitude: 11 },
    });
    expect(await getBody('/api/restaurants/byRoutingName/neuer-aegypter')).toMatchObject({
      key: 'one',
      name: 'Neuer Ägypter',
    });
    expect(await getBody('/api/search/partners/%C3%A4gypt')).toMatchObject([{ key: 'one' }]);
    const nearbyAnswer = await request(gateway.url)
      .post('/api/restaurants/loadByLocation')
      .set('Authorization', `Bearer ${token}`)
      .send({ location: { latitude: 48, longitude: 11 }, radius: 100 });
    expect(nearbyAnswer.body).toMatchObject([{ key: 'one' }]);
  });

  it('records nothing for an empty or equal change, derived and unknown fields included', async () => {
    const previousAnswer = await getBody('/api/restaurants/one');
    expect((await putRestaurant('one', {})).body).toEqual(previousAnswer);
    expect(
      (await putRestaurant('one', { isOpenNow: false, hasPayment: false, key: 'two', nonsense: 1, name: 'one' })).body,
    ).toEqual(previousAnswer);
    await putRestaurant('one', { name: 'Anders' });
    expect((await liveClient.next('delta')).ops).toMatchObject([{ value: { name: 'Anders' } }]);
  });

  it('brings the discounts of its new company and takes those of the old', async () => {
    const discountOf = (discountKey: string, companyRef: string) =>
      request(gateway.url)
        .put(`/api/partner/discounts/${discountKey}`)
        .set('Authorization', `Bearer ${gateway.partnerToken}`)
        .send(aPartnerDiscount({ restaurantRef: null, companyRef }));
    await discountOf('a', 'alpha');
    await discountOf('b', 'beta');
    await putRestaurant('one', { companyId: 'alpha' });
    expect((await liveClient.next('delta')).ops).toMatchObject([
      { collection: 'restaurant' },
      { kind: 'put', collection: 'discounts', key: 'a' },
    ]);
    await putRestaurant('one', { companyId: 'beta' });
    expect((await liveClient.next('delta')).ops).toMatchObject([
      { collection: 'restaurant' },
      { kind: 'del', collection: 'discounts', key: 'a' },
      { kind: 'put', key: 'b' },
    ]);
  });

  it.each([
    ["a name in addresses that is another's", { routingName: 'two' }],
    ['a name in addresses that is none', { routingName: 'Zwei Wörter' }],
    ['no name', { name: ' ' }],
    ['hours that are none', { openingHours: { 1: [{ start: '25:00', end: '26:00' }] } }],
    ['half a week', { openingHours: { 1: [] } }],
    [
      'a closure that ends before it begins',
      { restTime: { start: '2026-06-30', end: '2026-06-20', restTimeTypeKey: null } },
    ],
    ['a link that is a script', { logo: { url: 'javascript:alert(1)' } }],
    [
      'a picture of nobody knows where',
      { media: [{ type: 'image', url: '//evil.example/x.png', midSizeUrl: '/x.png' }] },
    ],
    ['a place beyond the pole', { location: { latitude: 91, longitude: 0 } }],
    ['an unknown type', { type: 'bar' }],
  ])('refuses %s', async (_title, body) => {
    const putAnswer = await putRestaurant('one', body);
    expect([putAnswer.status, putAnswer.body.code]).toEqual([400, 'invalidRequest']);
  });

  it('refuses unknown restaurants and requests without the partner token', async () => {
    expect((await putRestaurant('nobody', {})).body).toMatchObject({ code: 'notFound' });
    expect((await putRestaurant('one', {}, token)).body).toMatchObject({ code: 'unauthenticated' });
  });
});
