import { RefundForm } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored } from '@mahlzeit/shared-ui/platform';

const UnsettledRefund = z.object({
  /** The key under which it is sent, however often. */
  key: z.string(),
  /** What was asked for. */
  form: RefundForm,
  /** When it was sent first, by the gateway's clock. */
  sent: z.number(),
});

/** A refund that was sent from this device, and of which nobody has said so far how it went. */
export type UnsettledRefund = z.infer<typeof UnsettledRefund>;

/** Refunds that were sent, one for each order at most: nothing else of an order goes back from here until it is known how the last one went. */
export interface UnsettledRefunds {
  /** null: none. */
  of(orderKey: string): UnsettledRefund | null;
  /** The one of this order that is not settled yet, whatever the form says; else a new one. */
  begin(orderKey: string, form: RefundForm, now: number): UnsettledRefund;
  /** It is known how it went. */
  settle(orderKey: string): void;
}

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
    begin(orderKey, form, now) {
      const refund = all().get(orderKey) ?? { key: createKey(), form, sent: now };
      keep(new Map([...all(), [orderKey, refund]]));
      return refund;
    },
    settle: (orderKey) => keep(new Map([...all()].filter(([one]) => one !== orderKey))),
  };
};

/** Whether its order tells by now how a refund went: that it went through, or that it was refused. The same amount goes back once a day. */
export const isSettledIn = ({ refunded, openRefunds }: Pick<PartnerOrder, 'refunded' | 'openRefunds'>, { form: { amount, reason }, sent }: UnsettledRefund): boolean =>
  [...refunded, ...openRefunds.filter(({ isRefused }) => isRefused)].some((refund) => refund.amount === amount && refund.reason === reason && refund.date >= sent);

/** Codes after which the same refund may still be under way. */
const UNSETTLED = new Set(['requestInProgress', 'requestTimeout']);

/** Whether an answer leaves open how the refund went. */
export const isUnsettled = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 0 || status === 429 || status >= 500 || (status >= 200 && status < 300) || UNSETTLED.has(code);
