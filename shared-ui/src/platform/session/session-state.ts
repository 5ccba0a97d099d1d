import type { Account, Session, User } from '@mahlzeit/contract';
import type { ApiError } from '../api/api-error';
import { fullJitter } from '../browser/clock';
import type { Timers } from '../browser/clock';
import { createListeners } from '../events/listeners';

const RENEW_BEFORE_END_MS = 60_000;
const MIN_RENEWAL_MS = 5_000;
const RETRY = { baseMs: 2_000, capMs: 60_000 };

/** Creates the schedule of the session's one next action. */
export const createSessionSchedule = (timers: Timers, random: () => number) => {
  let stopTimer: (() => void) | null = null;
  let cancelRenewal: (() => void) | null = null;
  let failures = 0;

  const scheduleRenewal = (ms: number, run: () => void): void => {
    stopTimer?.();
    stopTimer = timers.after(ms, run);
  };

  return {
    later: scheduleRenewal,
    /** Renews a session that lasts `ms` before its end. */
    renewal(ms: number, renewSession: () => void): void {
      failures = 0;
      cancelRenewal = null;
      scheduleRenewal(Math.max(ms - RENEW_BEFORE_END_MS, MIN_RENEWAL_MS), renewSession);
    },
    /** Retries a failed call with increasing delay, or when woken. */
    retry(error: ApiError, run: () => void): void {
      cancelRenewal = run;
      scheduleRenewal(Math.max(fullJitter(RETRY, failures, random), error.retryAfterMs ?? 0), run);
      failures += 1;
    },
    /** Runs a waiting retry immediately. */
    wake: (): void => cancelRenewal?.(),
    stop: (): void => stopTimer?.(),
  };
};

/** Schedule of a session. */
export type SessionSchedule = ReturnType<typeof createSessionSchedule>;

/** Session as the browser knows it; `unknown` until the first response of the gateway. */
export type SessionView =
  | { readonly status: 'unknown' }
  | { readonly status: 'failed' }
  | { readonly status: 'known'; readonly account: Account };

/** User of the app; null while unknown. */
export interface SessionUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

/** Whether two accounts are the same user. Visitors who register become another user, though their uid stays. */
export const isSameUser = (previous: Account | null, after: Account): boolean =>
  previous !== null && previous.uid === after.uid && previous.isAnonymous === after.isAnonymous;

/** Account of the session; null until the gateway has answered. */
export const accountOf = (view: SessionView): Account | null => (view.status === 'known' ? view.account : null);

/** Uid of the session's user, registered or anonymous; null until the gateway has answered. */
export const uidOf = (view: SessionView): string | null => accountOf(view)?.uid ?? null;

/**
 * Returns the account with the fields of a newer user document; the same object when nothing changes, or the document
 * belongs to another user.
 */
export const accountOfUser = (account: Account, user: User): Account => {
  const { email, displayName, photoURL, visible, verificationCode: verified, selectedDiscountId, deleted } = user;
  // A visitor becomes a member by a new session, not by a document.
  if (account.uid !== user.uid || account.isAnonymous) return account;
  const next = { ...account, email, displayName, photoURL, visible, verified, selectedDiscountId, deleted };
  const isSame =
    email === account.email &&
    displayName === account.displayName &&
    photoURL === account.photoURL &&
    visible === account.visible &&
    verified === account.verified &&
    selectedDiscountId === account.selectedDiscountId &&
    deleted === account.deleted;
  return isSame ? account : next;
};

/** Number of tokens that running calls may still carry: a token lasts ten minutes, a call fifteen seconds. */
const REMEMBERED_TOKENS = 3;

/** Creates the session in memory with its listeners. The id token never leaves this tab's memory. */
export const createSessionState = () => {
  let view: SessionView = { status: 'unknown' };
  let token: string | null = null;
  let storedOwner: { readonly uid: string | null; readonly tokens: readonly string[] } = { uid: null, tokens: [] };
  const views = createListeners();
  const users = createListeners<[SessionUser | null]>();
  const tokens = createListeners<[string]>();

  const showView = (next: SessionView, nextToken: string | null): void => {
    view = next;
    token = nextToken;
  };

  /** Updates the account of the same user. */
  const update = (account: Account): void => {
    const previousAccount = accountOf(view);
    if (account === previousAccount || !isSameUser(previousAccount, account)) return;
    showView({ status: 'known', account }, token);
    views.emit();
  };

  return {
    view: (): SessionView => view,
    account: (): Account | null => accountOf(view),
    token: (): string | null => token,
    /** Whether the present user, or the last one while none is known, recently had this token. */
    isOwnToken: (idToken: string): boolean => storedOwner.tokens.includes(idToken),
    /**
     * Takes a session of the gateway. Caches of the former user are cleared before any component renders the new one.
     */
    adopt({ account, idToken }: Session): void {
      const isNewUser = !isSameUser(accountOf(view), account);
      storedOwner = {
        uid: account.uid,
        tokens: [idToken, ...(storedOwner.uid === account.uid ? storedOwner.tokens : [])].slice(0, REMEMBERED_TOKENS),
      };
      showView({ status: 'known', account }, idToken);
      if (isNewUser) users.emit({ uid: account.uid, isAnonymous: account.isAnonymous });
      tokens.emit(idToken);
      views.emit();
    },
    update,
    /** Applies the newest user document to the account. */
    applyUser(user: User): void {
      const account = accountOf(view);
      if (account !== null) update(accountOfUser(account, user));
    },
    /** Forgets the user. */
    forget(status: 'unknown' | 'failed'): void {
      const wasKnown = view.status === 'known';
      showView({ status }, null);
      if (wasKnown) users.emit(null);
      views.emit();
    },
    subscribe: (listener: () => void) => views.add(listener),
    onUser: (listener: (user: SessionUser | null) => void) => users.add(listener),
    onToken: (listener: (token: string) => void) => tokens.add(listener),
    /** Resolves with the token once the session is settled; null after a failure. */
    settledToken(): Promise<string | null> {
      if (view.status !== 'unknown') return Promise.resolve(token);
      return new Promise((resolve) => {
        const stop = views.add(() => {
          if (view.status === 'unknown') return;
          stop();
          resolve(token);
        });
      });
    },
  };
};

/** Session in memory. */
export type SessionState = ReturnType<typeof createSessionState>;
