import type { PartnerOrder, RefundForm, RefundReason } from '@mahlzeit/contract';
import { berlinDay, itemTotal, paidAmount } from '@mahlzeit/contract/rules';

/** The six reasons, those of the kitchen first. */
export const refundReasons: readonly RefundReason[] = [
  'restaurant_declined_sold_out',
  'restaurant_declined_no_capacity',
  'restaurant_declined_no_reaction',
  'mistake',
  'no_time',
  'too_much_ordered',
];

/** Refunds of an order that are on their way: nobody knows yet whether they go through. */
export const refundsUnderWay = ({ openRefunds }: Pick<PartnerOrder, 'openRefunds'>): PartnerOrder['openRefunds'] =>
  openRefunds.filter(({ isRefused }) => !isRefused);

/** What of an order's price is left, once all that is on its way has gone back too. */
export const amountLeft = (order: Pick<PartnerOrder, 'totalPrice' | 'refunded' | 'openRefunds'>): number =>
  refundsUnderWay(order).reduce((left, { amount }) => left - amount, paidAmount(order));

/** Something that can go back by one tap. */
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

const lineChoices = (order: PartnerOrder, most: number): readonly RefundChoice[] =>
  order.items.flatMap((item) => {
    const left = item.amount - item.refundedAmount;
    if (left <= 0) return [];
    const counts = left === 1 ? [1] : [1, left];
    return counts
      .map((count) => ({
        id: `${item.key} ${count}`,
        kind: 'line' as const,
        name: item.name,
        count,
        itemKey: item.key,
        // A voucher may have left less to pay than the dish costs.
        amount: Math.min(most, itemTotal({ ...item, amount: count })),
      }))
      .filter(({ amount }) => amount > 0);
  });

/**
 * What can go back of an order: all that is left, a dish, another amount. A dish that is all there is needs no choice
 * of its own.
 */
export const refundChoices = (order: PartnerOrder): readonly RefundChoice[] => {
  const most = amountLeft(order);
  if (most <= 0) return [];
  return [
    { id: 'all', kind: 'all', amount: most },
    ...lineChoices(order, most).filter((choice) => choice.kind !== 'line' || choice.amount < most),
    { id: 'other', kind: 'other' },
  ];
};

/** Cents of what somebody has typed as euros, `7`, `7,5`, `7,50` or `7.50 €`; null: that is no amount. */
export const centsOf = (typed: string): number | null => {
  const [, euros, cents = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s€]/g, '')) ?? [];
  return euros === undefined ? null : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
};

/** Why an amount can't go back. */
export type AmountError = 'noAmount' | 'exceeds' | 'sameToday';

/** Checks an amount before the gateway does. */
export const amountError = (order: PartnerOrder, amount: number | null, now: number): AmountError | null => {
  if (amount === null || amount < 1) return 'noAmount';
  if (amount > amountLeft(order)) return 'exceeds';
  return [...order.refunded, ...refundsUnderWay(order)].some(
    (refund) => refund.amount === amount && berlinDay(refund.date) === berlinDay(now),
  )
    ? 'sameToday'
    : null;
};

/**
 * What most refunds are, chosen before anybody chooses: all that is left; null where that can't go back today. The
 * reason is nobody's but the counter's: the diner reads it.
 */
export const likeliestChoice = (order: PartnerOrder, now: number): RefundChoice | null => {
  const [all] = refundChoices(order);
  return all?.kind === 'all' && amountError(order, all.amount, now) === null ? all : null;
};

/** The refund as the gateway takes it. Lines are named where the refund is for some. */
export const refundFormOf = (choice: RefundChoice, amount: number, reason: RefundReason): RefundForm =>
  choice.kind === 'line'
    ? { amount, reason, items: [{ key: choice.itemKey, amount: choice.count }] }
    : { amount, reason };
