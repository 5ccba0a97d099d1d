import type { Discount } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { dealLabel, discountsOfPlace } from './place-discounts';

const nbsp = '\u00a0';
const minusSign = '\u2212';
const day = 86_400_000;

const place = aRestaurant({
  offers: [anOffer({ key: 'suppe', price: 790 }), anOffer({ key: 'schmaus', price: 1090 })],
});
const deals = (...discounts: Partial<Discount>[]) => ({
  now: fixtureNow,
  discounts: discounts.map((fields, index) => aDiscount({ key: `d${index}`, ...fields })),
});
const fifth = { discountType: 'percent', value: 20 } as const;

it.each([
  [fifth, `${minusSign}20${nbsp}%`],
  [{ discountType: 'absolute', value: 150 }, `${minusSign}1,50${nbsp}€`],
  [{ discountType: 'override', value: 500 }, `nur 5,00${nbsp}€`],
] as const)('formats %j as %s', (discount, expectedText) => expect(dealLabel(discount)).toBe(expectedText));

it('T15 lists discounts that start within 14 days, today’s first', () => {
  const keys = discountsOfPlace(
    place,
    deals(
      { start: fixtureNow + 3 * day },
      {},
      { start: fixtureNow + 15 * day, end: fixtureNow + 20 * day },
      { usedByMe: true },
      { restaurantRef: 'woanders' },
    ),
  ).map(({ key }) => key);
  expect(keys).toEqual(['d1', 'd0']);
});

it('lists a discount of a dish only while the dish is on the menu', () => {
  expect(discountsOfPlace(place, deals({ mealRef: 'suppe' }, { mealRef: 'gestern' })).map(({ key }) => key)).toEqual([
    'd0',
  ]);
});

it('lists vouchers only for places that take orders', () => {
  const voucher = { type: 'giftcard', restaurantRef: null } as const;
  const keys = (hasPayment: boolean) =>
    discountsOfPlace({ ...place, hasPayment }, deals(fifth, voucher)).map(({ key }) => key);
  expect([keys(true), keys(false)]).toEqual([['d0', 'd1'], ['d0']]);
});
