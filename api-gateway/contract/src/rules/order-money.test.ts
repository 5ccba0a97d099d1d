import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import type { PricedItem } from './order-money';
import {
  itemTotal,
  splitAmount,
  totalDeposit,
  totalItemPrice,
  totalPrice,
  vatByType,
  vatRateOf,
  vatAmountsOf,
  voucherValue,
} from './order-money';

const createItem = (overrides: Partial<PricedItem> = {}): PricedItem => ({
  amount: 1,
  price: 890,
  vatType: 'FOOD',
  deposit: null,
  discount: null,
  ...overrides,
});

const VAT_RATE_BY_KIND = { FOOD: 7, DRINK: 19 } as const;
const rateOf = (kind: keyof typeof VAT_RATE_BY_KIND): number => VAT_RATE_BY_KIND[kind];

describe('prices of a cart', () => {
  it.each([
    [createItem(), 890],
    [createItem({ amount: 3 }), 2670],
    [createItem({ amount: 2, discount: { value: 100 } }), 1580],
    [createItem({ discount: { value: 1000 } }), 0],
    [createItem({ amount: 2, price: 250, deposit: 25 }), 550],
    [createItem({ amount: 2, price: 250, deposit: 25, discount: { value: 250 } }), 50],
  ])('adds up a line %#', (pricedItem, expectedTotal) => {
    expect(itemTotal(pricedItem)).toBe(expectedTotal);
  });

  it('sums deposits separately', () => {
    const pricedItems = [createItem(), createItem({ vatType: 'DRINK', price: 250, deposit: 25, amount: 2 })];
    expect([totalDeposit(pricedItems), totalItemPrice(pricedItems)]).toEqual([50, 1440]);
  });

  it.each([
    ['absolute', 200, 200],
    ['absolute', 2000, 1000],
    ['percent', 10, 100],
    ['percent', 100, 1000],
    ['override', 700, 300],
    ['override', 1200, 0],
  ] as const)(
    'C02 takes by a voucher of %s %i no more than the goods cost, and nothing of a deposit',
    (discountType, value, expectedDeduction) => {
      expect(voucherValue([createItem({ price: 500, amount: 2, deposit: 25 })], { discountType, value })).toBe(
        expectedDeduction,
      );
    },
  );

  it('C02 is never below zero, whatever voucher a cart claims', () => {
    expect(totalPrice([createItem({ price: 500, deposit: 25 })], { value: 9_999 })).toBe(25);
  });
});

describe('VAT', () => {
  it.each([
    [890, 7, 832, 58],
    [250, 19, 210, 40],
    [0, 7, 0, 0],
    [1, 19, 1, 0],
  ])('C03 of %i with %i percent is computed from the gross amount', (grossCents, vatRate, expectedNet, expectedVat) => {
    expect(vatAmountsOf(grossCents, vatRate)).toEqual({
      rate: vatRate,
      net: expectedNet,
      vat: expectedVat,
      gross: grossCents,
    });
  });

  it('C03 distributes a voucher over the rates by price, remaining cents to the largest remainder', () => {
    expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitAmount(5, [999, 1])).toEqual([5, 0]);
    expect(splitAmount(5, [0, 0])).toEqual([0, 0]);
    const lines = [createItem({ price: 900 }), createItem({ vatType: 'DRINK', price: 300, deposit: 25 })];
    expect(vatByType(lines, { voucher: { value: 100 }, rateOf })).toEqual({
      FOOD: vatAmountsOf(825, 7),
      DRINK: vatAmountsOf(300, 19),
    });
  });

  it('C03 counts a deposit with its dish, and omits rates without lines', () => {
    expect(vatByType([createItem({ deposit: 100 })], { voucher: null, rateOf })).toEqual({
      FOOD: vatAmountsOf(990, 7),
    });
  });

  it("C04 uses the gateway's rates of the day, for eating in and taking away", () => {
    const vatTypes = [{ key: 'FOOD', default: 19, takeAway: 7 }] as const;
    expect([
      vatRateOf(vatTypes, 'FOOD', false),
      vatRateOf(vatTypes, 'FOOD', true),
      vatRateOf(vatTypes, 'DRINK', true),
    ]).toEqual([19, 7, null]);
  });
});

describe('money of any cart', () => {
  const line = record({
    amount: integer({ min: 1, max: 99 }),
    price: integer({ min: 0, max: 100_000 }),
    vatType: constantFrom('FOOD', 'DRINK'),
    deposit: option(integer({ min: 0, max: 500 })),
    discount: option(record({ value: integer({ min: 0, max: 120_000 }) })),
  });
  const cartArbitrary = record({
    items: array(line, { minLength: 1, maxLength: 12 }),
    voucher: option(record({ value: integer({ min: 0, max: 2_000_000 }) })),
  });

  it('C03 is exact: net and VAT add up to the gross of each rate, all rates to the total, and nothing is below zero', () => {
    assert(
      property(cartArbitrary, ({ items, voucher }) => {
        const amountsPerRate = Object.values(vatByType(items, { voucher, rateOf }));
        const total = totalPrice(items, voucher);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(amountsPerRate.reduce((grossTotal, { gross }) => grossTotal + gross, 0)).toBe(total);
        for (const { net, vat, gross } of amountsPerRate) {
          expect(net + vat).toBe(gross);
          expect(Math.min(net, vat, gross)).toBeGreaterThanOrEqual(0);
          expect([net, vat, gross].every(Number.isSafeInteger)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
