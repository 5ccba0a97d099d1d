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
import { OTHER, TODAY, NOON, openCounterDesk } from '../testing/counter-desk';

const desk = openCounterDesk();
const { tokensOf, issued, call, follow, heldIn, paid } = desk;

jest.setTimeout(60_000);

const partnerOrders = z.array(PartnerOrder);
const menuOf = async (token = desk.own): Promise<PartnerOffer[]> =>
  z.array(PartnerOffer).parse((await call(token, 'GET', `meals?restaurantId=${PLACE}`)).body);

describe('a restaurant’s own token', () => {
  const meal = (restaurantId: string) => aPartnerMeal({ restaurantId, typeKey: 'lunch', date: TODAY });
  const discount = (restaurantRef: string) => aPartnerDiscount({ restaurantRef });
  let theirs = '';

  beforeAll(async () => {
    theirs = (await paid()).key;
    await call(desk.own, 'PUT', 'meals/ausverkauft', meal(PLACE));
    await call(desk.own, 'DELETE', 'meals/ausverkauft');
    await call(desk.own, 'PUT', 'discounts/hausrabatt', discount(PLACE));
  });

  /**
   * Requests of all counter routes that act for one restaurant. The test sends them with the token of another
   * restaurant.
   */
  const ASKS: readonly { readonly route: string; readonly path: () => string; readonly body?: object }[] = [
    { route: 'putPartnerMeal', path: () => 'meals/neu', body: meal(PLACE) },
    { route: 'putPartnerMeal', path: () => `meals/${DISH}`, body: meal(OTHER) },
    { route: 'deletePartnerMeal', path: () => `meals/${DISH}` },
    { route: 'deletePartnerMeal', path: () => 'meals/ausverkauft' },
    { route: 'putPartnerRestaurant', path: () => `restaurants/${PLACE}`, body: { restTime: null } },
    { route: 'putPartnerRestaurant', path: () => `restaurants/${PLACE}`, body: { type: 'NonPartner' } },
    { route: 'putPartnerDiscount', path: () => 'discounts/neu', body: discount(PLACE) },
    { route: 'putPartnerDiscount', path: () => 'discounts/hausrabatt', body: discount(OTHER) },
    { route: 'putPartnerDiscount', path: () => 'discounts/neu', body: { ...discount(OTHER), mealRef: DISH } },
    { route: 'deletePartnerDiscount', path: () => 'discounts/hausrabatt' },
    { route: 'getPartnerMenu', path: () => `meals?restaurantId=${PLACE}` },
    { route: 'getPartnerOrders', path: () => `orders?restaurantId=${PLACE}` },
    { route: 'acceptPartnerOrder', path: () => `orders/${theirs}/accept` },
    { route: 'refundPartnerOrder', path: () => `orders/${theirs}/refund`, body: { amount: 100, reason: 'mistake' } },
  ];

  const METHODS = new Map<string, Route>(routes.map((route) => [route.name, route]));
  const methodOf = (name: string): string => METHODS.get(name)?.method ?? '';

  const everything = async (): Promise<unknown[]> => {
    const rows = (table: string): Promise<unknown[]> => desk.gateway.database.knex(table).orderBy('key');
    return [
      await rows('offer'),
      await rows('sold_out_meal'),
      await rows('discount'),
      await rows('restaurant'),
      await rows('customer_order'),
      await rows('order_refund'),
      await desk.gateway.database.knex('change').count(),
    ];
  };

  it.each(ASKS)(
    'sees and changes nothing of another restaurant: $route answers 404 ($path)',
    async ({ route: name, path, body }) => {
      const before = await everything();
      expect(outcomeOf(await call(desk.foreign, methodOf(name), path(), body))).toEqual([404, 'notFound']);
      expect(await everything()).toEqual(before);
      for (const token of [null, 'mzp_geraten', `mzp_${'A'.repeat(43)}`, desk.diner.idToken])
        expect(outcomeOf(await call(token, methodOf(name), path(), body))).toEqual([401, 'unauthenticated']);
    },
  );

  it('leaves the key of a removed dish free for other restaurants, and gets its own dish back', async () => {
    const put = (token: string, place: string) => call(token, 'PUT', 'meals/geraten', { ...meal(place), name: place });
    await put(desk.foreign, OTHER);
    await call(desk.foreign, 'DELETE', 'meals/geraten');
    expect(Offer.parse((await put(desk.own, PLACE)).body)).toMatchObject({ key: 'geraten', name: PLACE });
    const back = Offer.parse((await put(desk.foreign, OTHER)).body);
    expect([back.name, back.key === 'geraten']).toEqual([OTHER, false]);
    expect((await menuOf()).filter(({ name }) => name === PLACE || name === OTHER)).toMatchObject([
      { key: 'geraten', name: PLACE, soldOutSince: null },
    ]);
    for (const [token, key] of [
      [desk.own, 'geraten'],
      [desk.foreign, back.key],
    ] as const)
      expect(outcomeOf(await call(token, 'DELETE', `meals/${key}`))).toEqual([200]);
    await desk.gateway.database.write(({ knex }) =>
      knex('sold_out_meal').whereIn('key', ['geraten', back.key]).delete(),
    );
  });

  it('opens its own restaurant, and the token for all restaurants opens each', async () => {
    expect(Restaurant.parse((await call(desk.own, 'GET', 'restaurant')).body).key).toBe(PLACE);
    expect(Restaurant.parse((await call(desk.foreign, 'GET', 'restaurant')).body).key).toBe(OTHER);
    expect(outcomeOf(await call(desk.gateway.partnerToken, 'GET', 'restaurant'))).toEqual([404, 'notFound']);
    for (const token of [desk.own, desk.gateway.partnerToken]) {
      expect((await menuOf(token)).map(({ key }) => key)).toContain(DISH);
      expect(partnerOrders.parse((await call(token, 'GET', 'orders')).body).map(({ key }) => key)).toContain(theirs);
      expect(outcomeOf(await call(token, 'PUT', `restaurants/${PLACE}`, { restTime: null }))).toEqual([200]);
    }
    expect((await call(desk.foreign, 'GET', 'orders')).body).toEqual([]);
    expect(outcomeOf(await call(desk.gateway.partnerToken, 'GET', 'orders?restaurantId=nirgendwo'))).toEqual([
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
  ])('changes nothing that is agreed on with the platform: %j', async (change) => {
    expect(outcomeOf(await call(desk.own, 'PUT', `restaurants/${PLACE}`, change))).toEqual([403, 'notAllowed']);
  });

  it.each([{ restaurantRef: null }, { companyRef: 'kette' }, { platform: true }])(
    'can’t create a discount that is valid elsewhere or paid by the platform: %j',
    async (change) => {
      expect(outcomeOf(await call(desk.own, 'PUT', 'discounts/mehr', { ...discount(PLACE), ...change }))).toEqual([
        403,
        'notAllowed',
      ]);
    },
  );

  it('doesn’t see the platform’s discounts', async () => {
    await call(desk.gateway.partnerToken, 'PUT', 'discounts/plattform', { ...discount(PLACE), platform: true });
    expect(outcomeOf(await call(desk.own, 'PUT', 'discounts/plattform', discount(PLACE)))).toEqual([404, 'notFound']);
    expect(outcomeOf(await call(desk.own, 'DELETE', 'discounts/plattform'))).toEqual([404, 'notFound']);
  });

  it('opens a restaurant that is no longer listed, to accept and refund its orders', async () => {
    const order = await paid({ restaurantKey: OTHER });
    const list = (at: number | null) =>
      desk.gateway.database.write(({ knex }) =>
        knex('restaurant').where({ key: OTHER }).update({ deactivated_at: at }),
      );
    await list(1);
    const answers = [
      await call(desk.foreign, 'GET', 'restaurant'),
      await call(desk.foreign, 'POST', `orders/${order.key}/accept`),
    ];
    const listed = partnerOrders.parse((await call(desk.foreign, 'GET', 'orders')).body).map(({ key }) => key);
    const follows = heldIn(await follow(desk.foreign, partnerTopic(OTHER)), partnerTopic(OTHER), 'orders').has(
      order.key,
    );
    await list(null);
    await desk.gateway.database.write(({ knex }) => knex('customer_order').where({ key: order.key }).delete());
    expect([answers.map(outcomeOf), Restaurant.parse(answers[0]?.body).key, listed, follows]).toEqual([
      [[200], [200]],
      OTHER,
      [order.key],
      true,
    ]);
  });

  it('can create 50 discounts at most', async () => {
    const keys = Array.from({ length: 51 }, (_, index) => `viele-${index}`);
    const answers = [];
    for (const key of keys)
      answers.push(outcomeOf(await call(desk.foreign, 'PUT', `discounts/${key}`, discount(OTHER))));
    for (const key of keys) await call(desk.foreign, 'DELETE', `discounts/${key}`);
    expect(answers).toEqual([...keys.slice(1).map(() => [200]), [409, 'listFull']]);
  });

  it('has idempotency keys of its own', async () => {
    const headers = { 'Idempotency-Key': 'ein-schluessel' };
    const answers = [];
    for (const token of [desk.own, desk.gateway.partnerToken, desk.foreign])
      answers.push(
        outcomeOf(
          await createBrowser(desk.gateway.url).call('DELETE', `/api/partner/meals/${DISH}-x`, { token, headers }),
        ),
      );
    expect(answers).toEqual([[200], [200], [200]]);
    expect(await desk.gateway.database.knex('idempotency').where({ key: 'ein-schluessel' })).toHaveLength(3);
  });

  it('is stored as a hash, and is too long to guess', async () => {
    expect(desk.own).toMatch(/^mzp_[\w-]{43}$/);
    const rows = await desk.gateway.database.knex('partner_token');
    expect(JSON.stringify(rows)).not.toContain(desk.own.slice(4));
    expect(await tokensOf().issue('nirgendwo')).toEqual({ ok: false, error: 'notFound' });
  });
});

describe('the topic of a counter', () => {
  it('is its own, beside the public topics', async () => {
    const counter = await follow(desk.own, partnerTopic(PLACE), restaurantTopic(PLACE), 'global');
    for (const topic of [
      partnerTopic(OTHER),
      restaurantTopic(OTHER),
      'me',
      'places/53_9',
      `chat/${PLACE}`,
      partnerTopic('nirgendwo'),
    ]) {
      counter.say({ op: 'sub', id: topic, topic });
      expect([topic, await counter.next('err')]).toEqual([
        topic,
        expect.objectContaining({ id: topic, code: 'notFound' }),
      ]);
    }
    const page = await follow(desk.diner.idToken);
    page.say({ op: 'sub', id: partnerTopic(PLACE), topic: partnerTopic(PLACE) });
    expect(await page.next('err')).toMatchObject({ code: 'notFound' });
  });

  it.each([
    ['guessed', `mzp_${'A'.repeat(43)}`],
    ['short', 'mzp_kurz'],
    ['for all restaurants', 'partner-token-of-the-tests'],
  ])('is nothing with a token that is %s', async (_what, token) => {
    expect(await (await follow(token)).closed).toBe(4401);
  });

  it('closes at once on open consoles when its tokens are revoked, and stays open for others', async () => {
    const token = await issued(OTHER);
    const [counter, others] = [await follow(token, partnerTopic(OTHER)), await follow(desk.own, partnerTopic(PLACE))];
    expect(await tokensOf().revoke(OTHER)).toEqual({ ok: true, value: 2 });
    expect([await counter.next('reset'), await counter.next('err'), await counter.closed]).toMatchObject([
      { reason: 'rights' },
      { code: 'notFound' },
      4401,
    ]);
    expect(outcomeOf(await call(token, 'GET', 'restaurant'))).toEqual([401, 'unauthenticated']);
    others.say({ op: 'ping' });
    await others.next('pong');
    expect(await tokensOf().revoke('nirgendwo')).toEqual({ ok: false, error: 'notFound' });
    await desk.renewForeign();
  });

  it('opens on as many consoles as a user has connections', async () => {
    const consoles = await Promise.all(
      Array.from({ length: liveLimits.connections }, () => follow(desk.own, partnerTopic(PLACE))),
    );
    const order = await paid();
    for (const one of consoles)
      expect((await one.next('delta')).ops).toMatchObject([{ collection: 'orders', key: order.key }]);
  });

  it('loses none of 60 orders in ten minutes, whenever a console connects, and shows each once', async () => {
    const topic = partnerTopic(PLACE);
    const first = await follow(desk.own, topic);
    const before = heldIn(first, topic, 'orders').size;
    const keys: string[] = [];
    let late: LiveTestClient | null = null;
    for (let index = 0; index < 60; index += 1) {
      if (index === 30) late = await follow(desk.own, topic);
      keys.push((await paid()).key);
      desk.gateway.clock.advance(10_000);
    }
    for (const counter of [first, late]) {
      if (counter === null) throw new Error('it came in');
      while (heldIn(counter, topic, 'orders').size < before + 60) await counter.next('delta');
      const held = heldIn(counter, topic, 'orders');
      expect(keys.filter((key) => !held.has(key))).toEqual([]);
      expect(counter.frames.filter(({ op }) => op === 'reset')).toEqual([]);
    }
    // Orders at the same time are read page by page: each order is on exactly one page.
    const paged: string[] = [];
    for (let after = ''; ;) {
      const page = partnerOrders.parse((await call(desk.own, 'GET', `orders?since=${NOON}&limit=25${after}`)).body);
      paged.push(...page.map(({ key }) => key));
      const last = page.at(-1);
      if (last === undefined || page.length < 25) break;
      expect(last.meetUpDate).toBe(NOON);
      after = `&after=${last.key}`;
    }
    expect([new Set(paged).size, keys.filter((key) => !paged.includes(key))]).toEqual([paged.length, []]);
    // One page contains at most fifty orders.
    expect(partnerOrders.parse((await call(desk.own, 'GET', 'orders')).body)).toHaveLength(50);
    expect(outcomeOf(await call(desk.own, 'GET', 'orders?limit=51'))).toEqual([400, 'invalidRequest']);
  });
});
