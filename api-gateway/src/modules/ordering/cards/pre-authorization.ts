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
import { REQUEST_NEVER_ARRIVED } from '../providers';
import type { CardVault, OwnedCard, PreAuthorization, ProviderError } from '../providers';
import {
  createPreAuthorizationRepository,
  filterConfirmedCards,
  isUsableCard,
  isUndecided,
} from '../repositories/pre-authorization-repository';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';

/** Timeout in milliseconds of a provider request outside of a request to the gateway. */
const PROVIDER_DEADLINE_MS = 10_000;

/** Time in milliseconds after which a job begins no further step. A job must end within a minute. */
const CARD_REMOVAL_DEADLINE_MS = 40_000;

/** Time in milliseconds after which a job checks a pre-authorisation that no request has finished. */
const FIRST_CHECK_DELAY_MS = 2 * 60_000;

/** Time in milliseconds after which a request can't be on its way to the provider any more. */
const REQUEST_LOST_AFTER_MS = 2 * 60_000;

/**
 * Time in milliseconds after which a job gives up. By then the bank has released the held money by itself, because
 * banks do so after seven days (A.6).
 */
const GIVE_UP_AFTER_MS = 8 * 24 * 60 * 60_000;

const EndPayload = z.object({ key: z.string() });

/**
 * Job that ends a pre-authorisation: it reads the status, releases held money and deactivates a card that can't pay.
 */
const endPreAuthorizationJob: JobKind<z.infer<typeof EndPayload>> = {
  name: 'ordering/end-pre-authorization',
  payload: EndPayload,
  clock: 'real',
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  personal: null,
};

const CardRemovalPayload = z.object({
  payerId: z.string(),
  preAuthorizations: z.array(z.object({ key: z.string(), providerId: z.nullable(z.string()) })),
});

/** Job that deactivates all cards of an erased user and releases the money that is held on them. */
const removeCardsJob: JobKind<z.infer<typeof CardRemovalPayload>> = {
  name: 'ordering/remove-cards',
  payload: CardRemovalPayload,
  clock: 'real',
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  personal: null,
};

interface PreAuthorizationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/** Calls the provider with a signal that aborts the call when the time is up. */
type AskProvider = Steps['ask'];

/** Functions of a request or a job that works in steps: calls of the provider and transactions. */
interface StepRunner {
  readonly ask: AskProvider;
  write(work: (tx: WriteTransaction) => Promise<void>): Promise<void>;
}

const askWithDeadline: AskProvider = (work) => work(AbortSignal.timeout(PROVIDER_DEADLINE_MS));

/** Keys with which the provider finds a pre-authorisation. */
type ProviderKeys = Pick<StoredPreAuthorization, 'key' | 'providerId'>;

const readStatus = (vault: CardVault, { key, providerId }: ProviderKeys, signal: AbortSignal) =>
  providerId === null ? vault.findPreAuthorization(key, signal) : vault.readPreAuthorization(providerId, signal);

const jobError = (error: ProviderError): JobError =>
  error.kind === 'unreachable' ? error : { kind: 'later', reason: error.code };

/** Releases the money that a pre-authorisation holds; succeeds if it holds none. */
const releaseHeldMoney = async (vault: CardVault, keys: ProviderKeys): Promise<Result<void, JobError>> => {
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const statusResult = await readStatus(vault, keys, signal);
  if (!statusResult.ok) return err(jobError(statusResult.error));
  if (statusResult.value?.state === 'PENDING') return err({ kind: 'later', reason: 'open' });
  if (statusResult.value === null || !statusResult.value.isHeld) return ok(undefined);
  const releaseResult = await vault.releasePreAuthorization(statusResult.value.id, signal);
  return releaseResult.ok ? ok(undefined) : err(jobError(releaseResult.error));
};

/** Deactivates a card unless it is inactive already. */
const deactivateCard = async (vault: CardVault, cardId: string): Promise<Result<void, JobError>> => {
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const card = await vault.findCard(cardId, signal);
  if (!card.ok) return err(jobError(card.error));
  if (card.value === null || !card.value.card.mangoPayData.Active) return ok(undefined);
  const deactivation = await vault.deactivateCard(cardId, signal);
  return deactivation.ok ? ok(undefined) : err(jobError(deactivation.error));
};

/** Result of a job if the deployment has no provider for cards. */
const noProviderResult: Result<never, JobError> = err({ kind: 'unreachable', reason: 'noProvider' });

/**
 * Creates the service for pre-authorisations of cards: it begins them, applies the provider's status, and ends those
 * that nobody finishes.
 */
export const createPreAuthorizations = ({ database, clock, jobs }: PreAuthorizationDeps, vault: CardVault | null) => {
  const enqueueEnd = (tx: WriteTransaction, key: string, dueAt?: number): Promise<void> =>
    jobs.enqueue(tx, endPreAuthorizationJob, { key, payload: { key }, ...(dueAt === undefined ? {} : { dueAt }) });

  /**
   * Stores the provider's status. The same transaction enqueues the job that releases held money and deactivates a card
   * that can't pay, so that a crash can't skip that work.
   */
  const storeStatus = async (
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
    const preAuthorizationRepository = createPreAuthorizationRepository(tx.knex);
    if (
      !(await preAuthorizationRepository.settle(key, { state, providerId: id, redirectUrl, returnUrl, code })) ||
      state === 'PENDING'
    )
      return;
    await enqueueEnd(tx, key);
    const row = await preAuthorizationRepository.find(key);
    // The first card that can pay becomes the user's default card.
    if (state === 'SUCCEEDED' && row?.isRemoved === false)
      await createPaymentUserRepository(tx.knex).changeDefaultCard(uid, cardId, null);
  };

  /**
   * Finds the id of another confirmed card of the owner with the same number and expiry date; null if there is none.
   */
  const findSameCardId = async (
    ask: AskProvider,
    cardVault: CardVault,
    { uid, card: ownCard }: { readonly uid: string; readonly card: OwnedCard },
  ): Promise<Result<string | null, ProviderError>> => {
    const sameCards = await ask((signal) => cardVault.findSameCards(ownCard, signal));
    if (!sameCards.ok) return sameCards;
    const [confirmedCard] = await filterConfirmedCards(database.knex, uid, sameCards.value);
    return ok(confirmedCard?.mangoPayData.Id ?? null);
  };

  /**
   * Removes a card from its owner's list. The same transaction enqueues the job that deactivates the card at the
   * provider.
   */
  const removeCard = async (tx: WriteTransaction, { key, cardId }: StoredPreAuthorization): Promise<void> => {
    await createPreAuthorizationRepository(tx.knex).markRemoved(cardId);
    await enqueueEnd(tx, key);
  };

  /**
   * Keeps only one of several confirmed cards that are the same card, registered in two tabs or again after a lost
   * response: the default card if it is among them, else one of the others. Write transactions run one after another,
   * so exactly one card stays.
   */
  const keepOneOfSameCards = async (
    { ask, write }: StepRunner,
    { key, uid, cardId }: StoredPreAuthorization,
    cardVault: CardVault,
  ): Promise<Result<void, ProviderError>> => {
    const preAuthorizations = await createPreAuthorizationRepository(database.knex).listOf(uid);
    if (
      !preAuthorizations.some(
        (otherPreAuthorization) => otherPreAuthorization.key !== key && isUsableCard(otherPreAuthorization),
      )
    )
      return ok(undefined);
    const ownCard = await ask((signal) => cardVault.findCard(cardId, signal));
    if (!ownCard.ok || ownCard.value === null) return ownCard.ok ? ok(undefined) : ownCard;
    const card = ownCard.value;
    const sameCards = await ask((signal) => cardVault.findSameCards(card, signal));
    if (!sameCards.ok) return sameCards;
    await write(async (tx) => {
      const users = createPaymentUserRepository(tx.knex);
      const storedRows = await createPreAuthorizationRepository(tx.knex).listOf(uid);
      const currentRow = storedRows.find((row) => row.key === key);
      const otherCards = (await filterConfirmedCards(tx.knex, uid, sameCards.value)).map(
        ({ mangoPayData: { Id } }) => Id,
      );
      const [otherCardId] = otherCards;
      if (currentRow === undefined || !isUsableCard(currentRow) || otherCardId === undefined) return;
      const rowsOfOthers = storedRows.filter((row) => otherCards.includes(row.cardId));
      const isDefaultCard = (await users.find(uid))?.mangoPayData.defaultCardId === cardId;
      if (isDefaultCard && rowsOfOthers.length === otherCards.length) {
        for (const row of rowsOfOthers) await removeCard(tx, row);
        return;
      }
      await removeCard(tx, currentRow);
      await users.changeDefaultCard(uid, otherCardId, cardId);
    });
    return ok(undefined);
  };

  const storeFailure = (tx: WriteTransaction, row: StoredPreAuthorization, code: string): Promise<void> =>
    storeStatus(tx, row, { state: 'FAILED', id: row.providerId, redirectUrl: null, returnUrl: null, code });

  /**
   * Asks the provider to begin an open pre-authorisation or to return its status. Returns null if the provider doesn't
   * know the pre-authorisation.
   */
  const askForStatus = (row: StoredPreAuthorization, cardVault: CardVault, signal: AbortSignal) => {
    const { key, cardId, providerId, request } = row;
    if (providerId !== null || request === null) return readStatus(cardVault, row, signal);
    return cardVault.preAuthorize({ key, cardId, ...request }, signal);
  };

  /** Returns the failure code of a pre-authorisation for which the provider has no status; null if it hasn't failed. */
  const failureOf = (
    row: StoredPreAuthorization,
    statusResult: Result<PreAuthorization | null, ProviderError>,
  ): string | null => {
    if (!statusResult.ok) return statusResult.error.kind === 'refused' ? statusResult.error.code : null;
    return statusResult.value === null && clock.realNow() - row.begunAt >= REQUEST_LOST_AFTER_MS
      ? REQUEST_NEVER_ARRIVED
      : null;
  };

  /**
   * Ends a pre-authorisation whose card can pay: releases the held money, and removes the card if its owner keeps the
   * same card under another id.
   */
  const endConfirmed = async (row: StoredPreAuthorization, cardVault: CardVault): Promise<Result<void, JobError>> => {
    const releaseResult = await releaseHeldMoney(cardVault, row);
    if (!releaseResult.ok) return releaseResult;
    const keepResult = await keepOneOfSameCards(
      { ask: askWithDeadline, write: (work) => database.write(work) },
      row,
      cardVault,
    );
    if (!keepResult.ok) return err(jobError(keepResult.error));
    const currentRow = await createPreAuthorizationRepository(database.knex).find(row.key);
    return currentRow?.isRemoved === true ? deactivateCard(cardVault, row.cardId) : ok(undefined);
  };

  const endPreAuthorization = async (key: string, cardVault: CardVault): Promise<Result<void, JobError>> => {
    const row = await createPreAuthorizationRepository(database.knex).find(key);
    // The row is missing because the user was erased; another job has deactivated the user's cards.
    if (row === null) return ok(undefined);
    const deactivation = row.isRemoved ? await deactivateCard(cardVault, row.cardId) : ok(undefined);
    if (!deactivation.ok) return deactivation;
    if (row.state === 'SUCCEEDED') return endConfirmed(row, cardVault);
    if (row.state === 'FAILED') return deactivateCard(cardVault, row.cardId);
    const statusResult = await readStatus(cardVault, row, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
    if (!statusResult.ok && statusResult.error.kind === 'unreachable') return err(statusResult.error);
    const failureCode = failureOf(row, statusResult);
    if (
      failureCode === null &&
      (!statusResult.ok || statusResult.value === null || statusResult.value.state === 'PENDING')
    )
      return err({ kind: 'later', reason: 'open' });
    // Storing the status enqueues this job again for the remaining work.
    await database.write(async (tx) => {
      if (failureCode !== null) await storeFailure(tx, row, failureCode);
      else if (statusResult.ok && statusResult.value !== null) await storeStatus(tx, row, statusResult.value);
    });
    return ok(undefined);
  };

  /**
   * Deactivates all cards of an erased user and releases all held money. If one step fails, the other steps still run.
   */
  const removeAllCards = async (
    { payerId, preAuthorizations }: z.infer<typeof CardRemovalPayload>,
    cardVault: CardVault,
  ): Promise<Result<void, JobError>> => {
    const cardsResult = await cardVault.listCards(payerId, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
    if (!cardsResult.ok) return err(jobError(cardsResult.error));
    const removalSteps = [
      ...cardsResult.value.map(
        ({ mangoPayData: { Id } }) =>
          () =>
            deactivateCard(cardVault, Id),
      ),
      ...preAuthorizations.map((keys) => () => releaseHeldMoney(cardVault, keys)),
    ];
    const deadlineSignal = AbortSignal.timeout(CARD_REMOVAL_DEADLINE_MS);
    let firstResult: Result<void, JobError> = ok(undefined);
    for (const removalStep of removalSteps) {
      if (deadlineSignal.aborted) return firstResult.ok ? err({ kind: 'later', reason: 'outOfTime' }) : firstResult;
      const stepResult = await removalStep();
      if (firstResult.ok) firstResult = stepResult;
    }
    return firstResult;
  };

  const endBoundJob: BoundJob = bindJob(endPreAuthorizationJob, ({ key }) =>
    vault === null ? Promise.resolve(noProviderResult) : endPreAuthorization(key, vault),
  );
  const removeCardsBoundJob: BoundJob = bindJob(removeCardsJob, (payload) =>
    vault === null ? Promise.resolve(noProviderResult) : removeAllCards(payload, vault),
  );

  return {
    /** Stores a new pre-authorisation, and enqueues a job that finishes the pre-authorisation if its request can't. */
    async insert(tx: WriteTransaction, row: StoredPreAuthorization): Promise<void> {
      await createPreAuthorizationRepository(tx.knex).insert(row);
      await enqueueEnd(tx, row.key, clock.realNow() + FIRST_CHECK_DELAY_MS);
    },

    /**
     * Takes an open pre-authorisation as far as possible: until it is final or waits for the bank or the owner. A
     * repeated call holds money only once.
     */
    async proceed(steps: Pick<Steps, 'ask' | 'write'>, row: StoredPreAuthorization): Promise<StoredPreAuthorization> {
      if (!isUndecided(row) || vault === null) return row;
      const statusResult = await steps.ask((signal) => askForStatus(row, vault, signal));
      await steps.write(async (tx) => {
        if (statusResult.ok && statusResult.value !== null) await storeStatus(tx, row, statusResult.value);
        else if (!statusResult.ok && statusResult.error.kind === 'refused')
          await storeFailure(tx, row, statusResult.error.code);
      });
      const settledRow = (await createPreAuthorizationRepository(database.knex).find(row.key)) ?? row;
      if (!isUsableCard(settledRow)) return settledRow;
      // If the provider doesn't respond now, the job that ends the pre-authorisation compares the cards again.
      await keepOneOfSameCards(steps, settledRow, vault);
      return (await createPreAuthorizationRepository(database.knex).find(row.key)) ?? settledRow;
    },

    findSame: findSameCardId,
    remove: removeCard,

    /**
     * Enqueues the job that asks the provider about a pre-authorisation. Runs after an event of the provider, if
     * `isAskAllowed` admits it.
     */
    async applyProviderStatus(providerId: string, isAskAllowed: (key: string) => Promise<boolean>): Promise<void> {
      const row = await createPreAuthorizationRepository(database.knex).findByProviderId(providerId);
      if (row !== null && isUndecided(row) && (await isAskAllowed(row.key)))
        await database.write((tx) => enqueueEnd(tx, row.key));
    },

    /** Enqueues the job that removes a user's cards at the provider, in the transaction that erases the user. */
    async leave(tx: WriteTransaction, uid: string): Promise<void> {
      const payer = await createPaymentUserRepository(tx.knex).find(uid);
      const preAuthorizationRepository = createPreAuthorizationRepository(tx.knex);
      const activeRows = (await preAuthorizationRepository.listOf(uid)).filter(({ state }) => state !== 'FAILED');
      if (payer !== null)
        await jobs.enqueue(tx, removeCardsJob, {
          payload: {
            payerId: payer.mangoPayData.Id,
            preAuthorizations: activeRows.map(({ key, providerId }) => ({ key, providerId })),
          },
        });
      await preAuthorizationRepository.forgetPerson(uid);
    },

    jobs: [endBoundJob, removeCardsBoundJob] satisfies readonly BoundJob[],
  };
};

/** Service for pre-authorisations of cards. */
export type PreAuthorizations = ReturnType<typeof createPreAuthorizations>;
