import type { PartnerOrder, RefundForm, RefundReason } from '@mahlzeit/contract';
import { berlinDay, itemTotal, paidAmount } from '@mahlzeit/contract/rules';

/** The six reasons, those of the kitchen first. */
export const refundReasons: readonly RefundReason[] = [
  'restaurant_declined_sold_out', 'restaurant_declined_no_capacity', 'restaurant_declined_no_reaction', 'mistake', 'no_time', 'too_much_ordered',
];

/** Something that can go back by one tap. */
export type RefundChoice =
  | { readonly id: 'all'; readonly kind: 'all'; readonly amount: number }
  | { readonly id: string; readonly kind: 'line'; readonly amount: number; readonly name: string; readonly count: number; readonly itemKey: string }
  | { readonly id: 'other'; readonly kind: 'other' };

const lineChoices = (order: PartnerOrder, most: number): readonly RefundChoice[] =>
  order.items.flatMap((item) => {
    const left = item.amount - item.refundedAmount;
    if (left <= 0) return [];
    const counts = left === 1 ? [1] : [1, left];
    return counts.map((count) => ({
      id: `${item.key} ${count}`, kind: 'line' as const, name: item.name, count, itemKey: item.key,
      // A voucher may have left less to pay than the dish costs.
      amount: Math.min(most, itemTotal({ ...item, amount: count })),
    })).filter(({ amount }) => amount > 0);
  });

/** What can go back of an order: all that is left, a dish, another amount. A dish that is all there is needs no choice of its own. */
export const refundChoices = (order: PartnerOrder): readonly RefundChoice[] => {
  const most = paidAmount(order);
  if (most <= 0) return [];
  return [{ id: 'all', kind: 'all', amount: most }, ...lineChoices(order, most).filter((choice) => choice.kind !== 'line' || choice.amount < most), { id: 'other', kind: 'other' }];
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
  if (amount > paidAmount(order)) return 'exceeds';
  return order.refunded.some((refund) => refund.amount === amount && berlinDay(refund.date) === berlinDay(now)) ? 'sameToday' : null;
};

/** What most refunds are, chosen before anybody chooses: all that is left; null where that can't go back today. The reason is nobody's but the counter's: the diner reads it. */
export const likeliestChoice = (order: PartnerOrder, now: number): RefundChoice | null => {
  const [all] = refundChoices(order);
  return all?.kind === 'all' && amountError(order, all.amount, now) === null ? all : null;
};

/** The refund as the gateway takes it. Lines are named where the refund is for some. */
export const refundFormOf = (choice: RefundChoice, amount: number, reason: RefundReason): RefundForm =>
  (choice.kind === 'line' ? { amount, reason, items: [{ key: choice.itemKey, amount: choice.count }] } : { amount, reason });

/** Keys under which refunds were sent whose answer is still unknown. */
export interface RefundKeys {
  /** The key of this refund: the same until it is settled, however often it is sent. */
  of(orderKey: string, form: RefundForm): string;
  /** It is known how it went. */
  settle(orderKey: string, form: RefundForm): void;
}

interface KeyStore {
  read(): string | null;
  write(text: string): boolean;
}

const isTextTable = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string');

const parsed = (text: string | null): Readonly<Record<string, string>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isTextTable(value) ? value : {};
  } catch {
    // Not ours: nothing is known of earlier tries.
    return {};
  }
};

/** Keeps the keys on this device, so that a retry after a reload gives nothing twice either. */
export const createRefundKeys = (store: KeyStore, createKey: () => string): RefundKeys => {
  let keys = new Map(Object.entries(parsed(store.read())));
  const nameOf = (orderKey: string, { amount, reason, items }: RefundForm): string => JSON.stringify([orderKey, amount, reason, items ?? []]);
  const keep = (next: Map<string, string>): void => {
    keys = next;
    store.write(JSON.stringify(Object.fromEntries(next)));
  };
  return {
    of(orderKey, form) {
      const name = nameOf(orderKey, form);
      const key = keys.get(name) ?? createKey();
      keep(new Map([...keys, [name, key]]));
      return key;
    },
    settle(orderKey, form) {
      const name = nameOf(orderKey, form);
      keep(new Map([...keys].filter(([one]) => one !== name)));
    },
  };
};

/** Codes after which the same refund may still be under way. */
const UNSETTLED = new Set(['requestInProgress', 'requestTimeout']);

/** Whether an answer leaves open how the refund went. */
export const isUnsettled = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 0 || status === 429 || status >= 500 || (status >= 200 && status < 300) || UNSETTLED.has(code);
