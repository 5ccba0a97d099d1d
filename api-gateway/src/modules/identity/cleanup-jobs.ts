import { userLogName } from '../../platform';
import type { Clock, Worker } from '../../platform';
import type { IdentityStore } from './store/identity-store';
import type { ThirdPartyStore } from './store/third-party-repository';

const EVERY_MS = 15 * 60_000;

/** Few enough that no request waits behind one run. */
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

/** Removes codes and links of mails that are worth nothing any more. */
export const createProofCleanup = ({
  store,
  clock,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
}): Worker => ({
  name: 'identity/proof-cleanup',
  everyMs: EVERY_MS,
  run: () =>
    store.write(async (rows) => {
      await rows.codes.removeExpired(clock.now());
      await rows.resets.removeExpired(clock.now());
    }),
});

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
