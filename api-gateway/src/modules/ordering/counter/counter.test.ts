import {
  ErrorBody,
  liveLimits,
  Offer,
  Order,
  PartnerOffer,
  PartnerOrder,
  partnerTopic,
  Restaurant,
  restaurantTopic,
  routes,
} from '@mahlzeit/contract';
import type { Route } from '@mahlzeit/contract';
import { anOffer, aPartnerDiscount, aPartnerMeal, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { connectLive } from '../../../platform/testing/live-test-client';
import type { LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPartnerTokens } from '../../discovery';
import { createRestaurantRepository } from '../../discovery/testing/repositories';
import { createBrowser, outcomeOf } from '../../identity/testing/people';
import type { Answer } from '../../identity/testing/people';
import { recordOrder } from '../order-records/order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { createOrderingPersonalData } from '../personal-data';
import { DISH, openKitchen, orderingDiner, PLACE } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';

jest.setTimeout(60_000);

const OTHER = 'bistro';
const TODAY = '2026-06-24';
const NOON = Date.parse('2026-06-24T12:30:00+02:00');

const gateways = testGateways();
const clients: LiveTestClient[] = [];
let gateway: TestGateway;
let diner: OrderingDiner;
/** Tokens of the restaurant and of the one next door. */
let own = '';
let foreign = '';

const tokensOf = () => createPartnerTokens(gateway);

const issued = async (key: string): Promise<string> => {
  const token = await tokensOf().issue(key);
  if (!token.ok) throw new Error(token.error);
  return token.value;
};

beforeAll(async () => {
  gateway = await gateways.start();
  await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
  await gateway.database.write(({ knex }) =>
    createRestaurantRepository(knex).insert(aRestaurant({ key: OTHER, routingName: OTHER, name: 'Bistro' }), {
      source: 'test',
      sourceId: OTHER,
    }),
  );
  [own, foreign] = [await issued(PLACE), await issued(OTHER)];
  diner = await orderingDiner(gateway);
});
beforeEach(async () => {
  diner = await orderingDiner(gateway);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.cut();
});

const call = (token: string | null, method: string, path: string, body?: object): Promise<Answer> =>
  createBrowser(gateway.url).call(method, `/api/partner/${path}`, {
    ...(token === null ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });

const follow = async (token: string, ...topics: readonly string[]): Promise<LiveTestClient> => {
  const client = await connectLive(gateway.url, { token });
  clients.push(client);
  for (const topic of topics) {
    client.say({ op: 'sub', id: topic, topic });
    await client.next('live');
  }
  return client;
};

/** Reads a collection of the topic as a page holds it by now. */
const heldIn = ({ frames }: LiveTestClient, topic: string, collection: string): Map<string, unknown> => {
  const held = new Map<string, unknown>();
  for (const frame of frames) {
    if (frame.op === 'snap' && frame.id === topic)
      for (const item of frame.items) if (item.collection === collection) held.set(item.key, item.value);
    if (frame.op !== 'delta' || frame.id !== topic) continue;
    for (const op of frame.ops) {
      if (op.collection !== collection) continue;
      if (op.kind === 'put') held.set(op.key, op.value);
      else held.delete(op.key);
    }
  }
  return held;
};

let count = 0;

/** Returns a paid order as the payments store it. */
const paid = async (overrides: Partial<StoredOrder> = {}): Promise<StoredOrder> => {
  count += 1;
  const order: StoredOrder = {
    key: `bestellung-${count}`,
    uid: diner.uid,
    number: `B${String(count).padStart(3, '0')}`,
    day: TODAY,
    restaurantKey: PLACE,
    seller: null,
    paymentOption: 'card',
    debitedCardId: 'karte-der-anna',
    meetUpAt: NOON,
    meetUpKey: null,
    isTakeAway: true,
    items: [],
    discount: null,
    vat: {},
    total: 890,
    acceptedAt: null,
    createdAt: gateway.clock.now(),
    paymentStatus: 'SUCCEEDED',
    rating: null,
    ...overrides,
  };
  await gateway.database.write(async (tx) => {
    await createOrderRepository(tx.knex).insert(order, []);
    await recordOrder(tx, order);
  });
  return order;
};

const giveBack = ({ key }: StoredOrder, amount: number, state: 'REQUESTED' | 'SUCCEEDED' | 'FAILED'): Promise<void> =>
  gateway.database.write(({ knex }) =>
    createRefundRepository(knex).insert({
      key: `${key}-zurueck-${state}`,
      orderKey: key,
      amount,
      reason: 'mistake',
      state,
      providerKey: key,
      isAutomatic: false,
      code: null,
      items: [],
      providerId: null,
      createdAt: 0,
    }),
  );

/** Creates a meetup with people who come, one who doesn't, and one who hasn't answered. */
const meetupOf = async (...coming: readonly string[]): Promise<string> => {
  const key = `treffen-${(count += 1)}`;
  await gateway.database.write(async ({ knex }) => {
    await knex('invitation').insert({
      key,
      owner_uid: diner.uid,
      restaurant_key: PLACE,
      date: NOON,
      is_take_away: true,
      is_canceled: false,
      is_reminder_sent: false,
      chat_key: key,
      message_key: key,
      replaced_message_key: null,
      sequence: 0,
      created_at: NOON,
      changed_at: NOON,
      share_token: null,
    });
    const answers = [
      ...coming.map((uid) => [uid, 'accepted'] as const),
      ['kommt-nicht', 'declined'] as const,
      ['schweigt', 'pending'] as const,
    ];
    for (const [position, [uid, status]] of answers.entries())
      await knex('invitation_attendee').insert({ invitation_key: key, uid, date: NOON, position, status });
  });
  return key;
};

const partnerOrders = z.array(PartnerOrder);
const menuOf = async (token = own): Promise<PartnerOffer[]> =>
  z.array(PartnerOffer).parse((await call(token, 'GET', `meals?restaurantId=${PLACE}`)).body);

describe('a restaurant’s own token', () => {
  const meal = (restaurantId: string) => aPartnerMeal({ restaurantId, typeKey: 'lunch', date: TODAY });
  const discount = (restaurantRef: string) => aPartnerDiscount({ restaurantRef });
  let theirs = '';

  beforeAll(async () => {
    theirs = (await paid()).key;
    await call(own, 'PUT', 'meals/ausverkauft', meal(PLACE));
    await call(own, 'DELETE', 'meals/ausverkauft');
    await call(own, 'PUT', 'discounts/hausrabatt', discount(PLACE));
  });

  /** Requests of each route for the restaurant, sent by the one next door. */
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
    const rows = (table: string): Promise<unknown[]> => gateway.database.knex(table).orderBy('key');
    return [
      await rows('offer'),
      await rows('sold_out_meal'),
      await rows('discount'),
      await rows('restaurant'),
      await rows('customer_order'),
      await rows('order_refund'),
      await gateway.database.knex('change').count(),
    ];
  };

  it.each(ASKS)(
    'sees and changes nothing of another restaurant: $route answers 404 ($path)',
    async ({ route: name, path, body }) => {
      const before = await everything();
      expect(outcomeOf(await call(foreign, methodOf(name), path(), body))).toEqual([404, 'notFound']);
      expect(await everything()).toEqual(before);
      for (const token of [null, 'mzp_geraten', `mzp_${'A'.repeat(43)}`, diner.idToken])
        expect(outcomeOf(await call(token, methodOf(name), path(), body))).toEqual([401, 'unauthenticated']);
    },
  );

  it('leaves the key of a removed dish free for other restaurants, and gets its own dish back', async () => {
    const put = (token: string, place: string) => call(token, 'PUT', 'meals/geraten', { ...meal(place), name: place });
    await put(foreign, OTHER);
    await call(foreign, 'DELETE', 'meals/geraten');
    expect(Offer.parse((await put(own, PLACE)).body)).toMatchObject({ key: 'geraten', name: PLACE });
    const back = Offer.parse((await put(foreign, OTHER)).body);
    expect([back.name, back.key === 'geraten']).toEqual([OTHER, false]);
    expect((await menuOf()).filter(({ name }) => name === PLACE || name === OTHER)).toMatchObject([
      { key: 'geraten', name: PLACE, soldOutSince: null },
    ]);
    for (const [token, key] of [
      [own, 'geraten'],
      [foreign, back.key],
    ] as const)
      expect(outcomeOf(await call(token, 'DELETE', `meals/${key}`))).toEqual([200]);
    await gateway.database.write(({ knex }) => knex('sold_out_meal').whereIn('key', ['geraten', back.key]).delete());
  });

  it('opens its own restaurant, and the token for all restaurants opens each', async () => {
    expect(Restaurant.parse((await call(own, 'GET', 'restaurant')).body).key).toBe(PLACE);
    expect(Restaurant.parse((await call(foreign, 'GET', 'restaurant')).body).key).toBe(OTHER);
    expect(outcomeOf(await call(gateway.partnerToken, 'GET', 'restaurant'))).toEqual([404, 'notFound']);
    for (const token of [own, gateway.partnerToken]) {
      expect((await menuOf(token)).map(({ key }) => key)).toContain(DISH);
      expect(partnerOrders.parse((await call(token, 'GET', 'orders')).body).map(({ key }) => key)).toContain(theirs);
      expect(outcomeOf(await call(token, 'PUT', `restaurants/${PLACE}`, { restTime: null }))).toEqual([200]);
    }
    expect((await call(foreign, 'GET', 'orders')).body).toEqual([]);
    expect(outcomeOf(await call(gateway.partnerToken, 'GET', 'orders?restaurantId=nirgendwo'))).toEqual([
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
    expect(outcomeOf(await call(own, 'PUT', `restaurants/${PLACE}`, change))).toEqual([403, 'notAllowed']);
  });

  it.each([{ restaurantRef: null }, { companyRef: 'kette' }, { platform: true }])(
    'can’t create a discount that is valid elsewhere or paid by the platform: %j',
    async (change) => {
      expect(outcomeOf(await call(own, 'PUT', 'discounts/mehr', { ...discount(PLACE), ...change }))).toEqual([
        403,
        'notAllowed',
      ]);
    },
  );

  it('doesn’t see the platform’s discounts', async () => {
    await call(gateway.partnerToken, 'PUT', 'discounts/plattform', { ...discount(PLACE), platform: true });
    expect(outcomeOf(await call(own, 'PUT', 'discounts/plattform', discount(PLACE)))).toEqual([404, 'notFound']);
    expect(outcomeOf(await call(own, 'DELETE', 'discounts/plattform'))).toEqual([404, 'notFound']);
  });

  it('opens a restaurant that is no longer listed, to accept and refund its orders', async () => {
    const order = await paid({ restaurantKey: OTHER });
    const list = (at: number | null) =>
      gateway.database.write(({ knex }) => knex('restaurant').where({ key: OTHER }).update({ deactivated_at: at }));
    await list(1);
    const answers = [
      await call(foreign, 'GET', 'restaurant'),
      await call(foreign, 'POST', `orders/${order.key}/accept`),
    ];
    const listed = partnerOrders.parse((await call(foreign, 'GET', 'orders')).body).map(({ key }) => key);
    const follows = heldIn(await follow(foreign, partnerTopic(OTHER)), partnerTopic(OTHER), 'orders').has(order.key);
    await list(null);
    await gateway.database.write(({ knex }) => knex('customer_order').where({ key: order.key }).delete());
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
    for (const key of keys) answers.push(outcomeOf(await call(foreign, 'PUT', `discounts/${key}`, discount(OTHER))));
    for (const key of keys) await call(foreign, 'DELETE', `discounts/${key}`);
    expect(answers).toEqual([...keys.slice(1).map(() => [200]), [409, 'listFull']]);
  });

  it('has idempotency keys of its own', async () => {
    const headers = { 'Idempotency-Key': 'ein-schluessel' };
    const answers = [];
    for (const token of [own, gateway.partnerToken, foreign])
      answers.push(
        outcomeOf(await createBrowser(gateway.url).call('DELETE', `/api/partner/meals/${DISH}-x`, { token, headers })),
      );
    expect(answers).toEqual([[200], [200], [200]]);
    expect(await gateway.database.knex('idempotency').where({ key: 'ein-schluessel' })).toHaveLength(3);
  });

  it('is stored as a hash, and is too long to guess', async () => {
    expect(own).toMatch(/^mzp_[\w-]{43}$/);
    const rows = await gateway.database.knex('partner_token');
    expect(JSON.stringify(rows)).not.toContain(own.slice(4));
    expect(await tokensOf().issue('nirgendwo')).toEqual({ ok: false, error: 'notFound' });
  });
});

describe('the topic of a counter', () => {
  it('is its own, beside the public topics', async () => {
    const counter = await follow(own, partnerTopic(PLACE), restaurantTopic(PLACE), 'global');
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
    const page = await follow(diner.idToken);
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
    const [counter, others] = [await follow(token, partnerTopic(OTHER)), await follow(own, partnerTopic(PLACE))];
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
    foreign = await issued(OTHER);
  });

  it('opens on as many consoles as a user has connections', async () => {
    const consoles = await Promise.all(
      Array.from({ length: liveLimits.connections }, () => follow(own, partnerTopic(PLACE))),
    );
    const order = await paid();
    for (const one of consoles)
      expect((await one.next('delta')).ops).toMatchObject([{ collection: 'orders', key: order.key }]);
  });

  it('loses none of 60 orders in ten minutes, whenever a console connects, and shows each once', async () => {
    const topic = partnerTopic(PLACE);
    const first = await follow(own, topic);
    const before = heldIn(first, topic, 'orders').size;
    const keys: string[] = [];
    let late: LiveTestClient | null = null;
    for (let index = 0; index < 60; index += 1) {
      if (index === 30) late = await follow(own, topic);
      keys.push((await paid()).key);
      gateway.clock.advance(10_000);
    }
    for (const counter of [first, late]) {
      if (counter === null) throw new Error('it came in');
      while (heldIn(counter, topic, 'orders').size < before + 60) await counter.next('delta');
      const held = heldIn(counter, topic, 'orders');
      expect(keys.filter((key) => !held.has(key))).toEqual([]);
      expect(counter.frames.filter(({ op }) => op === 'reset')).toEqual([]);
    }
    // Page by page over orders of the same instant, none is missing and none comes twice.
    const paged: string[] = [];
    for (let after = ''; ;) {
      const page = partnerOrders.parse((await call(own, 'GET', `orders?since=${NOON}&limit=25${after}`)).body);
      paged.push(...page.map(({ key }) => key));
      const last = page.at(-1);
      if (last === undefined || page.length < 25) break;
      expect(last.meetUpDate).toBe(NOON);
      after = `&after=${last.key}`;
    }
    expect([new Set(paged).size, keys.filter((key) => !paged.includes(key))]).toEqual([paged.length, []]);
    // A page has fifty orders at most.
    expect(partnerOrders.parse((await call(own, 'GET', 'orders')).body)).toHaveLength(50);
    expect(outcomeOf(await call(own, 'GET', 'orders?limit=51'))).toEqual([400, 'invalidRequest']);
  });
});

describe('an order at the counter', () => {
  it('appears once it is paid, with its diner’s name and without their payment', async () => {
    await diner.call('PATCH', '/api/users/me', { firstName: 'Jule', lastName: 'Petersen' });
    const counter = await follow(own, partnerTopic(PLACE));
    const { orderKey } = await diner.ordered();
    const [op] = (await counter.next('delta')).ops;
    expect(op).toMatchObject({
      kind: 'put',
      collection: 'orders',
      key: orderKey,
      value: {
        customer: 'Jule P.',
        debitedCardId: null,
        payInId: '',
        accepted: false,
        status: 'Pending',
        totalPrice: 890,
        items: [{ mealKey: DISH, amount: 1 }],
      },
    });
    const listed = partnerOrders.parse((await call(own, 'GET', `orders?since=${NOON}&limit=50`)).body);
    expect(listed.every(({ meetUpDate }) => meetUpDate >= NOON)).toBe(true);
    expect((await call(own, 'GET', `orders?since=${NOON + 1}`)).body).toEqual([]);
  });

  it('shows live how many come to its meetup, and nothing else of the meetup', async () => {
    const [counter, other] = [await follow(own, partnerTopic(PLACE)), await orderingDiner(gateway)];
    const meetUpKey = await meetupOf(diner.uid, other.uid);
    const [{ key }, alone, gone] = [await paid({ meetUpKey }), await paid(), await paid({ meetUpKey: 'verschwunden' })];
    const [told] = (await counter.next('delta')).ops;
    expect(told).toMatchObject({ key, value: { meetUp: '', meetUpSize: 2 } });
    expect(JSON.stringify(told)).not.toContain(meetUpKey);
    await gateway.database.write(({ knex }) =>
      knex('invitation_attendee').where({ invitation_key: meetUpKey, uid: other.uid }).update({ status: 'declined' }),
    );
    const late = heldIn(await follow(own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders');
    const sizes = [key, alone.key, gone.key].map((one) => PartnerOrder.parse(late.get(one)).meetUpSize);
    expect(sizes).toEqual([1, undefined, undefined]);
  });

  it('doesn’t count attendees whose account is being deleted', async () => {
    const other = await orderingDiner(gateway);
    const { key } = await paid({ meetUpKey: await meetupOf(diner.uid, other.uid) });
    const size = async () =>
      PartnerOrder.parse(heldIn(await follow(own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders').get(key))
        .meetUpSize;
    expect(await size()).toBe(2);
    await other.call('PUT', '/api/users/deleteMe');
    expect(await size()).toBe(1);
  });

  it('shows the name of the payment user where the account has none', async () => {
    const nameless = await orderingDiner(gateway);
    await gateway.database.write(({ knex }) =>
      knex('payment_user').where({ uid: nameless.uid }).update({ first_name: ' Nora ', last_name: 'Zander' }),
    );
    const { key } = await paid({ uid: nameless.uid });
    const shownName = async () =>
      PartnerOrder.parse((await call(own, 'POST', `orders/${key}/accept`, {})).body).customer;
    expect(await shownName()).toBe('Nora Z.');
    await nameless.call('PATCH', '/api/users/me', { firstName: 'Eleonora' });
    expect(await shownName()).toBe('Eleonora');
  });

  it('is accepted while its diner watches: their page and notifications show it once', async () => {
    const order = await paid();
    const [page, counter] = [await follow(diner.idToken, 'me'), await follow(own, partnerTopic(PLACE))];
    const answers = await Promise.all([1, 2].map(() => call(own, 'POST', `orders/${order.key}/accept`, {})));
    for (const { body } of answers)
      expect(PartnerOrder.parse(body)).toMatchObject({ accepted: true, status: 'Confirmed' });
    const { ops } = await page.next('delta');
    expect(ops).toMatchObject([
      { collection: 'orders', key: order.key, value: { accepted: true, status: 'Confirmed' } },
      {
        collection: 'notifications',
        value: {
          kind: 'orderAccepted',
          title: 'Bestellung angenommen',
          text: expect.stringMatching(new RegExp(`hat deine Bestellung ${order.number} für 12:30 Uhr angenommen\\.$`)),
          route: `order/${order.key}`,
        },
      },
    ]);
    expect((await counter.next('delta')).ops).toMatchObject([
      { collection: 'orders', key: order.key, value: { accepted: true } },
    ]);
    expect(
      await gateway.database.knex('notification').where({ kind: 'orderAccepted', route: `order/${order.key}` }),
    ).toHaveLength(1);
    expect(Order.parse((await diner.call('GET', `/api/payment/orders/${order.key}`)).body).accepted).toBe(true);
  });

  it.each([
    [890, 'SUCCEEDED', [409, 'canceled']],
    [890, 'REQUESTED', [409, 'canceled']],
    [890, 'FAILED', [200]],
    [889, 'SUCCEEDED', [200]],
  ] as const)('is refused once all of it went back: %i %s', async (amount, state, outcome) => {
    const order = await paid();
    await giveBack(order, amount, state);
    expect(outcomeOf(await call(own, 'POST', `orders/${order.key}/accept`, {}))).toEqual(outcome);
  });

  it.each(['CREATED', 'FAILED', 'UNKNOWN'] as const)(
    'doesn’t appear while its payment is %s',
    async (paymentStatus) => {
      const counter = await follow(own, partnerTopic(PLACE));
      const { key } = await paid({ paymentStatus });
      expect(outcomeOf(await call(own, 'POST', `orders/${key}/accept`, {}))).toEqual([404, 'notFound']);
      await paid();
      await counter.next('delta');
      expect(heldIn(counter, partnerTopic(PLACE), 'orders').has(key)).toBe(false);
    },
  );

  it('leaves the topic when its day is over', async () => {
    const { key } = await paid({ meetUpAt: NOON - 86_400_000, day: '2026-06-23' });
    expect(heldIn(await follow(own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders').has(key)).toBe(false);
    expect(outcomeOf(await call(own, 'POST', `orders/${key}/accept`, {}))).toEqual([200]);
  });

  it.each([
    ['shortly after midnight', 2, true],
    ['once it is past', 16, false],
  ])('of the late evening stands there %s', async (_when, minutes, stands) => {
    const [now, late] = [gateway.clock.now(), Date.parse('2026-06-23T23:45:00+02:00')];
    const { key } = await paid({ meetUpAt: late, day: '2026-06-23' });
    gateway.clock.moveTo(Date.parse('2026-06-24T00:00:00+02:00') + minutes * 60_000);
    const listed = partnerOrders.parse((await call(own, 'GET', 'orders')).body).some((order) => order.key === key);
    expect([listed, heldIn(await follow(own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders').has(key)]).toEqual([
      stands,
      stands,
    ]);
    gateway.clock.moveTo(now);
  });

  it('answers a repeated acceptance with its current status, also after a refund', async () => {
    const order = await paid();
    const accept = () =>
      createBrowser(gateway.url).call('POST', `/api/partner/orders/${order.key}/accept`, {
        token: own,
        headers: { 'Idempotency-Key': `annehmen-${order.key}` },
      });
    const first = await accept();
    await giveBack(order, 890, 'SUCCEEDED');
    const again = await accept();
    expect([
      outcomeOf(first),
      outcomeOf(again),
      again.headers.get('idempotent-replayed'),
      PartnerOrder.parse(again.body),
    ]).toMatchObject([[200], [200], 'true', { accepted: true, refunded: [{ amount: 890 }] }]);
    expect(outcomeOf(await call(own, 'POST', `orders/${order.key}/accept`, {}))).toEqual([409, 'canceled']);
  });

  it('names nobody after its diner has left, also in the changes of the topic', async () => {
    const gone = await orderingDiner(gateway);
    await gone.call('PATCH', '/api/users/me', { firstName: 'Ortrud', lastName: 'Quast' });
    const { key } = await paid({ uid: gone.uid });
    const kept = async (): Promise<string> =>
      JSON.stringify([
        await gateway.database.knex('change').where({ topic: partnerTopic(PLACE) }),
        await gateway.database.knex('idempotency'),
      ]);
    const accepted = await createBrowser(gateway.url).call('POST', `/api/partner/orders/${key}/accept`, {
      token: own,
      headers: { 'Idempotency-Key': 'vor dem Abschied' },
    });
    expect([PartnerOrder.parse(accepted.body).customer, await kept()]).toEqual([
      'Ortrud Q.',
      expect.stringContaining('Ortrud Q.'),
    ]);
    await gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: gone.uid,
        email: null,
      }),
    );
    expect(await kept()).not.toContain('Ortrud');
    expect(PartnerOrder.parse((await call(own, 'POST', `orders/${key}/accept`, {})).body).customer).toBe('');
  });
});

describe('a dish at the counter', () => {
  const put = (overrides: object = {}): Promise<Answer> =>
    call(
      own,
      'PUT',
      'meals/suppe',
      aPartnerMeal({ restaurantId: PLACE, typeKey: 'lunch', date: TODAY, name: 'Tagessuppe', ...overrides }),
    );

  it('disappears from every open menu, list and search when it is sold out, stays at the counter, and can come back', async () => {
    await put();
    const [page, counter] = [
      await follow(diner.idToken, restaurantTopic(PLACE)),
      await follow(own, partnerTopic(PLACE)),
    ];
    const found = async (): Promise<boolean[]> => {
      const place = Restaurant.parse((await diner.call('GET', `/api/restaurants/${PLACE}`)).body);
      const search = JSON.stringify(
        (await diner.call('GET', '/api/search/meals/tagessuppe?latitude=53.55&longitude=9.99')).body,
      );
      return [place.offers.some(({ key }) => key === 'suppe'), search.includes('Tagessuppe')];
    };
    expect((await found())[0]).toBe(true);
    expect(outcomeOf(await call(own, 'DELETE', 'meals/suppe'))).toEqual([200]);
    expect((await page.next('delta')).ops).toEqual([{ kind: 'del', collection: 'meals', key: 'suppe' }]);
    expect((await counter.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'menu', key: 'suppe', value: { soldOutSince: gateway.clock.now() } },
    ]);
    expect(await found()).toEqual([false, false]);
    expect((await menuOf()).find(({ key }) => key === 'suppe')).toMatchObject({
      name: 'Tagessuppe',
      soldOutSince: gateway.clock.now(),
    });
    expect(heldIn(await follow(own, partnerTopic(PLACE)), partnerTopic(PLACE), 'menu').get('suppe')).toMatchObject({
      soldOutSince: gateway.clock.now(),
    });
    expect(outcomeOf(await call(own, 'DELETE', 'meals/suppe'))).toEqual([200]);
    await put();
    expect((await page.next('delta')).ops).toMatchObject([{ kind: 'put', collection: 'meals', key: 'suppe' }]);
    expect((await counter.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'menu', value: { soldOutSince: null } },
    ]);
    expect((await menuOf()).filter(({ key }) => key === 'suppe')).toMatchObject([{ soldOutSince: null }]);
  });

  it('can’t be ordered while it is sold out', async () => {
    await call(own, 'DELETE', `meals/${DISH}`);
    expect(ErrorBody.parse((await diner.place()).body).code).toBe('OrderMealsChanged');
    await call(
      own,
      'PUT',
      `meals/${DISH}`,
      aPartnerMeal({ restaurantId: PLACE, typeKey: 'lunch', date: TODAY, name: 'Linsencurry', price: 890 }),
    );
    expect((await diner.ordered()).Status).toBe('SUCCEEDED');
  });

  it('of another day is removed from the menu, and forgotten after its day', async () => {
    await put({ date: '2026-06-25' });
    await call(own, 'DELETE', 'meals/suppe');
    expect(await gateway.database.knex('sold_out_meal').where({ key: 'suppe' })).toEqual([]);
    await put();
    await call(own, 'DELETE', 'meals/suppe');
    gateway.clock.advance(86_400_000);
    await gateway.catchUp();
    expect(await gateway.database.knex('sold_out_meal')).toEqual([]);
  });
});
