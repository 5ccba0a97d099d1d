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
  vatShare,
  voucherValue,
} from './order-money';

const item = (overrides: Partial<PricedItem> = {}): PricedItem => ({
  amount: 1,
  price: 890,
  vatType: 'FOOD',
  deposit: null,
  discount: null,
  ...overrides,
});

const RATES = { FOOD: 7, DRINK: 19 } as const;
const rateOf = (kind: keyof typeof RATES): number => RATES[kind];

describe('prices of a cart', () => {
  it.each([
    [item(), 890],
    [item({ amount: 3 }), 2670],
    [item({ amount: 2, discount: { value: 100 } }), 1580],
    [item({ discount: { value: 1000 } }), 0],
    [item({ amount: 2, price: 250, deposit: 25 }), 550],
    [item({ amount: 2, price: 250, deposit: 25, discount: { value: 250 } }), 50],
  ])('adds up a line %#', (line, total) => {
    expect(itemTotal(line)).toBe(total);
  });

  it('sums deposits separately', () => {
    const lines = [item(), item({ vatType: 'DRINK', price: 250, deposit: 25, amount: 2 })];
    expect([totalDeposit(lines), totalItemPrice(lines)]).toEqual([50, 1440]);
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
    (discountType, value, deduction) => {
      expect(voucherValue([item({ price: 500, amount: 2, deposit: 25 })], { discountType, value })).toBe(deduction);
    },
  );

  it('C02 is never below zero, whatever voucher a cart claims', () => {
    expect(totalPrice([item({ price: 500, deposit: 25 })], { value: 9_999 })).toBe(25);
  });
});

describe('VAT', () => {
  it.each([
    [890, 7, 832, 58],
    [250, 19, 210, 40],
    [0, 7, 0, 0],
    [1, 19, 1, 0],
  ])('C03 of %i with %i percent is computed from the gross amount', (gross, rate, net, vat) => {
    expect(vatShare(gross, rate)).toEqual({ rate, net, vat, gross });
  });

  it('C03 distributes a voucher over the rates by price, remaining cents to the largest remainder', () => {
    expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitAmount(5, [999, 1])).toEqual([5, 0]);
    expect(splitAmount(5, [0, 0])).toEqual([0, 0]);
    const lines = [item({ price: 900 }), item({ vatType: 'DRINK', price: 300, deposit: 25 })];
    expect(vatByType(lines, { voucher: { value: 100 }, rateOf })).toEqual({
      FOOD: vatShare(825, 7),
      DRINK: vatShare(300, 19),
    });
  });

  it('C03 counts a deposit with its dish, and omits rates without lines', () => {
    expect(vatByType([item({ deposit: 100 })], { voucher: null, rateOf })).toEqual({ FOOD: vatShare(990, 7) });
  });

  it("C04 uses the gateway's rates of the day, for eating in and taking away", () => {
    const types = [{ key: 'FOOD', default: 19, takeAway: 7 }] as const;
    expect([vatRateOf(types, 'FOOD', false), vatRateOf(types, 'FOOD', true), vatRateOf(types, 'DRINK', true)]).toEqual([
      19,
      7,
      null,
    ]);
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
  const cart = record({
    items: array(line, { minLength: 1, maxLength: 12 }),
    voucher: option(record({ value: integer({ min: 0, max: 2_000_000 }) })),
  });

  it('C03 is exact: net and VAT add up to the gross of each rate, all rates to the total, and nothing is below zero', () => {
    assert(
      property(cart, ({ items, voucher }) => {
        const shares = Object.values(vatByType(items, { voucher, rateOf }));
        const total = totalPrice(items, voucher);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(shares.reduce((grossTotal, { gross }) => grossTotal + gross, 0)).toBe(total);
        for (const { net, vat, gross } of shares) {
          expect(net + vat).toBe(gross);
          expect(Math.min(net, vat, gross)).toBeGreaterThanOrEqual(0);
          expect([net, vat, gross].every(Number.isSafeInteger)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
