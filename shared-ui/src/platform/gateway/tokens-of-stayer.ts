import type { Account } from '@mahlzeit/contract';
import type { SessionView } from '../shell-contract';
import type { TokenSource } from './call-as-session';

/** Tokens, and whose they are. */
export interface KnownTokens extends TokenSource {
  get(): SessionView;
  /** Answers the way to stop. */
  subscribe(listener: () => void): () => void;
}

/**
 * Contract §0: who is flagged deleted is refused all but the way back. What his page asks for meanwhile waits until he has
 * come back; where he leaves instead there is no token, since whoever comes after him asks for himself.
 */
export const tokensOfStayer = (session: KnownTokens): TokenSource => {
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
