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
import { DISH_KEY, RESTAURANT_KEY } from '../testing/counter';
import { OTHER_RESTAURANT_KEY, TODAY, MEAL_TIME, openCounterTestContext } from '../testing/counter-test-context';

const testContext = openCounterTestContext();
const { tokensOf, issued, call, follow, heldIn, paid } = testContext;

jest.setTimeout(60_000);

const PartnerOrders = z.array(PartnerOrder);
const fetchMenu = async (token = testContext.own): Promise<PartnerOffer[]> =>
  z.array(PartnerOffer).parse((await call(token, 'GET', `meals?restaurantId=${RESTAURANT_KEY}`)).body);

describe('a restaurant’s own token', () => {
  const partnerMealOf = (restaurantId: string) => aPartnerMeal({ restaurantId, typeKey: 'lunch', date: TODAY });
  const partnerDiscountOf = (restaurantRef: string) => aPartnerDiscount({ restaurantRef });
  let ownOrderKey = '';

  beforeAll(async () => {
    ownOrderKey = (await paid()).key;
    // Runs the job that marks the stored order as watched, so that it doesn't change the row while a test compares
    // rows.
    await testContext.gateway.catchUp();
    await call(testContext.own, 'PUT', 'meals/ausverkauft', partnerMealOf(RESTAURANT_KEY));
    await call(testContext.own, 'DELETE', 'meals/ausverkauft');
    await call(testContext.own, 'PUT', 'discounts/hausrabatt', partnerDiscountOf(RESTAURANT_KEY));
  });

  /**
   * Requests of all routes that the partner console calls for one restaurant. The test sends them with the token of
   * another restaurant.
   */
  const COUNTER_REQUESTS: readonly { readonly route: string; readonly path: () => string; readonly body?: object }[] = [
    { route: 'putPartnerMeal', path: () => 'meals/neu', body: partnerMealOf(RESTAURANT_KEY) },
    { route: 'putPartnerMeal', path: () => `meals/${DISH_KEY}`, body: partnerMealOf(OTHER_RESTAURANT_KEY) },
    { route: 'deletePartnerMeal', path: () => `meals/${DISH_KEY}` },
    { route: 'deletePartnerMeal', path: () => 'meals/ausverkauft' },
    { route: 'putPartnerRestaurant', path: () => `restaurants/${RESTAURANT_KEY}`, body: { restTime: null } },
    { route: 'putPartnerRestaurant', path: () => `restaurants/${RESTAURANT_KEY}`, body: { type: 'NonPartner' } },
    { route: 'putPartnerDiscount', path: () => 'discounts/neu', body: partnerDiscountOf(RESTAURANT_KEY) },
    { route: 'putPartnerDiscount', path: () => 'discounts/hausrabatt', body: partnerDiscountOf(OTHER_RESTAURANT_KEY) },
    {
      route: 'putPartnerDiscount',
      path: () => 'discounts/neu',
      body: { ...partnerDiscountOf(OTHER_RESTAURANT_KEY), mealRef: DISH_KEY },
    },
    { route: 'deletePartnerDiscount', path: () => 'discounts/hausrabatt' },
    { route: 'getPartnerMenu', path: () => `meals?restaurantId=${RESTAURANT_KEY}` },
    { route: 'getPartnerOrders', path: () => `orders?restaurantId=${RESTAURANT_KEY}` },
    { route: 'acceptPartnerOrder', path: () => `orders/${ownOrderKey}/accept` },
    {
      route: 'refundPartnerOrder',
      path: () => `orders/${ownOrderKey}/refund`,
      body: { amount: 100, reason: 'mistake' },
    },
  ];

  const ROUTE_BY_NAME = new Map<string, Route>(routes.map((route) => [route.name, route]));
  const methodOf = (routeName: string): string => ROUTE_BY_NAME.get(routeName)?.method ?? '';

  const readAllRows = async (): Promise<unknown[]> => {
    const readTableRows = (tableName: string): Promise<unknown[]> =>
      testContext.gateway.database.knex(tableName).orderBy('key');
    return [
      await readTableRows('offer'),
      await readTableRows('sold_out_meal'),
      await readTableRows('discount'),
      await readTableRows('restaurant'),
      await readTableRows('customer_order'),
      await readTableRows('order_refund'),
      await testContext.gateway.database.knex('change').count(),
    ];
  };

  it.each(COUNTER_REQUESTS)(
    'sees and changes nothing of another restaurant: $route answers 404 ($path)',
    async ({ route: routeName, path, body }) => {
      const rowsBeforeRequests = await readAllRows();
      expect(outcomeOf(await call(testContext.foreign, methodOf(routeName), path(), body))).toEqual([404, 'notFound']);
      expect(await readAllRows()).toEqual(rowsBeforeRequests);
      for (const token of [null, 'mzp_geraten', `mzp_${'A'.repeat(43)}`, testContext.diner.idToken])
        expect(outcomeOf(await call(token, methodOf(routeName), path(), body))).toEqual([401, 'unauthenticated']);
    },
  );

  it('leaves the key of a removed dish free for other restaurants, and gets its own dish back', async () => {
    const putMeal = (token: string, restaurantKey: string) =>
      call(token, 'PUT', 'meals/geraten', { ...partnerMealOf(restaurantKey), name: restaurantKey });
    await putMeal(testContext.foreign, OTHER_RESTAURANT_KEY);
    await call(testContext.foreign, 'DELETE', 'meals/geraten');
    expect(Offer.parse((await putMeal(testContext.own, RESTAURANT_KEY)).body)).toMatchObject({
      key: 'geraten',
      name: RESTAURANT_KEY,
    });
    const recreatedOffer = Offer.parse((await putMeal(testContext.foreign, OTHER_RESTAURANT_KEY)).body);
    expect([recreatedOffer.name, recreatedOffer.key === 'geraten']).toEqual([OTHER_RESTAURANT_KEY, false]);
    expect(
      (await fetchMenu()).filter(({ name }) => name === RESTAURANT_KEY || name === OTHER_RESTAURANT_KEY),
    ).toMatchObject([{ key: 'geraten', name: RESTAURANT_KEY, soldOutSince: null }]);
    for (const [token, mealKey] of [
      [testContext.own, 'geraten'],
      [testContext.foreign, recreatedOffer.key],
    ] as const)
      expect(outcomeOf(await call(token, 'DELETE', `meals/${mealKey}`))).toEqual([200]);
    await testContext.gateway.database.write(({ knex }) =>
      knex('sold_out_meal').whereIn('key', ['geraten', recreatedOffer.key]).delete(),
    );
  });

  it('opens its own restaurant, and the token for all restaurants opens each', async () => {
    expect(Restaurant.parse((await call(testContext.own, 'GET', 'restaurant')).body).key).toBe(RESTAURANT_KEY);
    expect(Restaurant.parse((await call(testContext.foreign, 'GET', 'restaurant')).body).key).toBe(
      OTHER_RESTAURANT_KEY,
    );
    expect(outcomeOf(await call(testContext.gateway.partnerToken, 'GET', 'restaurant'))).toEqual([404, 'notFound']);
    for (const token of [testContext.own, testContext.gateway.partnerToken]) {
      expect((await fetchMenu(token)).map(({ key }) => key)).toContain(DISH_KEY);
      expect(PartnerOrders.parse((await call(token, 'GET', 'orders')).body).map(({ key }) => key)).toContain(
        ownOrderKey,
      );
      expect(outcomeOf(await call(token, 'PUT', `restaurants/${RESTAURANT_KEY}`, { restTime: null }))).toEqual([200]);
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
    expect(outcomeOf(await call(testContext.own, 'PUT', `restaurants/${RESTAURANT_KEY}`, forbiddenChange))).toEqual([
      403,
      'notAllowed',
    ]);
  });

  it.each([{ restaurantRef: null }, { companyRef: 'kette' }, { platform: true }])(
    'can’t create a discount that is valid elsewhere or paid by the platform: %j',
    async (forbiddenChange) => {
      expect(
        outcomeOf(
          await call(testContext.own, 'PUT', 'discounts/mehr', {
            ...partnerDiscountOf(RESTAURANT_KEY),
            ...forbiddenChange,
          }),
        ),
      ).toEqual([403, 'notAllowed']);
    },
  );

  it('doesn’t see the platform’s discounts', async () => {
    await call(testContext.gateway.partnerToken, 'PUT', 'discounts/plattform', {
      ...partnerDiscountOf(RESTAURANT_KEY),
      platform: true,
    });
    expect(
      outcomeOf(await call(testContext.own, 'PUT', 'discounts/plattform', partnerDiscountOf(RESTAURANT_KEY))),
    ).toEqual([404, 'notFound']);
    expect(outcomeOf(await call(testContext.own, 'DELETE', 'discounts/plattform'))).toEqual([404, 'notFound']);
  });

  it('opens a restaurant that is no longer listed, to accept and refund its orders', async () => {
    const order = await paid({ restaurantKey: OTHER_RESTAURANT_KEY });
    const setDeactivatedAt = (deactivatedAt: number | null) =>
      testContext.gateway.database.write(({ knex }) =>
        knex('restaurant').where({ key: OTHER_RESTAURANT_KEY }).update({ deactivated_at: deactivatedAt }),
      );
    await setDeactivatedAt(1);
    const partnerAnswers = [
      await call(testContext.foreign, 'GET', 'restaurant'),
      await call(testContext.foreign, 'POST', `orders/${order.key}/accept`),
    ];
    const listedKeys = PartnerOrders.parse((await call(testContext.foreign, 'GET', 'orders')).body).map(
      ({ key }) => key,
    );
    const isInTopic = heldIn(
      await follow(testContext.foreign, partnerTopic(OTHER_RESTAURANT_KEY)),
      partnerTopic(OTHER_RESTAURANT_KEY),
      'orders',
    ).has(order.key);
    await setDeactivatedAt(null);
    await testContext.gateway.database.write(({ knex }) => knex('customer_order').where({ key: order.key }).delete());
    expect([
      partnerAnswers.map(outcomeOf),
      Restaurant.parse(partnerAnswers[0]?.body).key,
      listedKeys,
      isInTopic,
    ]).toEqual([[[200], [200]], OTHER_RESTAURANT_KEY, [order.key], true]);
  });

  it('can create 50 discounts at most', async () => {
    const manyOrderKeys = Array.from({ length: 51 }, (_, index) => `viele-${index}`);
    const partnerAnswers = [];
    for (const orderKey of manyOrderKeys)
      partnerAnswers.push(
        outcomeOf(
          await call(testContext.foreign, 'PUT', `discounts/${orderKey}`, partnerDiscountOf(OTHER_RESTAURANT_KEY)),
        ),
      );
    for (const orderKey of manyOrderKeys) await call(testContext.foreign, 'DELETE', `discounts/${orderKey}`);
    expect(partnerAnswers).toEqual([...manyOrderKeys.slice(1).map(() => [200]), [409, 'listFull']]);
  });

  it('has idempotency keys of its own', async () => {
    const headers = { 'Idempotency-Key': 'ein-schluessel' };
    const partnerAnswers = [];
    for (const token of [testContext.own, testContext.gateway.partnerToken, testContext.foreign])
      partnerAnswers.push(
        outcomeOf(
          await createBrowser(testContext.gateway.url).call('DELETE', `/api/partner/meals/${DISH_KEY}-x`, {
            token,
            headers,
          }),
        ),
      );
    expect(partnerAnswers).toEqual([[200], [200], [200]]);
    expect(await testContext.gateway.database.knex('idempotency').where({ key: 'ein-schluessel' })).toHaveLength(3);
  });

  it('is stored as a hash, and is too long to guess', async () => {
    expect(testContext.own).toMatch(/^mzp_[\w-]{43}$/);
    const tokenRows = await testContext.gateway.database.knex('partner_token');
    expect(JSON.stringify(tokenRows)).not.toContain(testContext.own.slice(4));
    expect(await tokensOf().issue('nirgendwo')).toEqual({ ok: false, error: 'notFound' });
  });
});

describe('the topic of a counter', () => {
  it('is its own, beside the public topics', async () => {
    const counterClient = await follow(
      testContext.own,
      partnerTopic(RESTAURANT_KEY),
      restaurantTopic(RESTAURANT_KEY),
      'global',
    );
    for (const followedTopic of [
      partnerTopic(OTHER_RESTAURANT_KEY),
      restaurantTopic(OTHER_RESTAURANT_KEY),
      'me',
      'places/53_9',
      `chat/${RESTAURANT_KEY}`,
      partnerTopic('nirgendwo'),
    ]) {
      counterClient.say({ op: 'sub', id: followedTopic, topic: followedTopic });
      expect([followedTopic, await counterClient.next('err')]).toEqual([
        followedTopic,
        expect.objectContaining({ id: followedTopic, code: 'notFound' }),
      ]);
    }
    const livePage = await follow(testContext.diner.idToken);
    livePage.say({ op: 'sub', id: partnerTopic(RESTAURANT_KEY), topic: partnerTopic(RESTAURANT_KEY) });
    expect(await livePage.next('err')).toMatchObject({ code: 'notFound' });
  });

  it.each([
    ['guessed', `mzp_${'A'.repeat(43)}`],
    ['short', 'mzp_kurz'],
    ['for all restaurants', 'partner-token-of-the-tests'],
  ])('is nothing with a token that is %s', async (_description, token) => {
    expect(await (await follow(token)).whenClosed).toBe(4401);
  });

  it('closes at once on open consoles when its tokens are revoked, and stays open for others', async () => {
    const token = await issued(OTHER_RESTAURANT_KEY);
    const [counterClient, otherCounter] = [
      await follow(token, partnerTopic(OTHER_RESTAURANT_KEY)),
      await follow(testContext.own, partnerTopic(RESTAURANT_KEY)),
    ];
    expect(await tokensOf().revoke(OTHER_RESTAURANT_KEY)).toEqual({ ok: true, value: 2 });
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
      Array.from({ length: liveLimits.connections }, () => follow(testContext.own, partnerTopic(RESTAURANT_KEY))),
    );
    const order = await paid();
    for (const counterConsole of counterConsoles)
      expect((await counterConsole.next('delta')).ops).toMatchObject([{ collection: 'orders', key: order.key }]);
  });

  it('loses none of 60 orders in ten minutes, whenever a console connects, and shows each once', async () => {
    const followedTopic = partnerTopic(RESTAURANT_KEY);
    const firstConsole = await follow(testContext.own, followedTopic);
    const orderCountBefore = heldIn(firstConsole, followedTopic, 'orders').size;
    const orderKeys: string[] = [];
    let lateConsole: LiveTestClient | null = null;
    for (let index = 0; index < 60; index += 1) {
      if (index === 30) lateConsole = await follow(testContext.own, followedTopic);
      orderKeys.push((await paid()).key);
      testContext.gateway.clock.advance(10_000);
    }
    for (const counterClient of [firstConsole, lateConsole]) {
      if (counterClient === null) throw new Error('it came in');
      while (heldIn(counterClient, followedTopic, 'orders').size < orderCountBefore + 60)
        await counterClient.next('delta');
      const heldOrders = heldIn(counterClient, followedTopic, 'orders');
      expect(orderKeys.filter((orderKey) => !heldOrders.has(orderKey))).toEqual([]);
      expect(counterClient.frames.filter(({ op }) => op === 'reset')).toEqual([]);
    }
    // The test reads orders of the same time page by page: each order must be on exactly one page.
    const pagedKeys: string[] = [];
    for (let pageQuery = ''; ;) {
      const orderPage = PartnerOrders.parse(
        (await call(testContext.own, 'GET', `orders?since=${MEAL_TIME}&limit=25${pageQuery}`)).body,
      );
      pagedKeys.push(...orderPage.map(({ key }) => key));
      const lastOrder = orderPage.at(-1);
      if (lastOrder === undefined || orderPage.length < 25) break;
      expect(lastOrder.meetUpDate).toBe(MEAL_TIME);
      pageQuery = `&after=${lastOrder.key}`;
    }
    expect([new Set(pagedKeys).size, orderKeys.filter((orderKey) => !pagedKeys.includes(orderKey))]).toEqual([
      pagedKeys.length,
      [],
    ]);
    // Even a request without a limit gets at most fifty orders in one page.
    expect(PartnerOrders.parse((await call(testContext.own, 'GET', 'orders')).body)).toHaveLength(50);
    expect(outcomeOf(await call(testContext.own, 'GET', 'orders?limit=51'))).toEqual([400, 'invalidRequest']);
  });
});
