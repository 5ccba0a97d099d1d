import { RefundForm } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored } from '@mahlzeit/shared-ui/platform';

const UnsettledRefund = z.object({
  /** The key under which it is sent, however often. */
  key: z.string(),
  /** What was asked for. */
  form: RefundForm,
  /** What its order told of refunds that had come to their end when it was sent first: none of them is this one. */
  known: z.array(z.string()),
});

/** A refund that was sent from this device, and of which nobody has said so far how it went. */
export type UnsettledRefund = z.infer<typeof UnsettledRefund>;

/**
 * Refunds that were sent, one for each order at most: nothing else of an order goes back from here until it is known
 * how the last one went.
 */
export interface UnsettledRefunds {
  /** null: none. */
  of(orderKey: string): UnsettledRefund | null;
  /** The one of this order that is not settled yet, whatever the form says; else a new one. */
  begin(order: Refunds & Pick<PartnerOrder, 'key'>, form: RefundForm): UnsettledRefund;
  /** It is known how it went. */
  settle(orderKey: string): void;
}

type Refunds = Pick<PartnerOrder, 'refunded' | 'openRefunds'>;

/** Refunds of an order that have come to their end: they went through or were refused. */
const ended = ({ refunded, openRefunds }: Refunds): Refunds['refunded'] => [
  ...refunded,
  ...openRefunds.filter(({ isRefused }) => isRefused),
];

/** Tells refunds of an order apart, by what the gateway says of them alone: a page's clock may be wrong. */
const nameOf = ({ amount, reason, date }: Refunds['refunded'][number]): string => `${date} ${amount} ${reason}`;

interface RefundStore {
  read(): string | null;
  write(text: string): boolean;
}

const Stored = z.record(z.string(), UnsettledRefund);

const readFrom = (store: RefundStore): ReadonlyMap<string, UnsettledRefund> => {
  const stored = z.safeParse(Stored, parseStored(store.read()));
  return new Map(stored.success ? Object.entries(stored.data) : []);
};

/** Keeps them on this device, so that a retry after a reload gives nothing twice either. */
export const createUnsettledRefunds = (store: RefundStore, createKey: () => string): UnsettledRefunds => {
  // Only where the browser blocks its storage: another tab writes there too.
  let unstored: ReadonlyMap<string, UnsettledRefund> | null = null;
  const all = (): ReadonlyMap<string, UnsettledRefund> => unstored ?? readFrom(store);
  const keep = (next: ReadonlyMap<string, UnsettledRefund>): void => {
    unstored = store.write(JSON.stringify(Object.fromEntries(next))) ? null : next;
  };
  return {
    of: (orderKey) => all().get(orderKey) ?? null,
    begin(order, form) {
      const refund = all().get(order.key) ?? { key: createKey(), form, known: ended(order).map(nameOf) };
      keep(new Map([...all(), [order.key, refund]]));
      return refund;
    },
    settle: (orderKey) => keep(new Map([...all()].filter(([one]) => one !== orderKey))),
  };
};

/**
 * Whether its order tells by now how a refund went: that it went through, or that it was refused. The same amount goes
 * back once a day.
 */
export const isSettledIn = (order: Refunds, { form: { amount, reason }, known }: UnsettledRefund): boolean =>
  ended(order).some(
    (refund) => refund.amount === amount && refund.reason === reason && !known.includes(nameOf(refund)),
  );

/** Codes after which the same refund may still be under way. */
const UNSETTLED = new Set(['requestInProgress', 'requestTimeout']);

/** Whether an answer leaves open how the refund went. */
export const isUnsettled = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 0 || status === 429 || status >= 500 || (status >= 200 && status < 300) || UNSETTLED.has(code);
