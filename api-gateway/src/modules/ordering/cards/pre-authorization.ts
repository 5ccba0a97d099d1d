import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob } from '../../../platform';
import type {
  BoundJob,
  Clock,
  Database,
  JobError,
  JobKind,
  JobQueue,
  Steps,
  WriteTransaction,
} from '../../../platform';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { NEVER_ARRIVED } from '../providers';
import type { CardVault, OwnedCard, PreAuthorization, ProviderError } from '../providers';
import {
  createPreAuthorizationRepository,
  findProvenCards,
  isKept,
  isOpen,
} from '../repositories/pre-authorization-repository';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';

/** Longest wait for the provider outside of a request. */
const DEADLINE_MS = 10_000;

/** A job has a minute: no step of this job begins later. */
const LEAVE_MS = 40_000;

/** Time after which a job looks at a pre-authorisation that nobody has finished. */
const LOOK_AFTER_MS = 2 * 60_000;

/** Time after which no request can still be on its way to the provider. */
const LOST_AFTER_MS = 2 * 60_000;

/** Banks release held money by themselves after seven days (A.6). */
const GIVE_UP_AFTER_MS = 8 * 24 * 60 * 60_000;

const Payload = z.object({ key: z.string() });

/** Ends a pre-authorisation: asks for its status, releases held money, and deactivates a card that can't pay. */
const endJob: JobKind<z.infer<typeof Payload>> = {
  name: 'ordering/end-pre-authorization',
  payload: Payload,
  clock: 'real',
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  personal: null,
};

const LeavingPayload = z.object({
  payerId: z.string(),
  preAuthorizations: z.array(z.object({ key: z.string(), providerId: z.nullable(z.string()) })),
});

/** Deactivates all cards of a departed user, and releases the money that is held on them. */
const leaveJob: JobKind<z.infer<typeof LeavingPayload>> = {
  name: 'ordering/remove-cards',
  payload: LeavingPayload,
  clock: 'real',
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  personal: null,
};

interface PreAuthorizationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/** Calls the provider while there is time. */
type AskProvider = Steps['ask'];

/** Request or job that works in steps. */
interface StepRunner {
  readonly ask: AskProvider;
  write(work: (tx: WriteTransaction) => Promise<void>): Promise<void>;
}

const askWithDeadline: AskProvider = (work) => work(AbortSignal.timeout(DEADLINE_MS));

/** Keys by which the provider finds a pre-authorisation. */
type ProviderKeys = Pick<StoredPreAuthorization, 'key' | 'providerId'>;

const readStatus = (vault: CardVault, { key, providerId }: ProviderKeys, signal: AbortSignal) =>
  providerId === null ? vault.findPreAuthorization(key, signal) : vault.readPreAuthorization(providerId, signal);

const jobError = (error: ProviderError): JobError =>
  error.kind === 'unreachable' ? error : { kind: 'later', reason: error.code };

/** Releases held money; there may be none. */
const release = async (vault: CardVault, keys: ProviderKeys): Promise<Result<void, JobError>> => {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const status = await readStatus(vault, keys, signal);
  if (!status.ok) return err(jobError(status.error));
  if (status.value?.state === 'PENDING') return err({ kind: 'later', reason: 'open' });
  if (status.value === null || !status.value.isHeld) return ok(undefined);
  const releaseResult = await vault.releasePreAuthorization(status.value.id, signal);
  return releaseResult.ok ? ok(undefined) : err(jobError(releaseResult.error));
};

/** Deactivates a card unless it is inactive already. */
const deactivate = async (vault: CardVault, cardId: string): Promise<Result<void, JobError>> => {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const card = await vault.findCard(cardId, signal);
  if (!card.ok) return err(jobError(card.error));
  if (card.value === null || !card.value.card.mangoPayData.Active) return ok(undefined);
  const deactivation = await vault.deactivateCard(cardId, signal);
  return deactivation.ok ? ok(undefined) : err(jobError(deactivation.error));
};

/** Outcome of a job in a deployment without the provider. */
const noProvider: Result<never, JobError> = err({ kind: 'unreachable', reason: 'noProvider' });

/**
 * Creates the pre-authorisations of cards: begins them, applies the provider's status, and ends those that nobody
 * finishes.
 */
export const createPreAuthorizations = ({ database, clock, jobs }: PreAuthorizationDeps, vault: CardVault | null) => {
  const enqueueEnd = (tx: WriteTransaction, key: string, dueAt?: number): Promise<void> =>
    jobs.enqueue(tx, endJob, { key, payload: { key }, ...(dueAt === undefined ? {} : { dueAt }) });

  /**
   * Applies the provider's status. A job of the same transaction releases held money and deactivates a card that can't
   * pay, so no crash comes between.
   */
  const settle = async (
    tx: WriteTransaction,
    { key, uid, cardId }: StoredPreAuthorization,
    {
      state,
      id,
      redirectUrl,
      returnUrl,
      code,
    }: Omit<PreAuthorization, 'id' | 'isHeld'> & { readonly id: string | null },
  ): Promise<void> => {
    const rows = createPreAuthorizationRepository(tx.knex);
    if (!(await rows.settle(key, { state, providerId: id, redirectUrl, returnUrl, code })) || state === 'PENDING')
      return;
    await enqueueEnd(tx, key);
    const row = await rows.find(key);
    // The first card that can pay becomes the default one.
    if (state === 'SUCCEEDED' && row?.isRemoved === false)
      await createPaymentUserRepository(tx.knex).changeDefaultCard(uid, cardId, null);
  };

  /** Finds the key of the owner's other card that is the same and confirmed; null: there is none. */
  const findSame = async (
    ask: AskProvider,
    cards: CardVault,
    { uid, card: ownCard }: { readonly uid: string; readonly card: OwnedCard },
  ): Promise<Result<string | null, ProviderError>> => {
    const sameCards = await ask((signal) => cards.findSameCards(ownCard, signal));
    if (!sameCards.ok) return sameCards;
    const [provenCard] = await findProvenCards(database.knex, uid, sameCards.value);
    return ok(provenCard?.mangoPayData.Id ?? null);
  };

  /** Removes a card from its owner; a job of the same transaction deactivates it at the provider. */
  const remove = async (tx: WriteTransaction, { key, cardId }: StoredPreAuthorization): Promise<void> => {
    await createPreAuthorizationRepository(tx.knex).markRemoved(cardId);
    await enqueueEnd(tx, key);
  };

  /**
   * Keeps one of several confirmed cards that are the same (from two tabs, or begun anew after a lost answer): the
   * default one, or else another. Transactions run one by one, so one card stays.
   */
  const keepOne = async (
    { ask, write }: StepRunner,
    { key, uid, cardId }: StoredPreAuthorization,
    cards: CardVault,
  ): Promise<Result<void, ProviderError>> => {
    const preAuthorizations = await createPreAuthorizationRepository(database.knex).listOf(uid);
    if (!preAuthorizations.some((other) => other.key !== key && isKept(other))) return ok(undefined);
    const ownCard = await ask((signal) => cards.findCard(cardId, signal));
    if (!ownCard.ok || ownCard.value === null) return ownCard.ok ? ok(undefined) : ownCard;
    const card = ownCard.value;
    const sameCards = await ask((signal) => cards.findSameCards(card, signal));
    if (!sameCards.ok) return sameCards;
    await write(async (tx) => {
      const users = createPaymentUserRepository(tx.knex);
      const storedRows = await createPreAuthorizationRepository(tx.knex).listOf(uid);
      const currentRow = storedRows.find((row) => row.key === key);
      const otherCards = (await findProvenCards(tx.knex, uid, sameCards.value)).map(({ mangoPayData: { Id } }) => Id);
      const [other] = otherCards;
      if (currentRow === undefined || !isKept(currentRow) || other === undefined) return;
      const rowsOfOthers = storedRows.filter((row) => otherCards.includes(row.cardId));
      const isDefault = (await users.find(uid))?.mangoPayData.defaultCardId === cardId;
      if (isDefault && rowsOfOthers.length === otherCards.length) {
        for (const row of rowsOfOthers) await remove(tx, row);
        return;
      }
      await remove(tx, currentRow);
      await users.changeDefaultCard(uid, other, cardId);
    });
    return ok(undefined);
  };

  const settleFailure = (tx: WriteTransaction, row: StoredPreAuthorization, code: string): Promise<void> =>
    settle(tx, row, { state: 'FAILED', id: row.providerId, redirectUrl: null, returnUrl: null, code });

  /** Asks the provider to begin an open pre-authorisation, or for its status. null: the provider doesn't know it. */
  const checkPreAuthorization = (row: StoredPreAuthorization, cards: CardVault, signal: AbortSignal) => {
    const { key, cardId, providerId, request } = row;
    if (providerId !== null || request === null) return readStatus(cards, row, signal);
    return cards.preAuthorize({ key, cardId, ...request }, signal);
  };

  /** Returns why a pre-authorisation has failed without a status of the provider; null: it hasn't. */
  const failureOf = (
    row: StoredPreAuthorization,
    status: Result<PreAuthorization | null, ProviderError>,
  ): string | null => {
    if (!status.ok) return status.error.kind === 'refused' ? status.error.code : null;
    return status.value === null && clock.realNow() - row.begunAt >= LOST_AFTER_MS ? NEVER_ARRIVED : null;
  };

  /**
   * Ends a pre-authorisation whose card can pay: releases the money, and removes the card where the same card is kept.
   */
  const endProven = async (row: StoredPreAuthorization, cards: CardVault): Promise<Result<void, JobError>> => {
    const releaseResult = await release(cards, row);
    if (!releaseResult.ok) return releaseResult;
    const result = await keepOne({ ask: askWithDeadline, write: (work) => database.write(work) }, row, cards);
    if (!result.ok) return err(jobError(result.error));
    const currentRow = await createPreAuthorizationRepository(database.knex).find(row.key);
    return currentRow?.isRemoved === true ? deactivate(cards, row.cardId) : ok(undefined);
  };

  const endPreAuthorization = async (key: string, cards: CardVault): Promise<Result<void, JobError>> => {
    const row = await createPreAuthorizationRepository(database.knex).find(key);
    // Another job has deactivated the cards of a departed user.
    if (row === null) return ok(undefined);
    const deactivation = row.isRemoved ? await deactivate(cards, row.cardId) : ok(undefined);
    if (!deactivation.ok) return deactivation;
    if (row.state === 'SUCCEEDED') return endProven(row, cards);
    if (row.state === 'FAILED') return deactivate(cards, row.cardId);
    const status = await readStatus(cards, row, AbortSignal.timeout(DEADLINE_MS));
    if (!status.ok && status.error.kind === 'unreachable') return err(status.error);
    const failure = failureOf(row, status);
    if (failure === null && (!status.ok || status.value === null || status.value.state === 'PENDING'))
      return err({ kind: 'later', reason: 'open' });
    // Applying the status enqueues the remaining work.
    await database.write(async (tx) => {
      if (failure !== null) await settleFailure(tx, row, failure);
      else if (status.ok && status.value !== null) await settle(tx, row, status.value);
    });
    return ok(undefined);
  };

  /** Releases and deactivates everything of a departed user. A failure of one step stops none of the others. */
  const leave = async (
    { payerId, preAuthorizations }: z.infer<typeof LeavingPayload>,
    cards: CardVault,
  ): Promise<Result<void, JobError>> => {
    const cardsResult = await cards.listCards(payerId, AbortSignal.timeout(DEADLINE_MS));
    if (!cardsResult.ok) return err(jobError(cardsResult.error));
    const steps = [
      ...cardsResult.value.map(
        ({ mangoPayData: { Id } }) =>
          () =>
            deactivate(cards, Id),
      ),
      ...preAuthorizations.map((keys) => () => release(cards, keys)),
    ];
    const outOfTime = AbortSignal.timeout(LEAVE_MS);
    let firstResult: Result<void, JobError> = ok(undefined);
    for (const step of steps) {
      if (outOfTime.aborted) return firstResult.ok ? err({ kind: 'later', reason: 'outOfTime' }) : firstResult;
      const outcome = await step();
      if (firstResult.ok) firstResult = outcome;
    }
    return firstResult;
  };

  const endBound: BoundJob = bindJob(endJob, ({ key }) =>
    vault === null ? Promise.resolve(noProvider) : endPreAuthorization(key, vault),
  );
  const leaveBound: BoundJob = bindJob(leaveJob, (payload) =>
    vault === null ? Promise.resolve(noProvider) : leave(payload, vault),
  );

  return {
    /** Stores a pre-authorisation that is about to begin, with a job that finishes it where the request can't. */
    async insert(tx: WriteTransaction, row: StoredPreAuthorization): Promise<void> {
      await createPreAuthorizationRepository(tx.knex).insert(row);
      await enqueueEnd(tx, row.key, clock.realNow() + LOOK_AFTER_MS);
    },

    /** Continues a pre-authorisation until it is final or waits for somebody; a repeat holds no money twice. */
    async proceed(steps: Pick<Steps, 'ask' | 'write'>, row: StoredPreAuthorization): Promise<StoredPreAuthorization> {
      if (!isOpen(row) || vault === null) return row;
      const status = await steps.ask((signal) => checkPreAuthorization(row, vault, signal));
      await steps.write(async (tx) => {
        if (status.ok && status.value !== null) await settle(tx, row, status.value);
        else if (!status.ok && status.error.kind === 'refused') await settleFailure(tx, row, status.error.code);
      });
      const settledRows = (await createPreAuthorizationRepository(database.knex).find(row.key)) ?? row;
      if (!isKept(settledRows)) return settledRows;
      // Where the provider doesn't answer now, the job asks again.
      await keepOne(steps, settledRows, vault);
      return (await createPreAuthorizationRepository(database.knex).find(row.key)) ?? settledRows;
    },

    findSame,
    remove,

    /**
     * Enqueues the job that asks the provider about a pre-authorisation, after an event of the provider that `mayAsk`
     * admits.
     */
    async applyProviderStatus(providerId: string, mayAsk: (key: string) => Promise<boolean>): Promise<void> {
      const row = await createPreAuthorizationRepository(database.knex).findByProviderId(providerId);
      if (row !== null && isOpen(row) && (await mayAsk(row.key))) await database.write((tx) => enqueueEnd(tx, row.key));
    },

    /** Makes the provider forget a user's cards, in the transaction that erases the user. */
    async leave(tx: WriteTransaction, uid: string): Promise<void> {
      const payer = await createPaymentUserRepository(tx.knex).find(uid);
      const rows = createPreAuthorizationRepository(tx.knex);
      const activeRows = (await rows.listOf(uid)).filter(({ state }) => state !== 'FAILED');
      if (payer !== null)
        await jobs.enqueue(tx, leaveJob, {
          payload: {
            payerId: payer.mangoPayData.Id,
            preAuthorizations: activeRows.map(({ key, providerId }) => ({ key, providerId })),
          },
        });
      await rows.forgetPerson(uid);
    },

    jobs: [endBound, leaveBound] satisfies readonly BoundJob[],
  };
};

/** Pre-authorisations of cards. */
export type PreAuthorizations = ReturnType<typeof createPreAuthorizations>;
