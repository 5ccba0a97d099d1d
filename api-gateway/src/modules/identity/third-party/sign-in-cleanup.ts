import type { Clock, PeriodicJob } from '../../../platform';
import type { ThirdPartyStore } from '../store';

const SIGN_IN_CLEANUP_INTERVAL_MS = 5 * 60_000;

// Time in milliseconds for which an expired sign-in stays stored: half an hour, so that a slow user sees that the
// sign-in has expired.
const EXPIRED_SIGN_IN_RETENTION_MS = 30 * 60_000;

/** Creates the job that removes unfinished sign-ins at third parties, half an hour after they have expired. */
export const createSignInCleanup = ({
  store,
  clock,
}: {
  readonly store: ThirdPartyStore;
  readonly clock: Clock;
}): PeriodicJob => ({
  name: 'identity/sign-in-cleanup',
  everyMs: SIGN_IN_CLEANUP_INTERVAL_MS,
  clock: 'real',
  run: () => store.write(({ attempts }) => attempts.removeExpired(clock.realNow() - EXPIRED_SIGN_IN_RETENTION_MS)),
});
