import { CardBrand, createNaturalUser, finishCardRegistration, registerCard } from '@mahlzeit/contract';
import type { BrowserInfo, CardFinish, CardFinishAnswer, NaturalUserForm, Result } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, storedText, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { POLL_PAUSES_MS, refusedBy, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { cardTypeOf } from './card-rules';
import type { RegistrableBrand } from './card-rules';
import { refreshCards, text } from './cards';
import { createDiscardedCards, isUnknown } from './discarded-cards';
import { registerWithProvider } from './provider-call';
import type { CardData, SendToProvider } from './provider-call';

/** What the owner of a new card is shown. */
export type RegistrationStep =
  /** The form, and why it was not taken. */
  | { readonly kind: 'form'; readonly failure: ApiError | null }
  /** The card is on its way; the form stays as it is. */
  | { readonly kind: 'saving' }
  /** Somebody is being asked how it stands. */
  | { readonly kind: 'waiting' }
  /** The bank asks the owner, in a frame. */
  | { readonly kind: 'bank'; readonly url: string }
  /** Nobody knows. `bankUrl`: where the owner can still decide. */
  | { readonly kind: 'unclear'; readonly bankUrl: string | null }
  | { readonly kind: 'saved'; readonly cardId: string };

/** A card as its owner hands it over; `names` before the first one. */
export interface NewCard {
  readonly brand: RegistrableBrand;
  readonly data: CardData;
  readonly names: NaturalUserForm | null;
}

/** The registration of one card in one page. Fits `useSyncExternalStore`. */
export interface CardRegistrationFlow {
  get(): RegistrationStep;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Registers a card; while one is under way it does nothing. */
  save(card: NewCard): void;
  /** Goes on with what an earlier visit, or an earlier page, has left open. */
  resume(): void;
  /** The bank has done: its frame says so, or the page that it has led to outside of any frame. */
  onBankReturn(preAuthorizationId: string): void;
  /** The owner leaves the bank's frame. */
  cancelBank(): void;
  /** Once more to the bank. */
  goOn(): void;
  check(): void;
  /** Lets go of the card: nothing was charged, and whatever its bank says then, it is in no list. */
  discard(): void;
}

interface RegistrationDeps {
  readonly shell: ShellApi;
  /** Whose card it is. */
  readonly uid: string;
  readonly timers: Timers;
  readonly storage: BrowserStorage;
  readonly send: SendToProvider;
  createKey(): string;
  browserInfo(now: number): BrowserInfo;
}

/** A card that the provider has and that isn't the owner's to use yet. Its number is nowhere in it. */
const OpenRegistration = z.object({ cardId: z.string(), brand: CardBrand });
type OpenRegistration = z.infer<typeof OpenRegistration>;

const emptyForm: RegistrationStep = { kind: 'form', failure: null };
const waiting: RegistrationStep = { kind: 'waiting' };

/** The registration of whoever uses the page now. */
export const createCardRegistration = ({
  shell,
  uid,
  timers,
  storage,
  send,
  createKey,
  browserInfo,
}: RegistrationDeps): CardRegistrationFlow => {
  const { apiClient, session, store, clock } = shell;
  const listeners = new Set<() => void>();
  const record = storedText(storage, userStorageKey(uid, 'newCard'));
  const discarded = createDiscardedCards({ shell, uid, timers, storage });
  let step: RegistrationStep = emptyForm;
  let open: OpenRegistration | null = null;
  /** Whatever was asked in an earlier turn has no say any more. */
  let turn = 0;
  let release = (): void => undefined;

  /** The page doesn't load itself anew while its owner waits, and never while the card itself is on its way. */
  const holdWhileBusy = (): void => {
    release();
    const isBusy = step.kind === 'saving' || (listeners.size > 0 && (step.kind === 'waiting' || step.kind === 'bank'));
    release = isBusy ? shell.holdReload() : () => undefined;
  };
  const show = (next: RegistrationStep): void => {
    step = next;
    holdWhileBusy();
    for (const listener of [...listeners]) listener();
  };
  const remember = (registration: OpenRegistration | null): void => {
    open = registration;
    if (registration === null) record.remove();
    else record.write(JSON.stringify(registration));
  };
  const stored = (): OpenRegistration | null => {
    const parsed = z.safeParse(OpenRegistration, parseStored(record.read()));
    return parsed.success ? parsed.data : null;
  };

  /** A06: nobody goes on with another's card. */
  const isOwn = (): boolean => {
    const view = session.get();
    return view.status === 'known' && view.account.uid === uid;
  };
  const beginTurn = (): number => {
    turn += 1;
    return turn;
  };
  const isCurrent = (mine: number): boolean => turn === mine && isOwn();
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void timers.after(ms, resolve));

  const refuse = (failure: ApiError): void => {
    remember(null);
    show({ kind: 'form', failure });
  };
  const succeed = async (mine: number, knownId: string | undefined): Promise<void> => {
    const cardId = knownId ?? open?.cardId ?? '';
    remember(null);
    discarded.keep(cardId);
    // Whoever takes it next finds it in the list.
    await refreshCards(store);
    if (!isCurrent(mine)) return;
    shell.snackbar({ tone: 'success', text: text(knownId === undefined ? 'CardAdded' : 'CardKept') });
    show({ kind: 'saved', cardId });
  };

  /** Finishes, again and again under the same key as long as nobody answers. */
  const finish = async (body: CardFinish, mine: number): Promise<Result<CardFinishAnswer, ApiError> | null> => {
    const idempotencyKey = createKey();
    for (let tries = 0; ; tries += 1) {
      const answered = await apiClient.call(finishCardRegistration, { body, idempotencyKey });
      if (!isCurrent(mine)) return null;
      const ms = REPEAT_PAUSES_MS[tries];
      if (answered.ok || !isUnknown(answered.error) || ms === undefined) return answered;
      await pause(ms);
      if (!isCurrent(mine)) return null;
    }
  };
  const withCard = (): CardFinish => ({
    ...(open === null ? {} : { cardId: open.cardId, cardTypeAlias: open.brand }),
    browserInfo: browserInfo(clock.now()),
  });

  /** Shows what an answer says; false where it is still to be decided. */
  const settle = async (answered: Result<CardFinishAnswer, ApiError>, mine: number): Promise<boolean> => {
    if (!answered.ok) {
      if (isUnknown(answered.error)) show({ kind: 'unclear', bankUrl: null });
      else refuse(answered.error);
      return true;
    }
    const { Status, ResultCode, CardId } = answered.value;
    if (Status === 'SUCCEEDED') await succeed(mine, CardId);
    if (Status === 'FAILED') refuse(refusedBy('card', ResultCode));
    return Status !== 'CREATED';
  };

  /** First finish: the bank is asked where it wants to be. */
  const ask = async (mine: number, onOpen: (url: string | null) => void): Promise<void> => {
    const answered = await finish(withCard(), mine);
    if (answered === null || (await settle(answered, mine))) return;
    onOpen(answered.ok ? answered.value.SecureModeRedirectURL : null);
  };
  const toBank = (url: string | null): void =>
    show(url === null ? { kind: 'unclear', bankUrl: null } : { kind: 'bank', url });

  /** Second finish, until it is decided. */
  const confirm = async (preAuthorizationId: string, mine: number): Promise<void> => {
    open ??= stored();
    // In the frame the page that it returns to is still coming.
    if (step.kind === 'bank') await pause(RETURN_DELAY_MS);
    if (!isCurrent(mine)) return;
    show(waiting);
    for (const ms of POLL_PAUSES_MS) {
      const answered = await finish({ preAuthorizationId }, mine);
      if (answered === null || (await settle(answered, mine))) return;
      await pause(ms);
      if (!isCurrent(mine)) return;
    }
    show({ kind: 'unclear', bankUrl: null });
  };

  const register = async ({ brand, data, names }: NewCard, mine: number): Promise<void> => {
    if (names !== null) {
      const known = await apiClient.call(createNaturalUser, { body: names });
      if (!isCurrent(mine)) return;
      if (!known.ok) return refuse(known.error);
    }
    const registered = await apiClient.call(registerCard, { body: { cardType: cardTypeOf(brand) } });
    if (!isCurrent(mine)) return;
    if (!registered.ok) {
      // Whether the names are known has changed meanwhile: the form asks for them again.
      void refreshCards(store);
      return refuse(registered.error);
    }
    const made = await registerWithProvider(send, registered.value, data);
    if (!isCurrent(mine)) return;
    if (!made.ok) return refuse(refusedBy('card', made.error));
    remember({ cardId: made.value, brand });
    await ask(mine, toBank);
  };

  /** Asks again how it stands; who decides at the bank finds the way back there. */
  const look = (): void => {
    const mine = beginTurn();
    show(waiting);
    void ask(mine, (bankUrl) => show({ kind: 'unclear', bankUrl }));
  };

  discarded.resume();
  return {
    get: () => step,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      holdWhileBusy();
      return () => {
        listeners.delete(own);
        // Whoever comes back begins anew; what nobody has seen yet stays.
        if (listeners.size === 0 && (step.kind === 'form' || step.kind === 'saved')) step = emptyForm;
        holdWhileBusy();
      };
    },
    save(card) {
      if (step.kind !== 'form' || !isOwn()) return;
      const mine = beginTurn();
      show({ kind: 'saving' });
      void register(card, mine);
    },
    resume() {
      if (step.kind === 'saved') show(emptyForm);
      const left = stored();
      if (step.kind !== 'form' || left === null || !isOwn()) return;
      open = left;
      const mine = beginTurn();
      show(waiting);
      void ask(mine, toBank);
    },
    onBankReturn(preAuthorizationId) {
      if ((step.kind === 'bank' || step.kind === 'form') && isOwn()) void confirm(preAuthorizationId, beginTurn());
    },
    cancelBank() {
      if (step.kind === 'bank') look();
    },
    goOn() {
      if (step.kind === 'unclear' && step.bankUrl !== null) toBank(step.bankUrl);
    },
    check() {
      if (step.kind === 'unclear') look();
    },
    discard() {
      const left = open ?? stored();
      beginTurn();
      remember(null);
      if (left !== null) discarded.add(left.cardId);
      show(emptyForm);
    },
  };
};
