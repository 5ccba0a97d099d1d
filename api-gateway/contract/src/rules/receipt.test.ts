import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { aCartItem, anOrder } from '../fixtures';
import { totalPrice, vatByType, vatAmountsOf } from './order-money';
import { receiptOf } from './receipt';

const DRINK_ITEM = aCartItem({
  key: 'zeile-02',
  name: 'Apfelschorle',
  amount: 2,
  price: 250,
  vatType: 'DRINK',
  vat: 19,
  deposit: 25,
});
const createRefund = (amount: number) => ({ amount, reason: 'no_time', date: 1 }) as const;

/** Returns an order of the given lines, with the sums as the gateway computes them. */
const createReceiptOrder = (
  items: readonly (typeof DRINK_ITEM)[],
  voucherCents: number | null = null,
  vatRates = { FOOD: 7, DRINK: 19 },
) => {
  const discount = voucherCents === null ? null : { id: 'gutschein', value: voucherCents, name: { de: 'Gutschein' } };
  return anOrder({
    items: [...items],
    discount,
    totalPrice: totalPrice(items, discount),
    vatByType: vatByType(items, { voucher: discount, rateOf: (kind) => vatRates[kind] }),
  });
};

describe('a receipt', () => {
  it('has each dish with its deduction, and each deposit as a line of its own', () => {
    const discount = { id: 'rabatt', value: 100, name: { de: 'Mittagsrabatt' } };
    const { lines, total, voucher } = receiptOf(
      createReceiptOrder([aCartItem({ amount: 3, discount }), DRINK_ITEM], 200),
    );
    expect(lines).toEqual([
      { kind: 'meal', amount: 3, name: 'Rote-Linsen-Curry mit Basmatireis', price: 890, discount: 300, total: 2370 },
      { kind: 'meal', amount: 2, name: 'Apfelschorle', price: 250, discount: 0, total: 500 },
      { kind: 'deposit', amount: 2, name: '', price: 25, discount: 0, total: 50 },
    ]);
    expect([voucher, total]).toEqual([{ value: 200, name: { de: 'Gutschein' } }, 2720]);
  });

  it('has no line for a deposit of 0, and no voucher above the price', () => {
    expect(receiptOf(createReceiptOrder([aCartItem({ deposit: 0 })])).lines).toHaveLength(1);
    expect(receiptOf(createReceiptOrder([aCartItem({ deposit: 25 })], 5_000)).voucher?.value).toBe(890);
  });

  it('has one VAT share for each rate, the lowest first', () => {
    expect(receiptOf(createReceiptOrder([DRINK_ITEM, aCartItem()])).vat).toEqual([
      vatAmountsOf(890, 7),
      vatAmountsOf(550, 19),
    ]);
    const sameRateOrder = createReceiptOrder([aCartItem({ price: 891, vat: 19 }), DRINK_ITEM], null, {
      FOOD: 19,
      DRINK: 19,
    });
    expect(receiptOf(sameRateOrder).vat).toEqual([{ rate: 19, net: 749 + 462, vat: 142 + 88, gross: 1441 }]);
    expect(receiptOf({ ...sameRateOrder, refunded: [createRefund(441)] }).paidVat).toEqual([vatAmountsOf(1000, 19)]);
  });

  it.each([
    ['nothing', [], 0, [890, 550]],
    ['an amount, from both by what they cost', [createRefund(100)], 0, [828, 512]],
    ['a drink, from its own rate', [createRefund(275)], 1, [890, 275]],
    ['more than the drinks, the rest from what is left', [createRefund(650)], 2, [790, 0]],
    ['less than the drink', [createRefund(100)], 1, [890, 450]],
    ['all of it in two', [createRefund(440), createRefund(1000)], 0, [0, 0]],
  ] as const)('refunds %s', (_, refunds, refundedAmount, expectedGross) => {
    const receipt = receiptOf({
      ...createReceiptOrder([aCartItem(), { ...DRINK_ITEM, refundedAmount }]),
      refunded: [...refunds],
    });
    expect(receipt.paidVat).toEqual([vatAmountsOf(expectedGross[0], 7), vatAmountsOf(expectedGross[1], 19)]);
    expect(receipt.paid).toBe(expectedGross[0] + expectedGross[1]);
  });

  it.each([
    [25_000, true],
    [25_001, false],
  ])('of %i cents needs no recipient: %s', (price, isSmallInvoice) => {
    expect(receiptOf(createReceiptOrder([aCartItem({ price })])).isSmallInvoice).toBe(isSmallInvoice);
  });

  it('has a unique number, and another one after each refund', () => {
    const order = anOrder({ key: 'Vh3kE0_x-z', orderId: 'K123' });
    expect(
      [receiptOf(order), receiptOf({ ...order, refunded: [createRefund(1), createRefund(2)] })].map(
        ({ number }) => number,
      ),
    ).toEqual(['20260624-K123-Vh3kE0', '20260624-K123-Vh3kE0/2']);
  });
});

describe('the receipt of any order', () => {
  const itemArbitrary = record({
    amount: integer({ min: 1, max: 99 }),
    price: integer({ min: 0, max: 100_000 }),
    vatType: constantFrom('FOOD', 'DRINK'),
    deposit: option(integer({ min: 0, max: 500 })),
    discount: option(integer({ min: 0, max: 120_000 })),
    refundedAmount: integer({ min: 0, max: 99 }),
  });
  const orderArbitrary = record({
    lines: array(itemArbitrary, { minLength: 1, maxLength: 12 }),
    voucher: option(integer({ min: 0, max: 2_000_000 })),
    rates: constantFrom({ FOOD: 7, DRINK: 19 }, { FOOD: 19, DRINK: 19 }, { FOOD: 0, DRINK: 7 }),
    refunds: array(integer({ min: 1, max: 10_000 }), { maxLength: 3 }),
  });

  it('C03 is exact: its lines less the voucher add up to the total, net and VAT to the gross, all rates to the amount paid, and nothing is below zero', () => {
    assert(
      property(orderArbitrary, ({ lines, voucher, rates, refunds }) => {
        const items = lines.map(({ discount, refundedAmount, ...itemFields }, index) =>
          aCartItem({
            ...itemFields,
            key: `zeile-${index}`,
            vat: rates[itemFields.vatType],
            discount: discount === null ? null : { id: 'rabatt', value: discount, name: { de: 'Rabatt' } },
            refundedAmount: Math.min(itemFields.amount, refundedAmount),
          }),
        );
        const order = createReceiptOrder(items, voucher, rates);
        // Each refund of the property test is a part of the remaining amount, in ten-thousandths.
        let remainingAmount = order.totalPrice;
        const appliedRefunds = refunds.map((refundPart) => {
          const amount = Math.ceil((remainingAmount * refundPart) / 10_000);
          remainingAmount -= amount;
          return createRefund(amount);
        });
        const receipt = receiptOf({ ...order, refunded: appliedRefunds });
        const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
        expect(sumOf(receipt.lines.map(({ total }) => total)) - (receipt.voucher?.value ?? 0)).toBe(receipt.total);
        for (const { amount, price, discount, total } of receipt.lines)
          expect([amount * price - discount, Math.min(discount, total) >= 0]).toEqual([total, true]);
        expect([
          sumOf(receipt.vat.map(({ gross }) => gross)),
          sumOf(receipt.paidVat.map(({ gross }) => gross)),
          receipt.paid,
        ]).toEqual([receipt.total, remainingAmount, remainingAmount]);
        expect(new Set(receipt.vat.map(({ rate }) => rate)).size).toBe(receipt.vat.length);
        receipt.paidVat.forEach(({ rate, net, vat, gross }, index) => {
          const shareBeforeRefunds = receipt.vat[index];
          expect([net + vat, rate, Math.min(net, vat) >= 0, gross <= (shareBeforeRefunds?.gross ?? -1)]).toEqual([
            gross,
            shareBeforeRefunds?.rate,
            true,
            true,
          ]);
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
