import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ListedRefund, PaymentProvider, ProviderResult } from '../port';
import type { AnyRefund } from './mangopay-webhooks';
import type { MangopayWire } from './mangopay-wire';

const MangopayEvent = z.object({ ResourceId: z.string() });

/** Largest number of events that Mangopay returns at once. */
const EVENTS_PER_PAGE = 100;

const DAY_MS = 24 * 60 * 60_000;

/** Mangopay lists events for 45 days, and refuses requests for older ones. */
const RECORD_LIFE_MS = 44 * DAY_MS;

interface MangopayRecordDeps extends Pick<MangopayWire, 'read'> {
  /** Reads a refund, whether or not the gateway made it; null for an unknown id. */
  readonly findAnyRefund: (id: string, signal: AbortSignal) => ProviderResult<AnyRefund | null>;
}

/** Creates the functions that list what has happened at Mangopay, by its events (A.10). */
export const createMangopayRecord = ({
  read,
  findAnyRefund,
}: MangopayRecordDeps): Pick<PaymentProvider, 'recordLifeMs' | 'listPayments' | 'listRefunds'> => {
  /** Lists the ids of the objects with an event of this type. */
  const listChangedIds = async (
    eventType: string,
    since: number,
    signal: AbortSignal,
  ): ProviderResult<readonly string[]> => {
    const changedIds = new Set<string>();
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({
        EventType: eventType,
        AfterDate: String(Math.floor(since / 1000)),
        Sort: 'Date:ASC',
        page: String(page),
        per_page: String(EVENTS_PER_PAGE),
      });
      const events = await read(z.array(MangopayEvent), `/events?${query.toString()}`, signal);
      if (!events.ok) return events;
      for (const { ResourceId } of events.value ?? []) changedIds.add(ResourceId);
      if ((events.value ?? []).length < EVENTS_PER_PAGE) return ok([...changedIds]);
    }
  };

  return {
    recordLifeMs: RECORD_LIFE_MS,
    listPayments: (since, signal) => listChangedIds('PAYIN_NORMAL_SUCCEEDED', since, signal),
    async listRefunds(since, signal) {
      const refundIds = await listChangedIds('PAYIN_REFUND_SUCCEEDED', since, signal);
      if (!refundIds.ok) return refundIds;
      const refunds: ListedRefund[] = [];
      for (const id of refundIds.value) {
        const refund = await findAnyRefund(id, signal);
        if (!refund.ok) return refund;
        if (refund.value !== null) refunds.push(refund.value);
      }
      return ok(refunds);
    },
  };
};
