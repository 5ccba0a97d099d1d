import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform';
import { sha256Base64Url } from '../store';
import type { IdentityRows, IdentityStore, PasskeyPurpose } from '../store';

/** Time in milliseconds of real time that a user has to use the authenticator. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** Purpose of a challenge, and the user who requested it; null for a sign-in. */
export interface ChallengeUse {
  readonly purpose: PasskeyPurpose;
  readonly uid: string | null;
}

/**
 * Challenges that authenticators sign. They are stored in the database, so that any gateway can check the answer and
 * each challenge is valid once.
 */
export interface PasskeyChallenges {
  /** Creates a random challenge of 256 bits and stores it. */
  issue(use: ChallengeUse): Promise<string>;
  /**
   * Uses a challenge up. Returns false for a challenge that is unknown, used, expired or issued for another purpose.
   */
  take(identityRows: Pick<IdentityRows, 'passkeys'>, challenge: string, use: ChallengeUse): Promise<boolean>;
}

/** Creates the functions that issue and use up challenges of passkeys. */
export const createPasskeyChallenges = ({
  store,
  clock,
}: {
  readonly store: IdentityStore;
  readonly clock: Clock;
}): PasskeyChallenges => ({
  async issue(use) {
    const challenge = randomBytes(32).toString('base64url');
    await store.write(({ passkeys }) =>
      passkeys.insertChallenge({
        ...use,
        challengeHash: sha256Base64Url(challenge),
        expiresAt: clock.realNow() + CHALLENGE_LIFETIME_MS,
      }),
    );
    return challenge;
  },
  async take({ passkeys }, challenge, { purpose, uid }) {
    const storedChallenge = await passkeys.takeChallenge(sha256Base64Url(challenge));
    return (
      storedChallenge !== null &&
      storedChallenge.purpose === purpose &&
      storedChallenge.uid === uid &&
      storedChallenge.expiresAt > clock.realNow()
    );
  },
});
