import type { AppliedDiscount, Order, VatRateAmounts } from '../order';
import type { Cents } from '../values';
import { berlinDay } from './day';
import { itemTotal, splitAmount, totalDeposit, vatAmountsOf } from './order-money';
import { paidAmount } from './order-state';

/** Maximum amount of an invoice that needs no name of its recipient (§ 33 UStDV): 250 €. */
const SMALL_INVOICE_LIMIT_CENTS: Cents = 25_000;

/** One line of a receipt. The total of the receipt is the sum of all lines less the voucher. */
export interface ReceiptLine {
  /** Kind of the receipt line. A deposit is a separate line after its dish, without a name. */
  readonly kind: 'meal' | 'deposit';
  readonly amount: number;
  readonly name: string;
  /** Price of one piece before its discount. */
  readonly price: Cents;
  /** Deduction from the price of all pieces of the line. */
  readonly discount: Cents;
  /** Price of all pieces of the line after the discount. */
  readonly total: Cents;
}

/** Receipt of an order for the diner's records, VAT included. */
export interface Receipt {
  /**
   * Unique number of the receipt, made of the day, the order number and the beginning of the order's key. Each refund
   * leads to a receipt with a new number.
   */
  readonly number: string;
  /** Whether the receipt is an invoice that needs no recipient's name (§ 33 UStDV). */
  readonly isSmallInvoice: boolean;
  readonly lines: readonly ReceiptLine[];
  /** Deduction of the voucher that the diner used; null without one. */
  readonly voucher: Pick<AppliedDiscount, 'value' | 'name'> | null;
  /** Amount paid, before refunds. */
  readonly total: Cents;
  /** VAT of the total, one entry for each rate, lowest first. */
  readonly vat: readonly VatRateAmounts[];
  readonly refunds: Readonly<Order['refunded']>;
  /** Amount paid after refunds. */
  readonly paid: Cents;
  /** VAT of the amount paid after refunds, one entry for each rate. */
  readonly paidVat: readonly VatRateAmounts[];
}

/** Fields of an order that its receipt uses. */
export type ReceiptOrder = Pick<
  Order,
  'key' | 'orderId' | 'meetUpDate' | 'items' | 'discount' | 'totalPrice' | 'vatByType' | 'refunded'
>;

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const receiptLinesOf = (item: Order['items'][number]): ReceiptLine[] => {
  const { amount, name, price, deposit } = item;
  const total = itemTotal({ ...item, deposit: null });
  const mealLine: ReceiptLine = { kind: 'meal', amount, name, price, discount: amount * price - total, total };
  return deposit === null || deposit === 0
    ? [mealLine]
    : [mealLine, { kind: 'deposit', amount, name: '', price: deposit, discount: 0, total: totalDeposit([item]) }];
};

/** Returns the VAT of an order by rate, lowest first. Food and drinks of the same rate become one entry. */
const vatByRate = ({ vatByType: { FOOD, DRINK } }: ReceiptOrder): VatRateAmounts[] => {
  if (FOOD === undefined || DRINK === undefined) return [FOOD, DRINK].flatMap((rateShare) => rateShare ?? []);
  if (FOOD.rate !== DRINK.rate) return [FOOD, DRINK].sort((a, b) => a.rate - b.rate);
  return [{ rate: FOOD.rate, net: FOOD.net + DRINK.net, vat: FOOD.vat + DRINK.vat, gross: FOOD.gross + DRINK.gross }];
};

/**
 * Computes the VAT after refunds. A refund of a line reduces the amounts at that line's VAT rate; any other refund
 * reduces the amounts at all rates in proportion.
 */
const vatAfterRefunds = (
  { items, totalPrice }: ReceiptOrder,
  vat: readonly VatRateAmounts[],
  paid: Cents,
): VatRateAmounts[] => {
  const lineRefundByRate = vat.map(({ rate, gross }) => {
    const refundedTotals = items
      .filter((item) => item.vat === rate)
      .map((item) => itemTotal({ ...item, amount: item.refundedAmount }));
    return Math.min(gross, sumOf(refundedTotals));
  });
  const refundedAmount = totalPrice - paid;
  const refundByRate = splitAmount(Math.min(refundedAmount, sumOf(lineRefundByRate)), lineRefundByRate);
  const remainingGross = vat.map(({ gross }, index) => gross - (refundByRate[index] ?? 0));
  const otherRefunds = splitAmount(refundedAmount - sumOf(refundByRate), remainingGross);
  return vat.map(({ rate }, index) => vatAmountsOf((remainingGross[index] ?? 0) - (otherRefunds[index] ?? 0), rate));
};

const receiptNumberOf = ({ key, orderId, meetUpDate, refunded }: ReceiptOrder): string => {
  const numberBase = `${berlinDay(meetUpDate).replaceAll('-', '')}-${orderId}-${key.slice(0, 6)}`;
  return refunded.length === 0 ? numberBase : `${numberBase}/${refunded.length}`;
};

/**
 * Builds the receipt of a paid order. Sums are exact: net and VAT add up to the gross amount of each rate, all rates to
 * the amount paid.
 */
export const receiptOf = (order: ReceiptOrder): Receipt => {
  const { items, discount, totalPrice, refunded } = order;
  const lines = items.flatMap(receiptLinesOf);
  const voucherValue = sumOf(lines.map(({ total }) => total)) - totalPrice;
  const vat = vatByRate(order);
  const paid = paidAmount(order);
  return {
    number: receiptNumberOf(order),
    isSmallInvoice: totalPrice <= SMALL_INVOICE_LIMIT_CENTS,
    lines,
    voucher: discount === null ? null : { value: voucherValue, name: discount.name },
    total: totalPrice,
    vat,
    refunds: refunded,
    paid,
    paidVat: paid === totalPrice ? vat : vatAfterRefunds(order, vat, paid),
  };
};
