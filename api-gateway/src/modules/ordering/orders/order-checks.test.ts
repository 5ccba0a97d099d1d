import { ErrorBody } from '@mahlzeit/contract';
import type { Offer } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_ORDER_TOTAL } from '@mahlzeit/contract/rules';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createCatalogRepository } from '../../discovery/testing/repositories';
import { outcomeOf } from '../../identity/testing/people';
import { DISH_KEY, insertPayingRestaurant, createOrderingDiner, RESTAURANT_KEY, putVoucher } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { insertMeetup } from '../testing/meetup';

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
});
beforeEach(async () => {
  diner = await createOrderingDiner(gateway);
});

describe('a deployment without credentials of a provider', () => {
  it('refuses orders as unavailable, and stores nothing', async () => {
    const gatewayWithoutProviders = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    await insertPayingRestaurant(gatewayWithoutProviders, { place: aRestaurant(), dish: anOffer() });
    const guest = await createOrderingDiner(gatewayWithoutProviders);
    expect([gatewayWithoutProviders.sandboxUrl, gatewayWithoutProviders.payment]).toEqual([
      null,
      { mangopay: null, paypal: null },
    ]);
    for (const orderForm of [guest.form(), guest.form({ paymentOption: 'paypal', debitedCardId: null })])
      expect(outcomeOf(await guest.place(orderForm))).toEqual([503, 'providerUnavailable']);
    expect(await gatewayWithoutProviders.database.knex('customer_order')).toEqual([]);
    expect((await guest.call('GET', '/api/payment/cards')).body).toEqual([]);
  });
});

describe('the check of an order', () => {
  const invalidOrderCases: readonly [string, object, number, string][] = [
    ['no dishes', { items: [] }, 400, 'NoItems'],
    ['no time', { meetUpDate: undefined }, 400, 'NoMeetUpDate'],
    ['no place to eat', { isTakeAway: undefined }, 400, 'MissingRequiredFields'],
    ['an unknown restaurant', { restaurantId: 'nirgendwo' }, 404, 'RestaurantUndefined'],
    ['tomorrow', { meetUpDate: Date.parse('2026-06-25T12:30:00+02:00') }, 400, 'ErrorOrderNotToday'],
    ['in five minutes', { meetUpDate: Date.parse('2026-06-24T11:35:00+02:00') }, 400, 'ErrorOrderTooSoon'],
    ['after the kitchen has closed', { meetUpDate: Date.parse('2026-06-24T15:00:00+02:00') }, 409, 'restaurantClosed'],
    [
      'another price',
      { items: [{ mealKey: DISH_KEY, amount: 1, price: 850 }], totalPrice: 850 },
      409,
      'OrderMealsChanged',
    ],
    [
      'a missing dish',
      { items: [{ mealKey: 'schnitzel', amount: 1, price: 850 }], totalPrice: 850 },
      409,
      'OrderMealsChanged',
    ],
    ['another total', { totalPrice: 880 }, 409, 'TotalPrice'],
    ['an unknown voucher', { discount: { id: 'keiner', value: 200 }, totalPrice: 690 }, 409, 'DiscountLimitExceeded'],
    ['the last instant of ECMAScript', { meetUpDate: 8_640_000_000_000_000 }, 400, 'invalidRequest'],
    ['the year 10000', { meetUpDate: Date.parse('+010000-01-01T00:00:00Z') }, 400, 'invalidRequest'],
    ['an unknown meetup', { meetUp: 'keins' }, 404, 'notFound'],
  ];

  it.each(invalidOrderCases)('refuses %s', async (_title, formOverrides, status, expectedCode) => {
    expect(outcomeOf(await diner.place(diner.form(formOverrides)))).toEqual([status, expectedCode]);
  });

  it('refuses a dish whose VAT rate is unknown', async () => {
    const renameRate = (before: string, after: string) =>
      gateway.database.write(({ knex }) => knex('vat_type').where({ key: before }).update({ key: after }));
    await renameRate('FOOD', 'FUTTER');
    const orderAnswer = await diner.place();
    await renameRate('FUTTER', 'FOOD');
    expect([outcomeOf(orderAnswer), ErrorBody.parse(orderAnswer.body).details]).toEqual([
      [409, 'OrderMealsChanged'],
      { meals: [{ mealKey: DISH_KEY, change: 'gone' }] },
    ]);
  });

  it.each([
    ['as long as it is served', '12:15', [200]],
    ['once it is over', '12:30', [409, 'restaurantClosed']],
  ])('has lunch %s', async (_title, mealTime, expectedOutcome) => {
    const setLunchTimes = (lunchTimes: object) =>
      gateway.database.write(({ knex }) =>
        knex('restaurant')
          .where({ key: RESTAURANT_KEY })
          .update({ lunch_times: JSON.stringify({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [], ...lunchTimes }) }),
      );
    await setLunchTimes({ 3: [{ start: '11:30', end: '12:30' }] });
    const orderAnswer = await diner.place(diner.form({ meetUpDate: Date.parse(`2026-06-24T${mealTime}:00+02:00`) }));
    await setLunchTimes({});
    expect(outcomeOf(orderAnswer)).toEqual(expectedOutcome);
  });

  describe('of a dish', () => {
    const EXPENSIVE_DISH_PRICE = 11_000_000;
    beforeAll(() =>
      gateway.database.write(async ({ knex }) => {
        const catalogRepository = createCatalogRepository(knex);
        const [existingOffer] = await catalogRepository.findOffers([DISH_KEY]);
        if (existingOffer === undefined) throw new Error('the place has its dish');
        const offerWith = (formOverrides: Partial<Offer>) => ({
          restaurantKey: RESTAURANT_KEY,
          source: null,
          offer: { ...existingOffer.offer, ...formOverrides },
        });
        await catalogRepository.putOffers([
          offerWith({ key: 'antipasti', price: 220, unit: '100 g' }),
          offerWith({ key: 'kaviar', price: EXPENSIVE_DISH_PRICE }),
        ]);
      }),
    );

    it.each([
      [
        'of a dish that is sold by weight',
        { items: [{ mealKey: 'antipasti', amount: 1, price: 220 }], totalPrice: 220 },
        [409, 'OrderMealsChanged'],
      ],
      [
        'of a dish that makes more than 9.999.999,99 €',
        { items: [{ mealKey: 'kaviar', amount: 91, price: EXPENSIVE_DISH_PRICE }], totalPrice: MAX_ORDER_TOTAL },
        [409, 'TotalPrice'],
      ],
      [
        'that is said to',
        {
          items: [{ mealKey: 'kaviar', amount: 91, price: EXPENSIVE_DISH_PRICE }],
          totalPrice: 91 * EXPENSIVE_DISH_PRICE,
        },
        [400, 'invalidRequest'],
      ],
    ])('refuses one %s', async (_title, formOverrides, expectedOutcome) => {
      expect(outcomeOf(await diner.place(diner.form(formOverrides)))).toEqual(expectedOutcome);
    });

    it('accepts an order that makes just less', async () => {
      expect(
        (
          await diner.placeOrder(
            diner.form({
              items: [{ mealKey: 'kaviar', amount: 90, price: EXPENSIVE_DISH_PRICE }],
              totalPrice: 90 * EXPENSIVE_DISH_PRICE,
            }),
          )
        ).Status,
      ).toBe('SUCCEEDED');
    });
  });

  it('refuses eating in at a restaurant that only sells take-away', async () => {
    const setOnlyTakeAway = (onlyTakeAway: boolean) =>
      gateway.database.write(({ knex }) =>
        knex('restaurant').where({ key: RESTAURANT_KEY }).update({ only_take_away: onlyTakeAway }),
      );
    await setOnlyTakeAway(true);
    const orderOutcomes = [await diner.place(diner.form({ isTakeAway: false })), await diner.place(diner.form())].map(
      outcomeOf,
    );
    await setOnlyTakeAway(false);
    expect(orderOutcomes).toEqual([[400, 'MissingRequiredFields'], [200]]);
  });

  it('answers 404 for a meetup of other users', async () => {
    const [meetupKey, date, owner, guest] = [
      `fremdes-${diner.uid}`,
      Date.parse('2026-06-24T12:30:00+02:00'),
      await createOrderingDiner(gateway),
      await createOrderingDiner(gateway),
    ];
    await insertMeetup(gateway, { key: meetupKey, date, attendees: [owner, guest] });
    expect(outcomeOf(await diner.place(diner.form({ meetUp: meetupKey })))).toEqual([404, 'notFound']);
    expect(await gateway.database.knex('customer_order').where({ uid: diner.uid })).toEqual([]);
    expect(outcomeOf(await owner.place(owner.form({ meetUp: meetupKey })))).toEqual([200]);
  });

  it('refuses an order of today for a meetup of tomorrow', async () => {
    const [meetupKey, date, otherDiner] = [
      `treffen-${diner.uid}`,
      Date.parse('2026-06-25T12:30:00+02:00'),
      await createOrderingDiner(gateway),
    ];
    await insertMeetup(gateway, { key: meetupKey, date, attendees: [diner, otherDiner] });
    expect(outcomeOf(await diner.place(diner.form({ meetUp: meetupKey })))).toEqual([400, 'ErrorOrderWrongDay']);
  });

  it('C02 refuses an order without a price', async () => {
    await putVoucher(
      gateway,
      aDiscount({ key: 'alles', type: 'giftcard', value: 100, discountType: 'percent', quantity: 9 }),
    );
    expect(outcomeOf(await diner.place(diner.form({ discount: { id: 'alles', value: 890 }, totalPrice: 0 })))).toEqual([
      409,
      'TotalPrice',
    ]);
  });

  it('C25 hides an order and its payment from other users', async () => {
    const { orderKey, Id } = await diner.placeOrder();
    const otherDiner = await createOrderingDiner(gateway);
    for (const path of [`orders/${orderKey}`, `orders/byPayIn/${Id}`])
      expect(outcomeOf(await otherDiner.call('GET', `/api/payment/${path}`))).toEqual([404, 'OrderNotFound']);
    expect(outcomeOf(await otherDiner.call('GET', `/api/payment/payIn/${Id}`))).toEqual([404, 'notFound']);
    expect(outcomeOf(await otherDiner.call('PUT', `/api/payment/orders/${Id}/status`, {}))).toEqual([
      404,
      'OrderNotFound',
    ]);
  });
});
