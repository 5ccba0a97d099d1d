import { CardBrand, createNaturalUser, finishCardRegistration, registerCard } from '@mahlzeit/contract';
import type { BrowserInfo, CardFinish, CardFinishAnswer, CardRegistration, Result } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { createListeners, parseStored, createStoredText, uidOf, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { createActivityRuns, createStateMachine } from '../../state-machine';
import { cardRefusalError } from '../payment-options';
import { POLL_PAUSES_MS, REQUEST_REPEAT_PAUSES_MS, BANK_RETURN_DELAY_MS } from '../providers';
import { cardTypeOf } from './card-rules';
import { cardTransitions } from './card-transitions';
import type { CardEvent, CardMachineNames, NewCard, RegistrationStep } from './card-transitions';
import { refreshCards, text } from './cards';
import { createDiscardedCards, isOutcomeUnknown } from './discarded-cards';
import { registerWithProvider } from './provider-call';
import type { SendToProvider } from './provider-call';

/** Registration of one payment card in one page. `get` and `subscribe` fit React's `useSyncExternalStore`. */
export interface CardRegistrationFlow {
  get(): RegistrationStep;
  /** Calls the listener when the step changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Registers a payment card; does nothing while another registration runs. */
  save(card: NewCard): void;
  /** Continues a card registration that an earlier visit or page left unfinished. */
  resume(): void;
  /** Reports that the user has finished on the bank's page, in an iframe or outside of one. */
  onBankReturn(preAuthorizationId: string): void;
  /** Closes the bank's iframe and asks the gateway for the outcome of the registration. */
  cancelBank(): void;
  /** Opens the bank's iframe again, if the URL of the bank's page is known. */
  goOn(): void;
  /** Asks the gateway again for the outcome of the registration. */
  check(): void;
  /** Discards the card: nothing was charged, and the card appears in no list, even if its bank approves it later. */
  discard(): void;
}

interface RegistrationDeps {
  readonly shell: ShellApi;
  /** User id of the card's owner. */
  readonly uid: string;
  readonly timers: Timers;
  readonly storage: BrowserStorage;
  readonly send: SendToProvider;
  createKey(): string;
  browserInfo(now: number): BrowserInfo;
}

/**
 * Card that is registered with the provider, but that its owner can't use yet. It contains no part of the card number.
 */
const OpenRegistration = z.object({ cardId: z.string(), brand: CardBrand });
type OpenRegistration = z.infer<typeof OpenRegistration>;

/** Data that a registration collects while it moves through the states of the transition table. */
interface RegistrationContext {
  card: NewCard | null;
  /** Registration that the gateway has opened with the provider. */
  registration: CardRegistration | null;
  /** Card that is registered with the provider; null when there is none yet. */
  openRegistration: OpenRegistration | null;
  /** URL of the page of the owner's bank; null while it is unknown. */
  bankUrl: string | null;
  /** Id of the pre-authorisation, which the bank's page adds to the URL when it returns to the app. */
  preAuthorizationId: string;
  failure: ApiError | null;
  /** Card with which the owner can pay. `isNamed` tells whether the gateway's response contained the card's id. */
  success: { readonly cardId: string; readonly isNamed: boolean };
  /** Number of requests so far that asked for the bank's decision. */
  pollCount: number;
}

const WAITING_STEP: RegistrationStep = { kind: 'waiting' };

const STEP_BY_NAME: Readonly<
  Record<CardMachineNames['step'], (registrationFacts: RegistrationContext) => RegistrationStep>
> = {
  form: ({ failure }) => ({ kind: 'form', failure }),
  saving: () => ({ kind: 'saving' }),
  waiting: () => WAITING_STEP,
  bank: ({ bankUrl }) => (bankUrl === null ? WAITING_STEP : { kind: 'bank', url: bankUrl }),
  unclear: ({ bankUrl }) => ({ kind: 'unclear', bankUrl }),
  saved: ({ success }) => ({ kind: 'saved', cardId: success.cardId }),
};

/** Converts the response to a finish request into an event. */
const cardEventOfFinish = (answer: Result<CardFinishAnswer, ApiError>): CardEvent => {
  if (!answer.ok)
    return isOutcomeUnknown(answer.error) ? { type: 'unknown' } : { type: 'refused', failure: answer.error };
  const { Status, ResultCode, CardId, SecureModeRedirectURL } = answer.value;
  switch (Status) {
    case 'SUCCEEDED':
      return { type: 'succeeded', cardId: CardId };
    case 'FAILED':
      return { type: 'refused', failure: cardRefusalError(ResultCode) };
    case 'CREATED':
      return { type: 'undecided', bankUrl: SecureModeRedirectURL };
  }
};

/**
 * Creates the card registration for the user who is logged in now. After another user has logged in, results of its
 * requests are ignored (A06).
 */
export const createCardRegistration = (registrationDeps: RegistrationDeps): CardRegistrationFlow => {
  const { shell, uid, timers, storage } = registrationDeps;
  const { apiClient, session, store, clock } = shell;
  const stepListeners = createListeners({
    onFirst: () => holdReloadWhileBusy(),
    onLast() {
      stateMachine.dispatch({ type: 'unseen' });
      holdReloadWhileBusy();
    },
  });
  const storedRegistration = createStoredText(storage, userStorageKey(uid, 'newCard'));
  const discardedCards = createDiscardedCards({ shell, uid, timers, storage });
  const activityRuns = createActivityRuns();
  const registrationContext: RegistrationContext = {
    card: null,
    registration: null,
    openRegistration: null,
    bankUrl: null,
    preAuthorizationId: '',
    failure: null,
    success: { cardId: '', isNamed: false },
    pollCount: 0,
  };
  let registrationStep: RegistrationStep = { kind: 'form', failure: null };
  let releaseHeldReload = (): void => undefined;

  /**
   * Stops the page from reloading itself while the owner waits for an outcome, and while the card's data is being sent
   * even if no component is subscribed.
   */
  const holdReloadWhileBusy = (): void => {
    releaseHeldReload();
    const isUserWaiting =
      registrationStep.kind === 'saving' ||
      (!stepListeners.isEmpty() && (registrationStep.kind === 'waiting' || registrationStep.kind === 'bank'));
    releaseHeldReload = isUserWaiting ? shell.holdReload() : () => undefined;
  };
  const updateRegistrationStep = (stepName: CardMachineNames['step']): void => {
    registrationStep = STEP_BY_NAME[stepName](registrationContext);
    holdReloadWhileBusy();
    stepListeners.emit();
  };
  const readOpenRegistration = (): OpenRegistration | null => {
    const parsedRegistration = z.safeParse(OpenRegistration, parseStored(storedRegistration.read()));
    return parsedRegistration.success ? parsedRegistration.data : null;
  };
  /** A06: returns whether the card's owner is still the user, because no user may continue with another user's card. */
  const isSameUser = (): boolean => uidOf(session.get()) === uid;
  const pauseFor = async (pauseMs: number): Promise<CardEvent> => {
    await new Promise<void>((resolve) => void timers.after(pauseMs, resolve));
    return { type: 'due' };
  };

  /**
   * Sends the finish request. Without a clear response it repeats the request under the same idempotency key, as long
   * as the card's owner uses the page and no newer activity has replaced this one.
   */
  const finishRegistration = async (finishBody: CardFinish, runNumber: number): Promise<CardEvent> => {
    const idempotencyKey = registrationDeps.createKey();
    for (let attemptCount = 0; ; attemptCount += 1) {
      const answer = await apiClient.call(finishCardRegistration, { body: finishBody, idempotencyKey });
      const pauseMs = REQUEST_REPEAT_PAUSES_MS[attemptCount];
      if (answer.ok || !isOutcomeUnknown(answer.error) || pauseMs === undefined) return cardEventOfFinish(answer);
      await pauseFor(pauseMs);
      if (activityRuns.isSuperseded(runNumber) || !isSameUser()) return cardEventOfFinish(answer);
    }
  };

  /** Removes the card from the memory of this page. An unfinished registration stays stored. */
  const dropCard = (): void => {
    registrationContext.card = null;
    registrationContext.registration = null;
    registrationContext.openRegistration = null;
  };

  const guardByName: Readonly<Record<CardMachineNames['guard'], (event: CardEvent) => boolean>> = {
    isOwn: isSameUser,
    isOwnWithNames: (event) => isSameUser() && event.type === 'save' && event.card.names !== null,
    registrationIsLeftOpen: () => readOpenRegistration() !== null && isSameUser(),
    namesBank: (event) => event.type === 'undecided' && event.bankUrl !== null,
    hasBankUrl: () => registrationContext.bankUrl !== null,
    hasPollsLeft: () => registrationContext.pollCount < POLL_PAUSES_MS.length,
  };

  const effectByName: Readonly<Record<CardMachineNames['effect'], (event: CardEvent) => void>> = {
    noteCard(event) {
      if (event.type === 'save') registrationContext.card = event.card;
    },
    noteRegistration(event) {
      if (event.type === 'tokenised' && registrationContext.card !== null)
        registrationContext.openRegistration = { cardId: event.cardId, brand: registrationContext.card.brand };
    },
    noteBankUrl(event) {
      if (event.type === 'undecided') registrationContext.bankUrl = event.bankUrl;
    },
    forgetBankUrl() {
      registrationContext.bankUrl = null;
    },
    noteReturn(event) {
      if (event.type === 'bankReturned') registrationContext.preAuthorizationId = event.preAuthorizationId;
      registrationContext.openRegistration ??= readOpenRegistration();
    },
    noteFailure(event) {
      if (event.type === 'refused' || event.type === 'notRegistered') registrationContext.failure = event.failure;
    },
    forgetFailure() {
      registrationContext.failure = null;
    },
    noteSuccess(event) {
      if (event.type !== 'succeeded') return;
      registrationContext.success = {
        cardId: event.cardId ?? registrationContext.openRegistration?.cardId ?? '',
        isNamed: event.cardId !== undefined,
      };
      discardedCards.keepCard(registrationContext.success.cardId);
    },
    storeRegistration: () => storedRegistration.write(JSON.stringify(registrationContext.openRegistration)),
    openStoredRegistration() {
      registrationContext.openRegistration = readOpenRegistration();
    },
    forgetRegistration() {
      dropCard();
      storedRegistration.remove();
    },
    dropCard,
    discardCard() {
      const card = registrationContext.openRegistration ?? readOpenRegistration();
      dropCard();
      storedRegistration.remove();
      if (card !== null) discardedCards.add(card.cardId);
    },
    startPolls() {
      registrationContext.pollCount = 0;
    },
    reloadCards: () => void refreshCards(store),
    announce: () =>
      shell.snackbar({ tone: 'success', text: text(registrationContext.success.isNamed ? 'CardKept' : 'CardAdded') }),
  };

  const activityByName: Readonly<
    Record<CardMachineNames['activity'], (runNumber: number) => Promise<CardEvent | null>>
  > = {
    async sendNames() {
      const payerNames = registrationContext.card?.names ?? null;
      if (payerNames === null) return { type: 'named' };
      const answer = await apiClient.call(createNaturalUser, { body: payerNames });
      return answer.ok ? { type: 'named' } : { type: 'refused', failure: answer.error };
    },
    async openRegistration() {
      if (registrationContext.card === null) return null;
      const answer = await apiClient.call(registerCard, {
        body: { cardType: cardTypeOf(registrationContext.card.brand) },
      });
      if (!answer.ok) return { type: 'notRegistered', failure: answer.error };
      registrationContext.registration = answer.value;
      return { type: 'registered' };
    },
    async sendCardToProvider() {
      const { card, registration } = registrationContext;
      if (card === null || registration === null) return null;
      const providerResult = await registerWithProvider(registrationDeps.send, registration, card.data);
      return providerResult.ok
        ? { type: 'tokenised', cardId: providerResult.value }
        : { type: 'refused', failure: cardRefusalError(providerResult.error) };
    },
    finish(runNumber) {
      const { openRegistration } = registrationContext;
      const card =
        openRegistration === null ? {} : { cardId: openRegistration.cardId, cardTypeAlias: openRegistration.brand };
      return finishRegistration({ ...card, browserInfo: registrationDeps.browserInfo(clock.now()) }, runNumber);
    },
    confirm: (runNumber) =>
      finishRegistration({ preAuthorizationId: registrationContext.preAuthorizationId }, runNumber),
    pauseAfterBank: () => pauseFor(BANK_RETURN_DELAY_MS),
    pausePoll() {
      const pauseMs = POLL_PAUSES_MS[registrationContext.pollCount] ?? 0;
      registrationContext.pollCount += 1;
      return pauseFor(pauseMs);
    },
    async loadCards() {
      await refreshCards(store);
      return { type: 'listed' };
    },
  };

  const stateMachine = createStateMachine<CardMachineNames, CardEvent>({
    transitions: cardTransitions,
    initial: 'form',
    runs: activityRuns,
    guards: guardByName,
    effects: effectByName,
    activities: activityByName,
    showStep: updateRegistrationStep,
    eventOfResult: (result) => (isSameUser() ? result : { type: 'ownerLeft' }),
  });

  discardedCards.resume();
  return {
    get: () => registrationStep,
    subscribe: stepListeners.add,
    save: (card) => stateMachine.dispatch({ type: 'save', card }),
    resume: () => stateMachine.dispatch({ type: 'resume' }),
    onBankReturn: (preAuthorizationId) => stateMachine.dispatch({ type: 'bankReturned', preAuthorizationId }),
    cancelBank: () => stateMachine.dispatch({ type: 'bankLeft' }),
    goOn: () => stateMachine.dispatch({ type: 'goOn' }),
    check: () => stateMachine.dispatch({ type: 'check' }),
    discard: () => stateMachine.dispatch({ type: 'discard' }),
  };
};
