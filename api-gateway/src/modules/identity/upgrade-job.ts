import type { Clock, PeriodicJob, TextSealing } from '../../platform';
import type { IdentityStore } from './store';

const INTERVAL_MS = 60_000;

// Maximum number of rows of each table that one transaction changes, so that it stays short.
const ROWS_PER_RUN = 500;

/**
 * Creates the job that hashes the ids of sessions and the tokens of unsubscribe links that the previous release has
 * stored in plain text. It runs when no gateway of that release can be running any more.
 */
export const createUpgradeJob = ({
  store,
  clock,
  secrets,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly secrets: TextSealing;
}): PeriodicJob => ({
  name: 'identity/upgrade',
  everyMs: INTERVAL_MS,
  clock: 'real',
  run: () =>
    store.write(async (identityRows) => {
      if (await identityRows.mayEarlierReleaseRun(clock.realNow())) return;
      await identityRows.sessions.hashPlainIds(ROWS_PER_RUN);
      await identityRows.mailReaders.hashPlainTokens(ROWS_PER_RUN, secrets);
    }),
});
