import type { Clock, PeriodicJob } from '../../../platform';
import type { IdentityStore } from '../store';
import { dropEmailChange } from './email-change';

const CLEANUP_INTERVAL_MS = 15 * 60_000;

// Maximum number of expired changes of the e-mail address that one transaction removes, so that it stays short.
const MAX_CHANGES_PER_RUN = 100;

/**
 * Creates the job that removes expired verification codes, mailed links, changes of the e-mail address, challenges of
 * passkeys and tickets of second steps.
 */
export const createProofCleanup = ({
  store,
  clock,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
}): PeriodicJob => ({
  name: 'identity/proof-cleanup',
  everyMs: CLEANUP_INTERVAL_MS,
  clock: 'domain',
  run: () =>
    store.write(async (identityRows) => {
      await identityRows.codes.removeExpired(clock.now());
      await identityRows.resets.removeExpired(clock.now());
      await identityRows.passkeys.removeExpiredChallenges(clock.realNow());
      await identityRows.secondSteps.removeExpiredTickets(clock.realNow());
      await identityRows.emailUndos.removeExpired(clock.now());
      for (const user of await identityRows.users.findExpiredEmailChanges(clock.now(), MAX_CHANGES_PER_RUN))
        await dropEmailChange(identityRows, user);
    }),
});
