import type { PartnerDiscount } from '@mahlzeit/contract';
import { aPartnerDiscount, aRegistration, aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import { connectLive, type LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../../platform/testing/test-gateway';
import { createCatalogRepository } from '../menu/catalog-repository';
import { createPartnerTokens } from '../partners/partner-tokens';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';

const now = Date.parse('2026-06-24T11:30:00+02:00');
const DAY_MS = 86_400_000;

describe('discounts over HTTP and live', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let visitorToken = '';
  const anna = { uid: '', token: '' };
  const ben = { uid: '', token: '' };
  const openClients: LiveTestClient[] = [];

  const authorizationOf = (token: string) => ({ Authorization: `Bearer ${token}` });
  const putDiscount = (discountKey: string, discountFields: Partial<PartnerDiscount> = {}) =>
    request(gateway.url)
      .put(`/api/partner/discounts/${discountKey}`)
      .set(authorizationOf(gateway.partnerToken))
      .send(aPartnerDiscount({ restaurantRef: null, ...discountFields }));
  const removeDiscount = (discountKey: string) =>
    request(gateway.url).delete(`/api/partner/discounts/${discountKey}`).set(authorizationOf(gateway.partnerToken));
  const listDiscountKeys = async (token: string): Promise<string[]> =>
    (await request(gateway.url).get('/api/discounts').set(authorizationOf(token))).body.map(
      ({ key }: { key: string }) => key,
    );

  const registerUser = async (email: string) => {
    const { body } = await request(gateway.url).post('/api/auth/register').send(aRegistration({ email }));
    return { uid: body.account.uid, token: body.idToken };
  };
  const watchTopic = async (topicName: string, token: string): Promise<LiveTestClient> => {
    const liveClient = await connectLive(gateway.url, { token });
    openClients.push(liveClient);
    liveClient.say({ op: 'sub', id: topicName, topic: topicName });
    await liveClient.next('live');
    return liveClient;
  };
  const nextDeltaOps = async (liveClient: LiveTestClient) => (await liveClient.next('delta')).ops;
  const discountKeys = (liveClient: LiveTestClient): string[] =>
    liveClient.frames
      .flatMap((liveFrame) => (liveFrame.op === 'snap' ? liveFrame.items : []))
      .filter(({ collection }) => collection === 'discounts')
      .map(({ key }) => key);

  beforeAll(async () => {
    gateway = await gateways.start();
    await gateway.database.write(async (tx) => {
      for (const [key, companyId] of [
        ['one', 'chain'],
        ['two', 'chain'],
        ['three', null],
      ] as const) {
        await createRestaurantRepository(tx.knex).insert(aRestaurant({ key, routingName: key, companyId }), {
          source: 'test',
          sourceId: key,
        });
      }
      await createCatalogRepository(tx.knex).putOffers([
        { restaurantKey: 'one', source: null, offer: anOffer({ key: 'soup', typeKey: 'lunch' }) },
      ]);
    });
    visitorToken = (await request(gateway.url).post('/api/auth/anonymous').send({})).body.idToken;
    Object.assign(anna, await registerUser('anna@mahlzeit.test'));
    Object.assign(ben, await registerUser('ben@mahlzeit.test'));
  });

  afterEach(async () => {
    for (const liveClient of openClients.splice(0)) liveClient.terminate();
    for (const { key } of await gateway.database.knex<{ key: string }>('discount')) await removeDiscount(key);
  });

  it('creates, replaces and removes a discount without revealing owners', async () => {
    const response = await putDiscount('d', { owners: [anna.uid] });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ...aPartnerDiscount({ restaurantRef: null }),
      key: 'd',
      quantityLeft: 100,
      usedByMe: false,
    });
    expect((await putDiscount('d', { quantity: 5 })).body).toMatchObject({ quantity: 5, quantityLeft: 5 });
    expect(await listDiscountKeys(visitorToken)).toEqual(['d']);
    expect((await removeDiscount('d')).body).toEqual({});
    expect((await removeDiscount('d')).status).toBe(200);
    expect(await listDiscountKeys(visitorToken)).toEqual([]);
  });

  it("lists everybody's to everybody and an owned one to its owner, the first to end first", async () => {
    await putDiscount('mine', { owners: [anna.uid, anna.uid], end: now + 9 * DAY_MS });
    await putDiscount('all', { end: now + 3 * DAY_MS });
    expect([
      await listDiscountKeys(anna.token),
      await listDiscountKeys(ben.token),
      await listDiscountKeys(visitorToken),
    ]).toEqual([['mine', 'all'], ['all'], ['all']]);
    expect(
      JSON.stringify((await request(gateway.url).get('/api/discounts').set(authorizationOf(anna.token))).body),
    ).not.toContain(anna.uid);
  });

  it('lists what is available: some left, not ended, starting within 14 days', async () => {
    await putDiscount('none-left', { quantity: 0 });
    await putDiscount('ended', { start: now - 2 * DAY_MS, end: now });
    await putDiscount('soon', { start: now + 14 * DAY_MS, end: now + 15 * DAY_MS });
    await putDiscount('later', { start: now + 14 * DAY_MS + 1, end: now + 15 * DAY_MS });
    expect(await listDiscountKeys(visitorToken)).toEqual(['soon']);
  });

  it('counts uses, and shows a use to its user only', async () => {
    await putDiscount('d', { quantity: 2 });
    await gateway.database.write((tx) => tx.knex('discount_use').insert({ discount_key: 'd', uid: anna.uid }));
    const readDiscounts = async (token: string) =>
      (await request(gateway.url).get('/api/discounts').set(authorizationOf(token))).body[0];
    expect(await readDiscounts(anna.token)).toMatchObject({ quantityLeft: 1, usedByMe: true });
    expect(await readDiscounts(ben.token)).toMatchObject({ quantityLeft: 1, usedByMe: false });
    expect((await putDiscount('d', { quantity: 3 })).body).toMatchObject({ quantityLeft: 2 });
  });

  it('reaches everybody and the restaurant’s subscribers at once', async () => {
    const [globalClient, clientOfRestaurantOne, clientOfRestaurantThree] = [
      await watchTopic('global', visitorToken),
      await watchTopic('restaurant/one', visitorToken),
      await watchTopic('restaurant/three', visitorToken),
    ];
    await putDiscount('d', { restaurantRef: 'one' });
    for (const liveClient of [globalClient, clientOfRestaurantOne])
      expect(await nextDeltaOps(liveClient)).toMatchObject([
        { kind: 'put', collection: 'discounts', key: 'd', value: { usedByMe: false, quantityLeft: 100 } },
      ]);
    await putDiscount('d', { restaurantRef: 'three' });
    expect(await nextDeltaOps(clientOfRestaurantOne)).toEqual([{ kind: 'del', collection: 'discounts', key: 'd' }]);
    expect(await nextDeltaOps(clientOfRestaurantThree)).toMatchObject([{ kind: 'put', key: 'd' }]);
    await removeDiscount('d');
    expect(await nextDeltaOps(clientOfRestaurantThree)).toEqual([{ kind: 'del', collection: 'discounts', key: 'd' }]);
  });

  it('reaches all restaurants of a company, and their snapshots', async () => {
    const clientOfRestaurantTwo = await watchTopic('restaurant/two', visitorToken);
    await putDiscount('d', { companyRef: 'chain' });
    expect(await nextDeltaOps(clientOfRestaurantTwo)).toMatchObject([{ kind: 'put', key: 'd' }]);
    expect(
      await Promise.all(
        ['restaurant/one', 'restaurant/two', 'restaurant/three', 'global'].map(async (topicName) =>
          discountKeys(await watchTopic(topicName, visitorToken)),
        ),
      ),
    ).toEqual([['d'], ['d'], [], ['d']]);
  });

  it('sends an owned discount to its owners only, and removes it from former owners', async () => {
    const [annasClient, bensClient] = [await watchTopic('me', anna.token), await watchTopic('me', ben.token)];
    await putDiscount('d', { owners: [anna.uid] });
    expect(await nextDeltaOps(annasClient)).toMatchObject([{ kind: 'put', collection: 'discounts', key: 'd' }]);
    await putDiscount('d', { owners: [ben.uid] });
    expect(await nextDeltaOps(annasClient)).toEqual([{ kind: 'del', collection: 'discounts', key: 'd' }]);
    expect(await nextDeltaOps(bensClient)).toMatchObject([{ kind: 'put', key: 'd' }]);
    expect([
      discountKeys(await watchTopic('me', anna.token)),
      discountKeys(await watchTopic('me', ben.token)),
      discountKeys(await watchTopic('global', visitorToken)),
    ]).toEqual([[], ['d'], []]);
    await putDiscount('d', {});
    expect(await nextDeltaOps(bensClient)).toEqual([{ kind: 'del', collection: 'discounts', key: 'd' }]);
  });

  it.each([
    ['an unknown restaurant', { restaurantRef: 'nobody' }, 404, 'notFound'],
    ['an unknown meal', { mealRef: 'nothing' }, 404, 'notFound'],
    ['an end before the start', { end: now - 1 }, 400, 'invalidRequest'],
    ['more than 100 percent', { discountType: 'percent' as const, value: 101 }, 400, 'invalidRequest'],
    ['owners that are none', { owners: [] }, 400, 'invalidRequest'],
    ['a negative quantity', { quantity: -1 }, 400, 'invalidRequest'],
    ['a long name', { name: { de: 'ä'.repeat(201) } }, 400, 'invalidRequest'],
    ['a long name in another language', { name: { de: 'Sommer', en: 'x'.repeat(201) } }, 400, 'invalidRequest'],
    ['a name in a language with a long name', { name: { de: 'Sommer', ['x'.repeat(36)]: 'x' } }, 400, 'invalidRequest'],
    [
      'a name in eleven languages',
      { name: { de: 'Sommer', ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`l${index}`, 'x'])) } },
      400,
      'invalidRequest',
    ],
    ['a long description', { descriptionText: 'x'.repeat(201) }, 400, 'invalidRequest'],
    ['a long hint', { expiryHint: 'x'.repeat(201) }, 400, 'invalidRequest'],
    ['long words for its value', { valueText: 'x'.repeat(201) }, 400, 'invalidRequest'],
    ['long words for its kind', { typeText: 'x'.repeat(201) }, 400, 'invalidRequest'],
  ])('refuses %s', async (_title, discountFields, expectedStatus, expectedCode) => {
    const putAnswer = await putDiscount('d', discountFields);
    expect([putAnswer.status, putAnswer.body.code]).toEqual([expectedStatus, expectedCode]);
  });

  it('takes words that are as long as they may be', async () => {
    const longestText = 'x'.repeat(200);
    const longestName = {
      de: longestText,
      ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`l${index}`, longestText])),
    };
    expect(
      (
        await putDiscount('d', {
          name: longestName,
          descriptionText: longestText,
          expiryHint: longestText,
          valueText: longestText,
          typeText: longestText,
        })
      ).body,
    ).toMatchObject({ name: longestName, typeText: longestText });
  });

  it('takes a discount on one meal', async () => {
    expect((await putDiscount('d', { restaurantRef: 'one', mealRef: 'soup', forAllMeals: false })).status).toBe(200);
  });

  it('takes a discount on a meal that is sold out, of the restaurant that has it alone', async () => {
    const mealDiscountFields = { restaurantRef: 'one', mealRef: 'stew', forAllMeals: false };
    await gateway.database.write((tx) =>
      createCatalogRepository(tx.knex).putOffers([
        { restaurantKey: 'one', source: null, offer: anOffer({ key: 'stew', typeKey: 'lunch' }) },
      ]),
    );
    await request(gateway.url).delete('/api/partner/meals/stew').set(authorizationOf(gateway.partnerToken));
    const putStatusFor = async (restaurantRef: string) => {
      const token = await createPartnerTokens(gateway).issue(restaurantRef);
      return (
        await request(gateway.url)
          .put('/api/partner/discounts/d')
          .set(authorizationOf(token.ok ? token.value : ''))
          .send(aPartnerDiscount({ ...mealDiscountFields, restaurantRef }))
      ).status;
    };
    expect([
      await putStatusFor('three'),
      await putStatusFor('one'),
      (await putDiscount('d', mealDiscountFields)).status,
    ]).toEqual([404, 200, 200]);
  });

  it('refuses a request without the partner token', async () => {
    const rejectedAnswers = await Promise.all([
      putDiscount('d').set(authorizationOf(anna.token)),
      removeDiscount('d').set(authorizationOf('wrong')),
    ]);
    expect(rejectedAnswers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
    ]);
  });
});
