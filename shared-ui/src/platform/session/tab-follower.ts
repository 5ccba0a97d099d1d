import { ownerOf } from './session-conversation';
import type { SessionMark, TabMessage } from './session-ports';
import type { SessionSchedule } from './session-schedule';
import type { SessionState } from './session-state';

/** What following the other tabs takes. */
export interface TabFollowerDeps {
  readonly state: SessionState;
  readonly mark: Pick<SessionMark, 'owner'>;
  readonly schedule: SessionSchedule;
  renew(): Promise<void>;
  begin(): void;
}

/** The tab that ended the session begins the next one; the others wait for it this long. */
const OTHER_TAB_BEGINS_MS = 5_000;

/** Keeps this tab's user the one that this browser has, whichever tab changed him. */
export const createTabFollower = ({ state, mark, schedule, renew, begin }: TabFollowerDeps) => {
  /** A06: a member is forgotten before the next one is known; of a visitor there is nothing to see. */
  const makeWay = (): void => {
    if (state.account()?.loggedIn === true) state.forget('unknown');
  };
  /** Whether the mark names somebody else than this tab does. */
  const isOvertaken = (): boolean => {
    const [account, owner] = [state.account(), mark.owner()];
    return account !== null && owner !== null && owner !== ownerOf(account);
  };

  return {
    /** Another tab tells what became of the session. */
    hear(message: TabMessage): void {
      if (message.type === 'ended') {
        state.forget('unknown');
        return schedule.later(OTHER_TAB_BEGINS_MS, begin);
      }
      if (message.uid !== state.account()?.uid) makeWay();
      void renew();
    },
    /** The page is seen again: messages may have been lost while it was frozen. */
    look(): void {
      if (!isOvertaken()) return;
      makeWay();
      void renew();
    },
    /** The page comes out of the browser's memory, where it heard nothing and time stood still. */
    returned(): void {
      if (state.account() === null) return schedule.wake();
      if (isOvertaken()) makeWay();
      void renew();
    },
  };
};
