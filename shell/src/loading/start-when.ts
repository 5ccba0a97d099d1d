import type { Account } from '@mahlzeit/contract';
import type { SessionClient } from '@mahlzeit/shared-ui/platform';

interface StartWhenDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  /** Whether whoever is known now needs it. */
  isNeeded(account: Account): boolean;
  /** Loads and starts it; resolves with a function that stops it. */
  start(): Promise<() => void>;
}

/** Loads and starts a part of the shell once somebody needs it, and once in a page. Returns an unsubscribe function. */
export const startWhen = ({ session, isNeeded, start }: StartWhenDeps): (() => void) => {
  let running: Promise<(() => void) | null> | null = null;
  const startIfNeeded = (): void => {
    const view = session.get();
    if (running !== null || view.status !== 'known' || !isNeeded(view.account)) return;
    // What can't be had now is tried again at the session's next change.
    running = start().catch(() => (running = null));
  };
  const unsubscribe = session.subscribe(startIfNeeded);
  startIfNeeded();
  return () => {
    unsubscribe();
    void running?.then((stop) => stop?.());
  };
};
