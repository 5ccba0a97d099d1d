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

/** Timeout in milliseconds of a request that a job sends to the payment provider. */
const PROVIDER_DEADLINE_MS = 10_000;

/** Time in milliseconds after which a job begins no further step. A job must end within a minute. */
const CARD_REMOVAL_DEADLINE_MS = 40_000;

/** Time in milliseconds after which a job checks a card's pre-authorisation that no request has finished. */
const FIRST_CHECK_DELAY_MS = 2 * 60_000;

/** Time in milliseconds after which a request can't be on its way to the provider any more. */
const REQUEST_LOST_AFTER_MS = 2 * 60_000;

/**
 * Time in milliseconds after which a job gives up a pre-authorisation. By then the bank has released the held money by
 * itself, because banks do so after seven days (A.6).
 */
const GIVE_UP_AFTER_MS = 8 * 24 * 60 * 60_000;

const PreAuthorizationEndPayload = z.object({ key: z.string() });

/**
 * Job that ends the pre-authorisation of a card: it reads the status, releases held money and deactivates a card that
 * can't pay.
 */
const endPreAuthorizationJob: JobKind<z.infer<typeof PreAuthorizationEndPayload>> = {
  name: 'ordering/end-pre-authorization',
  payload: PreAuthorizationEndPayload,
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
  /** Runs in the transaction from which on a new card can pay for orders. */
  readonly onCardAdded: (tx: WriteTransaction, card: Pick<StoredPreAuthorization, 'uid' | 'brand'>) => Promise<void>;
}

/** Type of the function that calls the provider with a signal, which aborts the call when the time is up. */
type AskProvider = Steps['ask'];

/** Functions of a request or a job that works in steps: calls of the provider and transactions. */
interface StepRunner {
  readonly ask: AskProvider;
  write(work: (tx: WriteTransaction) => Promise<void>): Promise<void>;
}

const askWithDeadline: AskProvider = (providerWork) => providerWork(AbortSignal.timeout(PROVIDER_DEADLINE_MS));

/** Keys with which the provider finds a pre-authorisation. */
type ProviderPreAuthorizationKeys = Pick<StoredPreAuthorization, 'key' | 'providerId'>;

const readStatus = (vault: CardVault, { key, providerId }: ProviderPreAuthorizationKeys, signal: AbortSignal) =>
  providerId === null ? vault.findPreAuthorization(key, signal) : vault.readPreAuthorization(providerId, signal);

const jobErrorOf = (error: ProviderError): JobError =>
  error.kind === 'unreachable' ? error : { kind: 'later', reason: error.code };

/** Releases the money that a pre-authorisation holds; succeeds if it holds none. */
const releaseHeldMoney = async (
  vault: CardVault,
  providerKeys: ProviderPreAuthorizationKeys,
): Promise<Result<void, JobError>> => {
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const statusResult = await readStatus(vault, providerKeys, signal);
  if (!statusResult.ok) return err(jobErrorOf(statusResult.error));
  if (statusResult.value?.state === 'PENDING') return err({ kind: 'later', reason: 'open' });
  if (statusResult.value === null || !statusResult.value.isHeld) return ok(undefined);
  const releaseResult = await vault.releasePreAuthorization(statusResult.value.id, signal);
  return releaseResult.ok ? ok(undefined) : err(jobErrorOf(releaseResult.error));
};

/** Deactivates a card at the provider unless it is inactive already. */
const deactivateCard = async (vault: CardVault, cardId: string): Promise<Result<void, JobError>> => {
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const card = await vault.findCard(cardId, signal);
  if (!card.ok) return err(jobErrorOf(card.error));
  if (card.value === null || !card.value.card.mangoPayData.Active) return ok(undefined);
  const deactivationResult = await vault.deactivateCard(cardId, signal);
  return deactivationResult.ok ? ok(undefined) : err(jobErrorOf(deactivationResult.error));
};

/** Result of a job if the deployment has no provider for cards. */
const noProviderResult: Result<never, JobError> = err({ kind: 'unreachable', reason: 'noProvider' });

/**
 * Creates the service for pre-authorisations of cards: it begins them, applies the provider's status, and ends those
 * that nobody finishes.
 */
export const createPreAuthorizations = (
  { database, clock, jobs, onCardAdded }: PreAuthorizationDeps,
  vault: CardVault | null,
) => {
  const enqueueEndJob = (tx: WriteTransaction, preAuthorizationKey: string, dueAt?: number): Promise<void> =>
    jobs.enqueue(tx, endPreAuthorizationJob, {
      key: preAuthorizationKey,
      payload: { key: preAuthorizationKey },
      ...(dueAt === undefined ? {} : { dueAt }),
    });

  /**
   * Stores the status of a pre-authorisation that the provider reports. The same transaction enqueues the job that
   * releases held money and deactivates a card that can't pay, so that a crash can't skip that work.
   */
  const storeStatus = async (
    tx: WriteTransaction,
    { key, uid, cardId, brand }: StoredPreAuthorization,
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
    await enqueueEndJob(tx, key);
    const storedPreAuthorization = await preAuthorizationRepository.find(key);
    if (state !== 'SUCCEEDED' || storedPreAuthorization?.isRemoved !== false) return;
    // Makes the card the user's default card if it is the user's first card that can pay.
    await createPaymentUserRepository(tx.knex).changeDefaultCard(uid, cardId, null);
    await onCardAdded(tx, { uid, brand });
  };

  /**
   * Finds the id of another confirmed card of the owner with the same number and expiry date; null if there is none.
   */
  const findSameCardId = async (
    askProvider: AskProvider,
    cardVault: CardVault,
    { uid, card: ownCard }: { readonly uid: string; readonly card: OwnedCard },
  ): Promise<Result<string | null, ProviderError>> => {
    const sameCards = await askProvider((signal) => cardVault.findSameCards(ownCard, signal));
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
    await enqueueEndJob(tx, key);
  };

  /**
   * Keeps only one entry of a card that was registered several times, in two tabs or again after a lost response: the
   * default card if it is among them, else one of the others. Write transactions run one after another, so exactly one
   * card stays.
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
      const paymentUserRepository = createPaymentUserRepository(tx.knex);
      const storedRows = await createPreAuthorizationRepository(tx.knex).listOf(uid);
      const currentRow = storedRows.find((storedPreAuthorization) => storedPreAuthorization.key === key);
      const otherCards = (await filterConfirmedCards(tx.knex, uid, sameCards.value)).map(
        ({ mangoPayData: { Id } }) => Id,
      );
      const [otherCardId] = otherCards;
      if (currentRow === undefined || !isUsableCard(currentRow) || otherCardId === undefined) return;
      const rowsOfOthers = storedRows.filter((storedPreAuthorization) =>
        otherCards.includes(storedPreAuthorization.cardId),
      );
      const isDefaultCard = (await paymentUserRepository.find(uid))?.mangoPayData.defaultCardId === cardId;
      if (isDefaultCard && rowsOfOthers.length === otherCards.length) {
        for (const storedPreAuthorization of rowsOfOthers) await removeCard(tx, storedPreAuthorization);
        return;
      }
      await removeCard(tx, currentRow);
      await paymentUserRepository.changeDefaultCard(uid, otherCardId, cardId);
    });
    return ok(undefined);
  };

  const storeFailure = (
    tx: WriteTransaction,
    storedPreAuthorization: StoredPreAuthorization,
    storedFailureCode: string,
  ): Promise<void> =>
    storeStatus(tx, storedPreAuthorization, {
      state: 'FAILED',
      id: storedPreAuthorization.providerId,
      redirectUrl: null,
      returnUrl: null,
      code: storedFailureCode,
    });

  /**
   * Requests from the provider to begin an open pre-authorisation or to return its status. Returns null if the provider
   * doesn't know the pre-authorisation.
   */
  const askForStatus = (storedPreAuthorization: StoredPreAuthorization, cardVault: CardVault, signal: AbortSignal) => {
    const { key, cardId, providerId, request } = storedPreAuthorization;
    if (providerId !== null || request === null) return readStatus(cardVault, storedPreAuthorization, signal);
    return cardVault.preAuthorize({ key, cardId, ...request }, signal);
  };

  /** Returns the failure code of a pre-authorisation for which the provider has no status; null if it hasn't failed. */
  const failureCodeOf = (
    storedPreAuthorization: StoredPreAuthorization,
    statusResult: Result<PreAuthorization | null, ProviderError>,
  ): string | null => {
    if (!statusResult.ok) return statusResult.error.kind === 'refused' ? statusResult.error.code : null;
    return statusResult.value === null && clock.realNow() - storedPreAuthorization.begunAt >= REQUEST_LOST_AFTER_MS
      ? REQUEST_NEVER_ARRIVED
      : null;
  };

  /**
   * Ends a pre-authorisation whose card can pay: releases the held money, and removes the card if its owner keeps the
   * same card under another id.
   */
  const endConfirmed = async (
    storedPreAuthorization: StoredPreAuthorization,
    cardVault: CardVault,
  ): Promise<Result<void, JobError>> => {
    const releaseResult = await releaseHeldMoney(cardVault, storedPreAuthorization);
    if (!releaseResult.ok) return releaseResult;
    const keepOneResult = await keepOneOfSameCards(
      { ask: askWithDeadline, write: (transactionWork) => database.write(transactionWork) },
      storedPreAuthorization,
      cardVault,
    );
    if (!keepOneResult.ok) return err(jobErrorOf(keepOneResult.error));
    const currentRow = await createPreAuthorizationRepository(database.knex).find(storedPreAuthorization.key);
    return currentRow?.isRemoved === true ? deactivateCard(cardVault, storedPreAuthorization.cardId) : ok(undefined);
  };

  const endPreAuthorization = async (
    preAuthorizationKey: string,
    cardVault: CardVault,
  ): Promise<Result<void, JobError>> => {
    const storedPreAuthorization = await createPreAuthorizationRepository(database.knex).find(preAuthorizationKey);
    // Ends the job for a missing row: the user was erased, and another job has deactivated the user's cards.
    if (storedPreAuthorization === null) return ok(undefined);
    const deactivationResult = storedPreAuthorization.isRemoved
      ? await deactivateCard(cardVault, storedPreAuthorization.cardId)
      : ok(undefined);
    if (!deactivationResult.ok) return deactivationResult;
    if (storedPreAuthorization.state === 'SUCCEEDED') return endConfirmed(storedPreAuthorization, cardVault);
    if (storedPreAuthorization.state === 'FAILED') return deactivateCard(cardVault, storedPreAuthorization.cardId);
    const statusResult = await readStatus(cardVault, storedPreAuthorization, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
    if (!statusResult.ok && statusResult.error.kind === 'unreachable') return err(statusResult.error);
    const failureCode = failureCodeOf(storedPreAuthorization, statusResult);
    if (
      failureCode === null &&
      (!statusResult.ok || statusResult.value === null || statusResult.value.state === 'PENDING')
    )
      return err({ kind: 'later', reason: 'open' });
    // Stores the status, which also enqueues this job again for the remaining work.
    await database.write(async (tx) => {
      if (failureCode !== null) await storeFailure(tx, storedPreAuthorization, failureCode);
      else if (statusResult.ok && statusResult.value !== null)
        await storeStatus(tx, storedPreAuthorization, statusResult.value);
    });
    return ok(undefined);
  };

  /**
   * Deactivates all cards of an erased user at the provider and releases all held money. If one step fails, the other
   * steps still run.
   */
  const removeAllCards = async (
    { payerId, preAuthorizations }: z.infer<typeof CardRemovalPayload>,
    cardVault: CardVault,
  ): Promise<Result<void, JobError>> => {
    const cardsResult = await cardVault.listCards(payerId, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
    if (!cardsResult.ok) return err(jobErrorOf(cardsResult.error));
    const removalSteps = [
      ...cardsResult.value.map(
        ({ mangoPayData: { Id } }) =>
          () =>
            deactivateCard(cardVault, Id),
      ),
      ...preAuthorizations.map((heldPreAuthorization) => () => releaseHeldMoney(cardVault, heldPreAuthorization)),
    ];
    const deadlineSignal = AbortSignal.timeout(CARD_REMOVAL_DEADLINE_MS);
    let combinedResult: Result<void, JobError> = ok(undefined);
    for (const removalStep of removalSteps) {
      if (deadlineSignal.aborted)
        return combinedResult.ok ? err({ kind: 'later', reason: 'outOfTime' }) : combinedResult;
      const stepResult = await removalStep();
      if (combinedResult.ok) combinedResult = stepResult;
    }
    return combinedResult;
  };

  const endBoundJob: BoundJob = bindJob(endPreAuthorizationJob, ({ key }) =>
    vault === null ? Promise.resolve(noProviderResult) : endPreAuthorization(key, vault),
  );
  const removeCardsBoundJob: BoundJob = bindJob(removeCardsJob, (removalPayload) =>
    vault === null ? Promise.resolve(noProviderResult) : removeAllCards(removalPayload, vault),
  );

  return {
    /** Stores a new pre-authorisation of a card, and enqueues a job that finishes it if the request can't. */
    async insert(tx: WriteTransaction, storedPreAuthorization: StoredPreAuthorization): Promise<void> {
      await createPreAuthorizationRepository(tx.knex).insert(storedPreAuthorization);
      await enqueueEndJob(tx, storedPreAuthorization.key, clock.realNow() + FIRST_CHECK_DELAY_MS);
    },

    /**
     * Continues an open pre-authorisation as far as possible: until it is final or waits for the bank or the owner. A
     * repeated call holds money only once.
     */
    async proceed(
      steps: Pick<Steps, 'ask' | 'write'>,
      storedPreAuthorization: StoredPreAuthorization,
    ): Promise<StoredPreAuthorization> {
      if (!isUndecided(storedPreAuthorization) || vault === null) return storedPreAuthorization;
      const statusResult = await steps.ask((signal) => askForStatus(storedPreAuthorization, vault, signal));
      await steps.write(async (tx) => {
        if (statusResult.ok && statusResult.value !== null)
          await storeStatus(tx, storedPreAuthorization, statusResult.value);
        else if (!statusResult.ok && statusResult.error.kind === 'refused')
          await storeFailure(tx, storedPreAuthorization, statusResult.error.code);
      });
      const settledRow =
        (await createPreAuthorizationRepository(database.knex).find(storedPreAuthorization.key)) ??
        storedPreAuthorization;
      if (!isUsableCard(settledRow)) return settledRow;
      // Removes duplicates of the card. If the provider doesn't respond now, the job that ends the pre-authorisation
      // compares the cards again.
      await keepOneOfSameCards(steps, settledRow, vault);
      return (await createPreAuthorizationRepository(database.knex).find(storedPreAuthorization.key)) ?? settledRow;
    },

    findSame: findSameCardId,
    remove: removeCard,

    /**
     * Enqueues the job that reads a pre-authorisation's status at the provider. Called for an event of the provider;
     * does nothing unless `isAskAllowed` returns true.
     */
    async applyProviderStatus(providerId: string, isAskAllowed: (key: string) => Promise<boolean>): Promise<void> {
      const storedPreAuthorization = await createPreAuthorizationRepository(database.knex).findByProviderId(providerId);
      if (
        storedPreAuthorization !== null &&
        isUndecided(storedPreAuthorization) &&
        (await isAskAllowed(storedPreAuthorization.key))
      )
        await database.write((tx) => enqueueEndJob(tx, storedPreAuthorization.key));
    },

    /** Enqueues the job that removes a user's cards at the provider, in the transaction that erases the user. */
    async leave(tx: WriteTransaction, uid: string): Promise<void> {
      const payingUser = await createPaymentUserRepository(tx.knex).find(uid);
      const preAuthorizationRepository = createPreAuthorizationRepository(tx.knex);
      const activeRows = (await preAuthorizationRepository.listOf(uid)).filter(({ state }) => state !== 'FAILED');
      if (payingUser !== null)
        await jobs.enqueue(tx, removeCardsJob, {
          payload: {
            payerId: payingUser.mangoPayData.Id,
            preAuthorizations: activeRows.map(({ key, providerId }) => ({ key, providerId })),
          },
        });
      await preAuthorizationRepository.forgetPerson(uid);
    },

    jobs: [endBoundJob, removeCardsBoundJob] satisfies readonly BoundJob[],
  };
};

export type PreAuthorizations = ReturnType<typeof createPreAuthorizations>;
