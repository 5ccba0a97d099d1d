import { RefundForm } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored } from '@mahlzeit/shared-ui/platform';

const UnsettledRefund = z.object({
  /** Idempotency key of all requests for one refund, so that repeated requests don't refund twice. */
  key: z.string(),
  /** Body of the refund as it was first sent. */
  form: RefundForm,
  /**
   * Ids (`refundIdOf`) of the order's refunds that had ended before the first request. A refund with another id may
   * therefore be this one.
   */
  known: z.array(z.string()),
});

/** Refund that was sent from this device and whose outcome is uncertain. */
export type UnsettledRefund = z.infer<typeof UnsettledRefund>;

/**
 * Refunds with an uncertain outcome, at most one for each order. Meanwhile this device sends no other refund for the
 * order.
 */
export interface UnsettledRefunds {
  /** Returns the refund of an order whose outcome is uncertain; null if there is none. */
  refundOf(orderKey: string): UnsettledRefund | null;
  /**
   * Returns the order's refund whose outcome is uncertain, even if `form` differs from it. If there is none, stores a
   * new refund with this form.
   */
  startRefund(order: OrderRefunds & Pick<PartnerOrder, 'key'>, form: RefundForm): UnsettledRefund;
  /** Removes a refund whose outcome is certain, so that the next refund of the order can be sent. */
  settleRefund(orderKey: string): void;
}

type OrderRefunds = Pick<PartnerOrder, 'refunded' | 'openRefunds'>;

/** Returns the refunds of an order that have ended, by success or refusal. */
const allRefundsOf = ({ refunded, openRefunds }: OrderRefunds): OrderRefunds['refunded'] => [
  ...refunded,
  ...openRefunds.filter(({ isRefused }) => isRefused),
];

/** Identifies a refund of an order by the gateway's data alone, because the clock of the page may be wrong. */
const refundIdOf = ({ amount, reason, date }: OrderRefunds['refunded'][number]): string =>
  `${date} ${amount} ${reason}`;

interface RefundStorage {
  read(): string | null;
  write(text: string): boolean;
}

const StoredRefunds = z.record(z.string(), UnsettledRefund);

const readRefunds = (store: RefundStorage): ReadonlyMap<string, UnsettledRefund> => {
  const storedRefunds = z.safeParse(StoredRefunds, parseStored(store.read()));
  return new Map(storedRefunds.success ? Object.entries(storedRefunds.data) : []);
};

/** Stores unsettled refunds on this device, so that a retry after a reload doesn't refund twice. */
export const createUnsettledRefunds = (store: RefundStorage, createKey: () => string): UnsettledRefunds => {
  // Used only when the browser blocks its storage. Otherwise each read uses the storage, because other tabs write to
  // it, too.
  let unstoredRefundByOrder: ReadonlyMap<string, UnsettledRefund> | null = null;
  const unsettledRefunds = (): ReadonlyMap<string, UnsettledRefund> => unstoredRefundByOrder ?? readRefunds(store);
  const storeRefunds = (newRefunds: ReadonlyMap<string, UnsettledRefund>): void => {
    unstoredRefundByOrder = store.write(JSON.stringify(Object.fromEntries(newRefunds))) ? null : newRefunds;
  };
  return {
    refundOf: (orderKey) => unsettledRefunds().get(orderKey) ?? null,
    startRefund(order, form) {
      const refund = unsettledRefunds().get(order.key) ?? {
        key: createKey(),
        form,
        known: allRefundsOf(order).map(refundIdOf),
      };
      storeRefunds(new Map([...unsettledRefunds(), [order.key, refund]]));
      return refund;
    },
    settleRefund: (orderKey) =>
      storeRefunds(new Map([...unsettledRefunds()].filter(([storedKey]) => storedKey !== orderKey))),
  };
};

/**
 * Returns whether the order reports the outcome of a refund, success or refusal. Amount and reason identify the refund,
 * because the same amount can be refunded only once a day.
 */
export const isRefundSettledIn = (order: OrderRefunds, { form: { amount, reason }, known }: UnsettledRefund): boolean =>
  allRefundsOf(order).some(
    (refund) => refund.amount === amount && refund.reason === reason && !known.includes(refundIdOf(refund)),
  );

/** Error codes after which the refund may still be in progress. */
const UNSETTLED_ERROR_CODES = new Set(['requestInProgress', 'requestTimeout']);

/** Returns whether a response leaves the outcome of a refund uncertain. */
export const isUnsettledError = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 0 || status === 429 || status >= 500 || (status >= 200 && status < 300) || UNSETTLED_ERROR_CODES.has(code);
