import { err, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { createMangopayCards } from './mangopay-cards';
import {
  failureCodeOf,
  createMangopayWire,
  eurAmount,
  Money,
  refusalErrorOf,
  STATE_BY_STATUS,
  Status,
} from './mangopay-wire';
import type { MangopayDeps } from './mangopay-wire';
import { createMangopayWebhooks } from './mangopay-webhooks';
import type { AnyRefund } from './mangopay-webhooks';
import { unreachableResult } from '../port';
import type { Answered, NewPayment, PaymentProvider, ProviderPayment, ProviderRefund } from '../port';

const PayIn = z.object({
  Id: z.string(),
  AuthorId: z.string(),
  Status,
  ResultCode: z.nullable(z.string()),
  DebitedFunds: Money,
  Tag: z.nullable(z.string()),
  SecureModeRedirectURL: z.nullable(z.string()),
});
type PayIn = z.infer<typeof PayIn>;
const Refund = z.object({
  Id: z.string(),
  Status,
  ResultCode: z.nullable(z.string()),
  Tag: z.optional(z.nullable(z.string())),
});
const RefundOfPayment = z.object({ ...Refund.shape, InitialTransactionId: z.string() });
const Hook = z.object({
  Id: z.string(),
  EventType: z.string(),
  Url: z.string(),
  Status: z.string(),
  Validity: z.string(),
});

const eventsOf = (objectName: string, states: readonly string[]): readonly string[] =>
  states.map((state) => `${objectName}_${state}`);

/**
 * Events to which the gateway subscribes; each event needs its own hook (A.10). `CARD_VALIDATION` is missing, because
 * cards are pre-authorised and never validated (A.6).
 */
const HOOK_EVENTS = [
  ...['PAYIN_NORMAL', 'PAYIN_REFUND', 'PREAUTHORIZATION'].flatMap((objectName) =>
    eventsOf(objectName, ['CREATED', 'SUCCEEDED', 'FAILED']),
  ),
  ...eventsOf('PREAUTHORIZATION_PAYMENT', ['CANCELED', 'EXPIRED', 'VALIDATED']),
];

const paymentOf = ({
  Id,
  Status: status,
  ResultCode,
  DebitedFunds,
  Tag,
  SecureModeRedirectURL,
}: PayIn): ProviderPayment => ({
  id: Id,
  state: STATE_BY_STATUS[status],
  amount: DebitedFunds.Amount,
  reference: Tag ?? '',
  code: failureCodeOf(ResultCode),
  redirectUrl: status === 'CREATED' ? SecureModeRedirectURL : null,
  refundableId: status === 'SUCCEEDED' ? Id : null,
});

const refundOf = ({ Id, Status: status, ResultCode }: z.infer<typeof Refund>): ProviderRefund => ({
  id: Id,
  state: STATE_BY_STATUS[status],
  code: failureCodeOf(ResultCode),
});

const paymentBodyOf = ({ orderKey, amount, returnUrl }: NewPayment, card: NonNullable<NewPayment['card']>): object => ({
  AuthorId: card.payerId,
  CreditedWalletId: card.walletId,
  DebitedFunds: eurAmount(amount),
  Fees: eurAmount(0),
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
  const wire = createMangopayWire(deps);
  const { call, read, recall, create } = wire;

  const readPayment = async (id: string, signal: AbortSignal): Answered<ProviderPayment | null> => {
    const payIn = await read(PayIn, `/payins/${encodeURIComponent(id)}`, signal);
    return payIn.ok && payIn.value !== null ? ok(paymentOf(payIn.value)) : payIn.ok ? ok(null) : payIn;
  };

  /**
   * Reads the payer of a payment at Mangopay. It is needed to refund an erased diner, because the gateway no longer
   * stores the payer.
   */
  const findPayerId = async (id: string, signal: AbortSignal): Answered<string> => {
    const payIn = await read(PayIn, `/payins/${encodeURIComponent(id)}`, signal);
    if (!payIn.ok) return payIn;
    return payIn.value === null ? unreachableResult('no such payment') : ok(payIn.value.AuthorId);
  };

  /** Reads a refund, whether or not the gateway made it; null for an unknown id. */
  const findAnyRefund = async (id: string, signal: AbortSignal): Answered<AnyRefund | null> => {
    const refund = await read(RefundOfPayment, `/refunds/${encodeURIComponent(id)}`, signal);
    if (!refund.ok || refund.value === null) return refund.ok ? ok(null) : refund;
    return ok({
      ...refundOf(refund.value),
      key: refund.value.Tag ?? null,
      paymentId: refund.value.InitialTransactionId,
    });
  };

  /**
   * Makes sure that each event has one working hook: creates missing hooks, and updates those that are disabled or have
   * another URL.
   */
  const ensureHooks = async (url: string, signal: AbortSignal): Answered<void> => {
    const hooks = await read(z.array(Hook), '/hooks?per_page=100', signal);
    if (!hooks.ok) return hooks;
    for (const EventType of HOOK_EVENTS) {
      const hook = hooks.value?.find((otherHook) => otherHook.EventType === EventType);
      // Mangopay disables a hook after a hundred failures in a row, without notice.
      if (hook?.Url === url && hook.Status === 'ENABLED' && hook.Validity !== 'INVALID') continue;
      const response = await call(
        hook === undefined
          ? { method: 'POST', path: '/hooks', body: { EventType, Url: url }, signal }
          : {
              method: 'PUT',
              path: `/hooks/${encodeURIComponent(hook.Id)}`,
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
    cards: createMangopayCards(wire),
    webhooks: createMangopayWebhooks({ ensureHooks, findAnyRefund }),

    async begin(payment, signal) {
      if (payment.card === null) throw new Error(`No card for the payment: ${payment.key}`);
      const payIn = await create(PayIn, {
        path: '/payins/card/direct',
        key: payment.key,
        body: paymentBodyOf(payment, payment.card),
        signal,
      });
      return payIn.ok ? ok(paymentOf(payIn.value)) : payIn;
    },

    async findBegun({ key }, signal) {
      const payIn = await recall(PayIn, key, signal);
      if (!payIn.ok || payIn.value === null) return payIn.ok ? ok(null) : payIn;
      // The stored response may be outdated, so the payment is read again.
      return readPayment(payIn.value.Id, signal);
    },

    read: readPayment,

    async capture(id, _key, signal) {
      const payment = await readPayment(id, signal);
      if (!payment.ok) return payment;
      return payment.value === null
        ? err({ kind: 'refused', status: 404, code: 'ressource_not_found' })
        : ok(payment.value);
    },

    async refund({ key, refundableId, amount, payerId }, signal) {
      const payerResult = payerId === null ? await findPayerId(refundableId, signal) : ok(payerId);
      if (!payerResult.ok) return payerResult;
      const refund = await create(Refund, {
        path: `/payins/${encodeURIComponent(refundableId)}/refunds`,
        key,
        body: { AuthorId: payerResult.value, DebitedFunds: eurAmount(amount), Fees: eurAmount(0), Tag: key },
        signal,
      });
      return refund.ok ? ok(refundOf(refund.value)) : refund;
    },

    async findRefund({ key, refundableId }, signal) {
      const refunds = await read(
        z.array(Refund),
        `/payins/${encodeURIComponent(refundableId)}/refunds?per_page=100`,
        signal,
      );
      if (!refunds.ok) return refunds;
      const matchingRefund = refunds.value?.find(({ Tag }) => Tag === key);
      return ok(matchingRefund === undefined ? null : refundOf(matchingRefund));
    },

    async readRefund(id, signal) {
      const refund = await read(Refund, `/refunds/${encodeURIComponent(id)}`, signal);
      return refund.ok && refund.value !== null ? ok(refundOf(refund.value)) : refund.ok ? ok(null) : refund;
    },
  };
};
