import type { Clock, Worker } from '../../../platform';
import type { IdentityStore } from '../store';

const CLEANUP_INTERVAL_MS = 15 * 60_000;

/** Creates the job that removes expired verification codes and reset links. */
export const createProofCleanup = ({
  store,
  clock,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
}): Worker => ({
  name: 'identity/proof-cleanup',
  everyMs: CLEANUP_INTERVAL_MS,
  run: () =>
    store.write(async (identityRows) => {
      await identityRows.codes.removeExpired(clock.now());
      await identityRows.resets.removeExpired(clock.now());
    }),
});
