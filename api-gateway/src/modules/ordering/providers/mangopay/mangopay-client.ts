import { err, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { createMangopayCards } from './mangopay-cards';
import { createMangopayRecord } from './mangopay-record';
import {
  failureCodeOf,
  createMangopayWire,
  mangopayMoneyOf,
  MangopayMoney,
  refusalErrorOf,
  STATE_BY_STATUS,
  MangopayStatus,
} from './mangopay-wire';
import type { MangopayDeps } from './mangopay-wire';
import { createMangopayWebhooks } from './mangopay-webhooks';
import type { AnyRefund } from './mangopay-webhooks';
import { unreachableResult } from '../port';
import type { ProviderResult, NewPayment, PaymentProvider, ProviderPayment, ProviderRefund } from '../port';

const MangopayPayIn = z.object({
  Id: z.string(),
  AuthorId: z.string(),
  Status: MangopayStatus,
  ResultCode: z.nullable(z.string()),
  DebitedFunds: MangopayMoney,
  Tag: z.nullable(z.string()),
  SecureModeRedirectURL: z.nullable(z.string()),
});
type MangopayPayIn = z.infer<typeof MangopayPayIn>;
const MangopayRefund = z.object({
  Id: z.string(),
  Status: MangopayStatus,
  ResultCode: z.nullable(z.string()),
  Tag: z.optional(z.nullable(z.string())),
});
const RefundOfPayment = z.object({
  ...MangopayRefund.shape,
  InitialTransactionId: z.string(),
  DebitedFunds: MangopayMoney,
});
const MangopayHook = z.object({
  Id: z.string(),
  EventType: z.string(),
  Url: z.string(),
  Status: z.string(),
  Validity: z.string(),
});

const eventTypesOf = (objectName: string, objectStates: readonly string[]): readonly string[] =>
  objectStates.map((objectState) => `${objectName}_${objectState}`);

/**
 * Events of Mangopay to which the gateway subscribes; each event needs its own hook (A.10). `CARD_VALIDATION` is
 * missing, because cards are pre-authorised and never validated (A.6).
 */
const HOOK_EVENT_TYPES = [
  ...['PAYIN_NORMAL', 'PAYIN_REFUND', 'PREAUTHORIZATION'].flatMap((objectName) =>
    eventTypesOf(objectName, ['CREATED', 'SUCCEEDED', 'FAILED']),
  ),
  ...eventTypesOf('PREAUTHORIZATION_PAYMENT', ['CANCELED', 'EXPIRED', 'VALIDATED']),
];

const providerPaymentOf = ({
  Id,
  Status: status,
  ResultCode,
  DebitedFunds,
  Tag,
  SecureModeRedirectURL,
}: MangopayPayIn): ProviderPayment => ({
  id: Id,
  state: STATE_BY_STATUS[status],
  amount: DebitedFunds.Amount,
  reference: Tag ?? '',
  code: failureCodeOf(ResultCode),
  redirectUrl: status === 'CREATED' ? SecureModeRedirectURL : null,
  refundableId: status === 'SUCCEEDED' ? Id : null,
});

const providerRefundOf = ({ Id, Status: status, ResultCode }: z.infer<typeof MangopayRefund>): ProviderRefund => ({
  id: Id,
  state: STATE_BY_STATUS[status],
  code: failureCodeOf(ResultCode),
});

const paymentBodyOf = ({ orderKey, amount, returnUrl }: NewPayment, card: NonNullable<NewPayment['card']>): object => ({
  AuthorId: card.payerId,
  CreditedWalletId: card.walletId,
  DebitedFunds: mangopayMoneyOf(amount),
  Fees: mangopayMoneyOf(0),
  CardId: card.cardId,
  SecureModeReturnURL: returnUrl,
  Tag: orderKey,
  Culture: 'DE',
  StatementDescriptor: 'MAHLZEIT',
  IpAddress: card.ipAddress,
  ...(card.isReleaseForced ? { SecureMode: 'FORCE' } : {}),
  ...(card.browserInfo === null
    ? {}
    : { BrowserInfo: { AcceptHeader: 'text/html,application/xhtml+xml', ...card.browserInfo } }),
});

/** Creates the client of Mangopay (A) for card payments, refunds and cards. */
export const createMangopayClient = (deps: MangopayDeps): PaymentProvider => {
  const mangopayWire = createMangopayWire(deps);
  const { call, read, recall, create } = mangopayWire;

  const readPayment = async (id: string, signal: AbortSignal): ProviderResult<ProviderPayment | null> => {
    const payIn = await read(MangopayPayIn, `/payins/${encodeURIComponent(id)}`, signal);
    return payIn.ok && payIn.value !== null ? ok(providerPaymentOf(payIn.value)) : payIn.ok ? ok(null) : payIn;
  };

  /**
   * Reads the payer of a payment at Mangopay. It is needed to refund an erased diner, because the gateway no longer
   * stores the payer.
   */
  const findPayerId = async (id: string, signal: AbortSignal): ProviderResult<string> => {
    const payIn = await read(MangopayPayIn, `/payins/${encodeURIComponent(id)}`, signal);
    if (!payIn.ok) return payIn;
    return payIn.value === null ? unreachableResult('no such payment') : ok(payIn.value.AuthorId);
  };

  /** Reads a refund at Mangopay, whether or not the gateway made it; null for an unknown id. */
  const findAnyRefund = async (id: string, signal: AbortSignal): ProviderResult<AnyRefund | null> => {
    const refund = await read(RefundOfPayment, `/refunds/${encodeURIComponent(id)}`, signal);
    if (!refund.ok || refund.value === null) return refund.ok ? ok(null) : refund;
    return ok({
      ...providerRefundOf(refund.value),
      key: refund.value.Tag ?? null,
      paymentId: refund.value.InitialTransactionId,
      amount: refund.value.DebitedFunds.Amount,
    });
  };

  /**
   * Makes sure that each event has one working hook (webhook) at Mangopay: creates missing hooks, and updates those
   * that are disabled or have another URL.
   */
  const ensureHooks = async (url: string, signal: AbortSignal): ProviderResult<void> => {
    const registeredHooks = await read(z.array(MangopayHook), '/hooks?per_page=100', signal);
    if (!registeredHooks.ok) return registeredHooks;
    for (const hookEventType of HOOK_EVENT_TYPES) {
      const matchingHook = registeredHooks.value?.find((registeredHook) => registeredHook.EventType === hookEventType);
      // Checks also whether the hook is enabled, because Mangopay disables a hook after a hundred failures in a row,
      // without notice.
      if (matchingHook?.Url === url && matchingHook.Status === 'ENABLED' && matchingHook.Validity !== 'INVALID')
        continue;
      const response = await call(
        matchingHook === undefined
          ? { method: 'POST', path: '/hooks', body: { EventType: hookEventType, Url: url }, signal }
          : {
              method: 'PUT',
              path: `/hooks/${encodeURIComponent(matchingHook.Id)}`,
              body: { Status: 'ENABLED', Url: url },
              signal,
            },
      );
      if (!response.ok) return response;
      if (response.value.status !== 200) return err(refusalErrorOf(response.value));
    }
    return ok(undefined);
  };

  return {
    name: 'mangopay',
    cards: createMangopayCards(mangopayWire),
    webhooks: createMangopayWebhooks({ ensureHooks, findAnyRefund }),
    ...createMangopayRecord({ read, findAnyRefund }),

    async begin(payment, signal) {
      if (payment.card === null) throw new Error(`No card for the payment: ${payment.key}`);
      const payIn = await create(MangopayPayIn, {
        path: '/payins/card/direct',
        key: payment.key,
        body: paymentBodyOf(payment, payment.card),
        signal,
      });
      return payIn.ok ? ok(providerPaymentOf(payIn.value)) : payIn;
    },

    async findBegun({ key }, signal) {
      const payIn = await recall(MangopayPayIn, key, signal);
      if (!payIn.ok || payIn.value === null) return payIn.ok ? ok(null) : payIn;
      // Reads the payment again, because the stored response may be outdated.
      return readPayment(payIn.value.Id, signal);
    },

    read: readPayment,

    async capture(id, _idempotencyKey, signal) {
      const payment = await readPayment(id, signal);
      if (!payment.ok) return payment;
      return payment.value === null
        ? err({ kind: 'refused', status: 404, code: 'ressource_not_found' })
        : ok(payment.value);
    },

    async refund({ key, refundableId, amount, payerId }, signal) {
      const payerResult = payerId === null ? await findPayerId(refundableId, signal) : ok(payerId);
      if (!payerResult.ok) return payerResult;
      const refund = await create(MangopayRefund, {
        path: `/payins/${encodeURIComponent(refundableId)}/refunds`,
        key,
        body: {
          AuthorId: payerResult.value,
          DebitedFunds: mangopayMoneyOf(amount),
          Fees: mangopayMoneyOf(0),
          Tag: key,
        },
        signal,
      });
      return refund.ok ? ok(providerRefundOf(refund.value)) : refund;
    },

    async findRefund({ key, refundableId }, signal) {
      const payInRefunds = await read(
        z.array(MangopayRefund),
        `/payins/${encodeURIComponent(refundableId)}/refunds?per_page=100`,
        signal,
      );
      if (!payInRefunds.ok) return payInRefunds;
      const refundWithKey = payInRefunds.value?.find(({ Tag }) => Tag === key);
      return ok(refundWithKey === undefined ? null : providerRefundOf(refundWithKey));
    },

    async readRefund(id, signal) {
      const refund = await read(MangopayRefund, `/refunds/${encodeURIComponent(id)}`, signal);
      return refund.ok && refund.value !== null ? ok(providerRefundOf(refund.value)) : refund.ok ? ok(null) : refund;
    },
  };
};
