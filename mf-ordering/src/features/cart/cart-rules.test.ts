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
  toVoucher,
  cartHint,
  cartSlots,
  cartTotal,
  cartTotals,
  fitsMeetup,
  hasItemDiscount,
  isOrderingOver,
  isTakenAway,
  shouldSuggestDrinks,
  withMeetup,
} from './cart-rules';
import { orderFormOf } from './order-form';

const at = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const curry = anOffer({ key: 'curry', price: 890 });
const soup = anOffer({ key: 'suppe', price: 590, typeKey: 'suppen', baseName: 'Suppen' });
const juice = aDrink({ key: 'saft', price: 320, deposit: 15 });
const place = aRestaurant({ offers: [curry, soup, juice] });
const filled = withAmount(withAmount(emptyCart('elbkantine'), curry, 2), juice, 1);
const valid: Cart = { ...filled, meetUpDate: at('12:30'), isTakeAway: false, paymentOption: 'paypal' };
const gift = (value: number) => toVoucher(aDiscount({ value }));

describe('what a cart lacks, in the order in which it is asked for', () => {
  it.each<[string, Partial<Cart>, ReturnType<typeof cartHint>]>([
    ['nothing', {}, null],
    ['changes that were not looked at', { changes: [{ kind: 'meetupGone' }], isTakeAway: undefined }, 'HintSeeChanges'],
    ['a place, though no time is chosen either', { isTakeAway: undefined, meetUpDate: null }, 'HintChooseAPlace'],
    ['a time', { meetUpDate: null }, 'HintChooseATime'],
    ['a time that can still be had', { meetUpDate: at('11:45') }, 'HintChooseATime'],
    ['a meetup that can still be ordered for', { meetUp: 'treffen', meetUpDate: at('11:45') }, 'HintMeetupTime'],
    ['a time at which there is lunch', { meetUpDate: at('14:30') }, 'HintLunchTime'],
    ['a meetup at which there is lunch', { meetUp: 'treffen', meetUpDate: at('14:35') }, 'HintLunchTime'],
    [
      'nothing, where no lunch is in it',
      { meetUpDate: at('14:30'), lines: filled.lines.filter(({ mealKey }) => mealKey === 'saft') },
      null,
    ],
    ['a payment', { paymentOption: null }, 'HintChooseAPayment'],
    ['a card', { paymentOption: 'card', debitedCardId: null }, 'HintChooseAPayment'],
  ])('%s', (_, lack, hint) => {
    const cart: Cart = { ...valid, ...lack };
    expect(cartHint(cart, place, fixtureNow)).toBe(hint);
    expect(orderFormOf(cart, { restaurant: place, now: fixtureNow }) === null).toBe(hint !== null);
  });

  it.each([
    [true, null],
    [false, null],
    [undefined, 'HintChooseAPlace'],
  ] as const)('C01 takes %s for what it is', (isTakeAway, hint) => {
    expect(cartHint({ ...valid, isTakeAway }, place, fixtureNow)).toBe(hint);
  });

  it('takes everything away where nothing else is offered', () => {
    expect(isTakenAway({ isTakeAway: false }, { onlyTakeAway: true })).toBe(true);
    expect(
      orderFormOf(
        { ...valid, isTakeAway: undefined },
        { restaurant: { ...place, onlyTakeAway: true }, now: fixtureNow },
      ),
    ).toMatchObject({ isTakeAway: true });
  });

  it('C02 a voucher of more than all dishes leaves the deposit, and of nothing no order comes', () => {
    expect(cartTotal({ ...valid, voucher: gift(99_999) })).toBe(15);
    const food = { ...valid, lines: valid.lines.filter(({ mealKey }) => mealKey === 'curry'), voucher: gift(99_999) };
    expect([cartTotal(food), cartHint(food, place, fixtureNow)]).toEqual([0, 'HintNothingToPay']);
  });

  it('refuses more than may be paid at once', () => {
    const dear = { ...valid, lines: valid.lines.map((line) => ({ ...line, amount: 99, price: 20_000_000 })) };
    expect(cartHint(dear, place, fixtureNow)).toBe('HintTooExpensive');
  });
});

describe('sums', () => {
  const vatTypes = [aVatType({ default: 7, takeAway: 5 }), aVatType({ key: 'DRINK', default: 19, takeAway: 17 })];

  it.each([
    [false, 7, 19],
    [true, 5, 17],
  ])('C04 go by the server’s rates for the chosen place: taken away %s', (isTakeAway, food, drink) => {
    expect(cartTotals(filled, { vatTypes, isTakeAway }).vatByType).toMatchObject({
      FOOD: { rate: food },
      DRINK: { rate: drink },
    });
  });

  it('keep deposit and voucher apart', () => {
    expect(cartTotals({ ...filled, voucher: gift(300) }, { vatTypes, isTakeAway: false })).toMatchObject({
      goods: 2100,
      deposit: 15,
      voucher: 300,
      total: 1815,
    });
  });
});

describe('the form of an order', () => {
  it('C11 names no meetup where none is linked, and the time in milliseconds', () => {
    expect(orderFormOf(valid, { restaurant: place, now: fixtureNow })).toEqual({
      restaurantId: 'elbkantine',
      paymentOption: 'paypal',
      debitedCardId: null,
      meetUp: '',
      meetUpDate: at('12:30'),
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
    expect(orderFormOf({ ...valid, lines: [] }, { restaurant: place, now: fixtureNow })).toBeNull();
  });
});

describe('the times to choose from', () => {
  const times = (cart: Pick<Cart, 'lines'>, now: number, where = place): readonly string[] =>
    cartSlots(cart, where, now).map(formatTime);
  const soupCart = withAmount(emptyCart('elbkantine'), soup, 1);

  it.each([
    ['11:30', '12:00'],
    ['11:40', '12:00'],
    ['11:41', '12:15'],
  ])('T09 begin at %s with what is not too soon: %s', (now, first) => {
    expect(times(soupCart, at(now))[0]).toBe(first);
  });

  it('end with the lunch for what is lunch, and with the day for all else', () => {
    expect([times(filled, fixtureNow).at(-1), times(soupCart, fixtureNow).at(-1)]).toEqual(['14:15', '14:45']);
  });

  it('are there though nobody knows the hours', () => {
    const unknown = aRestaurant({
      openingHours: aWeek(),
      lunchTimes: aWeek(),
      openingHoursText: 'mittags',
      offers: [curry],
    });
    expect(times(filled, fixtureNow, unknown)[0]).toBe('12:00');
    expect(isOrderingOver(unknown, at('23:00'))).toBe(false);
  });

  it.each([
    ['14:39', false],
    ['14:40', true],
  ])('are over once the kitchen takes no more orders: %s, %s', (now, isOver) => {
    expect(isOrderingOver(place, at(now))).toBe(isOver);
  });
});

it.each([
  [[curry], true],
  [[], false],
  [[curry, juice], false],
  [[juice], false],
])('C13 suggests drinks where there are some and none was taken: %#', (meals, isSuggested) => {
  const cart = meals.reduce((before, meal) => withAmount(before, meal, 1), emptyCart('elbkantine'));
  expect(shouldSuggestDrinks(cart, place.offers)).toBe(isSuggested);
  expect(shouldSuggestDrinks(cart, [curry, soup])).toBe(false);
});

it('knows a dish with a discount of its own', () => {
  expect(hasItemDiscount(filled)).toBe(false);
  expect(
    hasItemDiscount({
      lines: filled.lines.map((line) => ({ ...line, discount: { id: 'a', value: 1, name: { de: 'A' } } })),
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
  ])('fits a cart: %s', (_, changed, fits) => {
    expect(fitsMeetup({ ...meetup, ...changed }, { uid: 'ich', restaurantKey: 'elbkantine', now: fixtureNow })).toBe(
      fits,
    );
  });

  it('gives a cart its time and place', () => {
    expect(withMeetup(filled, { ...meetup, isTakeAway: true })).toMatchObject({
      meetUp: 'treffen',
      meetUpDate: at('12:30'),
      isTakeAway: true,
    });
  });
});
