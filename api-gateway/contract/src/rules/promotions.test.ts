import { aDiscount, aDishByWeight, anOffer, aRestaurant, aTeaser } from '../fixtures';
import {
  withDealPrices,
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
const dayMs = 86_400_000;

describe('a discount', () => {
  it.each([
    ['one that runs', {}, true],
    ['one of which none is left', { quantityLeft: 0 }, false],
    ['one that ends now', { end: now }, false],
    ['one that ends in a moment', { end: now + 1 }, true],
    ['one that starts in 14 days', { start: now + 14 * dayMs, end: now + 20 * dayMs }, true],
    ['one that starts a moment later', { start: now + 14 * dayMs + 1, end: now + 20 * dayMs }, false],
  ])('is listed: %s', (_title, discountFields, isListed) => {
    expect(isDiscountAvailable(aDiscount({ start: now - dayMs, end: now + dayMs, ...discountFields }), now)).toBe(
      isListed,
    );
  });

  it('is not available to a reader who has used it', () => {
    expect(isDiscountAvailableToMe(aDiscount({ start: now, end: now + dayMs }), now)).toBe(true);
    expect(isDiscountAvailableToMe(aDiscount({ start: now, end: now + dayMs, usedByMe: true }), now)).toBe(false);
  });

  it('T15 is listed up to 14 days before it can be redeemed, and redeemed by the day of the meal', () => {
    const laterDiscount = aDiscount({ start: now + 3 * dayMs, end: now + 5 * dayMs });
    expect(isDiscountAvailable(laterDiscount, now)).toBe(true);
    expect(
      [now, now + 3 * dayMs - 1, now + 3 * dayMs, now + 5 * dayMs - 1, now + 5 * dayMs].map((mealAt) =>
        isDiscountRedeemableAt(laterDiscount, mealAt),
      ),
    ).toEqual([false, false, true, true, false]);
    expect(isDiscountRedeemableAt({ ...laterDiscount, quantityLeft: 0 }, now + 4 * dayMs)).toBe(false);
  });

  it.each([
    [{ restaurantRef: null, companyRef: null }, true],
    [{ restaurantRef: 'r', companyRef: null }, true],
    [{ restaurantRef: 'other', companyRef: null }, false],
    [{ restaurantRef: null, companyRef: 'c' }, true],
    [{ restaurantRef: null, companyRef: 'other' }, false],
    [{ restaurantRef: 'r', companyRef: 'other' }, false],
  ])('%j is valid in the place: %s', (discountRefs, isValid) => {
    expect(isDiscountOfRestaurant(discountRefs, { key: 'r', companyId: 'c' })).toBe(isValid);
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
  ])('%j reduces the price of the meal: %s', (discountFields, isReduced) => {
    const discount = aDiscount({ restaurantRef: 'r', ...discountFields });
    expect(isDiscountOfMeal(discount, { restaurant: { key: 'r', companyId: null }, meal: { key: 'm' } })).toBe(
      isReduced,
    );
  });
});

describe('a voucher', () => {
  const unboundFields = { restaurantRef: null, companyRef: null, mealRef: null };

  it.each([
    ['a gift card for every place', { ...unboundFields, type: 'giftcard', forAllMeals: true }, true],
    ['one that says nothing of meals', { ...unboundFields, type: 'giftcard', forAllMeals: false }, true],
    [
      'a compensation of this place',
      { ...unboundFields, type: 'compensation', restaurantRef: 'r', forAllMeals: false },
      true,
    ],
    ['one of its company', { ...unboundFields, type: 'loyalty', companyRef: 'c', forAllMeals: false }, true],
    ['one of another place', { ...unboundFields, type: 'giftcard', restaurantRef: 'other', forAllMeals: true }, false],
    ['one of another company', { ...unboundFields, type: 'giftcard', companyRef: 'other', forAllMeals: false }, false],
    ['a promotion on every meal', { ...unboundFields, type: 'promotion', forAllMeals: true }, false],
    [
      'what the place gives on every meal',
      { ...unboundFields, type: 'goodie', restaurantRef: 'r', forAllMeals: true },
      false,
    ],
    ['one for a dish', { ...unboundFields, type: 'giftcard', mealRef: 'm', forAllMeals: false }, false],
  ] as const)('is recognised: %s', (_title, discountFields, isVoucher) => {
    const [discount, restaurant] = [aDiscount(discountFields), { key: 'r', companyId: 'c' }];
    expect(isVoucherOfRestaurant(discount, restaurant)).toBe(isVoucher);
    // A voucher counts once for a whole order, so it never reduces the price of a single piece, of which a diner may
    // order many.
    if (isVoucher) expect(showsInPrice(discount, { restaurant, meal: { key: 'm' } })).toBe(false);
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
  const runningDiscount = { start: now - dayMs, end: now + dayMs, restaurantRef: 'r' };
  const bestDiscountKey = (...discountOverrides: Parameters<typeof aDiscount>[0][]) =>
    bestMealDiscount(
      discountOverrides.map((fields, index) => aDiscount({ key: `d${index}`, ...runningDiscount, ...fields })),
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
  ] as const)('comes from %s', (_title, discountFields, expectedKey) =>
    expect(bestDiscountKey(discountFields)).toBe(expectedKey),
  );

  it('T15 ignores discounts that start later', () => expect(bestDiscountKey({ start: now + 1 })).toBe(null));

  it('is the lowest of several', () =>
    expect(
      bestDiscountKey(
        { discountType: 'percent', value: 10 },
        { discountType: 'absolute', value: 150 },
        { discountType: 'override', value: 700 },
      ),
    ).toBe('d1'));
});

describe('chooseTeaser', () => {
  const center = { latitude: 53.55, longitude: 9.99 };
  const sundayNoon = Date.parse('2026-06-28T12:00:00+02:00');
  const mondayNoon = Date.parse('2026-06-29T12:00:00+02:00');
  const pointNorthOfCenter = (meters: number) => ({
    latitude: center.latitude + meters / 111_195,
    longitude: center.longitude,
  });

  it.each([
    [0, sundayNoon, true],
    [0, mondayNoon, false],
    [1, mondayNoon, true],
    [6, sundayNoon, false],
    [7, sundayNoon, false],
  ])('T14 shows a teaser of weekday %i on %i: %s', (weekday, readerNow, isShown) => {
    expect(chooseTeaser([aTeaser({ daysOfWeek: [weekday] })], { now: readerNow, around: center }) !== null).toBe(
      isShown,
    );
  });

  it('T14 uses the day in Berlin: half past midnight on Monday there is still Sunday in UTC', () => {
    expect(
      chooseTeaser([aTeaser({ daysOfWeek: [1] })], { now: Date.parse('2026-06-29T00:30:00+02:00'), around: center }),
    ).not.toBeNull();
  });

  it('D14 shows a teaser without weekdays every day', () => {
    for (const readerNow of [sundayNoon, mondayNoon])
      expect(chooseTeaser([aTeaser({ daysOfWeek: null })], { now: readerNow, around: center })).not.toBeNull();
  });

  it('D14 requires a picture or a film', () => {
    expect(chooseTeaser([aTeaser({ imageUrl: null, videoUrl: null })], { now: mondayNoon, around: center })).toBeNull();
    expect(
      chooseTeaser([aTeaser({ imageUrl: null, videoUrl: '/media/teaser.mp4' })], { now: mondayNoon, around: center }),
    ).not.toBeNull();
  });

  it('D14 checks the distance only for a teaser with a place', () => {
    expect(
      chooseTeaser([aTeaser({ location: { ...pointNorthOfCenter(900), distance: 1000 } })], {
        now: mondayNoon,
        around: center,
      }),
    ).not.toBeNull();
    expect(
      chooseTeaser([aTeaser({ location: { ...pointNorthOfCenter(1100), distance: 1000 } })], {
        now: mondayNoon,
        around: center,
      }),
    ).toBeNull();
  });

  it('D14 prefers the highest priority, and among equals always the same one', () => {
    const teasers = [
      aTeaser({ key: 'c', priority: 1 }),
      aTeaser({ key: 'b', priority: 5 }),
      aTeaser({ key: 'a', priority: 5 }),
      aTeaser({ key: 'z', priority: 9, imageUrl: null }),
    ];
    expect(chooseTeaser(teasers, { now: mondayNoon, around: center })?.key).toBe('a');
    expect(chooseTeaser([...teasers].reverse(), { now: mondayNoon, around: center })?.key).toBe('a');
  });

  it('D14 returns null for the fallback when no teaser fits', () =>
    expect(chooseTeaser([], { now: mondayNoon, around: center })).toBeNull());
});

it('gives a place its present prices, and returns the same object without reductions', () => {
  const restaurant = aRestaurant({ offers: [anOffer({ price: 790 }), aDishByWeight({ price: 160 })] });
  const fifthOffDiscount = aDiscount({ discountType: 'percent', value: 20, start: now - dayMs, end: now + dayMs });
  expect(withDealPrices(restaurant, { discounts: [fifthOffDiscount], now }).offers.map(({ price }) => price)).toEqual([
    632, 160,
  ]);
  expect(withDealPrices(restaurant, { discounts: [fifthOffDiscount], now: now + dayMs })).toBe(restaurant);
  expect(withDealPrices(restaurant, { discounts: [], now })).toBe(restaurant);
});
