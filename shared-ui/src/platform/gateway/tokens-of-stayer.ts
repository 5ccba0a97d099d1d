import type { Account } from '@mahlzeit/contract';
import type { SessionView } from '../session/session-state';
import type { TokenSource } from './call-as-session';

/** Tokens with the session that they belong to. */
export interface KnownTokens extends TokenSource {
  get(): SessionView;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/**
 * Contract §0: an account flagged deleted may only be restored. Other calls of its page wait until it is restored. When the
 * user logs out instead, these calls get no token: the next user sends their own.
 */
export const tokensOfActiveUser = (session: KnownTokens): TokenSource => {
  const accountHere = (): Account | null => {
    const view = session.get();
    return view.status === 'known' ? view.account : null;
  };
  const whenDecided = (uid: string): Promise<void> =>
    new Promise((resolve) => {
      const stop = session.subscribe(() => {
        const account = accountHere();
        if (account?.uid === uid && account.deleted) return;
        stop();
        resolve();
      });
    });
  return {
    async token() {
      const token = await session.token();
      const account = accountHere();
      if (account?.deleted !== true) return token;
      await whenDecided(account.uid);
      return accountHere()?.uid === account.uid ? session.token() : null;
    },
    renew: session.renew,
  };
};
