import type { Discount } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { dealLabelOf, usableDiscountsOfPlace } from './place-discounts';

const noBreakSpace = '\u00a0';
const minusSign = '\u2212';
const DAY_MS = 86_400_000;

const dealPlace = aRestaurant({
  offers: [anOffer({ key: 'suppe', price: 790 }), anOffer({ key: 'schmaus', price: 1090 })],
});
const createDeals = (...discounts: Partial<Discount>[]) => ({
  now: fixtureNow,
  discounts: discounts.map((discountFields, index) => aDiscount({ key: `d${index}`, ...discountFields })),
});
const twentyPercent = { discountType: 'percent', value: 20 } as const;

it.each([
  [twentyPercent, `${minusSign}20${noBreakSpace}%`],
  [{ discountType: 'absolute', value: 150 }, `${minusSign}1,50${noBreakSpace}€`],
  [{ discountType: 'override', value: 500 }, `nur 5,00${noBreakSpace}€`],
] as const)('formats %j as %s', (discountFields, expectedText) =>
  expect(dealLabelOf(aDiscount(discountFields))).toBe(expectedText),
);

it('T15 lists discounts that start within 14 days, today’s first', () => {
  const discountKeys = usableDiscountsOfPlace(
    dealPlace,
    createDeals(
      { start: fixtureNow + 3 * DAY_MS },
      {},
      { start: fixtureNow + 15 * DAY_MS, end: fixtureNow + 20 * DAY_MS },
      { usedByMe: true },
      { restaurantRef: 'woanders' },
    ),
  ).map(({ key }) => key);
  expect(discountKeys).toEqual(['d1', 'd0']);
});

it('lists a discount of a dish only while the dish is on the menu', () => {
  expect(
    usableDiscountsOfPlace(dealPlace, createDeals({ mealRef: 'suppe' }, { mealRef: 'gestern' })).map(({ key }) => key),
  ).toEqual(['d0']);
});

it('lists vouchers only for places that take orders', () => {
  const voucherFields = { type: 'giftcard', restaurantRef: null } as const;
  const discountKeys = (hasPayment: boolean) =>
    usableDiscountsOfPlace({ ...dealPlace, hasPayment }, createDeals(twentyPercent, voucherFields)).map(
      ({ key }) => key,
    );
  expect([discountKeys(true), discountKeys(false)]).toEqual([['d0', 'd1'], ['d0']]);
});
