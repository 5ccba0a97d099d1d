import { aDishByWeight, aDrink, anOffer } from '@mahlzeit/contract/fixtures';
import { cheapestLunch, lunchOffers } from './lunch-offers';
import { priceLabel, shortPriceLabel } from './price-words';

const nbsp = '\u00a0';
const soup = anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen', price: 390 });
const stew = anOffer({ key: 'eintopf', price: 750 });

it('takes the dishes of lunch types, in the order of the menu', () => {
  const curry = anOffer();
  expect(lunchOffers({ offers: [curry, soup, stew, aDrink()] })).toEqual([curry, stew]);
});

it('takes what is no drink where no dish is of a lunch type', () => {
  expect(lunchOffers({ offers: [aDrink(), soup] })).toEqual([soup]);
});

it.each([
  ['the cheapest lunch, not the cheapest dish', [anOffer(), soup, stew, aDrink()], 'eintopf'],
  ['nothing where there are drinks alone', [aDrink()], undefined],
  ['nothing where there is nothing', [], undefined],
])('finds %s', (_case, offers, key) => {
  expect(cheapestLunch({ offers })?.key).toBe(key);
});

it('says of a dish by weight what the least is and for how much', () => {
  expect(priceLabel(aDishByWeight({ price: 160 }))).toEqual({ price: `ab 1,60${nbsp}€`, unit: `für 100${nbsp}g` });
  expect(shortPriceLabel(aDishByWeight({ price: 160 }))).toBe(`ab 1,60${nbsp}€`);
});

it('says the price of a whole dish as it is', () => {
  expect(priceLabel(anOffer({ price: 890 }))).toEqual({ price: `8,90${nbsp}€` });
  expect(shortPriceLabel(anOffer({ price: 890 }))).toBe(`8,90${nbsp}€`);
});
