import type { AppliedDiscount, CartItem, Order, VatRateAmounts } from '../order';
import type { Discount } from '../discount';
import type { VatKind, VatType } from '../menu';
import type { Cents } from '../values';
import { discountedPrice } from './promotions';

/** Fields of an order line that decide its price. */
export interface PricedItem extends Pick<CartItem, 'amount' | 'price' | 'vatType' | 'deposit'> {
  /** Deduction from the price of one piece. */
  readonly discount: Pick<AppliedDiscount, 'value'> | null;
}

/** Computes the price of an order line after its own discount, without deposit. */
const goodsPriceOf = ({ amount, price, discount }: PricedItem): Cents =>
  amount * Math.max(0, price - (discount?.value ?? 0));

const depositOf = ({ amount, deposit }: PricedItem): Cents => amount * (deposit ?? 0);

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Computes the price of an order line after its own discount, including deposit. */
export const itemTotal = (item: PricedItem): Cents => goodsPriceOf(item) + depositOf(item);

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
  const goodsPrice = sumOf(items.map(goodsPriceOf));
  return Math.max(0, goodsPrice - discountedPrice(goodsPrice, voucher));
};

/** Computes the total of a cart (C02). A voucher reduces it by at most the price of the goods. */
export const totalPrice = (items: readonly PricedItem[], voucher: Pick<AppliedDiscount, 'value'> | null): Cents =>
  totalItemPrice(items) - Math.min(voucher?.value ?? 0, sumOf(items.map(goodsPriceOf)));

/**
 * Splits an amount of cents into shares by weights. Cents that are left after rounding down go to the shares with the
 * largest remainders; among equal remainders, the first gets the cent (C03).
 */
export const splitAmount = (amount: Cents, weights: readonly number[]): Cents[] => {
  const totalWeight = sumOf(weights);
  if (totalWeight === 0) return weights.map(() => 0);
  // Shares are computed in integers, so that the result doesn't depend on floating-point rounding.
  const roundedShares = weights.map((weight, index) => {
    const weightedAmount = BigInt(amount) * BigInt(weight);
    return {
      index,
      floor: Number(weightedAmount / BigInt(totalWeight)),
      rest: Number(weightedAmount % BigInt(totalWeight)),
    };
  });
  const remainingCents = amount - sumOf(roundedShares.map(({ floor }) => floor));
  const roundedUpIndexes = new Set(
    [...roundedShares]
      .sort((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, remainingCents)
      .map(({ index }) => index),
  );
  return roundedShares.map(({ index, floor }) => floor + (roundedUpIndexes.has(index) ? 1 : 0));
};

/**
 * Computes net amount and VAT of a gross amount. Only the VAT is rounded, so that net and VAT add up to the gross
 * amount.
 */
export const vatAmountsOf = (gross: Cents, rate: number): VatRateAmounts => {
  const net = Math.round((gross * 100) / (100 + rate));
  return { rate, net, vat: gross - net, gross };
};

/** Returns the VAT rate in percent of food or drinks, for eating in or taking away (C04). */
export const vatRateOf = (vatTypes: readonly VatType[], kind: VatKind, isTakeAway: boolean): number | null => {
  const vatType = vatTypes.find(({ key }) => key === kind);
  if (vatType === undefined) return null;
  return isTakeAway ? vatType.takeAway : vatType.default;
};

const VAT_KINDS: readonly VatKind[] = ['FOOD', 'DRINK'];

/**
 * Splits a cart's total by VAT category (C03). The voucher is distributed over the categories by price, and a deposit
 * is taxed like its dish.
 */
export const vatByType = (
  items: readonly PricedItem[],
  {
    voucher,
    rateOf,
  }: { readonly voucher: Pick<AppliedDiscount, 'value'> | null; readonly rateOf: (kind: VatKind) => number },
): Order['vatByType'] => {
  const itemsOfKind = (kind: VatKind): readonly PricedItem[] => items.filter(({ vatType }) => vatType === kind);
  const goodsPrices = VAT_KINDS.map((kind) => sumOf(itemsOfKind(kind).map(goodsPriceOf)));
  const deductions = splitAmount(Math.min(voucher?.value ?? 0, sumOf(goodsPrices)), goodsPrices);
  const shares = VAT_KINDS.map((kind, index) => ({
    kind,
    gross: (goodsPrices[index] ?? 0) - (deductions[index] ?? 0) + totalDeposit(itemsOfKind(kind)),
  }));
  return Object.fromEntries(
    shares
      .filter(({ kind }) => itemsOfKind(kind).length > 0)
      .map(({ kind, gross }) => [kind, vatAmountsOf(gross, rateOf(kind))]),
  );
};
