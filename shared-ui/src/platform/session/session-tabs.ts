import type { Account } from '@mahlzeit/contract';
import { literal, object, safeParse, string, union } from '@mahlzeit/contract/zod';
import { createStoredText } from '../browser/storage';
import type { BrowserStorage } from '../browser/storage';
import { createTabLock } from '../browser/tab-lock';
import type { WithLock } from '../browser/tab-lock';
import type { SessionSchedule, SessionState } from './session-state';

/** Name of the channel, the stored hint and the lock, which all tabs share. */
const SESSION_STORAGE_NAME = 'mahlzeit.session';

/** Message from one tab to the others about the session of the browser. */
export type TabMessage = { readonly type: 'ended' } | { readonly type: 'began'; readonly uid: string };

/** Channel for messages about the session between the tabs of one browser. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls the listener with each message of another tab. Returns an unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void;
}

const TabMessageSchema = union([object({ type: literal('ended') }), object({ type: literal('began'), uid: string() })]);

/** Creates the channel between tabs with a BroadcastChannel. Messages that aren't valid are ignored. */
export const createTabChannel = (): TabChannel => {
  const broadcastChannel = new BroadcastChannel(SESSION_STORAGE_NAME);
  return {
    post: (message) => broadcastChannel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent): void => {
        const message = safeParse(TabMessageSchema, data);
        if (message.success) listener(message.data);
      };
      broadcastChannel.addEventListener('message', onMessage);
      return () => {
        broadcastChannel.removeEventListener('message', onMessage);
        broadcastChannel.close();
      };
    },
  };
};

/**
 * Hint in the browser's storage about the owner of the current session. If no owner is stored, the first visit sends no
 * refresh request. A page that was frozen compares the owner and so notices that another user has logged in.
 */
export interface SessionHint {
  /** Returns the stored owner of the session; null if there is none or the storage is blocked. */
  owner(): string | null;
  set(owner: string): void;
  clear(): void;
}

/** Returns the name under which the hint stores the owner of an account. */
export const hintOwnerOf = ({ uid, isAnonymous }: Pick<Account, 'uid' | 'isAnonymous'>): string =>
  isAnonymous ? `visitor ${uid}` : uid;

/** Creates the session hint. In a browser that blocks its storage, each visit starts a new session. */
export const createSessionHint = (storage: BrowserStorage): SessionHint => {
  const storedOwner = createStoredText(storage, SESSION_STORAGE_NAME);
  return { owner: storedOwner.read, set: storedOwner.write, clear: storedOwner.remove };
};

/**
 * Creates a lock that runs one task at a time: by a queue in this tab, and by the browser's locks across all tabs, if
 * the browser has them.
 */
export const createSessionLock = (locks: LockManager | undefined): WithLock => {
  // A frozen tab may hold the lock. Two tabs may then renew the session at the same time, which the gateway accepts for
  // a short period.
  const runLocked = createTabLock(SESSION_STORAGE_NAME, locks);
  let previousTask: Promise<unknown> = Promise.resolve();
  return (task) => {
    const queuedTask = previousTask.then(() => runLocked(task));
    // The next task starts even if this one fails. The caller of this task gets the failure.
    previousTask = queuedTask.catch(() => undefined);
    return queuedTask;
  };
};

interface TabSyncOptions {
  readonly state: SessionState;
  readonly hint: Pick<SessionHint, 'owner'>;
  readonly schedule: SessionSchedule;
  renewSession(): Promise<void>;
  /** Continues with the session that another tab has started. Until then, calls of this tab wait. */
  adoptOtherSession(): Promise<void>;
  startSession(): void;
}

/**
 * Time in ms for which the other tabs wait for the tab that has ended the session, because it starts the next one.
 * Afterwards they start one themselves.
 */
const NEXT_SESSION_WAIT_MS = 5_000;

/** Keeps the user of this tab the same as the user of the browser after a login or logout in any tab. */
export const createTabSync = ({
  state,
  hint,
  schedule,
  renewSession,
  adoptOtherSession,
  startSession,
}: TabSyncOptions) => {
  /**
   * Removes a member from this tab before the next user is known (A06). A visitor stays, because a visitor has no
   * private data on the screen.
   */
  const forgetMemberAccount = (): void => {
    if (state.account()?.loggedIn === true) state.forget('unknown');
  };
  /** Returns whether the session hint names another user than the user of this tab. */
  const isOwnedByOtherUser = (): boolean => {
    const [account, owner] = [state.account(), hint.owner()];
    return account !== null && owner !== null && owner !== hintOwnerOf(account);
  };

  return {
    /** Handles a message of another tab about the session. */
    onMessage(message: TabMessage): void {
      if (message.type === 'ended') {
        state.forget('unknown');
        return schedule.schedule(NEXT_SESSION_WAIT_MS, startSession);
      }
      if (message.uid !== state.account()?.uid) forgetMemberAccount();
      void adoptOtherSession();
    },
    /** Handles that the page is visible again: messages of other tabs may have been lost while the page was frozen. */
    onVisible(): void {
      if (!isOwnedByOtherUser()) return;
      forgetMemberAccount();
      void adoptOtherSession();
    },
    /**
     * Handles that the page was restored from the back-forward cache, in which no message arrives and no timer runs.
     */
    onPageShow(): void {
      if (state.account() === null) return schedule.wake();
      if (!isOwnedByOtherUser()) return void renewSession();
      forgetMemberAccount();
      void adoptOtherSession();
    },
  };
};
