import type { Account, Session, User } from '@mahlzeit/contract';
import type { ApiError } from '../api/api-error';
import { fullJitter } from '../browser/clock';
import type { Timers } from '../browser/clock';
import { createListeners } from '../events/listeners';

const RENEW_BEFORE_END_MS = 60_000;
const MIN_RENEWAL_MS = 5_000;
const RETRY = { baseMs: 2_000, capMs: 60_000 };

/** The one thing that the session does next by itself. */
export const createSessionSchedule = (timers: Timers, random: () => number) => {
  let stopTimer: (() => void) | null = null;
  let overdue: (() => void) | null = null;
  let failures = 0;

  const later = (ms: number, run: () => void): void => {
    stopTimer?.();
    stopTimer = timers.after(ms, run);
  };

  return {
    later,
    /** The session lasts `ms`: renew it before. */
    renewal(ms: number, renew: () => void): void {
      failures = 0;
      overdue = null;
      later(Math.max(ms - RENEW_BEFORE_END_MS, MIN_RENEWAL_MS), renew);
    },
    /** A call failed: try again with growing distance, or when woken. */
    retry(error: ApiError, run: () => void): void {
      overdue = run;
      later(Math.max(fullJitter(RETRY, failures, random), error.retryAfterMs ?? 0), run);
      failures += 1;
    },
    /** Tries at once what waits for its next try. */
    wake: (): void => overdue?.(),
    stop: (): void => stopTimer?.(),
  };
};

/** The schedule of a session. */
export type SessionSchedule = ReturnType<typeof createSessionSchedule>;

/** What the browser knows of the session; `unknown` until the first answer of the gateway. */
export type SessionView =
  | { readonly status: 'unknown' }
  | { readonly status: 'failed' }
  | { readonly status: 'known'; readonly account: Account };

/** Who uses the app now; null while nobody knows. */
export interface SessionUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
}

/** Visitors who register become another user, though their uid stays. */
export const isSameUser = (before: Account | null, after: Account): boolean =>
  before !== null && before.uid === after.uid && before.isAnonymous === after.isAnonymous;

/** Account of the session; null until the gateway has answered. */
export const accountOf = (view: SessionView): Account | null => (view.status === 'known' ? view.account : null);

/** Uid of the session's user, registered or anonymous; null until the gateway has answered. */
export const uidOf = (view: SessionView): string | null => accountOf(view)?.uid ?? null;

/** The account as a newer user document has it; the same object where that says nothing new, or is another's. */
export const accountOfUser = (account: Account, user: User): Account => {
  const { email, displayName, photoURL, visible, verificationCode: verified, selectedDiscountId, deleted } = user;
  // What belongs to a member arrives with the session that makes a visitor one.
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

/** Of tokens that calls under way may still carry: a token lasts ten minutes, a call fifteen seconds. */
const REMEMBERED_TOKENS = 3;

/** The session in memory and who listens to it. The id token never leaves this tab's memory. */
export const createSessionState = () => {
  let view: SessionView = { status: 'unknown' };
  let token: string | null = null;
  let owned: { readonly uid: string | null; readonly tokens: readonly string[] } = { uid: null, tokens: [] };
  const views = createListeners();
  const users = createListeners<[SessionUser | null]>();
  const tokens = createListeners<[string]>();

  const show = (next: SessionView, nextToken: string | null): void => {
    view = next;
    token = nextToken;
  };

  /** The same user's account says something new. */
  const update = (account: Account): void => {
    const before = accountOf(view);
    if (account === before || !isSameUser(before, account)) return;
    show({ status: 'known', account }, token);
    views.emit();
  };

  return {
    view: (): SessionView => view,
    account: (): Account | null => accountOf(view),
    token: (): string | null => token,
    /** Whether the present user, or the last one while nobody is known, was given this token lately. */
    isOwnToken: (given: string): boolean => owned.tokens.includes(given),
    /** Takes a session of the gateway. Caches of the former user are cleared before anybody draws the new one. */
    adopt({ account, idToken }: Session): void {
      const isNewUser = !isSameUser(accountOf(view), account);
      owned = {
        uid: account.uid,
        tokens: [idToken, ...(owned.uid === account.uid ? owned.tokens : [])].slice(0, REMEMBERED_TOKENS),
      };
      show({ status: 'known', account }, idToken);
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
    /** Nobody is known any more. */
    forget(status: 'unknown' | 'failed'): void {
      const wasKnown = view.status === 'known';
      show({ status }, null);
      if (wasKnown) users.emit(null);
      views.emit();
    },
    subscribe: (listener: () => void) => views.add(listener),
    onUser: (listener: (user: SessionUser | null) => void) => users.add(listener),
    onToken: (listener: (token: string) => void) => tokens.add(listener),
    /** The token once the session is settled; null where it failed. */
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

/** The session in memory. */
export type SessionState = ReturnType<typeof createSessionState>;
