import type { AppliedDiscount, Order, VatShare } from '../order';
import type { Cents } from '../values';
import { berlinDay } from './day';
import { itemTotal, splitAmount, totalDeposit, vatShare } from './order-money';
import { paidAmount } from './order-state';

/** Most that an invoice may be for without naming who gets it (§ 33 UStDV): 250 €. */
const SMALL_INVOICE: Cents = 25_000;

/** One line of a receipt; all of them less the voucher are its total. */
export interface ReceiptLine {
  /** A deposit is a line of its own behind what it is for, and has no name. */
  readonly kind: 'meal' | 'deposit';
  readonly amount: number;
  readonly name: string;
  /** Of one, before its discount. */
  readonly price: Cents;
  /** What was taken off all of them. */
  readonly discount: Cents;
  /** After the discount. */
  readonly total: Cents;
}

/** What an order cost, to keep: VAT included everywhere. */
export interface Receipt {
  /**
   * Names this receipt alone: the day and number of the order are its restaurant's, each refund makes a new receipt.
   */
  readonly number: string;
  /** Whether it is an invoice that needs nobody's name (§ 33 UStDV). */
  readonly isSmallInvoice: boolean;
  readonly lines: readonly ReceiptLine[];
  /** What the voucher took off; null: there was none. */
  readonly voucher: Pick<AppliedDiscount, 'value' | 'name'> | null;
  /** What was paid, before refunds. */
  readonly total: Cents;
  /** Its VAT, one share for each rate, the lowest first. */
  readonly vat: readonly VatShare[];
  readonly refunds: Readonly<Order['refunded']>;
  /** What was paid in the end. */
  readonly paid: Cents;
  /** Its VAT, by the same rates. */
  readonly paidVat: readonly VatShare[];
}

/** Fields of an order that its receipt is made of. */
export type ReceiptOrder = Pick<
  Order,
  'key' | 'orderId' | 'meetUpDate' | 'items' | 'discount' | 'totalPrice' | 'vatByType' | 'refunded'
>;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const linesOf = (item: Order['items'][number]): ReceiptLine[] => {
  const { amount, name, price, deposit } = item;
  const total = itemTotal({ ...item, deposit: null });
  const meal: ReceiptLine = { kind: 'meal', amount, name, price, discount: amount * price - total, total };
  return deposit === null || deposit === 0
    ? [meal]
    : [meal, { kind: 'deposit', amount, name: '', price: deposit, discount: 0, total: totalDeposit([item]) }];
};

/** One share for each rate: food and drinks may have the same. */
const vatByRate = ({ vatByType: { FOOD, DRINK } }: ReceiptOrder): VatShare[] => {
  if (FOOD === undefined || DRINK === undefined) return [FOOD, DRINK].flatMap((share) => share ?? []);
  if (FOOD.rate !== DRINK.rate) return [FOOD, DRINK].sort((a, b) => a.rate - b.rate);
  return [{ rate: FOOD.rate, net: FOOD.net + DRINK.net, vat: FOOD.vat + DRINK.vat, gross: FOOD.gross + DRINK.gross }];
};

/**
 * VAT of what is left after refunds: what went back for a line lowers the rate of that line, everything else all rates
 * by what they cost.
 */
const vatLeft = ({ items, totalPrice }: ReceiptOrder, vat: readonly VatShare[], paid: Cents): VatShare[] => {
  const named = vat.map(({ rate, gross }) => {
    const lines = items
      .filter((item) => item.vat === rate)
      .map((item) => itemTotal({ ...item, amount: item.refundedAmount }));
    return Math.min(gross, sum(lines));
  });
  const back = totalPrice - paid;
  const first = splitAmount(Math.min(back, sum(named)), named);
  const left = vat.map(({ gross }, index) => gross - (first[index] ?? 0));
  const rest = splitAmount(back - sum(first), left);
  return vat.map(({ rate }, index) => vatShare((left[index] ?? 0) - (rest[index] ?? 0), rate));
};

const numberOf = ({ key, orderId, meetUpDate, refunded }: ReceiptOrder): string => {
  const first = `${berlinDay(meetUpDate).replaceAll('-', '')}-${orderId}-${key.slice(0, 6)}`;
  return refunded.length === 0 ? first : `${first}/${refunded.length}`;
};

/** The receipt of a paid order. Sums are exact: net and VAT are the gross of each rate, all of them what was paid. */
export const receiptOf = (order: ReceiptOrder): Receipt => {
  const { items, discount, totalPrice, refunded } = order;
  const lines = items.flatMap(linesOf);
  const taken = sum(lines.map(({ total }) => total)) - totalPrice;
  const vat = vatByRate(order);
  const paid = paidAmount(order);
  return {
    number: numberOf(order),
    isSmallInvoice: totalPrice <= SMALL_INVOICE,
    lines,
    voucher: discount === null ? null : { value: taken, name: discount.name },
    total: totalPrice,
    vat,
    refunds: refunded,
    paid,
    paidVat: paid === totalPrice ? vat : vatLeft(order, vat, paid),
  };
};
