import {
  liveLimits,
  Offer,
  PartnerOffer,
  PartnerOrder,
  partnerTopic,
  Restaurant,
  restaurantTopic,
  routes,
} from '@mahlzeit/contract';
import type { Route } from '@mahlzeit/contract';
import { aPartnerDiscount, aPartnerMeal } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { createBrowser, outcomeOf } from '../../identity/testing/people';
import { DISH, PLACE } from '../testing/counter';
import { OTHER_RESTAURANT, TODAY, MEAL_TIME, openCounterTestContext } from '../testing/counter-desk';

const testContext = openCounterTestContext();
const { tokensOf, issued, call, follow, heldIn, paid } = testContext;

jest.setTimeout(60_000);

const PartnerOrders = z.array(PartnerOrder);
const menuOf = async (token = testContext.own): Promise<PartnerOffer[]> =>
  z.array(PartnerOffer).parse((await call(token, 'GET', `meals?restaurantId=${PLACE}`)).body);

describe('a restaurant’s own token', () => {
  const mealOf = (restaurantId: string) => aPartnerMeal({ restaurantId, typeKey: 'lunch', date: TODAY });
  const discountOf = (restaurantRef: string) => aPartnerDiscount({ restaurantRef });
  let ownOrderKey = '';

  beforeAll(async () => {
    ownOrderKey = (await paid()).key;
    await call(testContext.own, 'PUT', 'meals/ausverkauft', mealOf(PLACE));
    await call(testContext.own, 'DELETE', 'meals/ausverkauft');
    await call(testContext.own, 'PUT', 'discounts/hausrabatt', discountOf(PLACE));
  });

  /**
   * Requests of all counter routes that act for one restaurant. The test sends them with the token of another
   * restaurant.
   */
  const COUNTER_REQUESTS: readonly { readonly route: string; readonly path: () => string; readonly body?: object }[] = [
    { route: 'putPartnerMeal', path: () => 'meals/neu', body: mealOf(PLACE) },
    { route: 'putPartnerMeal', path: () => `meals/${DISH}`, body: mealOf(OTHER_RESTAURANT) },
    { route: 'deletePartnerMeal', path: () => `meals/${DISH}` },
    { route: 'deletePartnerMeal', path: () => 'meals/ausverkauft' },
    { route: 'putPartnerRestaurant', path: () => `restaurants/${PLACE}`, body: { restTime: null } },
    { route: 'putPartnerRestaurant', path: () => `restaurants/${PLACE}`, body: { type: 'NonPartner' } },
    { route: 'putPartnerDiscount', path: () => 'discounts/neu', body: discountOf(PLACE) },
    { route: 'putPartnerDiscount', path: () => 'discounts/hausrabatt', body: discountOf(OTHER_RESTAURANT) },
    {
      route: 'putPartnerDiscount',
      path: () => 'discounts/neu',
      body: { ...discountOf(OTHER_RESTAURANT), mealRef: DISH },
    },
    { route: 'deletePartnerDiscount', path: () => 'discounts/hausrabatt' },
    { route: 'getPartnerMenu', path: () => `meals?restaurantId=${PLACE}` },
    { route: 'getPartnerOrders', path: () => `orders?restaurantId=${PLACE}` },
    { route: 'acceptPartnerOrder', path: () => `orders/${ownOrderKey}/accept` },
    {
      route: 'refundPartnerOrder',
      path: () => `orders/${ownOrderKey}/refund`,
      body: { amount: 100, reason: 'mistake' },
    },
  ];

  const ROUTE_BY_NAME = new Map<string, Route>(routes.map((route) => [route.name, route]));
  const methodOf = (name: string): string => ROUTE_BY_NAME.get(name)?.method ?? '';

  const readAllRows = async (): Promise<unknown[]> => {
    const readRows = (table: string): Promise<unknown[]> => testContext.gateway.database.knex(table).orderBy('key');
    return [
      await readRows('offer'),
      await readRows('sold_out_meal'),
      await readRows('discount'),
      await readRows('restaurant'),
      await readRows('customer_order'),
      await readRows('order_refund'),
      await testContext.gateway.database.knex('change').count(),
    ];
  };

  it.each(COUNTER_REQUESTS)(
    'sees and changes nothing of another restaurant: $route answers 404 ($path)',
    async ({ route: name, path, body }) => {
      const rowsBefore = await readAllRows();
      expect(outcomeOf(await call(testContext.foreign, methodOf(name), path(), body))).toEqual([404, 'notFound']);
      expect(await readAllRows()).toEqual(rowsBefore);
      for (const token of [null, 'mzp_geraten', `mzp_${'A'.repeat(43)}`, testContext.diner.idToken])
        expect(outcomeOf(await call(token, methodOf(name), path(), body))).toEqual([401, 'unauthenticated']);
    },
  );

  it('leaves the key of a removed dish free for other restaurants, and gets its own dish back', async () => {
    const putMeal = (token: string, place: string) =>
      call(token, 'PUT', 'meals/geraten', { ...mealOf(place), name: place });
    await putMeal(testContext.foreign, OTHER_RESTAURANT);
    await call(testContext.foreign, 'DELETE', 'meals/geraten');
    expect(Offer.parse((await putMeal(testContext.own, PLACE)).body)).toMatchObject({ key: 'geraten', name: PLACE });
    const recreatedOffer = Offer.parse((await putMeal(testContext.foreign, OTHER_RESTAURANT)).body);
    expect([recreatedOffer.name, recreatedOffer.key === 'geraten']).toEqual([OTHER_RESTAURANT, false]);
    expect((await menuOf()).filter(({ name }) => name === PLACE || name === OTHER_RESTAURANT)).toMatchObject([
      { key: 'geraten', name: PLACE, soldOutSince: null },
    ]);
    for (const [token, key] of [
      [testContext.own, 'geraten'],
      [testContext.foreign, recreatedOffer.key],
    ] as const)
      expect(outcomeOf(await call(token, 'DELETE', `meals/${key}`))).toEqual([200]);
    await testContext.gateway.database.write(({ knex }) =>
      knex('sold_out_meal').whereIn('key', ['geraten', recreatedOffer.key]).delete(),
    );
  });

  it('opens its own restaurant, and the token for all restaurants opens each', async () => {
    expect(Restaurant.parse((await call(testContext.own, 'GET', 'restaurant')).body).key).toBe(PLACE);
    expect(Restaurant.parse((await call(testContext.foreign, 'GET', 'restaurant')).body).key).toBe(OTHER_RESTAURANT);
    expect(outcomeOf(await call(testContext.gateway.partnerToken, 'GET', 'restaurant'))).toEqual([404, 'notFound']);
    for (const token of [testContext.own, testContext.gateway.partnerToken]) {
      expect((await menuOf(token)).map(({ key }) => key)).toContain(DISH);
      expect(PartnerOrders.parse((await call(token, 'GET', 'orders')).body).map(({ key }) => key)).toContain(
        ownOrderKey,
      );
      expect(outcomeOf(await call(token, 'PUT', `restaurants/${PLACE}`, { restTime: null }))).toEqual([200]);
    }
    expect((await call(testContext.foreign, 'GET', 'orders')).body).toEqual([]);
    expect(outcomeOf(await call(testContext.gateway.partnerToken, 'GET', 'orders?restaurantId=nirgendwo'))).toEqual([
      404,
      'notFound',
    ]);
  });

  it.each([
    { type: 'NonPartner' },
    { activeSince: TODAY },
    { premiumStart: TODAY },
    { premiumEnd: TODAY },
    { companyId: null },
    { routingName: 'erste-wahl' },
  ])('changes nothing that is agreed on with the platform: %j', async (forbiddenChange) => {
    expect(outcomeOf(await call(testContext.own, 'PUT', `restaurants/${PLACE}`, forbiddenChange))).toEqual([
      403,
      'notAllowed',
    ]);
  });

  it.each([{ restaurantRef: null }, { companyRef: 'kette' }, { platform: true }])(
    'can’t create a discount that is valid elsewhere or paid by the platform: %j',
    async (forbiddenChange) => {
      expect(
        outcomeOf(await call(testContext.own, 'PUT', 'discounts/mehr', { ...discountOf(PLACE), ...forbiddenChange })),
      ).toEqual([403, 'notAllowed']);
    },
  );

  it('doesn’t see the platform’s discounts', async () => {
    await call(testContext.gateway.partnerToken, 'PUT', 'discounts/plattform', {
      ...discountOf(PLACE),
      platform: true,
    });
    expect(outcomeOf(await call(testContext.own, 'PUT', 'discounts/plattform', discountOf(PLACE)))).toEqual([
      404,
      'notFound',
    ]);
    expect(outcomeOf(await call(testContext.own, 'DELETE', 'discounts/plattform'))).toEqual([404, 'notFound']);
  });

  it('opens a restaurant that is no longer listed, to accept and refund its orders', async () => {
    const order = await paid({ restaurantKey: OTHER_RESTAURANT });
    const setDeactivatedAt = (deactivatedAt: number | null) =>
      testContext.gateway.database.write(({ knex }) =>
        knex('restaurant').where({ key: OTHER_RESTAURANT }).update({ deactivated_at: deactivatedAt }),
      );
    await setDeactivatedAt(1);
    const answers = [
      await call(testContext.foreign, 'GET', 'restaurant'),
      await call(testContext.foreign, 'POST', `orders/${order.key}/accept`),
    ];
    const listedKeys = PartnerOrders.parse((await call(testContext.foreign, 'GET', 'orders')).body).map(
      ({ key }) => key,
    );
    const isInTopic = heldIn(
      await follow(testContext.foreign, partnerTopic(OTHER_RESTAURANT)),
      partnerTopic(OTHER_RESTAURANT),
      'orders',
    ).has(order.key);
    await setDeactivatedAt(null);
    await testContext.gateway.database.write(({ knex }) => knex('customer_order').where({ key: order.key }).delete());
    expect([answers.map(outcomeOf), Restaurant.parse(answers[0]?.body).key, listedKeys, isInTopic]).toEqual([
      [[200], [200]],
      OTHER_RESTAURANT,
      [order.key],
      true,
    ]);
  });

  it('can create 50 discounts at most', async () => {
    const keys = Array.from({ length: 51 }, (_, index) => `viele-${index}`);
    const answers = [];
    for (const key of keys)
      answers.push(outcomeOf(await call(testContext.foreign, 'PUT', `discounts/${key}`, discountOf(OTHER_RESTAURANT))));
    for (const key of keys) await call(testContext.foreign, 'DELETE', `discounts/${key}`);
    expect(answers).toEqual([...keys.slice(1).map(() => [200]), [409, 'listFull']]);
  });

  it('has idempotency keys of its own', async () => {
    const headers = { 'Idempotency-Key': 'ein-schluessel' };
    const answers = [];
    for (const token of [testContext.own, testContext.gateway.partnerToken, testContext.foreign])
      answers.push(
        outcomeOf(
          await createBrowser(testContext.gateway.url).call('DELETE', `/api/partner/meals/${DISH}-x`, {
            token,
            headers,
          }),
        ),
      );
    expect(answers).toEqual([[200], [200], [200]]);
    expect(await testContext.gateway.database.knex('idempotency').where({ key: 'ein-schluessel' })).toHaveLength(3);
  });

  it('is stored as a hash, and is too long to guess', async () => {
    expect(testContext.own).toMatch(/^mzp_[\w-]{43}$/);
    const rows = await testContext.gateway.database.knex('partner_token');
    expect(JSON.stringify(rows)).not.toContain(testContext.own.slice(4));
    expect(await tokensOf().issue('nirgendwo')).toEqual({ ok: false, error: 'notFound' });
  });
});

describe('the topic of a counter', () => {
  it('is its own, beside the public topics', async () => {
    const counterClient = await follow(testContext.own, partnerTopic(PLACE), restaurantTopic(PLACE), 'global');
    for (const topic of [
      partnerTopic(OTHER_RESTAURANT),
      restaurantTopic(OTHER_RESTAURANT),
      'me',
      'places/53_9',
      `chat/${PLACE}`,
      partnerTopic('nirgendwo'),
    ]) {
      counterClient.say({ op: 'sub', id: topic, topic });
      expect([topic, await counterClient.next('err')]).toEqual([
        topic,
        expect.objectContaining({ id: topic, code: 'notFound' }),
      ]);
    }
    const page = await follow(testContext.diner.idToken);
    page.say({ op: 'sub', id: partnerTopic(PLACE), topic: partnerTopic(PLACE) });
    expect(await page.next('err')).toMatchObject({ code: 'notFound' });
  });

  it.each([
    ['guessed', `mzp_${'A'.repeat(43)}`],
    ['short', 'mzp_kurz'],
    ['for all restaurants', 'partner-token-of-the-tests'],
  ])('is nothing with a token that is %s', async (_description, token) => {
    expect(await (await follow(token)).whenClosed).toBe(4401);
  });

  it('closes at once on open consoles when its tokens are revoked, and stays open for others', async () => {
    const token = await issued(OTHER_RESTAURANT);
    const [counterClient, otherCounter] = [
      await follow(token, partnerTopic(OTHER_RESTAURANT)),
      await follow(testContext.own, partnerTopic(PLACE)),
    ];
    expect(await tokensOf().revoke(OTHER_RESTAURANT)).toEqual({ ok: true, value: 2 });
    expect([
      await counterClient.next('reset'),
      await counterClient.next('err'),
      await counterClient.whenClosed,
    ]).toMatchObject([{ reason: 'rights' }, { code: 'notFound' }, 4401]);
    expect(outcomeOf(await call(token, 'GET', 'restaurant'))).toEqual([401, 'unauthenticated']);
    otherCounter.say({ op: 'ping' });
    await otherCounter.next('pong');
    expect(await tokensOf().revoke('nirgendwo')).toEqual({ ok: false, error: 'notFound' });
    await testContext.renewForeign();
  });

  it('opens on as many consoles as a user has connections', async () => {
    const counterConsoles = await Promise.all(
      Array.from({ length: liveLimits.connections }, () => follow(testContext.own, partnerTopic(PLACE))),
    );
    const order = await paid();
    for (const counterConsole of counterConsoles)
      expect((await counterConsole.next('delta')).ops).toMatchObject([{ collection: 'orders', key: order.key }]);
  });

  it('loses none of 60 orders in ten minutes, whenever a console connects, and shows each once', async () => {
    const topic = partnerTopic(PLACE);
    const firstConsole = await follow(testContext.own, topic);
    const orderCountBefore = heldIn(firstConsole, topic, 'orders').size;
    const keys: string[] = [];
    let lateConsole: LiveTestClient | null = null;
    for (let index = 0; index < 60; index += 1) {
      if (index === 30) lateConsole = await follow(testContext.own, topic);
      keys.push((await paid()).key);
      testContext.gateway.clock.advance(10_000);
    }
    for (const counterClient of [firstConsole, lateConsole]) {
      if (counterClient === null) throw new Error('it came in');
      while (heldIn(counterClient, topic, 'orders').size < orderCountBefore + 60) await counterClient.next('delta');
      const heldOrders = heldIn(counterClient, topic, 'orders');
      expect(keys.filter((key) => !heldOrders.has(key))).toEqual([]);
      expect(counterClient.frames.filter(({ op }) => op === 'reset')).toEqual([]);
    }
    // Orders at the same time are read page by page: each order is on exactly one page.
    const pagedKeys: string[] = [];
    for (let pageQuery = ''; ;) {
      const page = PartnerOrders.parse(
        (await call(testContext.own, 'GET', `orders?since=${MEAL_TIME}&limit=25${pageQuery}`)).body,
      );
      pagedKeys.push(...page.map(({ key }) => key));
      const lastOrder = page.at(-1);
      if (lastOrder === undefined || page.length < 25) break;
      expect(lastOrder.meetUpDate).toBe(MEAL_TIME);
      pageQuery = `&after=${lastOrder.key}`;
    }
    expect([new Set(pagedKeys).size, keys.filter((key) => !pagedKeys.includes(key))]).toEqual([pagedKeys.length, []]);
    // One page contains at most fifty orders.
    expect(PartnerOrders.parse((await call(testContext.own, 'GET', 'orders')).body)).toHaveLength(50);
    expect(outcomeOf(await call(testContext.own, 'GET', 'orders?limit=51'))).toEqual([400, 'invalidRequest']);
  });
});
