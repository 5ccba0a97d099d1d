import type { Clock, Worker } from '../../../platform';
import type { ThirdPartyStore } from '../store';

const SIGN_INS_EVERY_MS = 5 * 60_000;

// Whoever took too long is told so, and not that nobody knows them.
const EXPIRED_SIGN_INS_STAY_MS = 30 * 60_000;

/** Removes sign-ins that nobody has finished. */
export const createSignInCleanup = ({
  store,
  clock,
}: {
  readonly store: ThirdPartyStore;
  readonly clock: Clock;
}): Worker => ({
  name: 'identity/sign-in-cleanup',
  everyMs: SIGN_INS_EVERY_MS,
  run: () => store.write(({ thirdParties }) => thirdParties.removeExpired(clock.realNow() - EXPIRED_SIGN_INS_STAY_MS)),
});
