import { ownerOf } from './session-ports';
import type { SessionHint, TabMessage } from './session-ports';
import type { SessionSchedule } from './session-schedule';
import type { SessionState } from './session-state';

export interface TabSyncDeps {
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
