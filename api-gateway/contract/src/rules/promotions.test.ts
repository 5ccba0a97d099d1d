import { aDiscount, aDishByWeight, anOffer, aRestaurant, aTeaser } from '../fixtures';
import {
  atDealPrices,
  bestMealDiscount,
  chooseTeaser,
  discountedPrice,
  isDiscountAvailable,
  isDiscountAvailableToMe,
  isDiscountOfMeal,
  isDiscountOfRestaurant,
  isDiscountRedeemableAt,
  isVoucherOfRestaurant,
  showsInPrice,
} from './promotions';

const now = Date.parse('2026-06-24T11:30:00+02:00');
const day = 86_400_000;

describe('a discount', () => {
  it.each([
    ['one that runs', {}, true],
    ['one of which none is left', { quantityLeft: 0 }, false],
    ['one that ends now', { end: now }, false],
    ['one that ends in a moment', { end: now + 1 }, true],
    ['one that starts in 14 days', { start: now + 14 * day, end: now + 20 * day }, true],
    ['one that starts a moment later', { start: now + 14 * day + 1, end: now + 20 * day }, false],
  ])('is listed: %s', (_title, fields, isListed) => {
    expect(isDiscountAvailable(aDiscount({ start: now - day, end: now + day, ...fields }), now)).toBe(isListed);
  });

  it('is not available to a reader who has used it', () => {
    expect(isDiscountAvailableToMe(aDiscount({ start: now, end: now + day }), now)).toBe(true);
    expect(isDiscountAvailableToMe(aDiscount({ start: now, end: now + day, usedByMe: true }), now)).toBe(false);
  });

  it('T15 is listed up to 14 days before it can be redeemed, and redeemed by the day of the meal', () => {
    const later = aDiscount({ start: now + 3 * day, end: now + 5 * day });
    expect(isDiscountAvailable(later, now)).toBe(true);
    expect(
      [now, now + 3 * day - 1, now + 3 * day, now + 5 * day - 1, now + 5 * day].map((mealAt) =>
        isDiscountRedeemableAt(later, mealAt),
      ),
    ).toEqual([false, false, true, true, false]);
    expect(isDiscountRedeemableAt({ ...later, quantityLeft: 0 }, now + 4 * day)).toBe(false);
  });

  it.each([
    [{ restaurantRef: null, companyRef: null }, true],
    [{ restaurantRef: 'r', companyRef: null }, true],
    [{ restaurantRef: 'other', companyRef: null }, false],
    [{ restaurantRef: null, companyRef: 'c' }, true],
    [{ restaurantRef: null, companyRef: 'other' }, false],
    [{ restaurantRef: 'r', companyRef: 'other' }, false],
  ])('%j is valid in the place: %s', (refs, holds) => {
    expect(isDiscountOfRestaurant(refs, { key: 'r', companyId: 'c' })).toBe(holds);
  });

  it('of a company is not valid in a place without company', () =>
    expect(isDiscountOfRestaurant({ restaurantRef: null, companyRef: 'c' }, { key: 'r', companyId: null })).toBe(
      false,
    ));

  it.each([
    [{ mealRef: 'm', forAllMeals: false }, true],
    [{ mealRef: 'other', forAllMeals: false }, false],
    [{ mealRef: 'other', forAllMeals: true }, false],
    [{ mealRef: null, forAllMeals: true }, true],
    [{ mealRef: null, forAllMeals: false }, false],
    [{ mealRef: 'm', restaurantRef: 'other', forAllMeals: false }, false],
  ])('%j reduces the price of the meal: %s', (fields, holds) => {
    const discount = aDiscount({ restaurantRef: 'r', ...fields });
    expect(isDiscountOfMeal(discount, { restaurant: { key: 'r', companyId: null }, meal: { key: 'm' } })).toBe(holds);
  });
});

describe('a voucher', () => {
  const everywhere = { restaurantRef: null, companyRef: null, mealRef: null };

  it.each([
    ['a gift card for every place', { ...everywhere, type: 'giftcard', forAllMeals: true }, true],
    ['one that says nothing of meals', { ...everywhere, type: 'giftcard', forAllMeals: false }, true],
    [
      'a compensation of this place',
      { ...everywhere, type: 'compensation', restaurantRef: 'r', forAllMeals: false },
      true,
    ],
    ['one of its company', { ...everywhere, type: 'loyalty', companyRef: 'c', forAllMeals: false }, true],
    ['one of another place', { ...everywhere, type: 'giftcard', restaurantRef: 'other', forAllMeals: true }, false],
    ['one of another company', { ...everywhere, type: 'giftcard', companyRef: 'other', forAllMeals: false }, false],
    ['a promotion on every meal', { ...everywhere, type: 'promotion', forAllMeals: true }, false],
    [
      'what the place gives on every meal',
      { ...everywhere, type: 'goodie', restaurantRef: 'r', forAllMeals: true },
      false,
    ],
    ['one for a dish', { ...everywhere, type: 'giftcard', mealRef: 'm', forAllMeals: false }, false],
  ] as const)('is recognised: %s', (_title, fields, isOne) => {
    const [discount, restaurant] = [aDiscount(fields), { key: 'r', companyId: 'c' }];
    expect(isVoucherOfRestaurant(discount, restaurant)).toBe(isOne);
    // A voucher is for one order, so it never reduces the price of a piece, which may be ordered many times.
    if (isOne) expect(showsInPrice(discount, { restaurant, meal: { key: 'm' } })).toBe(false);
  });
});

describe('a reduced price', () => {
  it.each([
    [790, { discountType: 'percent', value: 20 }, 632],
    [335, { discountType: 'percent', value: 10 }, 301],
    [790, { discountType: 'percent', value: 100 }, 0],
    [790, { discountType: 'absolute', value: 150 }, 640],
    [120, { discountType: 'absolute', value: 150 }, 0],
    [790, { discountType: 'override', value: 500 }, 500],
    [790, { discountType: 'override', value: 0 }, 0],
  ] as const)('of %i by %j is %i', (price, discount, reducedPrice) => {
    expect(discountedPrice(price, discount)).toBe(reducedPrice);
  });

  const meal = { key: 'm', price: 790 };
  const restaurant = { key: 'r', companyId: null };
  const runningDiscount = { start: now - day, end: now + day, restaurantRef: 'r' };
  const best = (...discounts: Parameters<typeof aDiscount>[0][]) =>
    bestMealDiscount(
      discounts.map((fields, index) => aDiscount({ key: `d${index}`, ...runningDiscount, ...fields })),
      { restaurant, meal, at: now },
    )?.key ?? null;

  it.each([
    ['a promotion on every meal of the place', { type: 'promotion' }, 'd0'],
    ['a smart price', { type: 'smartprice' }, 'd0'],
    ['whatever is bound to the meal', { type: 'loyalty', mealRef: 'm', forAllMeals: false }, 'd0'],
    ['a promotion that holds everywhere', { restaurantRef: null }, 'd0'],
    ['what the place gives to all its guests', { type: 'goodie' }, 'd0'],
    ['nothing: what is given for every place is a voucher', { type: 'goodie', restaurantRef: null }, null],
    ['nothing: a gift card is for an order', { type: 'giftcard' }, null],
    ['nothing: for an order as a whole', { forAllMeals: false }, null],
    ['nothing: for another meal', { mealRef: 'other' }, null],
    ['nothing: used already', { usedByMe: true }, null],
    ['nothing: none left', { quantityLeft: 0 }, null],
    ['nothing: it would cost more', { discountType: 'override', value: 900 }, null],
  ] as const)('comes from %s', (_title, fields, key) => expect(best(fields)).toBe(key));

  it('T15 ignores discounts that start later', () => expect(best({ start: now + 1 })).toBe(null));

  it('is the lowest of several', () =>
    expect(
      best(
        { discountType: 'percent', value: 10 },
        { discountType: 'absolute', value: 150 },
        { discountType: 'override', value: 700 },
      ),
    ).toBe('d1'));
});

describe('chooseTeaser', () => {
  const around = { latitude: 53.55, longitude: 9.99 };
  const sunday = Date.parse('2026-06-28T12:00:00+02:00');
  const monday = Date.parse('2026-06-29T12:00:00+02:00');
  const north = (meters: number) => ({ latitude: around.latitude + meters / 111_195, longitude: around.longitude });

  it.each([
    [0, sunday, true],
    [0, monday, false],
    [1, monday, true],
    [6, sunday, false],
    [7, sunday, false],
  ])('T14 shows a teaser of weekday %i on %i: %s', (weekday, shownWeekday, isShown) => {
    expect(chooseTeaser([aTeaser({ daysOfWeek: [weekday] })], { now: shownWeekday, around }) !== null).toBe(isShown);
  });

  it('T14 uses the day in Berlin: half past midnight on Monday there is still Sunday in UTC', () => {
    expect(
      chooseTeaser([aTeaser({ daysOfWeek: [1] })], { now: Date.parse('2026-06-29T00:30:00+02:00'), around }),
    ).not.toBeNull();
  });

  it('D14 shows a teaser without weekdays every day', () => {
    for (const shownWeekday of [sunday, monday])
      expect(chooseTeaser([aTeaser({ daysOfWeek: null })], { now: shownWeekday, around })).not.toBeNull();
  });

  it('D14 requires a picture or a film', () => {
    expect(chooseTeaser([aTeaser({ imageUrl: null, videoUrl: null })], { now: monday, around })).toBeNull();
    expect(
      chooseTeaser([aTeaser({ imageUrl: null, videoUrl: '/media/teaser.mp4' })], { now: monday, around }),
    ).not.toBeNull();
  });

  it('D14 checks the distance only for a teaser with a place', () => {
    expect(
      chooseTeaser([aTeaser({ location: { ...north(900), distance: 1000 } })], { now: monday, around }),
    ).not.toBeNull();
    expect(
      chooseTeaser([aTeaser({ location: { ...north(1100), distance: 1000 } })], { now: monday, around }),
    ).toBeNull();
  });

  it('D14 prefers the highest priority, and among equals always the same one', () => {
    const teasers = [
      aTeaser({ key: 'c', priority: 1 }),
      aTeaser({ key: 'b', priority: 5 }),
      aTeaser({ key: 'a', priority: 5 }),
      aTeaser({ key: 'z', priority: 9, imageUrl: null }),
    ];
    expect(chooseTeaser(teasers, { now: monday, around })?.key).toBe('a');
    expect(chooseTeaser([...teasers].reverse(), { now: monday, around })?.key).toBe('a');
  });

  it('D14 returns null for the fallback when no teaser fits', () =>
    expect(chooseTeaser([], { now: monday, around })).toBeNull());
});

it('gives a place its present prices, and returns the same object without reductions', () => {
  const place = aRestaurant({ offers: [anOffer({ price: 790 }), aDishByWeight({ price: 160 })] });
  const fifth = aDiscount({ discountType: 'percent', value: 20, start: now - day, end: now + day });
  expect(atDealPrices(place, { discounts: [fifth], now }).offers.map(({ price }) => price)).toEqual([632, 160]);
  expect(atDealPrices(place, { discounts: [fifth], now: now + day })).toBe(place);
  expect(atDealPrices(place, { discounts: [], now })).toBe(place);
});
