import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { centsOf, formatCents, PaypalMoney } from './paypal-money';
import { createPaypalRecord } from './paypal-record';
import { createPaypalWebhooks } from './paypal-webhooks';
import type { SignedEvent } from './paypal-webhooks';
import { createProviderCaller, parseAnswer, isOutcomeUnknown, unreachableResult } from '../port';
import type {
  ProviderResult,
  FetchFunction,
  PaymentProvider,
  ProviderCall,
  ProviderError,
  ProviderPayment,
  ProviderRefund,
  ProviderRefusedError,
  ProviderResponse,
} from '../port';

/** Base URL and credentials of PayPal's API. */
export interface PaypalConfig {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface PaypalDeps {
  readonly config: PaypalConfig;
  readonly fetch: FetchFunction;
  readonly realNow: () => number;
}

const WEBHOOK_EVENT_TYPES = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
];

const PaypalCapture = z.object({
  id: z.string(),
  status: z.string(),
  amount: PaypalMoney,
  custom_id: z.optional(z.string()),
});
const PaypalRefund = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  invoice_id: z.optional(z.string()),
});
const PaypalOrder = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z._default(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        amount: z.optional(PaypalMoney),
        payments: z.optional(
          z.object({
            captures: z._default(z.array(PaypalCapture), []),
            refunds: z._default(z.array(PaypalRefund), []),
          }),
        ),
      }),
    ),
    [],
  ),
  links: z._default(z.array(z.object({ rel: z.string(), href: z.string() })), []),
});
type PaypalOrder = z.infer<typeof PaypalOrder>;
const PaypalErrorAnswer = z.object({
  name: z.string(),
  details: z._default(z.array(z.object({ issue: z.string() })), []),
});
const PaypalWebhook = z.object({ id: z.string(), url: z.string() });
const PaypalVerification = z.object({ verification_status: z.string() });

const CAPTURED_STATUSES: ReadonlySet<string> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED']);
/** PayPal's status of a capture whose money was refunded in full: such a capture pays for nothing. */
const REFUNDED_STATUS = 'REFUNDED';
/** Error codes of PayPal that mean only that another request for the same payment is still running. */
const IN_PROGRESS_CODES: ReadonlySet<string> = new Set([
  'ORDER_COMPLETION_IN_PROGRESS',
  'PREVIOUS_REQUEST_IN_PROGRESS',
]);
/**
 * Error code of PayPal for a refund whose invoice number was used before. The gateway then searches the earlier refund,
 * and neither repeats the refund nor gives it up.
 */
const DUPLICATE_INVOICE_CODE = 'DUPLICATE_INVOICE_ID';
const DECLINED_STATUSES: ReadonlySet<string> = new Set(['DECLINED', 'FAILED']);

/**
 * Computes the state of a payment from its captures, with the code of a failure. The status of PayPal's order isn't
 * enough, because the money of a completed order may not be captured (B.3).
 */
const paymentStateOf = (
  { status }: PaypalOrder,
  captures: readonly z.infer<typeof PaypalCapture>[],
): Pick<ProviderPayment, 'state' | 'code'> => {
  if (captures.some(({ status }) => CAPTURED_STATUSES.has(status))) return { state: 'SUCCEEDED', code: null };
  if (captures.some(({ status }) => status === REFUNDED_STATUS))
    return { state: 'FAILED', code: 'CAPTURE_FULLY_REFUNDED' };
  return status === 'VOIDED' || captures.some((capture) => DECLINED_STATUSES.has(capture.status))
    ? { state: 'FAILED', code: 'INSTRUMENT_DECLINED' }
    : { state: 'PENDING', code: null };
};

const providerPaymentOf = (order: PaypalOrder): ProviderPayment => {
  const [purchaseUnit] = order.purchase_units;
  const captures = purchaseUnit?.payments?.captures ?? [];
  const capture = captures.find(({ status }) => CAPTURED_STATUSES.has(status));
  const amount = capture?.amount ?? purchaseUnit?.amount;
  return {
    id: order.id,
    ...paymentStateOf(order, captures),
    isApproved: order.status === 'APPROVED',
    amount: amount === undefined ? 0 : centsOf(amount),
    // Looks for the order's key in the capture as well, because PayPal's event of a capture contains it only there
    // (B.3).
    reference: [purchaseUnit, capture].flatMap((paymentObject) => paymentObject?.custom_id ?? [])[0] ?? '',
    // Looks for two names of the link to the approval page, because PayPal has an older and a newer one.
    redirectUrl: order.links.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href ?? null,
    refundableId: capture?.id ?? null,
  };
};

const REFUND_STATE_BY_STATUS = {
  COMPLETED: 'SUCCEEDED',
  PENDING: 'PENDING',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
} as const;

const providerRefundOf = ({ id, status }: z.infer<typeof PaypalRefund>): ProviderRefund => ({
  id,
  state: REFUND_STATE_BY_STATUS[status],
  code: null,
});

const refusalErrorOf = ({ status, body }: ProviderResponse): ProviderRefusedError => {
  const errorAnswer = PaypalErrorAnswer.safeParse(body);
  return {
    kind: 'refused',
    status,
    code: errorAnswer.success ? (errorAnswer.data.details[0]?.issue ?? errorAnswer.data.name) : String(status),
  };
};

/**
 * Converts the error of a refused look-up to `unreachable`, because after a refusal it is unknown whether the refund
 * exists.
 */
const toUnreachableError = (error: ProviderError): Result<never, ProviderError> =>
  error.kind === 'unreachable' ? err(error) : unreachableResult(`status ${error.status}`);

/** Creates the client of PayPal's Orders API v2 (B). */
export const createPaypalClient = ({ config, fetch, realNow }: PaypalDeps): PaymentProvider => {
  const { baseUrl, clientId, clientSecret } = config;
  const sendCall = createProviderCaller({
    fetch,
    realNow,
    token: { url: `${baseUrl}/v1/oauth2/token`, user: clientId, password: clientSecret },
    base: baseUrl,
    headers: { Prefer: 'return=representation' },
    keyHeader: 'PayPal-Request-Id',
  });

  const callPaypal = async <T>(answerSchema: z.ZodMiniType<T>, request: ProviderCall): ProviderResult<T> => {
    const response = await sendCall(request);
    if (!response.ok) return response;
    if (response.value.status < 300) return parseAnswer(answerSchema, response.value);
    const error = refusalErrorOf(response.value);
    return isOutcomeUnknown(error.status) || IN_PROGRESS_CODES.has(error.code)
      ? unreachableResult(error.code)
      : err(error);
  };

  const readPayment = async (id: string, signal: AbortSignal): ProviderResult<ProviderPayment | null> => {
    const order = await callPaypal(PaypalOrder, {
      method: 'GET',
      path: `/v2/checkout/orders/${encodeURIComponent(id)}`,
      signal,
    });
    if (order.ok) return ok(providerPaymentOf(order.value));
    if (order.error.kind === 'unreachable') return order;
    return order.error.status === 404 ? ok(null) : unreachableResult(`status ${order.error.status}`);
  };

  /**
   * Returns the outcome of a capture that PayPal refused. PayPal also refuses a payment that is already captured; such
   * a payment has succeeded or is still under review.
   */
  const resolveRefusedCapture = async (
    id: string,
    error: ProviderRefusedError,
    signal: AbortSignal,
  ): ProviderResult<ProviderPayment> => {
    const payment = await readPayment(id, signal);
    if (!payment.ok) return payment;
    const isCaptured = payment.value?.state === 'SUCCEEDED' || error.code === 'ORDER_ALREADY_CAPTURED';
    return payment.value !== null && isCaptured ? ok(payment.value) : err(error);
  };

  /** Verifies at PayPal whether an event really comes from PayPal. */
  const verifyEvent = async (
    { headers, webhookId, event }: SignedEvent,
    signal: AbortSignal,
  ): ProviderResult<boolean> => {
    const body = `${JSON.stringify({ ...headers, webhook_id: webhookId }).slice(0, -1)},"webhook_event":${event}}`;
    const verificationAnswer = await callPaypal(PaypalVerification, {
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body,
      signal,
    });
    return verificationAnswer.ok ? ok(verificationAnswer.value.verification_status === 'SUCCESS') : verificationAnswer;
  };

  /** Finds or creates the webhook with this URL. Returns the webhook's id. */
  const ensureWebhook = async (url: string, signal: AbortSignal): ProviderResult<string> => {
    const registeredWebhooks = await callPaypal(z.object({ webhooks: z.array(PaypalWebhook) }), {
      method: 'GET',
      path: '/v1/notifications/webhooks',
      signal,
    });
    if (!registeredWebhooks.ok) return registeredWebhooks;
    const existingWebhook = registeredWebhooks.value.webhooks.find(
      (registeredWebhook) => registeredWebhook.url === url,
    );
    if (existingWebhook !== undefined) return ok(existingWebhook.id);
    const createdWebhook = await callPaypal(PaypalWebhook, {
      method: 'POST',
      path: '/v1/notifications/webhooks',
      body: { url, event_types: WEBHOOK_EVENT_TYPES.map((eventTypeName) => ({ name: eventTypeName })) },
      signal,
    });
    return createdWebhook.ok ? ok(createdWebhook.value.id) : createdWebhook;
  };

  return {
    name: 'paypal',
    cards: null,
    webhooks: createPaypalWebhooks({ verify: verifyEvent, ensureWebhook }),
    ...createPaypalRecord({ realNow, call: callPaypal }),

    async begin({ key, orderKey, amount, returnUrl }, signal) {
      const order = await callPaypal(PaypalOrder, {
        method: 'POST',
        path: '/v2/checkout/orders',
        key,
        signal,
        body: {
          intent: 'CAPTURE',
          purchase_units: [
            { custom_id: orderKey, invoice_id: orderKey, amount: { currency_code: 'EUR', value: formatCents(amount) } },
          ],
          application_context: {
            return_url: returnUrl,
            cancel_url: returnUrl,
            brand_name: 'Mahlzeit',
            locale: 'de-DE',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
          },
        },
      });
      return order.ok ? ok(providerPaymentOf(order.value)) : order;
    },

    // Returns null, because PayPal can't find an order by the gateway's key. An order whose response was lost can be
    // ignored, because without approval it moves no money.
    findBegun: async () => ok(null),

    read: readPayment,

    async capture(id, idempotencyKey, signal) {
      const order = await callPaypal(PaypalOrder, {
        method: 'POST',
        path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
        key: idempotencyKey,
        body: {},
        signal,
      });
      if (order.ok) return ok(providerPaymentOf(order.value));
      return order.error.kind === 'unreachable' ? order : resolveRefusedCapture(id, order.error, signal);
    },

    async refund({ key, refundableId, amount }, signal) {
      // Sends an invoice number with the refund. PayPal accepts each number only once, which protects against a double
      // refund after PayPal has forgotten the request id, within hours.
      const body = { amount: { currency_code: 'EUR', value: formatCents(amount) }, invoice_id: key };
      const refund = await callPaypal(PaypalRefund, {
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(refundableId)}/refund`,
        key,
        body,
        signal,
      });
      if (refund.ok) return ok(providerRefundOf(refund.value));
      return refund.error.kind === 'refused' && refund.error.code === DUPLICATE_INVOICE_CODE
        ? unreachableResult(DUPLICATE_INVOICE_CODE)
        : refund;
    },

    async findRefund({ key, paymentId }, signal) {
      const order = await callPaypal(PaypalOrder, {
        method: 'GET',
        path: `/v2/checkout/orders/${encodeURIComponent(paymentId)}`,
        signal,
      });
      if (!order.ok) return toUnreachableError(order.error);
      const refundWithKey = order.value.purchase_units
        .flatMap(({ payments }) => payments?.refunds ?? [])
        .find((refund) => refund.invoice_id === key);
      return ok(refundWithKey === undefined ? null : providerRefundOf(refundWithKey));
    },

    async readRefund(id, signal) {
      const refund = await callPaypal(PaypalRefund, {
        method: 'GET',
        path: `/v2/payments/refunds/${encodeURIComponent(id)}`,
        signal,
      });
      if (refund.ok) return ok(providerRefundOf(refund.value));
      return refund.error.kind === 'refused' && refund.error.status === 404
        ? ok(null)
        : toUnreachableError(refund.error);
    },
  };
};
