import { userLogName } from '../../../platform';
import type { Clock, Worker } from '../../../platform';
import type { IdentityStore } from '../store';

const EVERY_MS = 15 * 60_000;

// A run of this size never makes a request wait.
const BATCH = 500;

/** Removes sessions that are over, and visitors who can never come back. */
export const createSessionCleanup = ({
  store,
  clock,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
}): Worker => ({
  name: 'identity/session-cleanup',
  everyMs: EVERY_MS,
  run: () =>
    store.write(async (rows) => {
      await rows.sessions.removeOver(clock.realNow(), BATCH);
      for (const uid of await rows.users.removeLostVisitors(BATCH))
        rows.record(userLogName(uid), { kind: 'del', collection: 'user', key: uid });
    }),
});
