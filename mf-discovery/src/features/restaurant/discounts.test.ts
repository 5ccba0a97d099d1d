import type { Discount } from '@mahlzeit/contract';
import { aDiscount, aDishByWeight, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { dealPriceLabel } from './discounts';

const nbsp = '\u00a0';

const soup = anOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790 });
const place = aRestaurant({ offers: [soup, anOffer({ key: 'schmaus', price: 1090 })] });
const deals = (...discounts: Partial<Discount>[]) => ({
  now: fixtureNow,
  discounts: discounts.map((fields, index) => aDiscount({ key: `d${index}`, ...fields })),
});
const fifth = { discountType: 'percent', value: 20 } as const;

it('keeps the former price of a reduced dish', () => {
  expect(dealPriceLabel(soup, place, deals(fifth))).toEqual({ price: `6,32${nbsp}€`, oldPrice: `7,90${nbsp}€` });
  expect(dealPriceLabel(soup, place, deals())).toEqual({ price: `7,90${nbsp}€` });
});

it('never reduces food sold by weight', () => {
  expect(dealPriceLabel(aDishByWeight(), place, deals(fifth)).oldPrice).toBeUndefined();
});
