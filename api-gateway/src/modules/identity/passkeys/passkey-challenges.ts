import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform';
import { sha256Base64Url } from '../store';
import type { IdentityRows, IdentityStore, PasskeyPurpose } from '../store';

/** Time in which the user has to finish at the authenticator, in milliseconds of real time. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** Purpose of a challenge, and the user who has asked for it; null for a sign-in. */
export interface ChallengeUse {
  readonly purpose: PasskeyPurpose;
  readonly uid: string | null;
}

/**
 * Challenges that authenticators sign. They are rows, so that any gateway can check the answer and each challenge is
 * good once.
 */
export interface PasskeyChallenges {
  /** Creates a challenge: 256 random bits. */
  issue(use: ChallengeUse): Promise<string>;
  /** Uses a challenge up. Returns false for one that is unknown, used, expired or issued for another use. */
  take(identityRows: Pick<IdentityRows, 'passkeys'>, challenge: string, use: ChallengeUse): Promise<boolean>;
}

/** Creates the challenges. */
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
