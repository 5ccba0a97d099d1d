import express, { Router } from 'express';
import type { Request } from 'express';
import * as z from 'zod/mini';
import type { ProviderResult, ProviderWebhooks, WebhookActions } from '../port';

/** An event of PayPal with its signature. */
export interface SignedEvent {
  readonly headers: Readonly<
    Record<'auth_algo' | 'cert_url' | 'transmission_id' | 'transmission_sig' | 'transmission_time', string>
  >;
  readonly webhookId: string;
  /** JSON text of the event exactly as PayPal has sent it, because the signature covers the bytes. */
  readonly event: string;
}

/** Functions of PayPal's client that the webhooks call. */
interface PaypalWebhookClient {
  /** Verifies at PayPal whether an event really comes from PayPal. */
  verify(event: SignedEvent, signal: AbortSignal): ProviderResult<boolean>;
  /** Finds or creates the webhook with this URL. Returns the webhook's id. */
  ensureWebhook(url: string, signal: AbortSignal): ProviderResult<string>;
}

const PaypalEvent = z.object({
  id: z.string().check(z.maxLength(128)),
  event_type: z._default(z.string(), ''),
  resource: z.object({
    id: z._default(z.string(), ''),
    invoice_id: z.optional(z.string()),
    supplementary_data: z.optional(z.object({ related_ids: z.object({ order_id: z.optional(z.string()) }) })),
  }),
});
type PaypalEvent = z.infer<typeof PaypalEvent>;

const CAPTURE_REFUNDED_EVENT = 'PAYMENT.CAPTURE.REFUNDED';
const CAPTURE_REVERSED_EVENT = 'PAYMENT.CAPTURE.REVERSED';
const MAX_BODY_SIZE = '64kb';
const VERIFY_TIMEOUT_MS = 10_000;

const parseJson = (jsonText: string): unknown => {
  try {
    return JSON.parse(jsonText);
  } catch {
    // Ignores a body that is no JSON: anybody may call the webhook.
    return null;
  }
};

const signedEventOf = (request: Request, webhookId: string, event: string): SignedEvent => ({
  headers: {
    auth_algo: request.get('PayPal-Auth-Algo') ?? '',
    cert_url: request.get('PayPal-Cert-Url') ?? '',
    transmission_id: request.get('PayPal-Transmission-Id') ?? '',
    transmission_sig: request.get('PayPal-Transmission-Sig') ?? '',
    transmission_time: request.get('PayPal-Transmission-Time') ?? '',
  },
  webhookId,
  event,
});

const reportRefund = (actions: WebhookActions, orderId: string, { event_type, resource }: PaypalEvent): Promise<void> =>
  actions.reportOutsideRefund({
    paymentId: orderId,
    refundId: resource.id,
    refundKey: resource.invoice_id,
    event: event_type,
    isDispute: event_type === CAPTURE_REVERSED_EVENT,
  });

/** Creates PayPal's webhooks. PayPal signs its events (B.5). */
export const createPaypalWebhooks = ({ verify, ensureWebhook }: PaypalWebhookClient): ProviderWebhooks => ({
  ensure: ensureWebhook,

  createRouter(path, actions) {
    const router = Router();
    router.post(path, express.raw({ limit: MAX_BODY_SIZE, type: 'application/json' }), (request, response) => {
      response.json({});
      // Uses the raw text of the body, because the signature covers the bytes: the same JSON in another formatting
      // would not pass verification.
      const bodyText = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
      const event = PaypalEvent.safeParse(parseJson(bodyText));
      if (!event.success) return;
      const { id, event_type: eventType, resource } = event.data;
      const orderId = resource.supplementary_data?.related_ids.order_id ?? resource.id;
      const isRefundEvent = eventType === CAPTURE_REFUNDED_EVENT || eventType === CAPTURE_REVERSED_EVENT;
      actions.run(async () => {
        const webhookId = await actions.webhookId();
        if (webhookId === null || !(await actions.mayAskAboutPayment(orderId, { isRefund: isRefundEvent }))) return;
        const verificationResult = await verify(
          signedEventOf(request, webhookId, bodyText),
          AbortSignal.timeout(VERIFY_TIMEOUT_MS),
        );
        if (!verificationResult.ok || !verificationResult.value || !(await actions.addEvent(id))) return;
        if (isRefundEvent) await reportRefund(actions, orderId, event.data);
        await actions.applyPaymentStatus(orderId);
      });
    });
    return router;
  },
});
