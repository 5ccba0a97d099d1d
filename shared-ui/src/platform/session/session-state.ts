import type { Account, Session, User } from '@mahlzeit/contract';
import { accountOfUser } from './account-of-user';

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

/** Of tokens that calls under way may still carry: a token lasts ten minutes, a call fifteen seconds. */
const REMEMBERED_TOKENS = 3;

type UserListener = (user: SessionUser | null) => void;
type TokenListener = (token: string) => void;

const createListeners = <Args extends readonly unknown[]>() => {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(...args: Args): void {
      for (const listener of [...listeners]) listener(...args);
    },
  };
};

/** Visitors who register become another user, though their uid stays. */
export const isSameUser = (before: Account | null, after: Account): boolean =>
  before !== null && before.uid === after.uid && before.isAnonymous === after.isAnonymous;

const accountOf = (view: SessionView): Account | null => (view.status === 'known' ? view.account : null);

/** The session in memory and who listens to it. The id token never leaves this tab's memory. */
export const createSessionState = () => {
  let view: SessionView = { status: 'unknown' };
  let token: string | null = null;
  let owned: { readonly uid: string | null; readonly tokens: readonly string[] } = { uid: null, tokens: [] };
  const views = createListeners<[]>();
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
      owned = { uid: account.uid, tokens: [idToken, ...(owned.uid === account.uid ? owned.tokens : [])].slice(0, REMEMBERED_TOKENS) };
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
    onUser: (listener: UserListener) => users.add(listener),
    onToken: (listener: TokenListener) => tokens.add(listener),
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
