import type { Account } from '@mahlzeit/contract';
import { literal, object, safeParse, string, union } from '@mahlzeit/contract/zod';
import { storedText } from '../browser/storage';
import type { BrowserStorage } from '../browser/storage';
import { createTabLock } from '../browser/tab-lock';
import type { WithLock } from '../browser/tab-lock';
import type { SessionSchedule, SessionState } from './session-state';

/** Name of everything that the tabs share: the channel, the stored hint, the lock. */
const NAME = 'mahlzeit.session';

/** Message between the tabs of one browser about their session. */
export type TabMessage = { readonly type: 'ended' } | { readonly type: 'began'; readonly uid: string };

/** Channel between the tabs of one browser. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Returns an unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void;
}

const Message = union([object({ type: literal('ended') }), object({ type: literal('began'), uid: string() })]);

/** Creates the channel between tabs. */
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
 * Stores the owner of the browser's session: a first visit sends no refresh request, and a page that was frozen notices
 * a login meanwhile.
 */
export interface SessionHint {
  /** Returns null when there is no owner, or the storage is blocked. */
  owner(): string | null;
  set(owner: string): void;
  clear(): void;
}

/** Returns the hint's name of an account. */
export const ownerOf = ({ uid, isAnonymous }: Account): string => (isAnonymous ? `visitor ${uid}` : uid);

/** Creates the hint in the browser's storage. A browser that blocks its storage starts a new session at each visit. */
export const createSessionHint = (storage: BrowserStorage): SessionHint => {
  const storedOwner = storedText(storage, NAME);
  return { owner: storedOwner.read, set: storedOwner.write, clear: storedOwner.remove };
};

/**
 * Creates a lock for one task at a time: by a queue in this tab, and over all tabs by the browser's locks, if it has
 * them.
 */
export const createWithLock = (locks: LockManager | undefined): WithLock => {
  // When a frozen tab holds the lock, the gateway's grace period for parallel refreshes has to suffice.
  const run = createTabLock(NAME, locks);
  let lastWork: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = lastWork.then(() => run(work));
    // The next task starts after a success or a failure; the caller receives the failure.
    lastWork = next.catch(() => undefined);
    return next;
  };
};

interface TabSyncDeps {
  readonly state: SessionState;
  readonly hint: Pick<SessionHint, 'owner'>;
  readonly schedule: SessionSchedule;
  renewSession(): Promise<void>;
  startSession(): void;
}

/** The tab that ended the session starts the next one; the others wait this long. */
const OTHER_TAB_BEGINS_MS = 5_000;

/** Keeps this tab's user equal to the browser's, whichever tab logged in or out. */
export const createTabSync = ({ state, hint, schedule, renewSession, startSession }: TabSyncDeps) => {
  /** A06: forgets a member before the next user is known; a visitor has no visible data. */
  const forgetMember = (): void => {
    if (state.account()?.loggedIn === true) state.forget('unknown');
  };
  /** Whether the hint names another user than this tab has. */
  const isOvertaken = (): boolean => {
    const [account, owner] = [state.account(), hint.owner()];
    return account !== null && owner !== null && owner !== ownerOf(account);
  };

  return {
    /** Handles another tab's message about the session. */
    onMessage(message: TabMessage): void {
      if (message.type === 'ended') {
        state.forget('unknown');
        return schedule.later(OTHER_TAB_BEGINS_MS, startSession);
      }
      if (message.uid !== state.account()?.uid) forgetMember();
      void renewSession();
    },
    /** Handles the page becoming visible again: messages may have been lost while it was frozen. */
    onVisible(): void {
      if (!isOvertaken()) return;
      forgetMember();
      void renewSession();
    },
    /** Handles a restore from the back-forward cache, where no message arrived and no timer ran. */
    onPageShow(): void {
      if (state.account() === null) return schedule.wake();
      if (isOvertaken()) forgetMember();
      void renewSession();
    },
  };
};
