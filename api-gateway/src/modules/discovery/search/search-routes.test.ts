import { PlaceSuggestions, type FoundMeal } from '@mahlzeit/contract';
import { anOffer, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { instantOf } from '@mahlzeit/contract/rules';
import request from 'supertest';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createCatalogRepository } from '../menu/catalog-repository';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';

const anonymousToken = async ({ url }: TestGateway): Promise<string> =>
  (await request(url).post('/api/auth/anonymous').send({})).body.idToken;

describe('the search over HTTP', () => {
  const searchCenter = { latitude: 53.55, longitude: 9.99 };

  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';

  const restaurantNamed = (key: string, restaurantName: string, fields: Parameters<typeof aRestaurant>[0] = {}) =>
    aRestaurant({ key, name: restaurantName, routingName: key, ...fields });
  const locationNorthBy = (metersNorth: number) => ({
    ...searchCenter,
    latitude: searchCenter.latitude + metersNorth / 111_195,
  });

  beforeAll(async () => {
    gateway = await gateways.start();
    await gateway.database.write(async (tx) => {
      const searchableRestaurants = [
        restaurantNamed('egypt', 'ÄGYPTER', { location: locationNorthBy(3000) }),
        restaurantNamed('far', 'Zum Ägyptischen Löwen', { location: locationNorthBy(9000) }),
        restaurantNamed('listed', 'Ägyptens Perle', { type: 'NonPartner', location: locationNorthBy(100) }),
        restaurantNamed('gym', 'Ägypten Fitness', { type: 'fitness', location: locationNorthBy(500) }),
        restaurantNamed('percent', '100% Bio', { location: locationNorthBy(600) }),
        restaurantNamed('under', 'Mensa_Nord', { location: locationNorthBy(700) }),
        ...Array.from({ length: 30 }, (_, index) =>
          restaurantNamed(`many-${index}`, `Kette ${String(index).padStart(2, '0')}`, {
            location: locationNorthBy(100 * (30 - index)),
          }),
        ),
      ];
      for (const restaurantToInsert of searchableRestaurants)
        await createRestaurantRepository(tx.knex).insert(restaurantToInsert, {
          source: 'test',
          sourceId: restaurantToInsert.key,
        });
      const offerNamed = (key: string, offerName: string, date = '2026-06-24') => ({
        restaurantKey: 'egypt',
        source: null,
        offer: anOffer({ key, name: offerName, date, typeKey: 'lunch' }),
      });
      await createCatalogRepository(tx.knex).putOffers([
        offerNamed('a', 'Käsespätzle'),
        offerNamed('b', 'Käsespätzle', '2026-06-25'),
        offerNamed('c', 'Soße 50% weniger'),
        offerNamed('d', 'Sosse'),
      ]);
    });
    token = await anonymousToken(gateway);
  });

  const requestSearch = (searchKind: string, searchText: string, queryString = '') =>
    request(gateway.url)
      .get(`/api/search/${searchKind}/${encodeURIComponent(searchText)}${queryString}`)
      .set('Authorization', `Bearer ${token}`);
  const searchResultKeys = async (searchKind: string, text: string, queryString = '') =>
    (await requestSearch(searchKind, text, queryString)).body.map(({ key }: { key: string }) => key);
  const locationQuery = `?latitude=${searchCenter.latitude}&longitude=${searchCenter.longitude}`;

  it.each(['ägypt', 'ÄGYPT', 'agypt', 'aegypt', ' ägypt '])(
    'D06 finds partners by %j whatever the case, the nearest first where a place is given',
    async (text) => {
      expect(await searchResultKeys('partners', text, locationQuery)).toEqual(['gym', 'egypt', 'far']);
      expect(await searchResultKeys('partners', text)).toEqual(['gym', 'egypt', 'far']);
    },
  );

  it('suggests the places that a user names, in their order, and the ten nearest others', async () => {
    const requestSuggestions = async (query: object) => {
      const { status, body } = await request(gateway.url)
        .get('/api/search/suggestions')
        .query(query)
        .set('Authorization', `Bearer ${token}`);
      return { status, body: PlaceSuggestions.parse(body) };
    };
    const { status, body } = await requestSuggestions({
      keys: 'far,somebody,listed,gym,many-29,far,',
      ...searchCenter,
    });
    expect(status).toBe(200);
    expect(body.named.map(({ key, initialDistanceKm }) => [key, initialDistanceKm])).toEqual([
      ['far', 9],
      ['listed', 0.1],
      ['many-29', 0.1],
    ]);
    // The suggestions lack the gym, which serves no food, and the place without a menu, which is no partner.
    expect(body.nearest.map(({ key }) => key)).toEqual([
      ...['many-28', 'many-27', 'many-26', 'many-25', 'percent', 'many-24', 'under', 'many-23', 'many-22', 'many-21'],
    ]);
    const withoutPlace = (await requestSuggestions({ keys: 'egypt' })).body;
    expect([withoutPlace.named.map(({ initialDistanceKm }) => initialDistanceKm), withoutPlace.nearest]).toEqual([
      [null],
      [],
    ]);
    expect((await requestSuggestions({ keys: '' })).body).toEqual({ named: [], nearest: [] });
  });

  it('D15 finds non-partners apart, with what a list needs', async () => {
    expect((await requestSearch('nonPartners', 'ägypt', locationQuery)).body).toMatchObject([
      { key: 'listed', name: 'Ägyptens Perle', type: 'NonPartner', initialDistanceKm: 0.1 },
    ]);
    expect((await requestSearch('nonPartners', 'ägypt')).body).toMatchObject([
      { key: 'listed', initialDistanceKm: null },
    ]);
    const nearbyAnswer = await request(gateway.url)
      .post('/api/restaurants/loadByLocation')
      .set('Authorization', `Bearer ${token}`)
      .send({ location: searchCenter, radius: 50_000, pageSize: 100 });
    expect(nearbyAnswer.body.map(({ key }: { key: string }) => key)).not.toContain('listed');
  });

  it('D06 takes percent and underscore for letters', async () => {
    expect(await searchResultKeys('partners', '0% b')).toEqual(['percent']);
    expect(await searchResultKeys('partners', '%%%')).toEqual([]);
    expect(await searchResultKeys('partners', 'a_n')).toEqual(['under']);
    expect(await searchResultKeys('partners', '___')).toEqual([]);
    expect(await searchResultKeys('meals', '50%')).toEqual(['c']);
    expect(await searchResultKeys('meals', '%es')).toEqual([]);
  });

  it('D05 trims and finds nothing by less than three characters', async () => {
    for (const searchKind of ['partners', 'nonPartners', 'meals', 'tags']) {
      for (const text of ['ä', 'ka', '  ka ', 'k\u200B\u200Ba'])
        expect((await requestSearch(searchKind, text)).body).toEqual([]);
    }
  });

  it('answers 20 at most: the first by name, or the nearest', async () => {
    const keysSortedByName = await searchResultKeys('partners', 'kette');
    expect([keysSortedByName.length, keysSortedByName[0], keysSortedByName[19]]).toEqual([20, 'many-0', 'many-19']);
    const keysSortedByDistance = await searchResultKeys('partners', 'kette', locationQuery);
    expect([keysSortedByDistance.length, keysSortedByDistance[0], keysSortedByDistance[19]]).toEqual([
      20,
      'many-29',
      'many-10',
    ]);
  });

  it('finds the dishes of today alone, with where they are served', async () => {
    expect((await requestSearch('meals', 'KÄSESP')).body).toEqual([
      {
        key: 'a',
        name: 'Käsespätzle',
        price: 890,
        unit: null,
        typeKey: 'lunch',
        initialDistanceKm: null,
        status: { kind: 'lunch', until: instantOf('2026-06-24', '14:30'), from: null },
        restaurant: { key: 'egypt', name: 'ÄGYPTER', routingName: 'egypt' },
      },
    ]);
    expect(await searchResultKeys('meals', 'soße')).toEqual(['d', 'c']);
  });

  it('puts the dishes first that can be had, then the nearest, where a place is given', async () => {
    await gateway.database.write(async (tx) => {
      const closedRestaurant = restaurantNamed('shut', 'Zu', {
        location: locationNorthBy(50),
        openingHours: aWorkingWeek('18:00-22:00'),
        lunchTimes: aWorkingWeek(),
      });
      await createRestaurantRepository(tx.knex).insert(closedRestaurant, { source: 'test', sourceId: 'shut' });
      const curryOffer = (key: string, restaurantKey: string) => ({
        restaurantKey,
        source: null,
        offer: anOffer({ key, name: 'Kürbiscurry', date: '2026-06-24', typeKey: 'mains' }),
      });
      await createCatalogRepository(tx.knex).putOffers([
        curryOffer('curry-far', 'far'),
        curryOffer('curry-near', 'many-29'),
        curryOffer('curry-shut', 'shut'),
      ]);
    });
    const { body } = await requestSearch('meals', 'kurbiscurry', locationQuery);
    expect(body.map(({ key, initialDistanceKm, status }: FoundMeal) => [key, initialDistanceKm, status.kind])).toEqual([
      ['curry-near', 0.1, 'open'],
      ['curry-far', 9, 'open'],
      ['curry-shut', 0.05, 'closed'],
    ]);
  });

  it('returns the status of each place and the price of its cheapest lunch', async () => {
    expect((await requestSearch('partners', 'ägypter', locationQuery)).body).toMatchObject([
      { key: 'egypt', lunchPrice: 890, status: { kind: 'lunch' } },
    ]);
    expect((await requestSearch('partners', 'mensa_n', locationQuery)).body).toMatchObject([
      { key: 'under', lunchPrice: null, status: { kind: 'open' } },
    ]);
  });

  it('returns the most served dishes around a place, and none without a place', async () => {
    const requestPopular = (queryString: string) =>
      request(gateway.url).get(`/api/search/popular${queryString}`).set('Authorization', `Bearer ${token}`);
    await gateway.database.write(async (tx) => {
      const servedOffer = (key: string, restaurantKey: string, servedPrice: number) => ({
        restaurantKey,
        source: null,
        offer: anOffer({ key, name: 'Erbsensuppe', price: servedPrice, date: '2026-06-24', typeKey: 'lunch' }),
      });
      await createCatalogRepository(tx.knex).putOffers([
        servedOffer('s1', 'percent', 700),
        servedOffer('s2', 'under', 590),
      ]);
    });
    const expectedSoupDish = { name: 'Erbsensuppe', places: 2, price: 590, nearestKm: 0.6 };
    expect((await requestPopular(locationQuery)).body).toContainEqual(expectedSoupDish);
    await gateway.database.write((tx) => tx.knex('offer').where({ key: 's1' }).delete());
    // The number of places is cached for a minute, so the deleted offer still counts.
    expect((await requestPopular(locationQuery)).body).toContainEqual(expectedSoupDish);
    expect((await requestPopular('')).body).toEqual([]);
  });

  it('finds tags by their German and English names, the most popular first', async () => {
    expect(await searchResultKeys('tags', 'türk')).toEqual(['turkish']);
    expect(await searchResultKeys('tags', 'vegeta')).toEqual(['vegetarian']);
    expect(await searchResultKeys('tags', 'isch')).toHaveLength(20);
  });

  it('follows a name that changes and a place that goes', async () => {
    const changingRestaurant = restaurantNamed('changing', 'Altes Wirtshaus');
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(changingRestaurant, {
        source: 'test',
        sourceId: changingRestaurant.key,
      }),
    );
    expect(await searchResultKeys('partners', 'altes w')).toEqual(['changing']);
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).update({ ...changingRestaurant, name: 'Neue Stube' }),
    );
    expect([await searchResultKeys('partners', 'altes w'), await searchResultKeys('partners', 'neue stube')]).toEqual([
      [],
      ['changing'],
    ]);
    await gateway.database.write((tx) => tx.knex('restaurant').where({ key: 'changing' }).delete());
    expect(await searchResultKeys('partners', 'neue stube')).toEqual([]);
  });

  it.each(['"', '" OR "', '*:*', 'a" NEAR "b', "';--", '-()^{}', '\\\\\\', '\u{1F355}\u{1F355}\u{1F355}'])(
    'takes %j for mere text',
    async (text) => {
      for (const searchKind of ['partners', 'nonPartners', 'meals', 'tags'])
        expect((await requestSearch(searchKind, text)).body).toEqual([]);
    },
  );
});
