import type { FoundMeal } from '@mahlzeit/contract';
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
  const here = { latitude: 53.55, longitude: 9.99 };

  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';

  const place = (key: string, name: string, fields: Parameters<typeof aRestaurant>[0] = {}) =>
    aRestaurant({ key, name, routingName: key, ...fields });
  const north = (meters: number) => ({ ...here, latitude: here.latitude + meters / 111_195 });

  beforeAll(async () => {
    gateway = await gateways.start();
    await gateway.database.write(async (tx) => {
      const places = [
        place('egypt', 'ÄGYPTER', { location: north(3000) }),
        place('far', 'Zum Ägyptischen Löwen', { location: north(9000) }),
        place('listed', 'Ägyptens Perle', { type: 'NonPartner', location: north(100) }),
        place('gym', 'Ägypten Fitness', { type: 'fitness', location: north(500) }),
        place('percent', '100% Bio', { location: north(600) }),
        place('under', 'Mensa_Nord', { location: north(700) }),
        ...Array.from({ length: 30 }, (_, index) =>
          place(`many-${index}`, `Kette ${String(index).padStart(2, '0')}`, { location: north(100 * (30 - index)) }),
        ),
      ];
      for (const one of places)
        await createRestaurantRepository(tx.knex).insert(one, { source: 'test', sourceId: one.key });
      const offer = (key: string, name: string, date = '2026-06-24') => ({
        restaurantKey: 'egypt',
        source: null,
        offer: anOffer({ key, name, date, typeKey: 'lunch' }),
      });
      await createCatalogRepository(tx.knex).putOffers([
        offer('a', 'Käsespätzle'),
        offer('b', 'Käsespätzle', '2026-06-25'),
        offer('c', 'Soße 50% weniger'),
        offer('d', 'Sosse'),
      ]);
    });
    token = await anonymousToken(gateway);
  });

  const search = (kind: string, text: string, query = '') =>
    request(gateway.url)
      .get(`/api/search/${kind}/${encodeURIComponent(text)}${query}`)
      .set('Authorization', `Bearer ${token}`);
  const keys = async (kind: string, text: string, query = '') =>
    (await search(kind, text, query)).body.map(({ key }: { key: string }) => key);
  const at = `?latitude=${here.latitude}&longitude=${here.longitude}`;

  it.each(['ägypt', 'ÄGYPT', 'agypt', 'aegypt', ' ägypt '])(
    'D06 finds partners by %j whatever the case, the nearest first where a place is given',
    async (text) => {
      expect(await keys('partners', text, at)).toEqual(['gym', 'egypt', 'far']);
      expect(await keys('partners', text)).toEqual(['gym', 'egypt', 'far']);
    },
  );

  it('D15 finds non-partners apart, with what a list needs', async () => {
    expect((await search('nonPartners', 'ägypt', at)).body).toMatchObject([
      { key: 'listed', name: 'Ägyptens Perle', type: 'NonPartner', initialDistanceKm: 0.1 },
    ]);
    expect((await search('nonPartners', 'ägypt')).body).toMatchObject([{ key: 'listed', initialDistanceKm: null }]);
    const nearby = await request(gateway.url)
      .post('/api/restaurants/loadByLocation')
      .set('Authorization', `Bearer ${token}`)
      .send({ location: here, radius: 50_000, pageSize: 100 });
    expect(nearby.body.map(({ key }: { key: string }) => key)).not.toContain('listed');
  });

  it('D06 takes percent and underscore for letters', async () => {
    expect(await keys('partners', '0% b')).toEqual(['percent']);
    expect(await keys('partners', '%%%')).toEqual([]);
    expect(await keys('partners', 'a_n')).toEqual(['under']);
    expect(await keys('partners', '___')).toEqual([]);
    expect(await keys('meals', '50%')).toEqual(['c']);
    expect(await keys('meals', '%es')).toEqual([]);
  });

  it('D05 trims and finds nothing by less than three characters', async () => {
    for (const kind of ['partners', 'nonPartners', 'meals', 'tags']) {
      for (const text of ['ä', 'ka', '  ka ', 'k\u200B\u200Ba']) expect((await search(kind, text)).body).toEqual([]);
    }
  });

  it('answers 20 at most: the first by name, or the nearest', async () => {
    const byName = await keys('partners', 'kette');
    expect([byName.length, byName[0], byName[19]]).toEqual([20, 'many-0', 'many-19']);
    const near = await keys('partners', 'kette', at);
    expect([near.length, near[0], near[19]]).toEqual([20, 'many-29', 'many-10']);
  });

  it('finds the dishes of today alone, with where they are served', async () => {
    expect((await search('meals', 'KÄSESP')).body).toEqual([
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
    expect(await keys('meals', 'soße')).toEqual(['d', 'c']);
  });

  it('puts the dishes first that can be had, then the nearest, where a place is given', async () => {
    await gateway.database.write(async (tx) => {
      const closed = place('shut', 'Zu', {
        location: north(50),
        openingHours: aWorkingWeek('18:00-22:00'),
        lunchTimes: aWorkingWeek(),
      });
      await createRestaurantRepository(tx.knex).insert(closed, { source: 'test', sourceId: 'shut' });
      const curry = (key: string, restaurantKey: string) => ({
        restaurantKey,
        source: null,
        offer: anOffer({ key, name: 'Kürbiscurry', date: '2026-06-24', typeKey: 'mains' }),
      });
      await createCatalogRepository(tx.knex).putOffers([
        curry('curry-far', 'far'),
        curry('curry-near', 'many-29'),
        curry('curry-shut', 'shut'),
      ]);
    });
    const { body } = await search('meals', 'kurbiscurry', at);
    expect(body.map(({ key, initialDistanceKm, status }: FoundMeal) => [key, initialDistanceKm, status.kind])).toEqual([
      ['curry-near', 0.1, 'open'],
      ['curry-far', 9, 'open'],
      ['curry-shut', 0.05, 'closed'],
    ]);
  });

  it('returns the status of each place and the price of its cheapest lunch', async () => {
    expect((await search('partners', 'ägypter', at)).body).toMatchObject([
      { key: 'egypt', lunchPrice: 890, status: { kind: 'lunch' } },
    ]);
    expect((await search('partners', 'mensa_n', at)).body).toMatchObject([
      { key: 'under', lunchPrice: null, status: { kind: 'open' } },
    ]);
  });

  it('returns the most served dishes around a place, and none without a place', async () => {
    const popular = (query: string) =>
      request(gateway.url).get(`/api/search/popular${query}`).set('Authorization', `Bearer ${token}`);
    await gateway.database.write(async (tx) => {
      const served = (key: string, restaurantKey: string, price: number) => ({
        restaurantKey,
        source: null,
        offer: anOffer({ key, name: 'Erbsensuppe', price, date: '2026-06-24', typeKey: 'lunch' }),
      });
      await createCatalogRepository(tx.knex).putOffers([served('s1', 'percent', 700), served('s2', 'under', 590)]);
    });
    const soup = { name: 'Erbsensuppe', places: 2, price: 590, nearestKm: 0.6 };
    expect((await popular(at)).body).toContainEqual(soup);
    await gateway.database.write((tx) => tx.knex('offer').where({ key: 's1' }).delete());
    // The count is cached for a minute, so the deleted offer still appears.
    expect((await popular(at)).body).toContainEqual(soup);
    expect((await popular('')).body).toEqual([]);
  });

  it('finds tags by their German and English names, the most popular first', async () => {
    expect(await keys('tags', 'türk')).toEqual(['turkish']);
    expect(await keys('tags', 'vegeta')).toEqual(['vegetarian']);
    expect(await keys('tags', 'isch')).toHaveLength(20);
  });

  it('follows a name that changes and a place that goes', async () => {
    const one = place('changing', 'Altes Wirtshaus');
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(one, { source: 'test', sourceId: one.key }),
    );
    expect(await keys('partners', 'altes w')).toEqual(['changing']);
    await gateway.database.write((tx) => createRestaurantRepository(tx.knex).update({ ...one, name: 'Neue Stube' }));
    expect([await keys('partners', 'altes w'), await keys('partners', 'neue stube')]).toEqual([[], ['changing']]);
    await gateway.database.write((tx) => tx.knex('restaurant').where({ key: 'changing' }).delete());
    expect(await keys('partners', 'neue stube')).toEqual([]);
  });

  it.each(['"', '" OR "', '*:*', 'a" NEAR "b', "';--", '-()^{}', '\\\\\\', '\u{1F355}\u{1F355}\u{1F355}'])(
    'takes %j for mere text',
    async (text) => {
      for (const kind of ['partners', 'nonPartners', 'meals', 'tags'])
        expect((await search(kind, text)).body).toEqual([]);
    },
  );
});
