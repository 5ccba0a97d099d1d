import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ListedRefund, PaymentProvider, ProviderCall, ProviderResult } from '../port';
import { centsOf, PaypalMoney } from './paypal-money';

const RelatedIds = z.object({ related_ids: z.object({ order_id: z.optional(z.string()) }) });
const PaypalLink = z.object({ rel: z.string(), href: z.string() });
const CapturedEvent = z.object({
  resource: z.object({ id: z.string(), supplementary_data: z.optional(RelatedIds) }),
});
const RefundedEvent = z.object({
  resource: z.object({
    id: z.string(),
    amount: PaypalMoney,
    invoice_id: z.optional(z.string()),
    supplementary_data: z.optional(RelatedIds),
    links: z._default(z.array(PaypalLink), []),
  }),
});
const PaypalCapture = z.object({ supplementary_data: RelatedIds });

const EVENTS_PER_PAGE = '100';

const DAY_MS = 24 * 60 * 60_000;

/** PayPal lists events for 30 days. */
const RECORD_LIFE_MS = 29 * DAY_MS;

interface PaypalRecordDeps {
  readonly realNow: () => number;
  /** Sends a request and parses its answer. */
  readonly call: <T>(answerSchema: z.ZodMiniType<T>, request: ProviderCall) => ProviderResult<T>;
}

/**
 * Creates the functions that list what has happened at PayPal, by the events of our webhook (B.5). PayPal's search for
 * transactions isn't used: a transaction appears there up to three hours late.
 */
export const createPaypalRecord = ({
  realNow,
  call,
}: PaypalRecordDeps): Pick<PaymentProvider, 'recordLifeMs' | 'listPayments' | 'listRefunds'> => {
  const listEvents = async <T>(
    event: { readonly name: string; readonly schema: z.ZodMiniType<T> },
    since: number,
    signal: AbortSignal,
  ): ProviderResult<readonly T[]> => {
    const pageSchema = z.object({
      events: z._default(z.array(event.schema), []),
      links: z._default(z.array(PaypalLink), []),
    });
    const events: T[] = [];
    const query = new URLSearchParams({
      event_type: event.name,
      start_time: new Date(since).toISOString(),
      end_time: new Date(realNow()).toISOString(),
      page_size: EVENTS_PER_PAGE,
    });
    let path: string | null = `/v1/notifications/webhooks-events?${query.toString()}`;
    while (path !== null) {
      const page: Awaited<ProviderResult<z.infer<typeof pageSchema>>> = await call(pageSchema, {
        method: 'GET',
        path,
        signal,
      });
      if (!page.ok) return page;
      events.push(...page.value.events);
      // A page may have fewer events than requested, so only a missing link ends the list.
      const next: string | undefined = page.value.links.find(({ rel }) => rel === 'next')?.href;
      path = next === undefined ? null : next.slice(next.indexOf('/v1/'));
    }
    return ok(events);
  };

  /** Reads the order of a capture; null if PayPal names none. */
  const findOrderOf = async (captureId: string, signal: AbortSignal): ProviderResult<string | null> => {
    const capture = await call(PaypalCapture, {
      method: 'GET',
      path: `/v2/payments/captures/${encodeURIComponent(captureId)}`,
      signal,
    });
    return capture.ok ? ok(capture.value.supplementary_data.related_ids.order_id ?? null) : capture;
  };

  const captureIdOf = ({ links }: z.infer<typeof RefundedEvent>['resource']): string =>
    links
      .find(({ rel }) => rel === 'up')
      ?.href.split('/')
      .at(-1) ?? '';

  return {
    recordLifeMs: RECORD_LIFE_MS,

    async listPayments(since, signal) {
      const events = await listEvents({ name: 'PAYMENT.CAPTURE.COMPLETED', schema: CapturedEvent }, since, signal);
      if (!events.ok) return events;
      const orderIds = new Set<string>();
      for (const { resource } of events.value) {
        const namedId = resource.supplementary_data?.related_ids.order_id;
        const orderId = namedId === undefined ? await findOrderOf(resource.id, signal) : ok(namedId);
        if (!orderId.ok) return orderId;
        if (orderId.value !== null) orderIds.add(orderId.value);
      }
      return ok([...orderIds]);
    },

    async listRefunds(since, signal) {
      const events = await listEvents({ name: 'PAYMENT.CAPTURE.REFUNDED', schema: RefundedEvent }, since, signal);
      if (!events.ok) return events;
      const refundById = new Map<string, ListedRefund>();
      for (const { resource } of events.value) {
        // An event about a refund may lack the order, but it links to the capture.
        const namedId = resource.supplementary_data?.related_ids.order_id;
        const orderId = namedId === undefined ? await findOrderOf(captureIdOf(resource), signal) : ok(namedId);
        if (!orderId.ok) return orderId;
        const { id, invoice_id: key = null, amount } = resource;
        if (orderId.value !== null) refundById.set(id, { id, key, paymentId: orderId.value, amount: centsOf(amount) });
      }
      return ok([...refundById.values()]);
    },
  };
};
