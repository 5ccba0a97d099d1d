import type { Clock, Worker } from '../../../platform';
import type { ThirdPartyStore } from './third-party-store';

const EVERY_MS = 5 * 60_000;

// Kept a while, so that who took too long is told that and not that nobody knows him.
const KEPT_MS = 30 * 60_000;

/** Removes sign-ins that nobody has finished. */
export const createAttemptSweep = ({ store, clock }: { readonly store: ThirdPartyStore; readonly clock: Clock }): Worker => ({
  name: 'identity/sign-in-sweep',
  everyMs: EVERY_MS,
  run: () => store.write(({ thirdParties }) => thirdParties.removeExpired(clock.realNow() - KEPT_MS)),
});
