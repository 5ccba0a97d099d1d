import {
  aDiscount,
  aDrink,
  anAttendee,
  anInvitation,
  anOffer,
  aRestaurant,
  aVatType,
  aWeek,
  fixtureDay,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { emptyCart, withAmount } from './cart';
import type { Cart } from './cart';
import {
  betterVoucherFor,
  toVoucher,
  cartHint,
  orderSlotsOf,
  cartTotal,
  cartTotals,
  fitsMeetup,
  hasItemDiscount,
  isOrderingOver,
  isOrderTakenAway,
  shouldSuggestDrinks,
  withMeetup,
} from './cart-rules';
import { orderFormOf } from './order-form';

const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const curryOffer = anOffer({ key: 'curry', price: 890 });
const soupOffer = anOffer({ key: 'suppe', price: 590, typeKey: 'suppen', baseName: 'Suppen' });
const juiceOffer = aDrink({ key: 'saft', price: 320, deposit: 15 });
const cartRestaurant = aRestaurant({ offers: [curryOffer, soupOffer, juiceOffer] });
const filledCart = withAmount(withAmount(emptyCart('elbkantine'), curryOffer, 2), juiceOffer, 1);
const validCart: Cart = { ...filledCart, meetUpDate: instantAt('12:30'), isTakeAway: false, paymentOption: 'paypal' };
const makeGiftVoucher = (value: number) => toVoucher(aDiscount({ value }));

describe('what a cart lacks, in the order in which it is asked for', () => {
  it.each<[string, Partial<Cart>, ReturnType<typeof cartHint>]>([
    ['nothing', {}, null],
    ['changes that were not looked at', { changes: [{ kind: 'meetupGone' }], isTakeAway: undefined }, 'HintSeeChanges'],
    ['a time, though no place is chosen either', { isTakeAway: undefined, meetUpDate: null }, 'HintChooseATime'],
    ['a place, though no payment is chosen either', { isTakeAway: undefined, paymentOption: null }, 'HintChooseAPlace'],
    ['a time', { meetUpDate: null }, 'HintChooseATime'],
    ['a time that can still be had', { meetUpDate: instantAt('11:45') }, 'HintChooseATime'],
    ['a meetup that can still be ordered for', { meetUp: 'treffen', meetUpDate: instantAt('11:45') }, 'HintMeetupTime'],
    ['a time at which there is lunch', { meetUpDate: instantAt('14:30') }, 'HintLunchTime'],
    ['a meetup at which there is lunch', { meetUp: 'treffen', meetUpDate: instantAt('14:35') }, 'HintLunchTime'],
    [
      'nothing, where no lunch is in it',
      { meetUpDate: instantAt('14:30'), lines: filledCart.lines.filter(({ mealKey }) => mealKey === 'saft') },
      null,
    ],
    ['a payment', { paymentOption: null }, 'HintChooseAPayment'],
    ['a card', { paymentOption: 'card', debitedCardId: null }, 'HintChooseAPayment'],
  ])('%s', (_, incompleteFields, expectedHint) => {
    const cart: Cart = { ...validCart, ...incompleteFields };
    expect(cartHint(cart, cartRestaurant, fixtureNow)).toBe(expectedHint);
    expect(orderFormOf(cart, { restaurant: cartRestaurant, now: fixtureNow }) === null).toBe(expectedHint !== null);
  });

  it.each([
    [true, null],
    [false, null],
    [undefined, 'HintChooseAPlace'],
  ] as const)('C01 takes %s for what it is', (isTakeAway, expectedHint) => {
    expect(cartHint({ ...validCart, isTakeAway }, cartRestaurant, fixtureNow)).toBe(expectedHint);
  });

  it.each([
    ['a kitchen that makes a pause', { ordersPausedUntil: fixtureNow + 1 }, 'HintOrdersPaused'],
    ['a kitchen whose pause is over', { ordersPausedUntil: fixtureNow }, null],
    ['a restaurant that nobody tells of orders', { canReceiveOrders: false }, 'HintUnreachable'],
  ] as const)('orders nothing at %s, as the gateway', (_, overrides, expectedHint) => {
    expect(cartHint(validCart, { ...cartRestaurant, ...overrides }, fixtureNow)).toBe(expectedHint);
  });

  it('takes everything away where nothing else is offered', () => {
    expect(isOrderTakenAway({ isTakeAway: false }, { onlyTakeAway: true })).toBe(true);
    expect(
      orderFormOf(
        { ...validCart, isTakeAway: undefined },
        { restaurant: { ...cartRestaurant, onlyTakeAway: true }, now: fixtureNow },
      ),
    ).toMatchObject({ isTakeAway: true });
  });

  it('C02 a voucher of more than all dishes leaves the deposit, and of nothing no order comes', () => {
    expect(cartTotal({ ...validCart, voucher: makeGiftVoucher(99_999) })).toBe(15);
    const foodOnlyCart = {
      ...validCart,
      lines: validCart.lines.filter(({ mealKey }) => mealKey === 'curry'),
      voucher: makeGiftVoucher(99_999),
    };
    expect([cartTotal(foodOnlyCart), cartHint(foodOnlyCart, cartRestaurant, fixtureNow)]).toEqual([
      0,
      'HintNothingToPay',
    ]);
  });

  it('refuses more than may be paid at once', () => {
    const expensiveCart = {
      ...validCart,
      lines: validCart.lines.map((line) => ({ ...line, amount: 99, price: 20_000_000 })),
    };
    expect(cartHint(expensiveCart, cartRestaurant, fixtureNow)).toBe('HintTooExpensive');
  });
});

describe('sums', () => {
  const vatTypes = [aVatType({ default: 7, takeAway: 5 }), aVatType({ key: 'DRINK', default: 19, takeAway: 17 })];

  it.each([
    [false, 7, 19],
    [true, 5, 17],
  ])('C04 go by the server’s rates for the chosen place: taken away %s', (isTakeAway, foodRate, drinkRate) => {
    expect(cartTotals(filledCart, { vatTypes, isTakeAway }).vatByType).toMatchObject({
      FOOD: { rate: foodRate },
      DRINK: { rate: drinkRate },
    });
  });

  it('keep deposit and voucher apart', () => {
    expect(cartTotals({ ...filledCart, voucher: makeGiftVoucher(300) }, { vatTypes, isTakeAway: false })).toMatchObject(
      {
        goods: 2100,
        deposit: 15,
        voucher: 300,
        total: 1815,
      },
    );
  });
});

describe('the form of an order', () => {
  it('C11 names no meetup where none is linked, and the time in milliseconds', () => {
    expect(orderFormOf(validCart, { restaurant: cartRestaurant, now: fixtureNow })).toEqual({
      restaurantId: 'elbkantine',
      paymentOption: 'paypal',
      debitedCardId: null,
      meetUp: '',
      meetUpDate: instantAt('12:30'),
      isTakeAway: false,
      items: [
        { mealKey: 'curry', amount: 2, price: 890, discount: null, comments: '' },
        { mealKey: 'saft', amount: 1, price: 320, discount: null, comments: '' },
      ],
      discount: null,
      totalPrice: 2115,
    });
  });

  it('is none of an empty cart', () => {
    expect(orderFormOf({ ...validCart, lines: [] }, { restaurant: cartRestaurant, now: fixtureNow })).toBeNull();
  });
});

describe('the times to choose from', () => {
  const slotTimes = (cart: Pick<Cart, 'lines'>, now: number, slotRestaurant = cartRestaurant): readonly string[] =>
    orderSlotsOf(cart, slotRestaurant, now).map(formatTime);
  const soupCart = withAmount(emptyCart('elbkantine'), soupOffer, 1);

  it.each([
    ['11:30', '12:00'],
    ['11:40', '12:00'],
    ['11:41', '12:15'],
  ])('T09 begin at %s with what is not too soon: %s', (now, expectedFirstSlot) => {
    expect(slotTimes(soupCart, instantAt(now))[0]).toBe(expectedFirstSlot);
  });

  it('end with the lunch for what is lunch, and with the day for all else', () => {
    expect([slotTimes(filledCart, fixtureNow).at(-1), slotTimes(soupCart, fixtureNow).at(-1)]).toEqual([
      '14:15',
      '14:45',
    ]);
  });

  it('are there though nobody knows the hours', () => {
    const restaurantWithoutHours = aRestaurant({
      openingHours: aWeek(),
      lunchTimes: aWeek(),
      openingHoursText: 'mittags',
      offers: [curryOffer],
    });
    expect(slotTimes(filledCart, fixtureNow, restaurantWithoutHours)[0]).toBe('12:00');
    expect(isOrderingOver(restaurantWithoutHours, instantAt('23:00'))).toBe(false);
  });

  it.each([
    ['14:25', false],
    ['14:26', true],
  ])('are over once the kitchen takes no more orders: %s, %s', (now, isExpectedOver) => {
    expect(isOrderingOver(cartRestaurant, instantAt(now))).toBe(isExpectedOver);
  });
});

it.each([
  [[curryOffer], true],
  [[], false],
  [[curryOffer, juiceOffer], false],
  [[juiceOffer], false],
])('C13 suggests drinks where there are some and none was taken: %#', (meals, isSuggested) => {
  const cart = meals.reduce((partialCart, meal) => withAmount(partialCart, meal, 1), emptyCart('elbkantine'));
  expect(shouldSuggestDrinks(cart, cartRestaurant.offers)).toBe(isSuggested);
  expect(shouldSuggestDrinks(cart, [curryOffer, soupOffer])).toBe(false);
});

it('knows a dish with a discount of its own', () => {
  expect(hasItemDiscount(filledCart)).toBe(false);
  expect(
    hasItemDiscount({
      lines: filledCart.lines.map((line) => ({ ...line, discount: { id: 'a', value: 1, name: { de: 'A' } } })),
    }),
  ).toBe(true);
});

describe('a meetup', () => {
  const meetup = anInvitation({
    key: 'treffen',
    restaurant: 'elbkantine',
    status: 'pending',
    order: null,
    date: `${fixtureDay}T12:30:00+02:00`,
    attendees: [anAttendee({ uid: 'ich', key: 'ich', status: 'accepted' })],
  });

  it.each<[string, Partial<typeof meetup>, boolean]>([
    ['today, still to come', {}, true],
    ['at another place', { restaurant: 'mensa' }, false],
    ['begun', { date: `${fixtureDay}T11:29:00+02:00` }, false],
    ['tomorrow', { date: '2026-06-25T12:30:00+02:00' }, false],
    ['canceled', { status: 'canceled' }, false],
    ['declined by all', { status: 'declined' }, false],
    ['ordered for already', { order: 'bestellung' }, false],
    ['declined by oneself', { attendees: [anAttendee({ uid: 'ich', key: 'ich', status: 'declined' })] }, false],
  ])('fits a cart: %s', (_, changedFields, isFitting) => {
    expect(
      fitsMeetup({ ...meetup, ...changedFields }, { uid: 'ich', restaurantKey: 'elbkantine', now: fixtureNow }),
    ).toBe(isFitting);
  });

  it('gives a cart its time and place', () => {
    expect(withMeetup(filledCart, { ...meetup, isTakeAway: true })).toMatchObject({
      meetUp: 'treffen',
      meetUpDate: instantAt('12:30'),
      isTakeAway: true,
    });
  });
});

describe('the voucher that saves most', () => {
  const fivePercent = aDiscount({ key: 'fuenf', discountType: 'percent', value: 5 });
  const tenEuros = aDiscount({ key: 'zehn', discountType: 'absolute', value: 1000 });
  const earlierDiscount = aDiscount({ ...tenEuros, key: 'frueher', end: tenEuros.end - 1 });
  const fullDiscount = aDiscount({ key: 'alles', discountType: 'percent', value: 100 });

  it.each([
    ['of several', null, [fivePercent, tenEuros], 'zehn'],
    ['of two equal ones is the one that ends first', null, [tenEuros, earlierDiscount], 'frueher'],
    ['leaves something to pay', null, [fullDiscount, fivePercent], 'fuenf'],
    ['is better than the redeemed one', toVoucher(fivePercent), [fivePercent, tenEuros], 'zehn'],
    ['is none where the redeemed one is the best', toVoucher(tenEuros), [fivePercent, tenEuros], null],
    ['is none without vouchers', null, [], null],
  ] as const)('%s', (_name, voucher, vouchers, expectedKey) => {
    const { lines } = withAmount(emptyCart('elbkantine'), curryOffer, 2);
    expect(betterVoucherFor({ lines, voucher }, vouchers)?.key ?? null).toBe(expectedKey);
  });
});
