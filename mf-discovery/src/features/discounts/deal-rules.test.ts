import type { Discount } from '@mahlzeit/contract';
import { aDiscount, aDishByWeight, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { atDealPrices, bestDeal, dealPriceLabel, discountsOfPlace } from './deal-rules';
import { dealLabel } from './deal-words';

const nbsp = '\u00a0';
const minus = '\u2212';
const day = 86_400_000;

const soup = anOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790 });
const place = aRestaurant({ offers: [soup, anOffer({ key: 'schmaus', price: 1090 })] });
const deals = (...discounts: Partial<Discount>[]) => ({ now: fixtureNow, discounts: discounts.map((fields, index) => aDiscount({ key: `d${index}`, ...fields })) });
const fifth = { discountType: 'percent', value: 20 } as const;

it.each([
  [fifth, `${minus}20${nbsp}%`],
  [{ discountType: 'absolute', value: 150 }, `${minus}1,50${nbsp}€`],
  [{ discountType: 'override', value: 500 }, `nur 5,00${nbsp}€`],
] as const)('says %j as %s', (discount, words) => expect(dealLabel(discount)).toBe(words));

it('strikes the price before the reduction', () => {
  expect(dealPriceLabel(soup, place, deals(fifth))).toEqual({ price: `6,32${nbsp}€`, oldPrice: `7,90${nbsp}€` });
  expect(dealPriceLabel(soup, place, deals())).toEqual({ price: `7,90${nbsp}€` });
});

it('reduces no price of what is sold by weight', () => {
  expect(dealPriceLabel(aDishByWeight(), place, deals(fifth)).oldPrice).toBeUndefined();
});

it('puts the discount that saves most on the badge, with the dish where it is for one alone', () => {
  expect(bestDeal(place, deals({ value: 150 }, fifth))).toEqual({ short: `${minus}20${nbsp}%` });
  expect(bestDeal(place, deals({ ...fifth, mealRef: 'suppe', forAllMeals: false }))).toEqual({ short: `${minus}20${nbsp}%`, long: 'Kartoffelsuppe' });
  expect(bestDeal(place, deals({ restaurantRef: 'woanders' }))).toBeNull();
});

it('T15 lists what starts within 14 days, today’s first', () => {
  const keys = discountsOfPlace(place, deals({ start: fixtureNow + 3 * day }, {}, { start: fixtureNow + 15 * day, end: fixtureNow + 20 * day }, { usedByMe: true }, { restaurantRef: 'woanders' })).map(({ key }) => key);
  expect(keys).toEqual(['d1', 'd0']);
});

it('lists what is for one dish only while that dish is on the menu', () => {
  expect(discountsOfPlace(place, deals({ mealRef: 'suppe' }, { mealRef: 'gestern' })).map(({ key }) => key)).toEqual(['d0']);
});

it('lists vouchers only where an order can be placed', () => {
  const voucher = { type: 'giftcard', restaurantRef: null } as const;
  const keys = (hasPayment: boolean) => discountsOfPlace({ ...place, hasPayment }, deals(fifth, voucher)).map(({ key }) => key);
  expect([keys(true), keys(false)]).toEqual([['d0', 'd1'], ['d0']]);
});

it('gives a place the prices that hold now, and itself where none is reduced', () => {
  expect(atDealPrices(place, deals(fifth)).offers.map(({ price }) => price)).toEqual([632, 872]);
  expect(atDealPrices(place, deals())).toBe(place);
});
