import type { Account } from '@mahlzeit/contract';

/** What tabs of one browser tell each other about the session they share. */
export type TabMessage =
  | { readonly type: 'ended' }
  | { readonly type: 'began'; readonly uid: string };

/** The line between the tabs of one browser. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Returns an unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void;
}

/** Stores whose session this browser has: a first visit asks for no refresh, and a page that was away sees who logged in meanwhile. */
export interface SessionHint {
  /** Null where there is none, or nothing can be remembered. */
  owner(): string | null;
  set(owner: string): void;
  clear(): void;
}

/** How the hint names an account. */
export const ownerOf = ({ uid, isAnonymous }: Account): string => (isAnonymous ? `visitor ${uid}` : uid);

/** Runs one piece of work at a time over all tabs. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T>;
