import * as z from 'zod/mini';

/** Amount of money in PayPal's JSON: a decimal text with two places. */
export const PaypalMoney = z.object({ currency_code: z.string(), value: z.string() });
export type PaypalMoney = z.infer<typeof PaypalMoney>;

/** A stored PayPal order. Some fields about its payer are internal: PayPal's JSON doesn't contain them. */
export const PaypalOrder = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'APPROVED', 'COMPLETED', 'VOIDED']),
  customId: z.string(),
  invoiceId: z.nullable(z.string()),
  amount: PaypalMoney,
  returnUrl: z.string(),
  cancelUrl: z.string(),
  payerId: z.nullable(z.string()),
  /** Whether the payer's bank will decline the payment (capture). */
  declines: z.boolean(),
  captureId: z.nullable(z.string()),
  createdAt: z.number(),
});
export type PaypalOrder = z.infer<typeof PaypalOrder>;

/** PayPal's capture: the payment of an approved order. */
export const PaypalCapture = z.object({
  id: z.string(),
  orderId: z.string(),
  customId: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'REFUNDED']),
  amount: PaypalMoney,
  createdAt: z.number(),
});
export type PaypalCapture = z.infer<typeof PaypalCapture>;

/** A complete or partial refund of a capture. */
export const PaypalRefund = z.object({
  id: z.string(),
  captureId: z.string(),
  customId: z.string(),
  invoiceId: z._default(z.nullable(z.string()), null),
  status: z.enum(['COMPLETED', 'FAILED']),
  amount: PaypalMoney,
  createdAt: z.number(),
});
export type PaypalRefund = z.infer<typeof PaypalRefund>;

/** PayPal's webhook: a subscription of the product, for which events of the named types are sent to a URL. */
export const PaypalWebhook = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })),
});
export type PaypalWebhook = z.infer<typeof PaypalWebhook>;

/** An event that was sent to the product, which can be listed later. */
export const PaypalEvent = z.object({
  id: z.string(),
  create_time: z.string(),
  event_type: z.string(),
  resource: z.record(z.string(), z.unknown()),
});
export type PaypalEvent = z.infer<typeof PaypalEvent>;

/** Converts an amount to cents; null for another currency or an invalid number. */
export const centsOf = ({ currency_code: currency, value }: PaypalMoney): number | null => {
  const [, eurosText, centsText] = /^(\d{1,12})\.(\d{2})$/.exec(value) ?? [];
  return currency !== 'EUR' || eurosText === undefined || centsText === undefined
    ? null
    : Number(eurosText) * 100 + Number(centsText);
};

/** Converts cents to an amount in PayPal's JSON, a decimal text. */
export const toPaypalMoney = (cents: number): PaypalMoney => ({
  currency_code: 'EUR',
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
});
