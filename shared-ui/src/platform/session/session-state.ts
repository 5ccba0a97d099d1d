import type { Account, Session, User } from '@mahlzeit/contract';
import type { ApiError } from '../api/api-error';
import { fullJitterMs } from '../browser/clock';
import type { Timers } from '../browser/clock';
import { createListeners } from '../events/listeners';

const RENEW_BEFORE_EXPIRY_MS = 60_000;
const MIN_RENEWAL_DELAY_MS = 5_000;
const RETRY_BACK_OFF = { baseMs: 2_000, capMs: 60_000 };

/** Creates the schedule of the session. It has at most one planned action: the next renewal or the next attempt. */
export const createSessionSchedule = (timers: Timers, random: () => number) => {
  let stopTimer: (() => void) | null = null;
  let pendingRetry: (() => void) | null = null;
  let failureCount = 0;

  const scheduleAction = (delayMs: number, scheduledAction: () => void): void => {
    stopTimer?.();
    stopTimer = timers.after(delayMs, scheduledAction);
  };

  return {
    schedule: scheduleAction,
    /** Plans the renewal of a session that expires in `expiresInMs`. The renewal starts before that. */
    renewal(expiresInMs: number, renewSession: () => void): void {
      failureCount = 0;
      pendingRetry = null;
      scheduleAction(Math.max(expiresInMs - RENEW_BEFORE_EXPIRY_MS, MIN_RENEWAL_DELAY_MS), renewSession);
    },
    /**
     * Plans another attempt after a failed call. The delay increases with each failure; `wake` starts the attempt at
     * once.
     */
    retry(error: ApiError, retryAction: () => void): void {
      pendingRetry = retryAction;
      scheduleAction(
        Math.max(fullJitterMs(RETRY_BACK_OFF, failureCount, random), error.retryAfterMs ?? 0),
        retryAction,
      );
      failureCount += 1;
    },
    /** Runs a waiting attempt immediately; does nothing if none is waiting. */
    wake: (): void => pendingRetry?.(),
    stop: (): void => stopTimer?.(),
  };
};

/** Schedule of a session with at most one planned action: the next renewal, or the next attempt after a failure. */
export type SessionSchedule = ReturnType<typeof createSessionSchedule>;

/** Session as the browser knows it; `unknown` until the gateway's first response has arrived. */
export type SessionView =
  | { readonly status: 'unknown' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'known';
      readonly account: Account;
      /**
       * Data (document) of the user, from the response with the session or from a later response. The live topic may
       * have newer data. Absent for visitors.
       */
      readonly user?: User;
      /** Version of the privacy policy that was valid when the gateway sent the session. */
      readonly policyVersion?: number;
    };

/** User of the session, registered or anonymous. */
export interface SessionUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

/**
 * Whether two accounts belong to the same user. A visitor who registers counts as another user, although the uid stays
 * the same.
 */
export const isSameUser = (previousAccount: Account | null, nextAccount: Account): boolean =>
  previousAccount !== null &&
  previousAccount.uid === nextAccount.uid &&
  previousAccount.isAnonymous === nextAccount.isAnonymous;

/** Returns the account of the session; null until the gateway has responded. */
export const accountOf = (sessionView: SessionView): Account | null =>
  sessionView.status === 'known' ? sessionView.account : null;

/** Returns the user id (uid) of the session's user, registered or anonymous; null until the gateway has responded. */
export const uidOf = (sessionView: SessionView): string | null => accountOf(sessionView)?.uid ?? null;

/**
 * Returns the account with the fields of a newer user document that both have. Returns the same object when nothing
 * changes, or when the document belongs to another user.
 */
export const accountOfUser = (account: Account, user: User): Account => {
  // A visitor becomes a member only by a new session, so the data of a user doesn't change a visitor's account.
  if (account.uid !== user.uid || account.isAnonymous) return account;
  const sharedFields = Object.fromEntries(Object.entries(user).filter(([name]) => name in account));
  const updatedAccount = { ...account, ...sharedFields, verified: user.verificationCode };
  return JSON.stringify(updatedAccount) === JSON.stringify(account) ? account : updatedAccount;
};

/**
 * Number of recent tokens that running requests may still use: a token expires after ten minutes, a request ends after
 * fifteen seconds.
 */
const MAX_REMEMBERED_TOKENS = 3;

/** Part of a session that a page without a network may know: everything but the token. */
export type CachedSession = Pick<Session, 'account' | 'user' | 'policyVersion'>;

const knownViewOf = ({ account, user, policyVersion }: CachedSession): SessionView => ({
  ...{ status: 'known', account },
  ...(user === undefined ? {} : { user }),
  ...(policyVersion === undefined ? {} : { policyVersion }),
});

/** Creates the session's state and its listeners. The id token is kept only in the memory of this tab. */
export const createSessionState = () => {
  let currentView: SessionView = { status: 'unknown' };
  let token: string | null = null;
  let recentTokens: { readonly uid: string | null; readonly tokens: readonly string[] } = { uid: null, tokens: [] };
  const viewListeners = createListeners();
  const userListeners = createListeners<[SessionUser | null]>();
  const tokenListeners = createListeners<[string]>();

  const setView = (nextView: SessionView, nextToken: string | null): void => {
    currentView = nextView;
    token = nextToken;
  };

  /** Replaces the account; does nothing when it belongs to another user. */
  const updateAccount = (account: Account): void => {
    const previousAccount = accountOf(currentView);
    if (account === previousAccount || !isSameUser(previousAccount, account)) return;
    setView({ ...currentView, status: 'known', account }, token);
    viewListeners.emit();
  };

  return {
    view: (): SessionView => currentView,
    account: (): Account | null => accountOf(currentView),
    token: (): string | null => token,
    /** Returns whether the current user recently had this token. While no user is known, the last user counts. */
    isOwnToken: (idToken: string): boolean => recentTokens.tokens.includes(idToken),
    /**
     * Sets the session that the gateway has returned. Caches of the former user are deleted before a component renders
     * the new user.
     */
    adopt(session: Session): void {
      const { account, idToken } = session;
      const isNewUser = !isSameUser(accountOf(currentView), account);
      recentTokens = {
        uid: account.uid,
        tokens: [idToken, ...(recentTokens.uid === account.uid ? recentTokens.tokens : [])].slice(
          0,
          MAX_REMEMBERED_TOKENS,
        ),
      };
      setView(knownViewOf(session), idToken);
      if (isNewUser) userListeners.emit({ uid: account.uid, isAnonymous: account.isAnonymous });
      tokenListeners.emit(idToken);
      viewListeners.emit();
    },
    /** Continues with the session of an earlier page, without a token, until the gateway answers. */
    resume(session: CachedSession): void {
      const { uid, isAnonymous } = session.account;
      setView(knownViewOf(session), null);
      userListeners.emit({ uid, isAnonymous });
      viewListeners.emit();
    },
    update: updateAccount,
    /** Applies the newest data (document) of the user to the account. */
    applyUser(user: User): void {
      if (currentView.status !== 'known') return;
      const { account, user: formerUser } = currentView;
      if (formerUser?.uid === user.uid) currentView = { ...currentView, user };
      updateAccount(accountOfUser(account, user));
    },
    /**
     * Removes the user and the token from memory. The status becomes `unknown` while another session is starting, and
     * `failed` if no session could be started.
     */
    forget(nextStatus: 'unknown' | 'failed'): void {
      const wasAccountKnown = currentView.status === 'known';
      setView({ status: nextStatus }, null);
      if (wasAccountKnown) userListeners.emit(null);
      viewListeners.emit();
    },
    subscribe: (listener: () => void) => viewListeners.add(listener),
    onUser: (listener: (user: SessionUser | null) => void) => userListeners.add(listener),
    onToken: (listener: (token: string) => void) => tokenListeners.add(listener),
    /** Resolves with the token as soon as the session's status isn't `unknown`; with null after a failure. */
    settledToken(): Promise<string | null> {
      if (currentView.status !== 'unknown') return Promise.resolve(token);
      return new Promise((resolveToken) => {
        const unsubscribe = viewListeners.add(() => {
          if (currentView.status === 'unknown') return;
          unsubscribe();
          resolveToken(token);
        });
      });
    },
  };
};

/** State of the session in memory, as `createSessionState` returns it. */
export type SessionState = ReturnType<typeof createSessionState>;
