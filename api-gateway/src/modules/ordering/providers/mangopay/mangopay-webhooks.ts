import { ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { Router } from 'express';
import * as z from 'zod/mini';
import type {
  ListedRefund,
  ProviderResult,
  ProviderError,
  ProviderRefund,
  ProviderWebhooks,
  WebhookActions,
} from '../port';

/** A refund at Mangopay, whether or not the gateway made it. */
export interface AnyRefund extends ProviderRefund, ListedRefund {}

/** Functions of Mangopay's client that the webhooks call. */
interface MangopayWebhookClient {
  /** Makes sure that each event has one working hook (webhook) with this URL. */
  ensureHooks(url: string, signal: AbortSignal): Promise<Result<void, ProviderError>>;
  /** Reads a refund, whether or not the gateway made it; null for an unknown id. */
  findAnyRefund(id: string, signal: AbortSignal): ProviderResult<AnyRefund | null>;
}

const MangopayEvent = z.object({
  EventType: z.string().check(z.maxLength(48)),
  RessourceId: z.string().check(z.maxLength(128)),
  Date: z.string().check(z.maxLength(20)),
});

const REFUND_SUCCEEDED_EVENT = 'PAYIN_REFUND_SUCCEEDED';
const REFUND_READ_TIMEOUT_MS = 10_000;

/** An event of Mangopay: the id of the object that it is about, and the key under which the event is stored. */
interface ReceivedEvent {
  readonly id: string;
  readonly eventKey: string;
}

// Applies an event about a payment. Anybody may call the webhook, so the event is stored only after Mangopay itself has
// confirmed the payment.
const applyPayment = async (actions: WebhookActions, { id, eventKey }: ReceivedEvent): Promise<void> => {
  if ((await actions.hasEvent(eventKey)) || !(await actions.mayAskAboutPayment(id))) return;
  await actions.applyPaymentStatus(id);
  if (await actions.hasPayment(id)) await actions.addEvent(eventKey);
};

/**
 * Logs a refund that the gateway didn't make, of a payment of the product. Refunds by the gateway need no event,
 * because a job reads their status.
 */
const reportRefund = async (
  actions: WebhookActions,
  { findAnyRefund }: MangopayWebhookClient,
  { id, eventKey }: ReceivedEvent,
): Promise<void> => {
  if ((await actions.hasEvent(eventKey)) || !(await actions.mayAskAboutRefund())) return;
  const refund = await findAnyRefund(id, AbortSignal.timeout(REFUND_READ_TIMEOUT_MS));
  if (!refund.ok || refund.value?.state !== 'SUCCEEDED') return;
  const { key, paymentId } = refund.value;
  if (!(await actions.hasPayment(paymentId)) || !(await actions.addEvent(eventKey))) return;
  await actions.reportOutsideRefund({
    paymentId,
    refundId: id,
    refundKey: key ?? undefined,
    event: REFUND_SUCCEEDED_EVENT,
    isDispute: false,
  });
};

/** Creates Mangopay's webhooks. Mangopay sends events as GET requests without a signature (A.10). */
export const createMangopayWebhooks = (webhookClient: MangopayWebhookClient): ProviderWebhooks => ({
  async ensure(url, signal) {
    const ensureResult = await webhookClient.ensureHooks(url, signal);
    return ensureResult.ok ? ok(null) : ensureResult;
  },

  createRouter(path, actions) {
    const router = Router();
    router.get(path, ({ query }, response) => {
      response.json({});
      const event = MangopayEvent.safeParse(query);
      if (!event.success) return;
      const { EventType, RessourceId: id, Date: eventDate } = event.data;
      const eventKey = `${EventType} ${id} ${eventDate}`;
      if (EventType.startsWith('PAYIN_NORMAL_')) actions.run(() => applyPayment(actions, { id, eventKey }));
      // Leaves the date out of the event's key, because a refund succeeds only once.
      if (EventType === REFUND_SUCCEEDED_EVENT)
        actions.run(() => reportRefund(actions, webhookClient, { id, eventKey: `${EventType} ${id}` }));
      if (EventType.startsWith('PREAUTHORIZATION_')) actions.run(() => actions.applyPreAuthorizationStatus(id));
    });
    return router;
  },
});
