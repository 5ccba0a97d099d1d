import type { Account } from '@mahlzeit/contract';
import { literal, object, safeParse, string, union } from '@mahlzeit/contract/zod';
import { storedText } from '../browser/storage';
import type { BrowserStorage } from '../browser/storage';
import { createTabLock } from '../browser/tab-lock';
import type { WithLock } from '../browser/tab-lock';
import type { SessionSchedule, SessionState } from './session-state';

/** Name of all that the tabs share: their channel, the stored hint, the lock. */
const NAME = 'mahlzeit.session';

/** What tabs of one browser tell each other about the session they share. */
export type TabMessage = { readonly type: 'ended' } | { readonly type: 'began'; readonly uid: string };

/** The line between the tabs of one browser. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Returns an unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void;
}

const Message = union([object({ type: literal('ended') }), object({ type: literal('began'), uid: string() })]);

/** The line between tabs. */
export const createTabChannel = (): TabChannel => {
  const channel = new BroadcastChannel(NAME);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent): void => {
        const message = safeParse(Message, data);
        if (message.success) listener(message.data);
      };
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
        channel.close();
      };
    },
  };
};

/**
 * Stores whose session this browser has: a first visit asks for no refresh, and a page that was away sees who logged in
 * meanwhile.
 */
export interface SessionHint {
  /** Null where there is none, or nothing can be remembered. */
  owner(): string | null;
  set(owner: string): void;
  clear(): void;
}

/** How the hint names an account. */
export const ownerOf = ({ uid, isAnonymous }: Account): string => (isAnonymous ? `visitor ${uid}` : uid);

/** The hint in the browser's storage. A browser that blocks its storage begins anew at each visit. */
export const createSessionHint = (storage: BrowserStorage): SessionHint => {
  const stored = storedText(storage, NAME);
  return { owner: stored.read, set: stored.write, clear: stored.remove };
};

/** One piece of work at a time: in this tab by a queue, over all tabs by a lock where the browser has them. */
export const createWithLock = (locks: LockManager | undefined): WithLock => {
  // Where a frozen tab holds it, the gateway's grace for parallel refreshes has to do.
  const run = createTabLock(NAME, locks);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(() => run(work));
    // The next in the queue starts whether this one succeeds or not; its caller hears of a failure.
    last = next.catch(() => undefined);
    return next;
  };
};

interface TabSyncDeps {
  readonly state: SessionState;
  readonly hint: Pick<SessionHint, 'owner'>;
  readonly schedule: SessionSchedule;
  renew(): Promise<void>;
  begin(): void;
}

/** The tab that ended the session begins the next one; the others wait for it this long. */
const OTHER_TAB_BEGINS_MS = 5_000;

/** Keeps this tab's user the same as the browser's, whichever tab logged in or out. */
export const createTabSync = ({ state, hint, schedule, renew, begin }: TabSyncDeps) => {
  /** A06: a member is forgotten before the next one is known; of a visitor there is nothing to see. */
  const forgetMember = (): void => {
    if (state.account()?.loggedIn === true) state.forget('unknown');
  };
  /** Whether the hint names somebody else than this tab does. */
  const isOvertaken = (): boolean => {
    const [account, owner] = [state.account(), hint.owner()];
    return account !== null && owner !== null && owner !== ownerOf(account);
  };

  return {
    /** Another tab tells what became of the session. */
    onMessage(message: TabMessage): void {
      if (message.type === 'ended') {
        state.forget('unknown');
        return schedule.later(OTHER_TAB_BEGINS_MS, begin);
      }
      if (message.uid !== state.account()?.uid) forgetMember();
      void renew();
    },
    /** The page is seen again: messages may have been lost while it was frozen. */
    onVisible(): void {
      if (!isOvertaken()) return;
      forgetMember();
      void renew();
    },
    /** The page comes out of the browser's memory, where it heard nothing and time stood still. */
    onPageShow(): void {
      if (state.account() === null) return schedule.wake();
      if (isOvertaken()) forgetMember();
      void renew();
    },
  };
};
