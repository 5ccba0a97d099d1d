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
import type { HttpAnswer } from '../../identity/testing/people';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { createOrderingPersonalData } from '../personal-data';
import { DISH_KEY, createOrderingDiner, RESTAURANT_KEY } from '../testing/counter';
import { TODAY, MEAL_TIME, openCounterTestContext } from '../testing/counter-test-context';

const testContext = openCounterTestContext();
const { call, follow, heldIn, paid } = testContext;

jest.setTimeout(60_000);

const insertRefund = (
  { key }: StoredOrder,
  amount: number,
  refundState: 'REQUESTED' | 'SUCCEEDED' | 'FAILED',
): Promise<void> =>
  testContext.gateway.database.write(({ knex }) =>
    createRefundRepository(knex).insert({
      key: `${key}-zurueck-${refundState}`,
      orderKey: key,
      amount,
      reason: 'mistake',
      state: refundState,
      providerKey: key,
      isAutomatic: false,
      code: null,
      items: [],
      providerId: null,
      createdAt: 0,
    }),
  );

let meetupCount = 0;

/** Creates a meetup with guests of whom some have accepted, one has declined and one hasn't answered. */
const createMeetupWith = async (...acceptedUids: readonly string[]): Promise<string> => {
  meetupCount += 1;
  const meetupKey = `treffen-${meetupCount}`;
  await testContext.gateway.database.write(async ({ knex }) => {
    await knex('invitation').insert({
      key: meetupKey,
      owner_uid: testContext.diner.uid,
      restaurant_key: RESTAURANT_KEY,
      date: MEAL_TIME,
      is_take_away: true,
      is_canceled: false,
      is_reminder_sent: false,
      chat_key: meetupKey,
      message_key: meetupKey,
      replaced_message_key: null,
      sequence: 0,
      created_at: MEAL_TIME,
      changed_at: MEAL_TIME,
      share_token: null,
    });
    const attendeeAnswers = [
      ...acceptedUids.map((uid) => [uid, 'accepted'] as const),
      ['kommt-nicht', 'declined'] as const,
      ['schweigt', 'pending'] as const,
    ];
    for (const [attendeePosition, [uid, status]] of attendeeAnswers.entries())
      await knex('invitation_attendee').insert({
        invitation_key: meetupKey,
        uid,
        date: MEAL_TIME,
        position: attendeePosition,
        status,
      });
  });
  return meetupKey;
};

const PartnerOrders = z.array(PartnerOrder);
const fetchMenu = async (token = testContext.own): Promise<PartnerOffer[]> =>
  z.array(PartnerOffer).parse((await call(token, 'GET', `meals?restaurantId=${RESTAURANT_KEY}`)).body);

describe('an order at the counter', () => {
  it('appears once it is paid, with its diner’s name and without their payment', async () => {
    await testContext.diner.call('PATCH', '/api/users/me', { firstName: 'Jule', lastName: 'Petersen' });
    const counterClient = await follow(testContext.own, partnerTopic(RESTAURANT_KEY));
    const { orderKey } = await testContext.diner.placeOrder();
    const [orderOp] = (await counterClient.next('delta')).ops;
    expect(orderOp).toMatchObject({
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
        items: [{ mealKey: DISH_KEY, amount: 1 }],
      },
    });
    const listedOrders = PartnerOrders.parse(
      (await call(testContext.own, 'GET', `orders?since=${MEAL_TIME}&limit=50`)).body,
    );
    expect(listedOrders.every(({ meetUpDate }) => meetUpDate >= MEAL_TIME)).toBe(true);
    expect((await call(testContext.own, 'GET', `orders?since=${MEAL_TIME + 1}`)).body).toEqual([]);
  });

  it('shows live how many come to its meetup, and nothing else of the meetup', async () => {
    const [counterClient, secondDiner] = [
      await follow(testContext.own, partnerTopic(RESTAURANT_KEY)),
      await createOrderingDiner(testContext.gateway),
    ];
    const meetUpKey = await createMeetupWith(testContext.diner.uid, secondDiner.uid);
    const [{ key }, orderWithoutMeetup, orderOfRemovedMeetup] = [
      await paid({ meetUpKey }),
      await paid(),
      await paid({ meetUpKey: 'verschwunden' }),
    ];
    const [changedOrderOp] = (await counterClient.next('delta')).ops;
    expect(changedOrderOp).toMatchObject({ key, value: { meetUp: '', meetUpSize: 2 } });
    expect(JSON.stringify(changedOrderOp)).not.toContain(meetUpKey);
    await testContext.gateway.database.write(({ knex }) =>
      knex('invitation_attendee')
        .where({ invitation_key: meetUpKey, uid: secondDiner.uid })
        .update({ status: 'declined' }),
    );
    const ordersInSnapshot = heldIn(
      await follow(testContext.own, partnerTopic(RESTAURANT_KEY)),
      partnerTopic(RESTAURANT_KEY),
      'orders',
    );
    const meetupSizes = [key, orderWithoutMeetup.key, orderOfRemovedMeetup.key].map(
      (orderKey) => PartnerOrder.parse(ordersInSnapshot.get(orderKey)).meetUpSize,
    );
    expect(meetupSizes).toEqual([1, undefined, undefined]);
  });

  it('doesn’t count attendees whose account is being deleted', async () => {
    const secondDiner = await createOrderingDiner(testContext.gateway);
    const { key } = await paid({ meetUpKey: await createMeetupWith(testContext.diner.uid, secondDiner.uid) });
    const readMeetupSize = async () =>
      PartnerOrder.parse(
        heldIn(await follow(testContext.own, partnerTopic(RESTAURANT_KEY)), partnerTopic(RESTAURANT_KEY), 'orders').get(
          key,
        ),
      ).meetUpSize;
    expect(await readMeetupSize()).toBe(2);
    await secondDiner.call('PUT', '/api/users/deleteMe');
    expect(await readMeetupSize()).toBe(1);
  });

  it('shows the name of the payment user where the account has none', async () => {
    const dinerWithoutName = await createOrderingDiner(testContext.gateway);
    const { uid } = dinerWithoutName;
    await testContext.gateway.database.write(async ({ knex }) => {
      await knex('user').where({ uid }).update({ display_name: null });
      await knex('payment_user').where({ uid }).update({ first_name: ' Nora ', last_name: 'Zander' });
    });
    const { key } = await paid({ uid });
    const readCustomerName = async () =>
      PartnerOrder.parse((await call(testContext.own, 'POST', `orders/${key}/accept`, {})).body).customer;
    expect(await readCustomerName()).toBe('Nora Z.');
    await dinerWithoutName.call('PATCH', '/api/users/me', { firstName: 'Eleonora' });
    expect(await readCustomerName()).toBe('Eleonora');
  });

  it('is accepted while its diner watches: their page and notifications show it once', async () => {
    const order = await paid();
    const [livePage, counterClient] = [
      await follow(testContext.diner.idToken, 'me'),
      await follow(testContext.own, partnerTopic(RESTAURANT_KEY)),
    ];
    const orderAnswers = await Promise.all(
      [1, 2].map(() => call(testContext.own, 'POST', `orders/${order.key}/accept`, {})),
    );
    for (const { body } of orderAnswers)
      expect(PartnerOrder.parse(body)).toMatchObject({ accepted: true, status: 'Confirmed' });
    const { ops } = await livePage.next('delta');
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
    expect((await counterClient.next('delta')).ops).toMatchObject([
      { collection: 'orders', key: order.key, value: { accepted: true } },
    ]);
    expect(
      await testContext.gateway.database
        .knex('notification')
        .where({ kind: 'orderAccepted', route: `order/${order.key}` }),
    ).toHaveLength(1);
    expect(Order.parse((await testContext.diner.call('GET', `/api/payment/orders/${order.key}`)).body).accepted).toBe(
      true,
    );
  });

  it.each([
    [890, 'SUCCEEDED', [409, 'canceled']],
    [890, 'REQUESTED', [409, 'canceled']],
    [890, 'FAILED', [200]],
    [889, 'SUCCEEDED', [200]],
  ] as const)('is refused once all of it went back: %i %s', async (amount, refundState, expectedOutcome) => {
    const order = await paid();
    await insertRefund(order, amount, refundState);
    expect(outcomeOf(await call(testContext.own, 'POST', `orders/${order.key}/accept`, {}))).toEqual(expectedOutcome);
  });

  it.each(['CREATED', 'FAILED', 'UNKNOWN'] as const)(
    'doesn’t appear while its payment is %s',
    async (paymentStatus) => {
      const counterClient = await follow(testContext.own, partnerTopic(RESTAURANT_KEY));
      const { key } = await paid({ paymentStatus });
      expect(outcomeOf(await call(testContext.own, 'POST', `orders/${key}/accept`, {}))).toEqual([404, 'notFound']);
      await paid();
      await counterClient.next('delta');
      expect(heldIn(counterClient, partnerTopic(RESTAURANT_KEY), 'orders').has(key)).toBe(false);
    },
  );

  it('leaves the topic when its day is over', async () => {
    const { key } = await paid({ meetUpAt: MEAL_TIME - 86_400_000, day: '2026-06-23' });
    expect(
      heldIn(await follow(testContext.own, partnerTopic(RESTAURANT_KEY)), partnerTopic(RESTAURANT_KEY), 'orders').has(
        key,
      ),
    ).toBe(false);
    expect(outcomeOf(await call(testContext.own, 'POST', `orders/${key}/accept`, {}))).toEqual([409, 'acceptingOver']);
  });

  it.each([
    ['until half an hour after its time', 29, [200]],
    ['not half an hour after its time', 30, [409, 'acceptingOver']],
  ] as const)('can be accepted %s', async (_what, minutesAfterMeal, expectedOutcome) => {
    const { key } = await paid({ meetUpAt: testContext.gateway.clock.now() - minutesAfterMeal * 60_000 });
    expect(outcomeOf(await call(testContext.own, 'POST', `orders/${key}/accept`, {}))).toEqual(expectedOutcome);
  });

  it.each([
    ['shortly after midnight', 2, true],
    ['once it is past', 16, false],
  ])('of the late evening stands there %s', async (_description, minutesAfterMeal, isShown) => {
    const [originalNow, lateMealTime] = [testContext.gateway.clock.now(), Date.parse('2026-06-23T23:45:00+02:00')];
    const { key } = await paid({ meetUpAt: lateMealTime, day: '2026-06-23' });
    testContext.gateway.clock.moveTo(Date.parse('2026-06-24T00:00:00+02:00') + minutesAfterMeal * 60_000);
    const isListed = PartnerOrders.parse((await call(testContext.own, 'GET', 'orders')).body).some(
      (order) => order.key === key,
    );
    expect([
      isListed,
      heldIn(await follow(testContext.own, partnerTopic(RESTAURANT_KEY)), partnerTopic(RESTAURANT_KEY), 'orders').has(
        key,
      ),
    ]).toEqual([isShown, isShown]);
    testContext.gateway.clock.moveTo(originalNow);
  });

  it('answers a repeated acceptance with its current status, also after a refund', async () => {
    const order = await paid();
    const acceptOrder = () =>
      createBrowser(testContext.gateway.url).call('POST', `/api/partner/orders/${order.key}/accept`, {
        token: testContext.own,
        headers: { 'Idempotency-Key': `annehmen-${order.key}` },
      });
    const firstAnswer = await acceptOrder();
    await insertRefund(order, 890, 'SUCCEEDED');
    const repeatedAnswer = await acceptOrder();
    expect([
      outcomeOf(firstAnswer),
      outcomeOf(repeatedAnswer),
      repeatedAnswer.headers.get('idempotent-replayed'),
      PartnerOrder.parse(repeatedAnswer.body),
    ]).toMatchObject([[200], [200], 'true', { accepted: true, refunded: [{ amount: 890 }] }]);
    expect(outcomeOf(await call(testContext.own, 'POST', `orders/${order.key}/accept`, {}))).toEqual([409, 'canceled']);
  });

  it('names nobody after its diner has left, also in the changes of the topic', async () => {
    const departedDiner = await createOrderingDiner(testContext.gateway);
    await departedDiner.call('PATCH', '/api/users/me', { firstName: 'Ortrud', lastName: 'Quast' });
    const { key } = await paid({ uid: departedDiner.uid });
    const readStoredAnswers = async (): Promise<string> =>
      JSON.stringify([
        await testContext.gateway.database.knex('change').where({ topic: partnerTopic(RESTAURANT_KEY) }),
        await testContext.gateway.database.knex('idempotency'),
      ]);
    const acceptAnswer = await createBrowser(testContext.gateway.url).call(
      'POST',
      `/api/partner/orders/${key}/accept`,
      {
        token: testContext.own,
        headers: { 'Idempotency-Key': 'vor dem Abschied' },
      },
    );
    expect([PartnerOrder.parse(acceptAnswer.body).customer, await readStoredAnswers()]).toEqual([
      'Ortrud Q.',
      expect.stringContaining('Ortrud Q.'),
    ]);
    await testContext.gateway.database.write((tx) =>
      createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).erase(tx, {
        uid: departedDiner.uid,
        email: null,
      }),
    );
    expect(await readStoredAnswers()).not.toContain('Ortrud');
    expect(PartnerOrder.parse((await call(testContext.own, 'POST', `orders/${key}/accept`, {})).body).customer).toBe(
      '',
    );
  });
});

describe('a dish at the counter', () => {
  const putSoup = (overrides: object = {}): Promise<HttpAnswer> =>
    call(
      testContext.own,
      'PUT',
      'meals/suppe',
      aPartnerMeal({ restaurantId: RESTAURANT_KEY, typeKey: 'lunch', date: TODAY, name: 'Tagessuppe', ...overrides }),
    );

  it('disappears from every open menu, list and search when it is sold out, stays at the counter, and can come back', async () => {
    await putSoup();
    const [livePage, counterClient] = [
      await follow(testContext.diner.idToken, restaurantTopic(RESTAURANT_KEY)),
      await follow(testContext.own, partnerTopic(RESTAURANT_KEY)),
    ];
    const findSoup = async (): Promise<boolean[]> => {
      const restaurant = Restaurant.parse(
        (await testContext.diner.call('GET', `/api/restaurants/${RESTAURANT_KEY}`)).body,
      );
      const searchResult = JSON.stringify(
        (await testContext.diner.call('GET', '/api/search/meals/tagessuppe?latitude=53.55&longitude=9.99')).body,
      );
      return [restaurant.offers.some(({ key }) => key === 'suppe'), searchResult.includes('Tagessuppe')];
    };
    expect((await findSoup())[0]).toBe(true);
    expect(outcomeOf(await call(testContext.own, 'DELETE', 'meals/suppe'))).toEqual([200]);
    expect((await livePage.next('delta')).ops).toEqual([{ kind: 'del', collection: 'meals', key: 'suppe' }]);
    expect((await counterClient.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'menu', key: 'suppe', value: { soldOutSince: testContext.gateway.clock.now() } },
    ]);
    expect(await findSoup()).toEqual([false, false]);
    expect((await fetchMenu()).find(({ key }) => key === 'suppe')).toMatchObject({
      name: 'Tagessuppe',
      soldOutSince: testContext.gateway.clock.now(),
    });
    expect(
      heldIn(await follow(testContext.own, partnerTopic(RESTAURANT_KEY)), partnerTopic(RESTAURANT_KEY), 'menu').get(
        'suppe',
      ),
    ).toMatchObject({
      soldOutSince: testContext.gateway.clock.now(),
    });
    expect(outcomeOf(await call(testContext.own, 'DELETE', 'meals/suppe'))).toEqual([200]);
    await putSoup();
    expect((await livePage.next('delta')).ops).toMatchObject([{ kind: 'put', collection: 'meals', key: 'suppe' }]);
    expect((await counterClient.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'menu', value: { soldOutSince: null } },
    ]);
    expect((await fetchMenu()).filter(({ key }) => key === 'suppe')).toMatchObject([{ soldOutSince: null }]);
  });

  it('can’t be ordered while it is sold out', async () => {
    await call(testContext.own, 'DELETE', `meals/${DISH_KEY}`);
    expect(ErrorBody.parse((await testContext.diner.place()).body).code).toBe('OrderMealsChanged');
    await call(
      testContext.own,
      'PUT',
      `meals/${DISH_KEY}`,
      aPartnerMeal({ restaurantId: RESTAURANT_KEY, typeKey: 'lunch', date: TODAY, name: 'Linsencurry', price: 890 }),
    );
    expect((await testContext.diner.placeOrder()).Status).toBe('SUCCEEDED');
  });

  it('of another day is removed from the menu, and forgotten after its day', async () => {
    await putSoup({ date: '2026-06-25' });
    await call(testContext.own, 'DELETE', 'meals/suppe');
    expect(await testContext.gateway.database.knex('sold_out_meal').where({ key: 'suppe' })).toEqual([]);
    await putSoup();
    await call(testContext.own, 'DELETE', 'meals/suppe');
    testContext.gateway.clock.advance(86_400_000);
    await testContext.gateway.catchUp();
    expect(await testContext.gateway.database.knex('sold_out_meal')).toEqual([]);
  });
});
