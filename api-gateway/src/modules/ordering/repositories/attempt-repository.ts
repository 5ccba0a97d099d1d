import { BrowserInfo } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/**
 * States of an order's payment. REQUESTED: the request to the provider is running, or its response isn't stored yet.
 * PENDING: the diner or their bank has to act. CAPTURING: the gateway is requesting the money from the provider.
 * UNKNOWN: the provider didn't respond, so the status is unknown. SUCCEEDED and FAILED are final.
 */
export const AttemptState = z.enum(['REQUESTED', 'PENDING', 'CAPTURING', 'UNKNOWN', 'SUCCEEDED', 'FAILED']);
export type AttemptState = z.infer<typeof AttemptState>;

/** Request that begins a payment, stored so that repeated attempts send the same request. */
export const PaymentRequest = z.object({
  returnUrl: z.string(),
  /** Data for a payment by card; null for a payment option without a card. */
  card: z.nullable(
    z.object({
      cardId: z.string(),
      payerId: z.string(),
      walletId: z.string(),
      browserInfo: z.nullable(BrowserInfo),
      ipAddress: z.string(),
      isReleaseForced: z._default(z.boolean(), false),
    }),
  ),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

/** Attempt to pay an order. Each order has exactly one. */
export interface PaymentAttempt {
  /** Key with which the provider begins the payment: 16 to 36 letters, digits and dashes. */
  readonly key: string;
  readonly orderKey: string;
  /** Name of the payment provider, as in `PaymentOptionDescriptor`. */
  readonly provider: string;
  readonly state: AttemptState;
  /** Id of the diner at the provider, which refunds need; null for a payment option without a card. */
  readonly payerId: string | null;
  /** Id of the payment at the provider; null until the provider has responded. */
  readonly providerId: string | null;
  readonly refundableId: string | null;
  readonly redirectUrl: string | null;
  /** Reason of the failed payment: a code of the provider or of `own-reasons.ts`; null without a failure. */
  readonly code: string | null;
  /** Stored request that begins the payment; null when the payment is final, or if this release can't read its form. */
  readonly request: PaymentRequest | null;
  /** Real time in epoch milliseconds at which the payment was begun. */
  readonly begunAt: number;
  /**
   * Real time in epoch milliseconds at which reconciliation reads the payment at the provider next; null for no further
   * check.
   */
  readonly checkAt: number | null;
  readonly checks: number;
}

interface AttemptRow {
  readonly key: string;
  readonly order_key: string;
  readonly provider: string;
  readonly state: string;
  readonly payer_id: string | null;
  readonly provider_id: string | null;
  readonly refundable_id: string | null;
  readonly redirect_url: string | null;
  readonly code: string | null;
  readonly request: string | object | null;
  readonly begun_at: number | string;
  readonly check_at: number | string | null;
  readonly checks: number;
}

const ATTEMPT_STATES = Object.values(AttemptState.def.entries);

const requestOf = ({ request }: AttemptRow): PaymentRequest | null => {
  if (request === null) return null;
  try {
    return PaymentRequest.safeParse(fromJsonColumn(request)).data ?? null;
  } catch {
    // Returns null for invalid JSON, so that one broken row doesn't make all other rows unreadable.
    return null;
  }
};

const attemptOf = (attemptRow: AttemptRow): PaymentAttempt => ({
  key: attemptRow.key,
  orderKey: attemptRow.order_key,
  provider: attemptRow.provider,
  state: AttemptState.parse(attemptRow.state),
  payerId: attemptRow.payer_id,
  providerId: attemptRow.provider_id,
  refundableId: attemptRow.refundable_id,
  redirectUrl: attemptRow.redirect_url,
  code: attemptRow.code,
  request: requestOf(attemptRow),
  begunAt: Number(attemptRow.begun_at),
  checkAt: attemptRow.check_at === null ? null : Number(attemptRow.check_at),
  checks: attemptRow.checks,
});

/** Columns of a payment attempt that a change may set. */
export type AttemptChange = Partial<
  Pick<
    PaymentAttempt,
    'state' | 'providerId' | 'refundableId' | 'redirectUrl' | 'code' | 'request' | 'checkAt' | 'checks'
  >
>;

/** Repository of payment attempts, and of the events that providers have sent. */
export interface AttemptRepository {
  findOfOrder(orderKey: string): Promise<PaymentAttempt | null>;
  /** Finds the payment attempts of these orders, by order key. */
  findOfOrders(orderKeys: readonly string[]): Promise<ReadonlyMap<string, PaymentAttempt>>;
  findByProviderId(provider: string, providerId: string): Promise<PaymentAttempt | null>;
  /** Lists the payment attempts of a provider whose check is due, the most overdue first. */
  listDue(provider: string, realNow: number, limit: number): Promise<PaymentAttempt[]>;
  /** Lists the attempts of a provider in these states, in the order in which they were begun. */
  listIn(provider: string, states: readonly AttemptState[]): Promise<PaymentAttempt[]>;
  /** Lists the keys of due attempts whose state or provider is unknown to this release. */
  listUnreadable(realNow: number, providers: readonly string[]): Promise<string[]>;
  /** Postpones the next check of these payment attempts, whatever their state. */
  putOff(keys: readonly string[], checkAt: number): Promise<void>;
  /**
   * Lists a diner's payment attempts in the sequence in which they were begun; with `filter` only those with these
   * providers and states.
   */
  listOf(
    uid: string,
    filter?: { readonly providers: readonly string[]; readonly states: readonly AttemptState[] },
  ): Promise<PaymentAttempt[]>;
  /** Checks whether a diner has a payment attempt in one of these states for an order of this meetup. */
  isAnyFor(uid: string, meetUpKey: string, states: readonly AttemptState[]): Promise<boolean>;
  /**
   * Checks whether a payment attempt of this diner with this card has failed with one of these codes since `since`, a
   * real time.
   */
  isAnyRefused(
    uid: string,
    cardId: string,
    filter: { readonly codes: readonly string[]; readonly since: number },
  ): Promise<boolean>;
  insert(attempt: PaymentAttempt): Promise<void>;
  /** Changes a payment attempt if its state is one of `allowedStates`. Returns false if it has another state. */
  change(key: string, allowedStates: readonly AttemptState[], change: AttemptChange): Promise<boolean>;
  /** Stores an event of a provider. Returns false if the event was already stored. */
  addEvent(provider: string, eventKey: string, now: number): Promise<boolean>;
  hasEvent(provider: string, eventKey: string): Promise<boolean>;
  forgetEvents(receivedBefore: number): Promise<void>;
  /** Removes the data that identify a diner from the payment attempts of their orders. */
  forgetDiner(uid: string): Promise<void>;
}

/** Creates the repository of payment attempts on a connection or in a transaction. */
export const createAttemptRepository = (connection: Connection): AttemptRepository => {
  const knex = knexOf(connection);
  const attemptTable = () => knex<AttemptRow>('payment_attempt');
  const dueAttempts = (realNow: number) => attemptTable().where('check_at', '<=', realNow);
  const ordersOf = (attemptConditions: {
    readonly uid: string;
    readonly meet_up_key?: string;
    readonly debited_card_id?: string;
  }) =>
    knex<{ key: string; uid: string; meet_up_key: string; debited_card_id: string }>('customer_order')
      .where(attemptConditions)
      .select('key');
  const findFirstAttempt = async (attemptConditions: Partial<AttemptRow>): Promise<PaymentAttempt | null> => {
    const attemptRow = await attemptTable().where(attemptConditions).first();
    return attemptRow === undefined ? null : attemptOf(attemptRow);
  };
  const columnsOf = ({
    state,
    providerId,
    refundableId,
    redirectUrl,
    code,
    request,
    checkAt,
    checks,
  }: AttemptChange): Partial<AttemptRow> => ({
    ...(state === undefined ? {} : { state }),
    ...(providerId === undefined ? {} : { provider_id: providerId }),
    ...(refundableId === undefined ? {} : { refundable_id: refundableId }),
    ...(redirectUrl === undefined ? {} : { redirect_url: redirectUrl }),
    ...(code === undefined ? {} : { code }),
    ...(request === undefined ? {} : { request: request === null ? null : JSON.stringify(request) }),
    ...(checkAt === undefined ? {} : { check_at: checkAt }),
    ...(checks === undefined ? {} : { checks }),
  });

  return {
    findOfOrder: (orderKey) => findFirstAttempt({ order_key: orderKey }),
    findOfOrders: async (orderKeys) =>
      new Map(
        (
          await readInChunks<AttemptRow>(orderKeys, (keyChunk) => attemptTable().whereIn('order_key', [...keyChunk]))
        ).map((attemptRow) => [attemptRow.order_key, attemptOf(attemptRow)]),
      ),
    findByProviderId: (provider, providerId) => findFirstAttempt({ provider, provider_id: providerId }),
    listDue: async (provider, realNow, limit) =>
      (
        await dueAttempts(realNow)
          .where({ provider })
          .whereIn('state', ATTEMPT_STATES)
          .orderBy(['check_at', 'key'])
          .limit(limit)
      ).map(attemptOf),
    listIn: async (provider, states) =>
      (
        await attemptTable()
          .where({ provider })
          .whereIn('state', [...states])
          .orderBy(['begun_at', 'key'])
      ).map(attemptOf),
    listUnreadable: async (realNow, knownProviders) =>
      (
        await dueAttempts(realNow)
          .andWhere(
            (unreadableCondition) =>
              void unreadableCondition
                .whereNotIn('provider', [...knownProviders])
                .orWhereNotIn('state', ATTEMPT_STATES),
          )
          .select('key')
      ).map(({ key }) => key),
    async putOff(keys, checkAt) {
      await attemptTable()
        .whereIn('key', [...keys])
        .update({ check_at: checkAt });
    },
    async listOf(uid, attemptFilter) {
      const attemptQuery = attemptTable().whereIn('order_key', ordersOf({ uid }));
      if (attemptFilter !== undefined)
        void attemptQuery.whereIn('provider', [...attemptFilter.providers]).whereIn('state', [...attemptFilter.states]);
      return (await attemptQuery.orderBy(['begun_at', 'key'])).map(attemptOf);
    },
    isAnyFor: async (uid, meetUpKey, attemptStates) =>
      (await attemptTable()
        .whereIn('order_key', ordersOf({ uid, meet_up_key: meetUpKey }))
        .whereIn('state', [...attemptStates])
        .first('key')) !== undefined,
    isAnyRefused: async (uid, cardId, { codes, since }) =>
      (await attemptTable()
        .whereIn('order_key', ordersOf({ uid, debited_card_id: cardId }))
        .where({ state: 'FAILED' })
        .where('begun_at', '>', since)
        .whereIn('code', [...codes])
        .first('key')) !== undefined,
    async insert({ key, orderKey, provider, payerId, begunAt, ...change }) {
      await attemptTable().insert({
        key,
        order_key: orderKey,
        provider,
        payer_id: payerId,
        begun_at: begunAt,
        ...columnsOf(change),
      });
    },
    change: async (attemptKey, allowedStates, attemptChange) =>
      (await attemptTable()
        .where({ key: attemptKey })
        .whereIn('state', [...allowedStates])
        .update(columnsOf(attemptChange))) > 0,
    async addEvent(provider, eventKey, now) {
      const addedRows = await knex('provider_event')
        .insert({ provider, event_key: eventKey, at: now })
        .onConflict(['provider', 'event_key'])
        .ignore()
        .returning('event_key');
      return addedRows.length > 0;
    },
    hasEvent: async (provider, eventKey) =>
      (await knex('provider_event').where({ provider, event_key: eventKey }).first('at')) !== undefined,
    async forgetEvents(receivedBefore) {
      await knex('provider_event').where('at', '<', receivedBefore).delete();
    },
    async forgetDiner(uid) {
      await attemptTable().whereIn('order_key', ordersOf({ uid })).update({ payer_id: null, request: null });
    },
  };
};
