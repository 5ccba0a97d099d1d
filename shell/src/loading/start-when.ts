import type { Account } from '@mahlzeit/contract';
import type { SessionClient } from '@mahlzeit/shared-ui/platform';

interface StartWhenDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  /** Whether the current user needs the part. */
  isNeeded(account: Account): boolean;
  /** Loads and starts the part; resolves with a function that stops it. */
  start(): Promise<() => void>;
}

/**
 * Loads and starts a part of the shell as soon as a user needs it, at most once per page. Returns a function that stops
 * the part.
 */
export const startWhen = ({ session, isNeeded, start }: StartWhenDeps): (() => void) => {
  let running: Promise<(() => void) | null> | null = null;
  const startIfNeeded = (): void => {
    const view = session.get();
    if (running !== null || view.status !== 'known' || !isNeeded(view.account)) return;
    // After a failed load, the session's next change tries again.
    running = start().catch(() => (running = null));
  };
  const unsubscribe = session.subscribe(startIfNeeded);
  startIfNeeded();
  return () => {
    unsubscribe();
    void running?.then((stop) => stop?.());
  };
};
