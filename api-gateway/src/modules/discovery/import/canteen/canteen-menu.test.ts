import fc from 'fast-check';
import { centsOf, guestPrice } from './canteen-menu';

describe('centsOf', () => {
  it.each([
    [0, 0],
    [1.6, 160],
    [1.15, 115],
    [0.5, 50],
    [8.2, 820],
    [19.99, 1999],
    [1.005, 101],
    [2.674, 267],
    [6, 600],
    [1234567.89, 123456789],
  ])('reads %p euro as %p cents', (amountInEuros, amountInCents) => {
    expect(centsOf(amountInEuros)).toBe(amountInCents);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-9])('finds no amount in %p', (amountInEuros) => {
    expect(centsOf(amountInEuros)).toBeNull();
  });

  it('gives back any amount of cents that was written as euro', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        (amountInCents) => centsOf(amountInCents / 100) === amountInCents,
      ),
    );
  });
});

describe('guestPrice', () => {
  it.each([
    [
      'sold by weight without a base',
      { base_price: 0, price_per_unit: 1.6, unit: '100g' },
      { price: 160, unit: '100 g' },
    ],
    [
      'sold by weight on top of a base',
      { base_price: 1.5, price_per_unit: 1.6, unit: '100g' },
      { price: 310, unit: '100 g' },
    ],
    ['by portion', { base_price: 0, price_per_unit: 7.5, unit: 'Portion' }, { price: 750, unit: null }],
    ['base and a portion', { base_price: 1, price_per_unit: 2, unit: ' portion ' }, { price: 300, unit: null }],
    ['a whole dish', { base_price: 5.9, price_per_unit: null, unit: null }, { price: 590, unit: null }],
    [
      'a whole dish with a unit that costs nothing',
      { base_price: 6.5, price_per_unit: 0, unit: '100g' },
      { price: 650, unit: null },
    ],
    ['a unit nobody named', { base_price: 1, price_per_unit: 2, unit: null }, { price: 300, unit: null }],
    ['pieces', { base_price: 0, price_per_unit: 0.9, unit: 'Stück' }, { price: 90, unit: 'Stück' }],
    ['fields left out', { base_price: 3.9 }, { price: 390, unit: null }],
  ])('reads %s', (_title, guestPrices, expectedPrice) => {
    expect(guestPrice(guestPrices)).toEqual(expectedPrice);
  });

  it.each([
    ['no price for guests', null],
    ['nothing at all', undefined],
    ['nothing within', {}],
    ['a price of zero', { base_price: 0, price_per_unit: null, unit: null }],
    ['zero for each unit', { base_price: 0, price_per_unit: 0, unit: '100g' }],
    ['a negative price', { base_price: -2, price_per_unit: null, unit: null }],
  ])('finds none in %s', (_title, guestPrices) => {
    expect(guestPrice(guestPrices)).toBeNull();
  });
});
