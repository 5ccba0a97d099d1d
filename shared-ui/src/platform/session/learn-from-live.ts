import { User, meTopic } from '@mahlzeit/contract';
import type { LiveClient } from '../live/live-client';
import { liveItems } from '../live/live-items';
import type { SessionClient } from './session-client';

const usersOf = liveItems('user', User);

/** Keeps the session's account as the live document has it, whoever changed it. Returns an unsubscribe function. */
export const applyLiveUser = (session: Pick<SessionClient, 'applyUser'>, live: Pick<LiveClient, 'subscribe'>): (() => void) => {
  let known: User | undefined;
  return live.subscribe(meTopic, (view) => {
    const [user] = usersOf(view);
    // The topic also speaks when the connection drops: what it held then may be older than an answer learned since.
    if (user === known) return;
    known = user;
    if (user !== undefined) session.applyUser(user);
  });
};
