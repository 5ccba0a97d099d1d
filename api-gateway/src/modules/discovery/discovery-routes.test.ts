import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FoundMeal } from '@mahlzeit/contract';
import { anOffer, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { instantOf } from '@mahlzeit/contract/rules';
import request from 'supertest';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { createCatalogRepository } from './menu/catalog-repository';
import { createGazetteerRepository } from './gazetteer/gazetteer-repository';
import { importGazetteer } from './gazetteer/import-gazetteer';
import { createRestaurantRepository } from './restaurants/restaurant-repository';

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
    // Counted once a minute for any number of readers.
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

describe('the gazetteer over HTTP', () => {
  const town = (id: number, name: string, fields: object = {}) => ({
    id,
    name,
    country: 'DE',
    admin: '02',
    feature: 'PPL',
    pop: 1000,
    lat: 48,
    lon: 11,
    ...fields,
  });

  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';

  beforeAll(async () => {
    gateway = await gateways.start();
    token = await anonymousToken(gateway);
  });

  const get = (path: string) => request(gateway.url).get(path).set('Authorization', `Bearer ${token}`);
  const suggested = async (text: string, at = ''): Promise<string[]> =>
    (await get(`/api/places/autocomplete?text=${encodeURIComponent(text)}${at}`)).body.map(
      ({ name }: { name: string }) => name,
    );

  it.each([
    ['Münch', ['München', 'Münchenstein', 'Münchberg']],
    ['MUNICH', ['München']],
    ['muench', ['München', 'Münchenstein', 'Münchberg']],
    ['wien', ['Wien', 'Wiener Neustadt', 'Wiener Neudorf']],
    ['vienna', ['Wien']],
    ['zur', ['Zürich', 'Zürich (Kreis 11)', 'Zürich (Kreis 3)']],
    ['mün', ['München', 'Münster', 'Munster']],
    ['mü', []],
    ['  mü ', []],
    ['%%%', []],
    ['nirgendwo', []],
  ])('D05 suggests for %j: %j', async (text, names) => expect(await suggested(text)).toEqual(names));

  it('prefers the nearer of the same name where a place is given', async () => {
    expect(await suggested('frankfurt')).toEqual(['Frankfurt am Main', 'Frankfurt (Oder)']);
    expect(await suggested('frankfurt', '&latitude=52.4&longitude=14.4')).toEqual([
      'Frankfurt (Oder)',
      'Frankfurt am Main',
    ]);
  });

  it.each(['', '?text=abc&latitude=48', '?text=abc&latitude=NaN&longitude=1', '?text=a&text=b'])(
    'refuses autocomplete%s',
    async (query) => {
      expect((await get(`/api/places/autocomplete${query}`)).status).toBe(400);
    },
  );

  it('finds the default place and every other by id, with the region of an ambiguous name', async () => {
    expect((await get('/api/places/geonames-2911298')).body).toEqual({
      placeId: 'geonames-2911298',
      name: 'Hamburg',
      coordinate: { latitude: 53.55, longitude: 9.99 },
    });
    expect((await get('/api/places/geonames-2867714')).body).toMatchObject({ name: 'München', region: 'Bayern' });
    expect((await get('/api/places/geonames-2761369')).body).toMatchObject({ name: 'Wien', region: 'Österreich' });
    const unknown = await get('/api/places/__proto__');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'notFound']);
  });

  it('finds the town of a coordinate and the address of a place', async () => {
    const { body } = await get('/api/geocode/json?latlng=48.138,11.576');
    expect(body).toEqual({
      status: 'OK',
      results: [
        {
          place_id: 'geonames-2867714',
          formatted_address: 'München, Deutschland',
          address_components: [
            { long_name: 'München', short_name: 'München', types: ['locality', 'political'] },
            { long_name: 'Bayern', short_name: 'Bayern', types: ['administrative_area_level_1', 'political'] },
            { long_name: 'Deutschland', short_name: 'DE', types: ['country', 'political'] },
          ],
          geometry: { location: { lat: 48.13743, lng: 11.57549 } },
        },
      ],
    });
    expect((await get('/api/geocode/json?place_id=geonames-2761369')).body.results[0].formatted_address).toBe(
      'Wien, Österreich',
    );
  });

  it.each([
    ['latlng=0,0', 'ZERO_RESULTS'],
    ['latlng=90,180', 'ZERO_RESULTS'],
    ['place_id=nirgendwo', 'ZERO_RESULTS'],
    ['', 'INVALID_REQUEST'],
    ['latlng=', 'INVALID_REQUEST'],
    ['latlng=NaN,NaN', 'INVALID_REQUEST'],
    ['latlng=91,0', 'INVALID_REQUEST'],
    ['latlng=48', 'INVALID_REQUEST'],
    ['latlng=1,2&latlng=3,4', 'INVALID_REQUEST'],
    ['latlng=48,11&place_id=x', 'INVALID_REQUEST'],
    ['place_id=', 'INVALID_REQUEST'],
  ])('answers ?%s with 200 and %s', async (query, status) => {
    const answer = await get(`/api/geocode/json?${query}`);
    expect([answer.status, answer.body]).toEqual([200, { status, results: [] }]);
  });

  it('finds the nearest town with its state, and none in the middle of the sea', async () => {
    const { knex } = gateway.database;
    expect(await createGazetteerRepository(knex).findNearest({ latitude: 47.3667, longitude: 8.5501 })).toMatchObject({
      name: 'Zürich',
      countryCode: 'CH',
      state: 'Zürich',
    });
    expect(await createGazetteerRepository(knex).findNearest({ latitude: 53.5501, longitude: 9.9901 })).toMatchObject({
      name: 'Hamburg',
      state: 'Hamburg',
    });
    expect(await createGazetteerRepository(knex).findNearest({ latitude: 40, longitude: -30 })).toBeNull();
  });

  it('imports only new and changed towns, and reports why it skipped others', async () => {
    const berlin = town(2950159, 'Berlin', { admin: '16', pop: 3_426_354, lat: 52.52437, lon: 13.41053 });
    const records = [
      berlin,
      town(2867714, 'Munich', { pop: 9 }),
      town(5, 'Neu'),
      town(5, 'Zweimal'),
      town(6, ' '),
      town(7, 'Vaduz', { country: 'LI' }),
      town(8, 'Ohne', { lat: null }),
      { id: 'x' },
      null,
    ];
    expect(await importGazetteer(records, { database: gateway.database })).toEqual({
      imported: 1,
      updated: 1,
      unchanged: 1,
      skipped: { duplicate: 1, noName: 1, outsideArea: 1, noCoordinates: 1, malformed: 2 },
    });
  });

  it('suggests a place once that two sources know, and both of two towns of one name', async () => {
    await importGazetteer(
      [
        town(20, 'Doppelort', { lat: 50 }),
        town(21, 'Doppelort', { lat: 50.01 }),
        town(22, 'Doppelort', { lat: 51, admin: '05' }),
      ],
      { database: gateway.database },
    );
    expect(
      (await get('/api/places/autocomplete?text=doppelort')).body.map(({ region }: { region: string }) => region),
    ).toEqual(['Bayern', 'Hessen']);
  });

  const file = resolve(__dirname, '../../../../../shared/data/gazetteer/geonames-de-at-ch.json');
  (existsSync(file) ? it : it.skip)(
    'takes the whole gazetteer of ../shared/data (skipped where that folder is absent)',
    async () => {
      const { places } = JSON.parse(readFileSync(file, 'utf8'));
      const outcome = await importGazetteer(places, { database: gateway.database });
      expect(outcome.skipped).toEqual({ outsideArea: 11 });
      expect(outcome.imported + outcome.updated + outcome.unchanged).toBe(places.length - 11);
      expect((await suggested('genev'))[0]).toBe('Genf');
      expect(await suggested('hamb')).toContain('Hamburg');
    },
    60_000,
  );
});
