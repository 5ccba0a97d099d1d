import type { Account } from '@mahlzeit/contract';
import type { SessionClient } from '@mahlzeit/shared-ui/platform';

interface StartWhenDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  /** Returns whether a user with this account needs the part of the shell. */
  isNeededFor(account: Account): boolean;
  /** Loads and starts the part; resolves with a function that stops it. */
  start(): Promise<() => void>;
}

/**
 * Loads and starts a part of the shell as soon as a user needs it, at most once per page. Returns a function that stops
 * the part.
 */
export const startWhen = ({ session, isNeededFor, start }: StartWhenDeps): (() => void) => {
  let pendingStart: Promise<(() => void) | null> | null = null;
  const startIfNeeded = (): void => {
    const sessionView = session.get();
    if (pendingStart !== null || sessionView.status !== 'known' || !isNeededFor(sessionView.account)) return;
    // After a failed load, the next change of the session tries again.
    pendingStart = start().catch(() => (pendingStart = null));
  };
  const unsubscribe = session.subscribe(startIfNeeded);
  startIfNeeded();
  return () => {
    unsubscribe();
    void pendingStart?.then((stop) => stop?.());
  };
};
