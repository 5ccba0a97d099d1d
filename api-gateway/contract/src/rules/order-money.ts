import type { AppliedDiscount, CartItem, Order, VatShare } from '../order';
import type { Discount } from '../discount';
import type { VatKind, VatType } from '../menu';
import type { Cents } from '../values';
import { discountedPrice } from './promotions';

/** Fields of an order's line that decide its price. */
export interface PricedItem extends Pick<CartItem, 'amount' | 'price' | 'vatType' | 'deposit'> {
  /** Deduction from the price of one piece. */
  readonly discount: Pick<AppliedDiscount, 'value'> | null;
}

/** Computes the price of a line's food and drinks after its own discount, without deposit. */
const goodsOf = ({ amount, price, discount }: PricedItem): Cents =>
  amount * Math.max(0, price - (discount?.value ?? 0));

const depositOf = ({ amount, deposit }: PricedItem): Cents => amount * (deposit ?? 0);

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Computes the price of a line after its own discount, including deposit. */
export const itemTotal = (item: PricedItem): Cents => goodsOf(item) + depositOf(item);

/** Sums the deposits of a cart. Deposits are never discounted. */
export const totalDeposit = (items: readonly PricedItem[]): Cents => sumOf(items.map(depositOf));

/** Computes the price of a cart before its voucher, including deposits. */
export const totalItemPrice = (items: readonly PricedItem[]): Cents => sumOf(items.map(itemTotal));

/**
 * Computes the deduction of a voucher: never from deposits, and never more than the price of the goods (C02).
 * `override` replaces the price of the goods.
 */
export const voucherValue = (
  items: readonly PricedItem[],
  voucher: Pick<Discount, 'discountType' | 'value'>,
): Cents => {
  const goods = sumOf(items.map(goodsOf));
  return Math.max(0, goods - discountedPrice(goods, voucher));
};

/** Computes the total of a cart (C02). A voucher reduces it by at most the price of the goods. */
export const totalPrice = (items: readonly PricedItem[], voucher: Pick<AppliedDiscount, 'value'> | null): Cents =>
  totalItemPrice(items) - Math.min(voucher?.value ?? 0, sumOf(items.map(goodsOf)));

/**
 * Splits an amount by weights into whole cents. Remaining cents go to the largest remainders, to the first of equal
 * ones (C03).
 */
export const splitAmount = (amount: Cents, weights: readonly number[]): Cents[] => {
  const total = sumOf(weights);
  if (total === 0) return weights.map(() => 0);
  // The arithmetic uses integers, so that the result doesn't depend on floating-point rounding.
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, floor: Number(product / BigInt(total)), rest: Number(product % BigInt(total)) };
  });
  const remainder = amount - sumOf(shares.map(({ floor }) => floor));
  const raisedIndexes = new Set(
    [...shares]
      .sort((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, remainder)
      .map(({ index }) => index),
  );
  return shares.map(({ index, floor }) => floor + (raisedIndexes.has(index) ? 1 : 0));
};

/**
 * Computes the VAT included in an amount. Computed from the gross amount and rounded once, so that net and VAT add up
 * to it.
 */
export const vatShare = (gross: Cents, rate: number): VatShare => {
  const net = Math.round((gross * 100) / (100 + rate));
  return { rate, net, vat: gross - net, gross };
};

/** Returns the VAT rate in percent for eating in or taking away (C04). */
export const vatRateOf = (vatTypes: readonly VatType[], kind: VatKind, isTakeAway: boolean): number | null => {
  const type = vatTypes.find(({ key }) => key === kind);
  if (type === undefined) return null;
  return isTakeAway ? type.takeAway : type.default;
};

const KINDS: readonly VatKind[] = ['FOOD', 'DRINK'];

/**
 * Splits a cart by VAT category (C03). The voucher is distributed over the categories by price, and a deposit counts
 * with its dish.
 */
export const vatByType = (
  items: readonly PricedItem[],
  {
    voucher,
    rateOf,
  }: { readonly voucher: Pick<AppliedDiscount, 'value'> | null; readonly rateOf: (kind: VatKind) => number },
): Order['vatByType'] => {
  const ofKind = (kind: VatKind): readonly PricedItem[] => items.filter(({ vatType }) => vatType === kind);
  const goods = KINDS.map((kind) => sumOf(ofKind(kind).map(goodsOf)));
  const deductions = splitAmount(Math.min(voucher?.value ?? 0, sumOf(goods)), goods);
  const shares = KINDS.map((kind, index) => ({
    kind,
    gross: (goods[index] ?? 0) - (deductions[index] ?? 0) + totalDeposit(ofKind(kind)),
  }));
  return Object.fromEntries(
    shares
      .filter(({ kind }) => ofKind(kind).length > 0)
      .map(({ kind, gross }) => [kind, vatShare(gross, rateOf(kind))]),
  );
};
