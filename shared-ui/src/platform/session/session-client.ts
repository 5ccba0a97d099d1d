import { ok } from '@mahlzeit/contract';
import type { Account, Result, User } from '@mahlzeit/contract';
import type { TokenSource } from '../api/transport';
import type { ApiError } from '../api/api-error';
import type { Timers } from '../browser/clock';
import type { WithLock } from '../browser/tab-lock';
import { createSessionActions } from './session-actions';
import type { LoginInput, RegistrationInput, SessionCalls, ThirdPartyProof } from './session-actions';
import { createSessionSchedule, createSessionState } from './session-state';
import type { SessionUser, SessionView } from './session-state';
import { createTabSync } from './session-tabs';
import type { SessionHint, TabChannel } from './session-tabs';

/** Session for screens. */
export interface SessionClient {
  get(): SessionView;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Tries again after status `failed`. */
  retry(): Promise<void>;
  /** Creates an account; anonymous visitors keep their uid. */
  register(input: RegistrationInput): Promise<Result<Account, ApiError>>;
  login(input: LoginInput): Promise<Result<Account, ApiError>>;
  /** Proves the identity by the password; the same session continues with a new `auth_time`. */
  reauthenticate(password: string): Promise<Result<Account, ApiError>>;
  /**
   * Signs in a user whom a third party has confirmed, or proves their identity; visitors with a new account keep their
   * uid.
   */
  completeThirdParty(proof: ThirdPartyProof): Promise<Result<Account, ApiError>>;
  /** Changes the e-mail address, which then needs verification. */
  changeEmail(input: LoginInput): Promise<Result<Account, ApiError>>;
  /** Applies a user document of a response: account and `userDocument` show it without waiting for the live one. */
  applyUser(user: User): void;
  /**
   * Ends the session in every tab and starts an anonymous one; fails when the gateway could not end it. A session that
   * the gateway itself has ended, by a deletion or a new password, counts as ended.
   */
  logout(): Promise<Result<null, ApiError>>;
}

/** Session as the platform controls it. */
export interface SessionDriver extends SessionClient, TokenSource {
  start(): void;
  stop(): void;
  /** Calls the listener for every change of the user, and with null while no user is known. */
  onUser(listener: (user: SessionUser | null) => void): () => void;
  /** Calls the listener with each new token. */
  onToken(listener: (token: string) => void): () => void;
  /** Runs a waiting retry immediately, when the network is back. */
  wake(): void;
  /**
   * Checks the session when the page becomes visible again: messages of other tabs may have been lost while it was
   * frozen.
   */
  onVisible(): void;
  /**
   * Checks the session after the page was restored from the back-forward cache, where no message arrived and no timer
   * ran.
   */
  onPageShow(): void;
}

interface SessionDeps {
  readonly calls: SessionCalls;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly withLock: WithLock;
  readonly timers: Timers;
  random(): number;
}

/** Longest wait of calls for a session that is being replaced: a hanging login must not block them. */
const MAX_HOLD_MS = 5_000;

/**
 * Creates the session of one tab: resumed or started at the beginning, renewed before its end, synchronized with the
 * other tabs.
 */
export const createSessionClient = ({ calls, hint, tabs, withLock, timers, random }: SessionDeps): SessionDriver => {
  const state = createSessionState();
  const schedule = createSessionSchedule(timers, random);
  const again = { begin: () => void retry(), renew: () => void renewSession() };
  const actions = createSessionActions({ calls, hint, tabs, state, schedule, again });
  let stopTabs: (() => void) | null = null;

  /** Settles once no session is being replaced. */
  let replacement: Promise<void> = Promise.resolve();
  /** Replaces the session; meanwhile no call gets a token of the former one, which the gateway would refuse. */
  const replace = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(() => {
      const result = work();
      replacement = new Promise((resolve) => {
        const stop = timers.after(MAX_HOLD_MS, resolve);
        const end = (): void => {
          stop();
          resolve();
        };
        // The caller receives the failure.
        void result.then(end, end);
      });
      return result;
    });
  const token = async (): Promise<string | null> => {
    const askingUid = state.account()?.uid;
    await replacement;
    // A call of one user is never sent as another.
    return askingUid === undefined || state.account()?.uid === askingUid ? state.settledToken() : null;
  };

  const renewSession = (): Promise<void> => withLock(actions.renew);
  const startSession = (): Promise<void> =>
    withLock(async () => {
      if (state.view().status !== 'known') await actions.begin();
    });
  const retry = (): Promise<void> => {
    if (state.view().status === 'failed') state.forget('unknown');
    return startSession();
  };
  const tabSync = createTabSync({ state, hint, schedule, renewSession, startSession: again.begin });
  const logout = (): Promise<Result<null, ApiError>> => {
    const leavingUid = state.account()?.uid;
    // The gateway may have ended this session while the call waited for the lock: the next user stays logged in.
    return replace(async () =>
      leavingUid === undefined || leavingUid === state.account()?.uid ? actions.logout() : ok(null),
    );
  };
  const tokensInside: TokenSource = { token: () => Promise.resolve(state.token()), renew: actions.renewRefused };

  return {
    get: state.view,
    subscribe: state.subscribe,
    onUser: state.onUser,
    onToken: state.onToken,
    token,
    renew: (refusedToken) => withLock(() => actions.renewRefused(refusedToken)),
    retry,
    login: (input) => replace(async () => actions.signIn(await calls.login(input))),
    register: (input) => replace(async () => actions.signIn(await calls.register(input, tokensInside))),
    reauthenticate: (password) =>
      withLock(async () => actions.signIn(await calls.reauthenticate(password, tokensInside))),
    completeThirdParty: (proof) =>
      replace(async () => actions.signIn(await calls.completeThirdParty(proof, tokensInside))),
    changeEmail: (input) => withLock(async () => actions.changeAccount(await calls.changeEmail(input, tokensInside))),
    applyUser: state.applyUser,
    logout,
    onVisible: tabSync.onVisible,
    onPageShow: tabSync.onPageShow,
    wake: schedule.wake,
    start() {
      stopTabs = tabs.listen(tabSync.onMessage);
      void startSession();
    },
    stop() {
      schedule.stop();
      stopTabs?.();
    },
  };
};
