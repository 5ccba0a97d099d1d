import { CardBrand, createNaturalUser, finishCardRegistration, registerCard } from '@mahlzeit/contract';
import type { BrowserInfo, CardFinish, CardFinishAnswer, CardRegistration, Result } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { createListeners, parseStored, storedText, uidOf, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { createRuns, createStateMachine } from '../../state-machine';
import { cardRefusal } from '../payment-options';
import { POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { cardTypeOf } from './card-rules';
import { cardTransitions } from './card-transitions';
import type { CardEvent, CardNames, NewCard, RegistrationStep } from './card-transitions';
import { refreshCards, text } from './cards';
import { createDiscardedCards, isOutcomeUnknown } from './discarded-cards';
import { registerWithProvider } from './provider-call';
import type { SendToProvider } from './provider-call';

/** Registration of one card in one page. `get` and `subscribe` fit `useSyncExternalStore`. */
export interface CardRegistrationFlow {
  get(): RegistrationStep;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Registers a card; does nothing while another registration runs. */
  save(card: NewCard): void;
  /** Continues a registration that an earlier visit or an earlier page left unfinished. */
  resume(): void;
  /** Reports that the user has finished at the bank: in its frame, or on the bank's page outside of a frame. */
  onBankReturn(preAuthorizationId: string): void;
  /** Closes the bank's frame. */
  cancelBank(): void;
  /** Opens the bank's frame again. */
  goOn(): void;
  /** Asks the gateway again for the outcome. */
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
interface RegistrationFacts {
  card: NewCard | null;
  /** Registration that the gateway has opened with the provider. */
  registration: CardRegistration | null;
  /** Card that is registered with the provider; null when there is none yet. */
  openRegistration: OpenRegistration | null;
  /** Page of the owner's bank; null while its URL is unknown. */
  bankUrl: string | null;
  /** Id with which the bank's page has redirected back. */
  preAuthorizationId: string;
  failure: ApiError | null;
  /** Card that can be used; `isNamed`: the gateway's response contained the card's id. */
  success: { readonly cardId: string; readonly isNamed: boolean };
  /** Number of requests for the bank's decision up to now. */
  pollCount: number;
}

const waitingStep: RegistrationStep = { kind: 'waiting' };

const STEP_BY_NAME: Readonly<Record<CardNames['step'], (registrationFacts: RegistrationFacts) => RegistrationStep>> = {
  form: ({ failure }) => ({ kind: 'form', failure }),
  saving: () => ({ kind: 'saving' }),
  waiting: () => waitingStep,
  bank: ({ bankUrl }) => (bankUrl === null ? waitingStep : { kind: 'bank', url: bankUrl }),
  unclear: ({ bankUrl }) => ({ kind: 'unclear', bankUrl }),
  saved: ({ success }) => ({ kind: 'saved', cardId: success.cardId }),
};

/** Converts the response to a finish request into an event. */
const eventOfFinish = (answer: Result<CardFinishAnswer, ApiError>): CardEvent => {
  if (!answer.ok)
    return isOutcomeUnknown(answer.error) ? { type: 'unknown' } : { type: 'refused', failure: answer.error };
  const { Status, ResultCode, CardId, SecureModeRedirectURL } = answer.value;
  switch (Status) {
    case 'SUCCEEDED':
      return { type: 'succeeded', cardId: CardId };
    case 'FAILED':
      return { type: 'refused', failure: cardRefusal(ResultCode) };
    case 'CREATED':
      return { type: 'undecided', bankUrl: SecureModeRedirectURL };
  }
};

/** Creates the card registration for the current user of the page. */
export const createCardRegistration = (deps: RegistrationDeps): CardRegistrationFlow => {
  const { shell, uid, timers, storage } = deps;
  const { apiClient, session, store, clock } = shell;
  const listeners = createListeners({
    onFirst: () => holdReloadWhileBusy(),
    onLast() {
      machine.dispatch({ type: 'unseen' });
      holdReloadWhileBusy();
    },
  });
  const storedRegistration = storedText(storage, userStorageKey(uid, 'newCard'));
  const discardedCards = createDiscardedCards({ shell, uid, timers, storage });
  const runs = createRuns();
  const facts: RegistrationFacts = {
    card: null,
    registration: null,
    openRegistration: null,
    bankUrl: null,
    preAuthorizationId: '',
    failure: null,
    success: { cardId: '', isNamed: false },
    pollCount: 0,
  };
  let step: RegistrationStep = { kind: 'form', failure: null };
  let releaseReload = (): void => undefined;

  /**
   * Stops the page from reloading itself while the owner waits; while the card's data is being sent, even when no
   * component is subscribed.
   */
  const holdReloadWhileBusy = (): void => {
    releaseReload();
    const isUserWaiting =
      step.kind === 'saving' || (!listeners.isEmpty() && (step.kind === 'waiting' || step.kind === 'bank'));
    releaseReload = isUserWaiting ? shell.holdReload() : () => undefined;
  };
  const updateStep = (kind: CardNames['step']): void => {
    step = STEP_BY_NAME[kind](facts);
    holdReloadWhileBusy();
    listeners.emit();
  };
  const readOpenRegistration = (): OpenRegistration | null => {
    const parsedRegistration = z.safeParse(OpenRegistration, parseStored(storedRegistration.read()));
    return parsedRegistration.success ? parsedRegistration.data : null;
  };
  /** A06: returns whether the card's owner is still the user, because no user may continue with another user's card. */
  const isSameUser = (): boolean => uidOf(session.get()) === uid;
  const pause = async (ms: number): Promise<CardEvent> => {
    await new Promise<void>((resolve) => void timers.after(ms, resolve));
    return { type: 'due' };
  };

  /**
   * Sends the finish request. Without a clear response it repeats the request under the same idempotency key. Returns
   * null when a newer activity has replaced this one meanwhile.
   */
  const finishRegistration = async (body: CardFinish, run: number): Promise<CardEvent | null> => {
    const idempotencyKey = deps.createKey();
    for (let tryCount = 0; ; tryCount += 1) {
      const answer = await apiClient.call(finishCardRegistration, { body, idempotencyKey });
      const isRunCurrent = (): boolean => !runs.isSuperseded(run) && isSameUser();
      if (!isRunCurrent()) return null;
      const ms = REPEAT_PAUSES_MS[tryCount];
      if (answer.ok || !isOutcomeUnknown(answer.error) || ms === undefined) return eventOfFinish(answer);
      await pause(ms);
      if (!isRunCurrent()) return null;
    }
  };

  const guardByName: Readonly<Record<CardNames['guard'], (event: CardEvent) => boolean>> = {
    isOwn: isSameUser,
    isOwnWithNames: (event) => isSameUser() && event.type === 'save' && event.card.names !== null,
    registrationIsLeftOpen: () => readOpenRegistration() !== null && isSameUser(),
    namesBank: (event) => event.type === 'undecided' && event.bankUrl !== null,
    hasBankUrl: () => facts.bankUrl !== null,
    hasPollsLeft: () => facts.pollCount < POLL_PAUSES_MS.length,
  };

  const effectByName: Readonly<Record<CardNames['effect'], (event: CardEvent) => void>> = {
    noteCard(event) {
      if (event.type === 'save') facts.card = event.card;
    },
    noteRegistration(event) {
      if (event.type === 'tokenised' && facts.card !== null)
        facts.openRegistration = { cardId: event.cardId, brand: facts.card.brand };
    },
    noteBankUrl(event) {
      if (event.type === 'undecided') facts.bankUrl = event.bankUrl;
    },
    forgetBankUrl() {
      facts.bankUrl = null;
    },
    noteReturn(event) {
      if (event.type === 'bankReturned') facts.preAuthorizationId = event.preAuthorizationId;
      facts.openRegistration ??= readOpenRegistration();
    },
    noteFailure(event) {
      if (event.type === 'refused' || event.type === 'notRegistered') facts.failure = event.failure;
    },
    forgetFailure() {
      facts.failure = null;
    },
    noteSuccess(event) {
      if (event.type !== 'succeeded') return;
      facts.success = {
        cardId: event.cardId ?? facts.openRegistration?.cardId ?? '',
        isNamed: event.cardId !== undefined,
      };
      discardedCards.keepCard(facts.success.cardId);
    },
    storeRegistration: () => storedRegistration.write(JSON.stringify(facts.openRegistration)),
    openStoredRegistration() {
      facts.openRegistration = readOpenRegistration();
    },
    forgetRegistration() {
      [facts.openRegistration, facts.card, facts.registration] = [null, null, null];
      storedRegistration.remove();
    },
    discardCard() {
      const card = facts.openRegistration ?? readOpenRegistration();
      [facts.openRegistration, facts.card, facts.registration] = [null, null, null];
      storedRegistration.remove();
      if (card !== null) discardedCards.add(card.cardId);
    },
    startPolls() {
      facts.pollCount = 0;
    },
    reloadCards: () => void refreshCards(store),
    announce: () => shell.snackbar({ tone: 'success', text: text(facts.success.isNamed ? 'CardKept' : 'CardAdded') }),
  };

  const activityByName: Readonly<Record<CardNames['activity'], (run: number) => Promise<CardEvent | null>>> = {
    async sendNames() {
      const names = facts.card?.names ?? null;
      if (names === null) return { type: 'named' };
      const answer = await apiClient.call(createNaturalUser, { body: names });
      return answer.ok ? { type: 'named' } : { type: 'refused', failure: answer.error };
    },
    async openRegistration() {
      if (facts.card === null) return null;
      const answer = await apiClient.call(registerCard, { body: { cardType: cardTypeOf(facts.card.brand) } });
      if (!answer.ok) return { type: 'notRegistered', failure: answer.error };
      facts.registration = answer.value;
      return { type: 'registered' };
    },
    async sendCardToProvider() {
      const { card, registration } = facts;
      if (card === null || registration === null) return null;
      const registrationResult = await registerWithProvider(deps.send, registration, card.data);
      return registrationResult.ok
        ? { type: 'tokenised', cardId: registrationResult.value }
        : { type: 'refused', failure: cardRefusal(registrationResult.error) };
    },
    finish(run) {
      const { openRegistration } = facts;
      const card =
        openRegistration === null ? {} : { cardId: openRegistration.cardId, cardTypeAlias: openRegistration.brand };
      return finishRegistration({ ...card, browserInfo: deps.browserInfo(clock.now()) }, run);
    },
    confirm: (run) => finishRegistration({ preAuthorizationId: facts.preAuthorizationId }, run),
    pauseAfterBank: () => pause(RETURN_DELAY_MS),
    pausePoll() {
      const ms = POLL_PAUSES_MS[facts.pollCount] ?? 0;
      facts.pollCount += 1;
      return pause(ms);
    },
    async loadCards() {
      await refreshCards(store);
      return { type: 'listed' };
    },
  };

  const machine = createStateMachine<CardNames, CardEvent>({
    transitions: cardTransitions,
    initial: 'form',
    runs,
    guards: guardByName,
    effects: effectByName,
    activities: activityByName,
    showStep: updateStep,
    mayContinue: isSameUser,
  });

  discardedCards.resume();
  return {
    get: () => step,
    subscribe: listeners.add,
    save: (card) => machine.dispatch({ type: 'save', card }),
    resume: () => machine.dispatch({ type: 'resume' }),
    onBankReturn: (preAuthorizationId) => machine.dispatch({ type: 'bankReturned', preAuthorizationId }),
    cancelBank: () => machine.dispatch({ type: 'bankLeft' }),
    goOn: () => machine.dispatch({ type: 'goOn' }),
    check: () => machine.dispatch({ type: 'check' }),
    discard: () => machine.dispatch({ type: 'discard' }),
  };
};
