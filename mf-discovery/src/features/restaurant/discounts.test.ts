import type { Discount } from '@mahlzeit/contract';
import { aDiscount, aDishByWeight, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { dealPriceLabelOf } from './discounts';

const noBreakSpace = '\u00a0';

const soupOffer = anOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790 });
const dealPlace = aRestaurant({ offers: [soupOffer, anOffer({ key: 'schmaus', price: 1090 })] });
const createDeals = (...discounts: Partial<Discount>[]) => ({
  now: fixtureNow,
  discounts: discounts.map((discountFields, index) => aDiscount({ key: `d${index}`, ...discountFields })),
});
const twentyPercent = { discountType: 'percent', value: 20 } as const;

it('keeps the former price of a reduced dish', () => {
  expect(dealPriceLabelOf(soupOffer, dealPlace, createDeals(twentyPercent))).toEqual({
    price: `6,32${noBreakSpace}€`,
    oldPrice: `7,90${noBreakSpace}€`,
  });
  expect(dealPriceLabelOf(soupOffer, dealPlace, createDeals())).toEqual({ price: `7,90${noBreakSpace}€` });
});

it('never reduces food sold by weight', () => {
  expect(dealPriceLabelOf(aDishByWeight(), dealPlace, createDeals(twentyPercent)).oldPrice).toBeUndefined();
});
