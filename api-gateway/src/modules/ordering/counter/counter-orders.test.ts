import {
  ErrorBody,
  Order,
  PartnerOffer,
  PartnerOrder,
  partnerTopic,
  Restaurant,
  restaurantTopic,
} from '@mahlzeit/contract';
import { aPartnerMeal } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { createBrowser, outcomeOf } from '../../identity/testing/people';
import type { Answer } from '../../identity/testing/people';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { createOrderingPersonalData } from '../personal-data';
import { DISH, orderingDiner, PLACE } from '../testing/counter';
import { TODAY, NOON, openCounterDesk } from '../testing/counter-desk';

const desk = openCounterDesk();
const { call, follow, heldIn, paid } = desk;

jest.setTimeout(60_000);

const giveBack = ({ key }: StoredOrder, amount: number, state: 'REQUESTED' | 'SUCCEEDED' | 'FAILED'): Promise<void> =>
  desk.gateway.database.write(({ knex }) =>
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

let meetupCount = 0;

/** Creates a meetup with guests who have accepted, one who has declined and one who hasn't answered. */
const meetupOf = async (...coming: readonly string[]): Promise<string> => {
  meetupCount += 1;
  const key = `treffen-${meetupCount}`;
  await desk.gateway.database.write(async ({ knex }) => {
    await knex('invitation').insert({
      key,
      owner_uid: desk.diner.uid,
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
const menuOf = async (token = desk.own): Promise<PartnerOffer[]> =>
  z.array(PartnerOffer).parse((await call(token, 'GET', `meals?restaurantId=${PLACE}`)).body);

describe('an order at the counter', () => {
  it('appears once it is paid, with its diner’s name and without their payment', async () => {
    await desk.diner.call('PATCH', '/api/users/me', { firstName: 'Jule', lastName: 'Petersen' });
    const counter = await follow(desk.own, partnerTopic(PLACE));
    const { orderKey } = await desk.diner.ordered();
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
    const listed = partnerOrders.parse((await call(desk.own, 'GET', `orders?since=${NOON}&limit=50`)).body);
    expect(listed.every(({ meetUpDate }) => meetUpDate >= NOON)).toBe(true);
    expect((await call(desk.own, 'GET', `orders?since=${NOON + 1}`)).body).toEqual([]);
  });

  it('shows live how many come to its meetup, and nothing else of the meetup', async () => {
    const [counter, other] = [await follow(desk.own, partnerTopic(PLACE)), await orderingDiner(desk.gateway)];
    const meetUpKey = await meetupOf(desk.diner.uid, other.uid);
    const [{ key }, alone, gone] = [await paid({ meetUpKey }), await paid(), await paid({ meetUpKey: 'verschwunden' })];
    const [told] = (await counter.next('delta')).ops;
    expect(told).toMatchObject({ key, value: { meetUp: '', meetUpSize: 2 } });
    expect(JSON.stringify(told)).not.toContain(meetUpKey);
    await desk.gateway.database.write(({ knex }) =>
      knex('invitation_attendee').where({ invitation_key: meetUpKey, uid: other.uid }).update({ status: 'declined' }),
    );
    const late = heldIn(await follow(desk.own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders');
    const sizes = [key, alone.key, gone.key].map((one) => PartnerOrder.parse(late.get(one)).meetUpSize);
    expect(sizes).toEqual([1, undefined, undefined]);
  });

  it('doesn’t count attendees whose account is being deleted', async () => {
    const other = await orderingDiner(desk.gateway);
    const { key } = await paid({ meetUpKey: await meetupOf(desk.diner.uid, other.uid) });
    const size = async () =>
      PartnerOrder.parse(heldIn(await follow(desk.own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders').get(key))
        .meetUpSize;
    expect(await size()).toBe(2);
    await other.call('PUT', '/api/users/deleteMe');
    expect(await size()).toBe(1);
  });

  it('shows the name of the payment user where the account has none', async () => {
    const nameless = await orderingDiner(desk.gateway);
    await desk.gateway.database.write(({ knex }) =>
      knex('payment_user').where({ uid: nameless.uid }).update({ first_name: ' Nora ', last_name: 'Zander' }),
    );
    const { key } = await paid({ uid: nameless.uid });
    const shownName = async () =>
      PartnerOrder.parse((await call(desk.own, 'POST', `orders/${key}/accept`, {})).body).customer;
    expect(await shownName()).toBe('Nora Z.');
    await nameless.call('PATCH', '/api/users/me', { firstName: 'Eleonora' });
    expect(await shownName()).toBe('Eleonora');
  });

  it('is accepted while its diner watches: their page and notifications show it once', async () => {
    const order = await paid();
    const [page, counter] = [await follow(desk.diner.idToken, 'me'), await follow(desk.own, partnerTopic(PLACE))];
    const answers = await Promise.all([1, 2].map(() => call(desk.own, 'POST', `orders/${order.key}/accept`, {})));
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
      await desk.gateway.database.knex('notification').where({ kind: 'orderAccepted', route: `order/${order.key}` }),
    ).toHaveLength(1);
    expect(Order.parse((await desk.diner.call('GET', `/api/payment/orders/${order.key}`)).body).accepted).toBe(true);
  });

  it.each([
    [890, 'SUCCEEDED', [409, 'canceled']],
    [890, 'REQUESTED', [409, 'canceled']],
    [890, 'FAILED', [200]],
    [889, 'SUCCEEDED', [200]],
  ] as const)('is refused once all of it went back: %i %s', async (amount, state, outcome) => {
    const order = await paid();
    await giveBack(order, amount, state);
    expect(outcomeOf(await call(desk.own, 'POST', `orders/${order.key}/accept`, {}))).toEqual(outcome);
  });

  it.each(['CREATED', 'FAILED', 'UNKNOWN'] as const)(
    'doesn’t appear while its payment is %s',
    async (paymentStatus) => {
      const counter = await follow(desk.own, partnerTopic(PLACE));
      const { key } = await paid({ paymentStatus });
      expect(outcomeOf(await call(desk.own, 'POST', `orders/${key}/accept`, {}))).toEqual([404, 'notFound']);
      await paid();
      await counter.next('delta');
      expect(heldIn(counter, partnerTopic(PLACE), 'orders').has(key)).toBe(false);
    },
  );

  it('leaves the topic when its day is over', async () => {
    const { key } = await paid({ meetUpAt: NOON - 86_400_000, day: '2026-06-23' });
    expect(heldIn(await follow(desk.own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders').has(key)).toBe(false);
    expect(outcomeOf(await call(desk.own, 'POST', `orders/${key}/accept`, {}))).toEqual([200]);
  });

  it.each([
    ['shortly after midnight', 2, true],
    ['once it is past', 16, false],
  ])('of the late evening stands there %s', async (_when, minutes, stands) => {
    const [now, late] = [desk.gateway.clock.now(), Date.parse('2026-06-23T23:45:00+02:00')];
    const { key } = await paid({ meetUpAt: late, day: '2026-06-23' });
    desk.gateway.clock.moveTo(Date.parse('2026-06-24T00:00:00+02:00') + minutes * 60_000);
    const listed = partnerOrders.parse((await call(desk.own, 'GET', 'orders')).body).some((order) => order.key === key);
    expect([
      listed,
      heldIn(await follow(desk.own, partnerTopic(PLACE)), partnerTopic(PLACE), 'orders').has(key),
    ]).toEqual([stands, stands]);
    desk.gateway.clock.moveTo(now);
  });

  it('answers a repeated acceptance with its current status, also after a refund', async () => {
    const order = await paid();
    const accept = () =>
      createBrowser(desk.gateway.url).call('POST', `/api/partner/orders/${order.key}/accept`, {
        token: desk.own,
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
    expect(outcomeOf(await call(desk.own, 'POST', `orders/${order.key}/accept`, {}))).toEqual([409, 'canceled']);
  });

  it('names nobody after its diner has left, also in the changes of the topic', async () => {
    const gone = await orderingDiner(desk.gateway);
    await gone.call('PATCH', '/api/users/me', { firstName: 'Ortrud', lastName: 'Quast' });
    const { key } = await paid({ uid: gone.uid });
    const kept = async (): Promise<string> =>
      JSON.stringify([
        await desk.gateway.database.knex('change').where({ topic: partnerTopic(PLACE) }),
        await desk.gateway.database.knex('idempotency'),
      ]);
    const accepted = await createBrowser(desk.gateway.url).call('POST', `/api/partner/orders/${key}/accept`, {
      token: desk.own,
      headers: { 'Idempotency-Key': 'vor dem Abschied' },
    });
    expect([PartnerOrder.parse(accepted.body).customer, await kept()]).toEqual([
      'Ortrud Q.',
      expect.stringContaining('Ortrud Q.'),
    ]);
    await desk.gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: gone.uid,
        email: null,
      }),
    );
    expect(await kept()).not.toContain('Ortrud');
    expect(PartnerOrder.parse((await call(desk.own, 'POST', `orders/${key}/accept`, {})).body).customer).toBe('');
  });
});

describe('a dish at the counter', () => {
  const put = (overrides: object = {}): Promise<Answer> =>
    call(
      desk.own,
      'PUT',
      'meals/suppe',
      aPartnerMeal({ restaurantId: PLACE, typeKey: 'lunch', date: TODAY, name: 'Tagessuppe', ...overrides }),
    );

  it('disappears from every open menu, list and search when it is sold out, stays at the counter, and can come back', async () => {
    await put();
    const [page, counter] = [
      await follow(desk.diner.idToken, restaurantTopic(PLACE)),
      await follow(desk.own, partnerTopic(PLACE)),
    ];
    const found = async (): Promise<boolean[]> => {
      const place = Restaurant.parse((await desk.diner.call('GET', `/api/restaurants/${PLACE}`)).body);
      const search = JSON.stringify(
        (await desk.diner.call('GET', '/api/search/meals/tagessuppe?latitude=53.55&longitude=9.99')).body,
      );
      return [place.offers.some(({ key }) => key === 'suppe'), search.includes('Tagessuppe')];
    };
    expect((await found())[0]).toBe(true);
    expect(outcomeOf(await call(desk.own, 'DELETE', 'meals/suppe'))).toEqual([200]);
    expect((await page.next('delta')).ops).toEqual([{ kind: 'del', collection: 'meals', key: 'suppe' }]);
    expect((await counter.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'menu', key: 'suppe', value: { soldOutSince: desk.gateway.clock.now() } },
    ]);
    expect(await found()).toEqual([false, false]);
    expect((await menuOf()).find(({ key }) => key === 'suppe')).toMatchObject({
      name: 'Tagessuppe',
      soldOutSince: desk.gateway.clock.now(),
    });
    expect(heldIn(await follow(desk.own, partnerTopic(PLACE)), partnerTopic(PLACE), 'menu').get('suppe')).toMatchObject(
      {
        soldOutSince: desk.gateway.clock.now(),
      },
    );
    expect(outcomeOf(await call(desk.own, 'DELETE', 'meals/suppe'))).toEqual([200]);
    await put();
    expect((await page.next('delta')).ops).toMatchObject([{ kind: 'put', collection: 'meals', key: 'suppe' }]);
    expect((await counter.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'menu', value: { soldOutSince: null } },
    ]);
    expect((await menuOf()).filter(({ key }) => key === 'suppe')).toMatchObject([{ soldOutSince: null }]);
  });

  it('can’t be ordered while it is sold out', async () => {
    await call(desk.own, 'DELETE', `meals/${DISH}`);
    expect(ErrorBody.parse((await desk.diner.place()).body).code).toBe('OrderMealsChanged');
    await call(
      desk.own,
      'PUT',
      `meals/${DISH}`,
      aPartnerMeal({ restaurantId: PLACE, typeKey: 'lunch', date: TODAY, name: 'Linsencurry', price: 890 }),
    );
    expect((await desk.diner.ordered()).Status).toBe('SUCCEEDED');
  });

  it('of another day is removed from the menu, and forgotten after its day', async () => {
    await put({ date: '2026-06-25' });
    await call(desk.own, 'DELETE', 'meals/suppe');
    expect(await desk.gateway.database.knex('sold_out_meal').where({ key: 'suppe' })).toEqual([]);
    await put();
    await call(desk.own, 'DELETE', 'meals/suppe');
    desk.gateway.clock.advance(86_400_000);
    await desk.gateway.catchUp();
    expect(await desk.gateway.database.knex('sold_out_meal')).toEqual([]);
  });
});
