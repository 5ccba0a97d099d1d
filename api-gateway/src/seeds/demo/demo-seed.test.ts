import type { Discount, FoundMeal, FoundRestaurant, Offer, PopularDish, Restaurant, Teaser } from '@mahlzeit/contract';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addDays,
  withDealPrices,
  berlinDay,
  chooseTeaser,
  isDiscountAvailable,
  lunchPriceAt,
} from '@mahlzeit/contract/rules';
import request from 'supertest';
import { createSeedRefresher } from '../seed-database';
import { readSetting, writeSetting } from '../../platform';
import { DEMO_START } from '../../platform/testing/demo-template';
import { isPostgresRun } from '../../platform/testing/postgres-run';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { DEMO_ACCOUNTS, demoPassword } from './accounts';
import { demoSeed } from './demo-seed';

// Seeding twenty thousand dishes takes about two seconds, but ten times as long on a busy machine.
jest.setTimeout(120_000);

const NOON = DEMO_START;
const DAY_MS = 86_400_000;
const TOWN_CENTRE = { latitude: 53.55, longitude: 9.99 };

const gateways = testGateways();
const startDemo = (folder?: string, environment: Record<string, string> = {}) =>
  gateways.start({
    now: NOON,
    ...(folder === undefined ? {} : { folder }),
    environment: { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: NOON, ...environment },
  });

const sessionOf = async ({ url }: TestGateway, email: string | null) => {
  const loginResponse = await request(url)
    .post(email === null ? '/api/auth/anonymous' : '/api/auth/login')
    .send(email === null ? {} : { email, password: demoPassword });
  return loginResponse.body;
};

const fetchJson = async <T>({ url }: TestGateway, token: string, path: string): Promise<T> => {
  const answer = await request(url).get(path).set('Authorization', `Bearer ${token}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};

const getNearby = async ({ url }: TestGateway, token: string): Promise<Restaurant[]> =>
  (
    await request(url)
      .post('/api/restaurants/loadByLocation')
      .set('Authorization', `Bearer ${token}`)
      .send({ location: TOWN_CENTRE, radius: 5000, pageSize: 100 })
  ).body;

const putAsPartner = ({ url, partnerToken }: TestGateway, path: string, body: object) =>
  request(url).put(`/api/partner/${path}`).set('Authorization', `Bearer ${partnerToken}`).send(body);
const removeAsPartner = ({ url, partnerToken }: TestGateway, path: string) =>
  request(url).delete(`/api/partner/${path}`).set('Authorization', `Bearer ${partnerToken}`);

const findMenuDays = async ({ database }: TestGateway): Promise<string[]> =>
  (await database.knex('offer').where({ source: 'demo' }).distinct('date').orderBy('date')).map(
    (row: { date: string }) => row.date,
  );

const readSeededRows = async ({ database: { knex } }: TestGateway) => ({
  offers: await knex('offer').orderBy('key'),
  discounts: await knex('discount').orderBy('key'),
  owners: await knex('discount_owner').orderBy(['discount_key', 'uid']),
  restaurants: await knex('restaurant').orderBy('id'),
});

const refresherOf = ({ database, clock }: TestGateway) => createSeedRefresher({ database, clock, seed: demoSeed });

const databaseSchemes = isPostgresRun() ? ['postgres'] : ['sqlite', 'sqlite3'];

describe.each(databaseSchemes)('the demo seed over HTTP, through %s', (databaseScheme) => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-demo-'));
  // On PostgreSQL the folder's name is part of the database's name.
  const environment: Record<string, string> = isPostgresRun()
    ? {}
    : { DATABASE_URL: `${databaseScheme}:${folder}/demo.db` };
  let gateway: TestGateway;
  let token = '';
  beforeAll(async () => {
    gateway = await startDemo(folder, environment);
    token = (await sessionOf(gateway, null)).idToken;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('fills the list, including dishes of today', async () => {
    const restaurants = await getNearby(gateway, token);
    expect(restaurants).toHaveLength(100);
    expect(
      restaurants.filter(({ offers }) => offers.some(({ baseName }) => baseName === 'Mittagstisch')).length,
    ).toBeGreaterThan(60);
    expect(restaurants.every(({ offers }) => offers.every(({ date }) => date === '2026-06-24'))).toBe(true);
  });

  it('D15 contains partners, non-partners, dishes and tags', async () => {
    const answers = await Promise.all(
      ['partners/tratt', 'nonPartners/café', 'meals/risotto', 'tags/ital'].map((path) =>
        fetchJson<unknown[]>(gateway, token, `/api/search/${encodeURI(path)}`),
      ),
    );
    expect(answers.map(({ length }) => length > 0)).toEqual([true, true, true, true]);
  });

  it('contains quarters and streets by name and by position', async () => {
    expect(
      await fetchJson(gateway, token, `/api/places/autocomplete?text=${encodeURIComponent('lange reihe')}`),
    ).toEqual([expect.objectContaining({ name: 'Lange Reihe, Hamburg-St. Georg' })]);
    const { results } = await fetchJson<{ results: { address_components: { types: string[] }[] }[] }>(
      gateway,
      token,
      '/api/geocode/json?latlng=53.5577,10.0102',
    );
    expect(results[0]?.address_components[0]?.types).toEqual(['route']);
    expect(
      await fetchJson(
        gateway,
        token,
        `/api/places/autocomplete?text=${encodeURIComponent('eimsbüttel')}&latitude=53.55&longitude=9.99`,
      ),
    ).toContainEqual(expect.objectContaining({ name: 'Hamburg-Eimsbüttel' }));
  });

  it.each([
    ['2026-06-22', 'demo-tagespreis'],
    ['2026-06-24', 'demo-suppenmittwoch'],
    ['2026-06-27', 'demo-kuechen'],
    ['2026-06-28', 'demo-wochenende'],
  ])('has a teaser for %s: %s', async (teaserDay, teaserKey) => {
    const teasers = await fetchJson<Teaser[]>(gateway, token, '/api/teasers');
    expect(chooseTeaser(teasers, { now: Date.parse(`${teaserDay}T12:00:00+02:00`), around: TOWN_CENTRE })?.key).toBe(
      teaserKey,
    );
  });

  it('has a waterside teaser at the waterside', async () => {
    const teasers = await fetchJson<Teaser[]>(gateway, token, '/api/teasers');
    expect(chooseTeaser(teasers, { now: Date.parse(NOON), around: { latitude: 53.5415, longitude: 9.995 } })?.key).toBe(
      'demo-hafen',
    );
  });

  it('has discounts of every type: public ones, and further ones for Anna', async () => {
    const [publicDiscounts, annasDiscounts] = [
      await fetchJson<Discount[]>(gateway, token, '/api/discounts'),
      await fetchJson<Discount[]>(gateway, (await sessionOf(gateway, 'anna@mahlzeit.test')).idToken, '/api/discounts'),
    ];
    expect(annasDiscounts.length).toBeGreaterThan(publicDiscounts.length);
    expect(new Set(annasDiscounts.map(({ type }) => type))).toEqual(
      new Set(['compensation', 'giftcard', 'goodie', 'loyalty', 'promotion', 'smartprice']),
    );
    expect(new Set(annasDiscounts.map(({ discountType }) => discountType))).toEqual(
      new Set(['absolute', 'percent', 'override']),
    );
    for (const matchingDiscounts of [
      publicDiscounts.filter(
        (publicDiscount) => publicDiscount.restaurantRef === null && publicDiscount.companyRef === null,
      ),
      publicDiscounts.filter((one) => one.companyRef !== null),
      publicDiscounts.filter((one) => one.mealRef !== null),
      publicDiscounts.filter((one) => one.start > Date.parse(NOON)),
    ])
      expect(matchingDiscounts.length).toBeGreaterThan(0);
  });

  it("reduces the price of a dish on today's menu", async () => {
    const dailyDiscounts = (await fetchJson<Discount[]>(gateway, token, '/api/discounts')).filter(
      ({ type, start, end }) => type === 'smartprice' && start <= Date.parse(NOON) && Date.parse(NOON) < end,
    );
    const meals = (await getNearby(gateway, token)).flatMap(({ offers }) => offers);
    expect(dailyDiscounts).toHaveLength(4);
    for (const { mealRef, value } of dailyDiscounts)
      expect(meals.find((meal: Offer) => meal.key === mealRef)?.price).toBeGreaterThan(value);
  });

  it('shows the same prices in the search as on cards and on the map', async () => {
    const [nearbyPlaces, discounts] = [
      await getNearby(gateway, token),
      await fetchJson<Discount[]>(gateway, token, '/api/discounts'),
    ];
    const now = Date.parse(NOON);
    const searchFor = async <Found>(searchKind: string, searchText: string): Promise<Found[]> =>
      fetchJson<Found[]>(
        gateway,
        token,
        `/api/search/${searchKind}/${encodeURIComponent(searchText)}?latitude=${TOWN_CENTRE.latitude}&longitude=${TOWN_CENTRE.longitude}`,
      );
    const pricedPlaces = nearbyPlaces.map((place) => withDealPrices(place, { discounts, now }));
    const searchedLunchPrices = await Promise.all(
      nearbyPlaces.map(
        async ({ key, name }) =>
          (await searchFor<FoundRestaurant>('partners', name)).find((one) => one.key === key)?.lunchPrice,
      ),
    );
    expect(searchedLunchPrices).toEqual(pricedPlaces.map((place) => lunchPriceAt(place, now)));
    const reducedOffers = pricedPlaces.flatMap(({ offers }, index) =>
      offers.filter((offer) => !nearbyPlaces[index]?.offers.includes(offer)),
    );
    expect(reducedOffers.length).toBeGreaterThan(4);
    const searchedPrices = await Promise.all(
      reducedOffers
        .slice(0, 20)
        .map(
          async ({ key, name }) => (await searchFor<FoundMeal>('meals', name)).find((one) => one.key === key)?.price,
        ),
    );
    expect(searchedPrices).toEqual(reducedOffers.slice(0, 20).map(({ price }) => price));
    const popularDishes = await fetchJson<PopularDish[]>(
      gateway,
      token,
      `/api/search/popular?latitude=${TOWN_CENTRE.latitude}&longitude=${TOWN_CENTRE.longitude}`,
    );
    const lowestPrices = popularDishes.map(({ name }) =>
      Math.min(
        ...pricedPlaces.flatMap(({ offers }) =>
          offers.filter((offer) => offer.name === name).map(({ price }) => price),
        ),
      ),
    );
    expect(popularDishes.map(({ price }) => price)).toEqual(lowestPrices);
  });

  it('raises no price and makes nothing free', async () => {
    const places = await getNearby(gateway, token);
    const placeDiscounts = (await fetchJson<Discount[]>(gateway, token, '/api/discounts')).filter(
      ({ forAllMeals }) => forAllMeals,
    );
    expect(placeDiscounts.length).toBeGreaterThan(5);
    for (const { discountType, value, restaurantRef } of placeDiscounts) {
      const offerPrices = places
        .filter(({ key }) => key === restaurantRef)
        .flatMap(({ offers }) => offers.map(({ price }) => price));
      expect(discountType === 'absolute' ? Math.min(...offerPrices) > value : discountType === 'percent').toBe(true);
    }
  });

  it.each(DEMO_ACCOUNTS.map(({ email, isVerified, isDeleted }) => [email, isVerified, isDeleted] as const))(
    'lets %s in',
    async (email, isVerified, isDeleted) => {
      const { account, idToken } = await sessionOf(gateway, email);
      expect(account).toMatchObject({ email, verified: isVerified, isAnonymous: false });
      expect(await fetchJson(gateway, idToken, '/api/users/me')).toMatchObject({
        email,
        verificationCode: isVerified,
        deleted: isDeleted,
        policyVersion: 1,
      });
    },
  );

  it('stays the same at the next start, whatever seed is configured then', async () => {
    const previousRows = await readSeededRows(gateway);
    const restartedGateway = await startDemo(folder, { ...environment, MAHLZEIT_WORLD: 'empty' });
    expect(restartedGateway.world).toBe('demo');
    expect(await readSeededRows(restartedGateway)).toEqual(previousRows);
  });
});

describe('the demo seed as days go by', () => {
  let seededFolder = '';
  const copiedFolders: string[] = [];
  beforeAll(async () => {
    const gateway = await startDemo();
    await gateway.close();
    seededFolder = gateway.folder;
  });
  afterAll(() => {
    for (const copiedFolder of copiedFolders) rmSync(copiedFolder, { recursive: true, force: true });
  });

  const startCopy = async (): Promise<TestGateway> => {
    const folderCopy = mkdtempSync(join(tmpdir(), 'mahlzeit-demo-'));
    copiedFolders.push(folderCopy);
    cpSync(seededFolder, folderCopy, { recursive: true });
    return startDemo(folderCopy);
  };

  it('T07 adds the next day after midnight in Berlin and not before, and only once', async () => {
    const gateway = await startCopy();
    const refresher = refresherOf(gateway);
    const weekFrom = (firstDay: string): string[] =>
      [...Array(8).keys()].map((dayOffset) => addDays(firstDay, dayOffset));
    expect(await findMenuDays(gateway)).toEqual(weekFrom('2026-06-24'));
    gateway.clock.advance(12 * 3_600_000 - 1000);
    await refresher.run();
    expect(await findMenuDays(gateway)).toEqual(weekFrom('2026-06-24'));
    gateway.clock.advance(2000);
    await refresher.run();
    expect(await findMenuDays(gateway)).toEqual(weekFrom('2026-06-25'));
    const renewedRows = await readSeededRows(gateway);
    await refresherOf(gateway).run();
    expect(await readSeededRows(gateway)).toEqual(renewedRows);
  });

  it.each([1, 40, 400])('is as complete after %i days as on the first', async (days) => {
    const gateway = await startCopy();
    gateway.clock.advance(days * DAY_MS);
    await refresherOf(gateway).run();
    const { idToken } = await sessionOf(gateway, 'anna@mahlzeit.test');
    const restaurants = await getNearby(gateway, idToken);
    const now = gateway.clock.now();
    expect((await findMenuDays(gateway))[0]).toBe(berlinDay(now));
    expect(restaurants.filter(({ offers }) => offers.length > 0).length).toBeGreaterThan(30);
    expect([
      restaurants.filter(({ isNew }) => isNew).length > 4,
      restaurants.filter(({ isPremium }) => isPremium).length >= 3,
      restaurants.some(({ dayState }) => dayState === 'resting'),
    ]).toEqual([true, true, true]);
    const discounts = await fetchJson<Discount[]>(gateway, idToken, '/api/discounts');
    expect(discounts.every((one) => isDiscountAvailable(one, now))).toBe(true);
    expect(new Set(discounts.map(({ type }) => type)).size).toBe(6);
  });

  it("is complete from the first request after a month's standstill", async () => {
    const gateway = await startCopy();
    const offsetMs = Number(await readSetting(gateway.database.knex, 'clockOffsetMs'));
    await gateway.database.write((tx) => writeSetting(tx.knex, 'clockOffsetMs', String(offsetMs + 30 * DAY_MS)));
    await gateway.close();
    expect((await findMenuDays(await startDemo(gateway.folder)))[0]).toBe('2026-07-24');
  });

  it('follows a clock that is set back', async () => {
    const gateway = await startCopy();
    gateway.clock.advance(-100 * DAY_MS);
    await refresherOf(gateway).run();
    const days = await findMenuDays(gateway);
    expect([days[0], days.length]).toEqual(['2026-03-16', 8]);
  });

  it('sends open pages the changes of the day', async () => {
    const gateway = await startCopy();
    gateway.clock.advance(10 * DAY_MS);
    await refresherOf(gateway).run();
    const restaurantChanges: { topic: string }[] = await gateway.database
      .knex('change')
      .where('topic', 'like', 'restaurant/%');
    expect(restaurantChanges.length).toBeGreaterThan(0);
    expect(await gateway.database.knex('change').where({ topic: 'global' })).not.toEqual([]);
  });

  it("keeps a partner's changes, additions and deletions", async () => {
    const gateway = await startCopy();
    const { knex } = gateway.database;
    const offersOfDay = (date: string): Promise<{ key: string; restaurant_key: string; type_key: string }[]> =>
      knex('offer').where({ source: 'demo', date }).orderBy('key').limit(3);
    const [changedOffer, deletedOffer] = await offersOfDay('2026-06-25');
    const newRestaurant: { key: string } = await knex('restaurant').where({ routing_name: 'klopskontor' }).first();
    const [discount, deletedDiscount]: { key: string }[] = await knex('discount')
      .where('key', 'like', 'demo-%')
      .where('end_at', '>', Date.parse('2026-06-28T00:00:00Z'))
      .orderBy('key');
    if (
      changedOffer === undefined ||
      deletedOffer === undefined ||
      discount === undefined ||
      deletedDiscount === undefined
    )
      throw new Error('the demo is empty');
    await putAsPartner(gateway, `meals/${changedOffer.key}`, {
      restaurantId: changedOffer.restaurant_key,
      name: 'Teurer',
      price: 9999,
      typeKey: changedOffer.type_key,
      date: '2026-06-25',
    }).expect(200);
    await removeAsPartner(gateway, `meals/${deletedOffer.key}`).expect(200);
    await putAsPartner(gateway, 'meals/own', {
      restaurantId: changedOffer.restaurant_key,
      name: 'Eigenes',
      price: 500,
      typeKey: 'lunch',
      date: '2026-06-23',
    }).expect(200);
    await putAsPartner(gateway, `restaurants/${newRestaurant.key}`, {
      activeSince: '2020-01-01',
      name: 'Klopskontor Neu',
    }).expect(200);
    await removeAsPartner(gateway, `discounts/${deletedDiscount.key}`).expect(200);
    gateway.clock.advance(DAY_MS);
    await refresherOf(gateway).run();
    expect(await knex('offer').where({ key: changedOffer.key }).first()).toMatchObject({ name: 'Teurer', price: 9999 });
    expect(await knex('offer').where({ key: deletedOffer.key })).toEqual([]);
    gateway.clock.advance(12 * DAY_MS);
    await refresherOf(gateway).run();
    expect(await knex('offer').where({ key: 'own' })).toHaveLength(1);
    expect(await knex('restaurant').where({ key: newRestaurant.key }).first()).toMatchObject({
      active_since: '2020-01-01',
      name: 'Klopskontor Neu',
    });
    expect(await knex('discount').where({ key: deletedDiscount.key })).toEqual([]);
  });

  it('is absent from an empty world', async () => {
    const gateway = await gateways.start({ now: NOON, environment: { MAHLZEIT_NOW: NOON } });
    await refresherOf(gateway).run();
    expect([
      gateway.world,
      await gateway.database.knex('restaurant'),
      await gateway.database.knex('user').where({ is_anonymous: false }),
    ]).toEqual(['empty', [], []]);
  });
});
