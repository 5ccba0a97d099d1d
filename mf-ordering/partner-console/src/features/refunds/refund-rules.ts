import type { PartnerOrder, RefundForm, RefundReason } from '@mahlzeit/contract';
import { berlinDay, itemTotal, paidAmount } from '@mahlzeit/contract/rules';

/** All six reasons of a refund, those of the kitchen first. */
export const refundReasons: readonly RefundReason[] = [
  'restaurant_declined_sold_out',
  'restaurant_declined_no_capacity',
  'restaurant_declined_no_reaction',
  'mistake',
  'no_time',
  'too_much_ordered',
];

/** Returns the refunds of an order that are being processed: their outcome is uncertain. */
export const refundsUnderWay = ({ openRefunds }: Pick<PartnerOrder, 'openRefunds'>): PartnerOrder['openRefunds'] =>
  openRefunds.filter(({ isRefused }) => !isRefused);

/**
 * Returns the amount of an order in cents that can still be refunded: the price less all refunds, those in progress
 * included.
 */
export const refundableAmount = (order: Pick<PartnerOrder, 'totalPrice' | 'refunded' | 'openRefunds'>): number =>
  refundsUnderWay(order).reduce((remainingAmount, { amount }) => remainingAmount - amount, paidAmount(order));

/** Amount to refund that the user can choose by one tap. */
export type RefundChoice =
  | { readonly id: 'all'; readonly kind: 'all'; readonly amount: number }
  | {
      readonly id: string;
      readonly kind: 'line';
      readonly amount: number;
      readonly name: string;
      readonly count: number;
      readonly itemKey: string;
    }
  | { readonly id: 'other'; readonly kind: 'other' };

const itemRefundChoices = (order: PartnerOrder, maxAmount: number): readonly RefundChoice[] =>
  order.items.flatMap((item) => {
    const remainingAmount = item.amount - item.refundedAmount;
    if (remainingAmount <= 0) return [];
    const offeredPieceCounts = remainingAmount === 1 ? [1] : [1, remainingAmount];
    return offeredPieceCounts
      .map((count) => ({
        id: `${item.key} ${count}`,
        kind: 'line' as const,
        name: item.name,
        count,
        itemKey: item.key,
        // A voucher may have reduced the order's price below the dish's price, so the amount is limited.
        amount: Math.min(maxAmount, itemTotal({ ...item, amount: count })),
      }))
      .filter(({ amount }) => amount > 0);
  });

/**
 * Returns the refunds from which the user can choose: the whole remaining amount, a single dish, or another amount. A
 * dish whose price equals the remaining amount is no separate choice.
 */
export const refundChoicesOf = (order: PartnerOrder): readonly RefundChoice[] => {
  const maxAmount = refundableAmount(order);
  if (maxAmount <= 0) return [];
  return [
    { id: 'all', kind: 'all', amount: maxAmount },
    ...itemRefundChoices(order, maxAmount).filter(
      (refundChoice) => refundChoice.kind !== 'line' || refundChoice.amount < maxAmount,
    ),
    { id: 'other', kind: 'other' },
  ];
};

/** Reason why an amount can't be refunded; `sameToday`: the same amount was already refunded today. */
export type RefundAmountError = 'noAmount' | 'exceeds' | 'sameToday';

/**
 * Checks the amount of a refund before the request is sent. Returns the reason why it can't be refunded, otherwise
 * null.
 */
export const refundAmountError = (
  order: PartnerOrder,
  amount: number | null,
  now: number,
): RefundAmountError | null => {
  if (amount === null || amount < 1) return 'noAmount';
  if (amount > refundableAmount(order)) return 'exceeds';
  return [...order.refunded, ...refundsUnderWay(order)].some(
    (refund) => refund.amount === amount && berlinDay(refund.date) === berlinDay(now),
  )
    ? 'sameToday'
    : null;
};

/**
 * Builds the body that the gateway expects for a refund. It names the items only when the refund covers a single dish.
 */
export const refundFormOf = (choice: RefundChoice, amount: number, reason: RefundReason): RefundForm =>
  choice.kind === 'line'
    ? { amount, reason, items: [{ key: choice.itemKey, amount: choice.count }] }
    : { amount, reason };
