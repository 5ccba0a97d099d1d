import { CardBrand, err, ok } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { createProviderCaller, parseAnswer, saysNothing, unreachable } from './provider-http';
import type { Fetch, ProviderResponse } from './provider-http';
import type { Answered, CardProvider, NewPayment, ProviderError, ProviderPayment, ProviderRefund } from './payment-provider';

/** Where Mangopay is and who asks it. */
export interface MangopayConfig {
  /** Without the version. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
}

interface MangopayDeps {
  readonly config: MangopayConfig;
  readonly fetch: Fetch;
  readonly realNow: () => number;
}

const Money = z.object({ Currency: z.literal('EUR'), Amount: z.int() });
const Status = z.enum(['CREATED', 'SUCCEEDED', 'FAILED']);
const PayIn = z.object({ Id: z.string(), AuthorId: z.string(), Status, ResultCode: z.nullable(z.string()), DebitedFunds: Money, Tag: z.nullable(z.string()), SecureModeRedirectURL: z.nullable(z.string()) });
type PayIn = z.infer<typeof PayIn>;
const Refund = z.object({ Id: z.string(), Status, ResultCode: z.nullable(z.string()), Tag: z.optional(z.nullable(z.string())) });
const StoredAnswer = z.object({ StatusCode: z.string(), Resource: z.unknown() });
const ProviderCard = z.object({ Id: z.string(), UserId: z.string(), CardProvider: z.string(), Alias: z.string(), ExpirationDate: z.string(), Active: z.boolean(), Validity: z.string() });
const Hook = z.object({ Id: z.string(), EventType: z.string(), Url: z.string(), Status: z.string(), Validity: z.string() });
const ErrorAnswer = z.object({ Type: z.string() });

/** What we want to be told of; there is one address for each (A.10). */
const EVENTS = ['PAYIN_NORMAL_CREATED', 'PAYIN_NORMAL_SUCCEEDED', 'PAYIN_NORMAL_FAILED'];

const STATES = { CREATED: 'PENDING', SUCCEEDED: 'SUCCEEDED', FAILED: 'FAILED' } as const;

const SUCCESS = '000000';
const codeOf = (code: string | null): string | null => (code === SUCCESS ? null : code);

const paymentOf = ({ Id, Status: status, ResultCode, DebitedFunds, Tag, SecureModeRedirectURL }: PayIn): ProviderPayment => ({
  id: Id, state: STATES[status], amount: DebitedFunds.Amount, reference: Tag ?? '', code: codeOf(ResultCode), redirectUrl: status === 'CREATED' ? SecureModeRedirectURL : null, refundableId: status === 'SUCCEEDED' ? Id : null,
});

const refundOf = ({ Id, Status: status, ResultCode }: z.infer<typeof Refund>): ProviderRefund => ({ id: Id, state: STATES[status], code: codeOf(ResultCode) });

/** A card as the wire has it: of its number the last four digits are left. */
const cardOf = ({ Id, CardProvider: brand, Alias, ExpirationDate, Active, Validity }: z.infer<typeof ProviderCard>): Card => {
  const known = CardBrand.safeParse(brand);
  return { mangoPayData: { Id, Alias: `**** ${Alias.slice(-4)}`, ExpirationDate, Active, Validity }, data: { typeAlias: known.success ? known.data : null } };
};

const refusal = ({ status, body }: ProviderResponse): ProviderError => {
  if (saysNothing(status)) return { kind: 'unreachable', reason: `status ${status}` };
  const known = ErrorAnswer.safeParse(body);
  return { kind: 'refused', status, code: known.success ? known.data.Type : String(status) };
};

const EUR = (amount: number) => ({ Currency: 'EUR', Amount: amount });

const bodyOf = ({ orderKey, amount, returnUrl }: NewPayment, card: NonNullable<NewPayment['card']>): object => ({
  AuthorId: card.payerId,
  CreditedWalletId: card.walletId,
  DebitedFunds: EUR(amount),
  Fees: EUR(0),
  CardId: card.cardId,
  SecureModeReturnURL: returnUrl,
  Tag: orderKey,
  Culture: 'DE',
  StatementDescriptor: 'MAHLZEIT',
  IpAddress: card.ipAddress,
  ...(card.browserInfo === null ? {} : { BrowserInfo: { AcceptHeader: 'text/html,application/xhtml+xml', ...card.browserInfo } }),
});

const isKnownKey = ({ status, body }: ProviderResponse): boolean => {
  const failure = ErrorAnswer.safeParse(body);
  return status === 409 && failure.success && failure.data.Type === 'idempotent_creation_conflict';
};

/** Mangopay's wire, v2.01 (reference/providers-wire.md, A): payments by card, refunds, and the cards themselves. */
export const createMangopayClient = ({ config, fetch, realNow }: MangopayDeps): CardProvider => {
  const { baseUrl, clientId, apiKey } = config;
  const call = createProviderCaller({
    fetch,
    realNow,
    token: { url: `${baseUrl}/v2.01/oauth/token`, user: clientId, password: apiKey },
    base: `${baseUrl}/v2.01/${clientId}`,
    keyHeader: 'Idempotency-Key',
  });

  /** Reads something; null: there is none. Whoever isn't let look has learned nothing. */
  const read = async <T>(schema: z.ZodMiniType<T>, path: string, signal: AbortSignal): Answered<T | null> => {
    const answered = await call({ method: 'GET', path, signal });
    if (!answered.ok) return answered;
    const { status } = answered.value;
    if (status === 404) return ok(null);
    return status === 200 ? parseAnswer(schema, answered.value) : unreachable(`status ${status}`);
  };

  /** What was answered under a key before; null: it never came to that. */
  const recall = async <T>(schema: z.ZodMiniType<T>, key: string, signal: AbortSignal): Answered<T | null> => {
    const stored = await read(StoredAnswer, `/responses/${encodeURIComponent(key)}`, signal);
    if (!stored.ok || stored.value === null) return stored.ok ? ok(null) : stored;
    const answer = { status: Number(stored.value.StatusCode), body: stored.value.Resource };
    return answer.status === 200 ? parseAnswer(schema, answer) : err(refusal(answer));
  };

  /** Makes something under a key; where it was made before it is that one. */
  const create = async <T>(schema: z.ZodMiniType<T>, { path, key, body, signal }: { readonly path: string; readonly key: string; readonly body: object; readonly signal: AbortSignal }): Answered<T> => {
    const answered = await call({ method: 'POST', path, key, body, signal });
    if (!answered.ok) return answered;
    if (isKnownKey(answered.value)) {
      const known = await recall(schema, key, signal);
      if (!known.ok) return known;
      return known.value === null ? unreachable('known key without an answer') : ok(known.value);
    }
    return answered.value.status === 200 ? parseAnswer(schema, answered.value) : err(refusal(answered.value));
  };

  const readPayment = async (id: string, signal: AbortSignal): Answered<ProviderPayment | null> => {
    const payIn = await read(PayIn, `/payins/${encodeURIComponent(id)}`, signal);
    return payIn.ok && payIn.value !== null ? ok(paymentOf(payIn.value)) : payIn.ok ? ok(null) : payIn;
  };

  /** Whose a payment was, which we forget with its diner: their money goes back all the same. */
  const authorOf = async (id: string, signal: AbortSignal): Answered<string> => {
    const payIn = await read(PayIn, `/payins/${encodeURIComponent(id)}`, signal);
    if (!payIn.ok) return payIn;
    return payIn.value === null ? unreachable('no such payment') : ok(payIn.value.AuthorId);
  };

  return {
    name: 'mangopay',

    async begin(payment, signal) {
      if (payment.card === null) throw new Error('a payment by card has a card');
      const payIn = await create(PayIn, { path: '/payins/card/direct', key: payment.key, body: bodyOf(payment, payment.card), signal });
      return payIn.ok ? ok(paymentOf(payIn.value)) : payIn;
    },

    async findBegun({ key }, signal) {
      const payIn = await recall(PayIn, key, signal);
      if (!payIn.ok || payIn.value === null) return payIn.ok ? ok(null) : payIn;
      // What was answered then may have gone on since.
      return readPayment(payIn.value.Id, signal);
    },

    read: readPayment,

    async capture(id, _key, signal) {
      const payment = await readPayment(id, signal);
      if (!payment.ok) return payment;
      return payment.value === null ? err({ kind: 'refused', status: 404, code: 'ressource_not_found' }) : ok(payment.value);
    },

    async refund({ key, refundableId, amount, payerId }, signal) {
      const author = payerId === null ? await authorOf(refundableId, signal) : ok(payerId);
      if (!author.ok) return author;
      const refund = await create(Refund, { path: `/payins/${encodeURIComponent(refundableId)}/refunds`, key, body: { AuthorId: author.value, DebitedFunds: EUR(amount), Fees: EUR(0), Tag: key }, signal });
      return refund.ok ? ok(refundOf(refund.value)) : refund;
    },

    async findRefund({ key, refundableId }, signal) {
      const refunds = await read(z.array(Refund), `/payins/${encodeURIComponent(refundableId)}/refunds?per_page=100`, signal);
      if (!refunds.ok) return refunds;
      const found = refunds.value?.find(({ Tag }) => Tag === key);
      return ok(found === undefined ? null : refundOf(found));
    },

    async readRefund(id, signal) {
      const refund = await read(Refund, `/refunds/${encodeURIComponent(id)}`, signal);
      return refund.ok && refund.value !== null ? ok(refundOf(refund.value)) : refund.ok ? ok(null) : refund;
    },

    async findCard(id, signal) {
      const card = await read(ProviderCard, `/cards/${encodeURIComponent(id)}`, signal);
      if (!card.ok || card.value === null) return card.ok ? ok(null) : card;
      return ok({ card: cardOf(card.value), payerId: card.value.UserId });
    },

    async listCards(payerId, signal) {
      const cards = await read(z.array(ProviderCard), `/users/${encodeURIComponent(payerId)}/cards?Active=true&per_page=100`, signal);
      return cards.ok ? ok((cards.value ?? []).filter(({ Active }) => Active).map(cardOf)) : cards;
    },

    async ensureHooks(url, signal) {
      const known = await read(z.array(Hook), '/hooks?per_page=100', signal);
      if (!known.ok) return known;
      for (const EventType of EVENTS) {
        const hook = known.value?.find((one) => one.EventType === EventType);
        // After a hundred failures in a row a hook is switched off, and nobody is told.
        if (hook?.Url === url && hook.Status === 'ENABLED' && hook.Validity !== 'INVALID') continue;
        const put = await call(hook === undefined
          ? { method: 'POST', path: '/hooks', body: { EventType, Url: url }, signal }
          : { method: 'PUT', path: `/hooks/${encodeURIComponent(hook.Id)}`, body: { Status: 'ENABLED', Url: url }, signal });
        if (!put.ok) return put;
        if (put.value.status !== 200) return err(refusal(put.value));
      }
      return ok(undefined);
    },
  };
};
