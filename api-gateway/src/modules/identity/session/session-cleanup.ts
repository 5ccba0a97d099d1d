import { userLogName } from '../../../platform';
import type { Clock, PeriodicJob } from '../../../platform';
import type { IdentityStore } from '../store';

const CLEANUP_INTERVAL_MS = 15 * 60_000;

// Number of rows that one run removes, so small that it never delays a request.
const CLEANUP_BATCH_SIZE = 500;

/** Creates the job that removes ended sessions and the visitors who have no session left and so can't come back. */
export const createSessionCleanup = ({
  store,
  clock,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
}): PeriodicJob => ({
  name: 'identity/session-cleanup',
  everyMs: CLEANUP_INTERVAL_MS,
  clock: 'real',
  run: () =>
    store.write(async (identityRows) => {
      await identityRows.sessions.removeEnded(clock.realNow(), CLEANUP_BATCH_SIZE);
      for (const uid of await identityRows.users.removeVisitorsWithoutSession(CLEANUP_BATCH_SIZE))
        identityRows.record(userLogName(uid), { kind: 'del', collection: 'user', key: uid });
    }),
});
