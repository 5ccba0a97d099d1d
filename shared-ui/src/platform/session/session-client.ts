import { ok } from '@mahlzeit/contract';
import type { Account, Result, User } from '@mahlzeit/contract';
import type { TokenSource } from '../api/transport';
import type { ApiError } from '../api/api-error';
import type { Timers } from '../browser/clock';
import type { WithLock } from '../browser/tab-lock';
import { createSessionActions } from './session-actions';
import type {
  LoginInput,
  RegistrationInput,
  SessionCache,
  SessionCalls,
  SignInRequest,
  ThirdPartyProof,
} from './session-actions';
import { createSessionSchedule, createSessionState } from './session-state';
import type { SessionUser, SessionView } from './session-state';
import { createTabSync } from './session-tabs';
import type { SessionHint, TabChannel } from './session-tabs';

/** Session of the current user, as screens use it. */
export interface SessionClient {
  get(): SessionView;
  /** Calls the listener after each change of the session. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Tries to start the session again after the status `failed`. */
  retry(): Promise<void>;
  /** Creates an account and logs the user in. Anonymous visitors keep their uid. */
  register(input: RegistrationInput): Promise<Result<Account, ApiError>>;
  login(input: LoginInput): Promise<Result<Account, ApiError>>;
  /** Confirms the user's identity by the password. The session continues with a new `auth_time`. */
  reauthenticate(password: string): Promise<Result<Account, ApiError>>;
  /**
   * Logs in a user whose identity a third party has confirmed, or confirms the identity of the current user. Anonymous
   * visitors who get a new account keep their uid.
   */
  completeThirdParty(proof: ThirdPartyProof): Promise<Result<Account, ApiError>>;
  /**
   * Sends a remote's request that logs a user in, or that confirms the identity of the logged-in user. The session
   * continues as the gateway answers.
   */
  signInBy(request: SignInRequest): Promise<Result<Account, ApiError>>;
  /** Changes the e-mail address. The user must then verify the new address. */
  changeEmail(input: LoginInput): Promise<Result<Account, ApiError>>;
  /**
   * Applies the user's data (document) from a response, so that the account and `userDocument` show it before the live
   * topic delivers it.
   */
  applyUser(user: User): void;
  /**
   * Ends the session in every tab and starts an anonymous one. Fails when the gateway could not end the session. A
   * session that the gateway has already ended, because of a deletion or a new password, counts as ended.
   */
  logout(): Promise<Result<null, ApiError>>;
}

/** Session with the functions with which the platform controls it. */
export interface SessionDriver extends SessionClient, TokenSource {
  start(): void;
  stop(): void;
  /** Calls the listener after each change of the user; with null while the user isn't known. */
  onUser(listener: (user: SessionUser | null) => void): () => void;
  /** Calls the listener with each new token of the session. */
  onToken(listener: (token: string) => void): () => void;
  /** Whether the session is that of an earlier page, because the gateway hasn't answered yet. */
  isResumed(): boolean;
  /** Runs a waiting attempt immediately, because the network is back. */
  wake(): void;
  /**
   * Checks the session when the page becomes visible again, because messages of other tabs may have been lost while the
   * page was frozen.
   */
  onVisible(): void;
  /**
   * Checks the session after the page was restored from the back-forward cache: in this cache no message arrives and no
   * timer runs.
   */
  onPageShow(): void;
}

interface SessionClientDeps {
  readonly calls: SessionCalls;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly withLock: WithLock;
  readonly timers: Timers;
  random(): number;
  /** Session of an earlier page; by default none is stored. */
  readonly cache?: SessionCache;
  /** Whether the service worker has served this page, because the network didn't answer in time. */
  readonly startsOffline?: boolean;
}

const NO_SESSION_CACHE: SessionCache = {
  put: () => undefined,
  find: () => Promise.resolve(undefined),
  erase: () => undefined,
};

/**
 * Longest time in ms for which requests wait while the session is being replaced, so that a login without a response
 * doesn't block them.
 */
const MAX_REPLACEMENT_WAIT_MS = 5_000;

/**
 * Creates the session of one tab. At its start, the tab continues the browser's session or starts a new one. The
 * session is renewed before it expires, and is kept equal to the session of the other tabs.
 */
export const createSessionClient = ({
  calls,
  hint,
  tabs,
  withLock,
  timers,
  random,
  cache = NO_SESSION_CACHE,
  startsOffline = false,
}: SessionClientDeps): SessionDriver => {
  const state = createSessionState();
  const sessionSchedule = createSessionSchedule(timers, random);
  const sessionRestarts = { begin: () => void retry(), renew: () => void renewSession() };
  const sessionActions = createSessionActions({
    ...{ calls, hint, tabs, state, cache, startsOffline },
    schedule: sessionSchedule,
    restart: sessionRestarts,
  });
  let stopListening: (() => void) | null = null;

  /** Promise that resolves when no session is being replaced. */
  let pendingReplacement: Promise<void> = Promise.resolve();
  /**
   * Replaces the session by a task. Until it has finished, requests get no token of the former session, because the
   * gateway would refuse it.
   */
  const replaceSession = <T>(replacementTask: () => Promise<T>): Promise<T> =>
    withLock(() => {
      const replacementResult = replacementTask();
      pendingReplacement = new Promise((resolve) => {
        const stopWaitTimer = timers.after(MAX_REPLACEMENT_WAIT_MS, resolve);
        const endReplacement = (): void => {
          stopWaitTimer();
          resolve();
        };
        // `replacementResult` is also returned, so the caller receives a failure; here it needs no handler.
        void replacementResult.then(endReplacement, endReplacement);
      });
      return replacementResult;
    });
  const waitForToken = async (): Promise<string | null> => {
    const callingUid = state.account()?.uid;
    await pendingReplacement;
    // If the user has changed while the request was waiting for a token, the request must not be sent as the new user.
    return callingUid === undefined || state.account()?.uid === callingUid ? state.settledToken() : null;
  };

  const renewSession = (): Promise<void> => withLock(sessionActions.renew);
  const startSession = (): Promise<void> =>
    withLock(async () => {
      if (state.view().status !== 'known') await sessionActions.begin();
    });
  const retry = (): Promise<void> => {
    if (state.view().status === 'failed') state.forget('unknown');
    return startSession();
  };
  const tabSync = createTabSync({
    state,
    hint,
    schedule: sessionSchedule,
    renewSession,
    adoptOtherSession: () => replaceSession(sessionActions.renew),
    startSession: sessionRestarts.begin,
  });
  const logout = (): Promise<Result<null, ApiError>> => {
    const loggedOutUid = state.account()?.uid;
    // While this call waited for the lock, another user may have logged in. That user must stay logged in.
    return replaceSession(async () =>
      loggedOutUid === undefined || loggedOutUid === state.account()?.uid ? sessionActions.logout() : ok(null),
    );
  };
  const tokenSourceInsideLock: TokenSource = {
    token: () => Promise.resolve(state.token()),
    renew: sessionActions.renewRefused,
  };

  return {
    get: state.view,
    subscribe: state.subscribe,
    onUser: state.onUser,
    onToken: state.onToken,
    isResumed: () => state.account() !== null && state.token() === null,
    token: waitForToken,
    renew: (refusedToken) => withLock(() => sessionActions.renewRefused(refusedToken)),
    retry,
    login: (input) => replaceSession(async () => sessionActions.signIn(await calls.login(input))),
    register: (input) =>
      replaceSession(async () => sessionActions.signIn(await calls.register(input, tokenSourceInsideLock))),
    reauthenticate: (password) =>
      withLock(async () => sessionActions.signIn(await calls.reauthenticate(password, tokenSourceInsideLock))),
    completeThirdParty: (proof) =>
      replaceSession(async () => sessionActions.signIn(await calls.completeThirdParty(proof, tokenSourceInsideLock))),
    signInBy: (request) =>
      replaceSession(async () => sessionActions.signIn(await calls.signInBy(request, tokenSourceInsideLock))),
    changeEmail: (input) =>
      withLock(async () => sessionActions.changeAccount(await calls.changeEmail(input, tokenSourceInsideLock))),
    applyUser: state.applyUser,
    logout,
    onVisible: tabSync.onVisible,
    onPageShow: tabSync.onPageShow,
    wake: sessionSchedule.wake,
    start() {
      stopListening = tabs.listen(tabSync.onMessage);
      void startSession();
    },
    stop() {
      sessionSchedule.stop();
      stopListening?.();
    },
  };
};
