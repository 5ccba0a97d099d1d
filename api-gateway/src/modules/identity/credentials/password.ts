import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { EXAMINED_PASSWORD_LENGTH, forbiddenWordsOf, ratePassword } from '@mahlzeit/contract/rules';
import { hash, verify } from '@node-rs/argon2';
import { consumeAttempt, createKeyedMutex, withAdmission } from '../../../platform';
import type { CreateRateLimiter, FairSemaphore, RateLimiter, RouteError, Semaphore } from '../../../platform';
import type { IdentityStore, StoredUser } from '../store';

/** Cost of one password hash with argon2id. A higher cost slows down both attackers and logins. */
export interface PasswordCost {
  /** Memory that one password hash uses, in KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** Cost that OWASP recommends for argon2id: 19 MiB of memory, two passes, one lane. */
export const PRODUCTION_PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Hashes and verifies passwords with argon2id, outside of the main thread. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. If the hash is null (no account), the check takes the same time and returns false, so that the
   * duration doesn't reveal who has an account.
   */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
}

/** Creates the hasher of passwords with this cost. Tests use a lower cost than production. */
export const createPasswordHasher = (passwordCost: PasswordCost): PasswordHasher => {
  const hashOptions = { ...passwordCost, parallelism: 1 };
  let decoyHashPromise: Promise<string> | null = null;
  return {
    hash: (password) => hash(password, hashOptions),
    async verify(password, passwordHash) {
      if (passwordHash !== null) return verify(passwordHash, password);
      decoyHashPromise ??= hash('no account has this one', hashOptions);
      await verify(await decoyHashPromise, password);
      return false;
    },
  };
};

/**
 * Type of the function that estimates the number of guesses that an attacker needs for a password. `ownWords` are words
 * about its owner.
 */
export type EstimateGuesses = (password: string, ownWords: readonly string[]) => Promise<number>;

/** A password to be set, and the e-mail address of its owner; null without one. */
export interface NewPassword {
  readonly password: string;
  readonly email: string | null;
}

/**
 * Type of the function that hashes a new password. It fails with `ErrorPasswordWeak` for a password that is easy to
 * guess, rejects with `unavailable` if too many passwords are waiting, and rejects with the signal's reason if
 * `abortSignal` aborts while this one waits.
 */
export type HashNewPassword = (
  newPassword: NewPassword,
  abortSignal?: AbortSignal,
) => Promise<Result<string, 'ErrorPasswordWeak'>>;

// Maximum number of registrations and password resets that wait for the hashing of their password. A full queue is
// finished within some seconds.
const MAX_NEW_PASSWORDS = 100;

export interface NewPasswordHashingDeps {
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  /** Semaphore that the hashing of passwords shares with other costly work. */
  readonly semaphore: Semaphore;
  readonly estimateGuesses: EstimateGuesses;
}

/** Creates the function that rates and hashes every new password. */
export const createNewPasswordHashing = ({
  hasher,
  semaphore,
  estimateGuesses,
}: NewPasswordHashingDeps): HashNewPassword => {
  const admissionLimitedSemaphore = withAdmission(semaphore, MAX_NEW_PASSWORDS);
  return async ({ password, email }, abortSignal) => {
    const guesses = await estimateGuesses(password.slice(0, EXAMINED_PASSWORD_LENGTH), forbiddenWordsOf(email));
    return ratePassword(guesses) === 'guessable'
      ? err('ErrorPasswordWeak')
      : ok(await admissionLimitedSemaphore.run(() => hasher.hash(password), abortSignal));
  };
};

/** Account (by its e-mail address), IP address and browser of a login attempt. */
export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** Id of the browser if it has signed in to this account before; null for an unknown browser. */
  readonly deviceId: string | null;
}

/**
 * Limits failed logins by account and by IP address. Successful logins don't count. A browser that has signed in to the
 * account before has attempts of its own, which strangers can't use up.
 */
export interface LoginAttempts {
  guardAttempt<T, E>(
    loginAttempt: LoginAttempt,
    checkPassword: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | RouteError>>;
  /** Resets the count of failed logins of an account, after its owner has proved the identity in another way. */
  clearAttempts(email: string): Promise<void>;
}

/**
 * Creates the limits of login attempts. An attempt is counted before the password is checked, and subtracted again
 * after a success. So parallel attempts can't exceed the limit. Attempts for the same account run one after the other,
 * and only few run at once, so that correct logins hardly use up the limit while they run. Waiting logins of different
 * IP addresses take turns, so that somebody who sends many logins delays only these.
 */
export const createLoginAttempts = (
  createRateLimiter: CreateRateLimiter,
  fairSemaphore: FairSemaphore,
): LoginAttempts => {
  const accountLimiter = createRateLimiter('login-account', { points: 10, durationMs: 15 * 60_000 });
  const deviceLimiter = createRateLimiter('login-device', { points: 10, durationMs: 15 * 60_000 });
  const addressLimiter = createRateLimiter('login-address', { points: 100, durationMs: 60_000 });
  const accountMutex = createKeyedMutex();

  const consumeAttemptsAndCheck = async <T, E>(
    { email, address, deviceId }: LoginAttempt,
    passwordCheck: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | RouteError>> => {
    const consumedAttempts: [RateLimiter, string][] = [];
    const refundConsumedAttempts = () =>
      Promise.all(consumedAttempts.map(([rateLimiter, limitKey]) => rateLimiter.refund(limitKey)));
    const limits: readonly (readonly [RateLimiter, string])[] = [
      [addressLimiter, address],
      deviceId === null ? [accountLimiter, email] : [deviceLimiter, deviceId],
    ];
    for (const [rateLimiter, limitKey] of limits) {
      const attemptAdmission = await consumeAttempt(rateLimiter, limitKey);
      if (!attemptAdmission.ok) {
        await refundConsumedAttempts();
        return attemptAdmission;
      }
      consumedAttempts.push([rateLimiter, limitKey]);
    }
    let isPasswordWrong = false;
    try {
      const checkResult = await passwordCheck();
      isPasswordWrong = !checkResult.ok;
      return checkResult;
    } finally {
      if (!isPasswordWrong) await refundConsumedAttempts();
    }
  };

  return {
    guardAttempt: (loginAttempt, passwordCheck) =>
      accountMutex.run(loginAttempt.deviceId ?? loginAttempt.email, () =>
        fairSemaphore.forKey(loginAttempt.address).run(() => consumeAttemptsAndCheck(loginAttempt, passwordCheck)),
      ),
    clearAttempts: (email) => accountLimiter.forget(email),
  };
};

export interface PasswordProofDeps {
  readonly store: IdentityStore;
  readonly hasher: PasswordHasher;
  /**
   * Limits of login attempts, shared with the login: failed proofs of identity and failed logins of an e-mail address
   * count together.
   */
  readonly attempts: LoginAttempts;
}

/** A user who must prove their identity, with the open session and the IP address of the request. */
export interface PasswordClaimant {
  readonly uid: string;
  readonly sessionId: string;
  readonly address: string;
}

/**
 * Type of the function that checks the password of a user with a session, to prove that the session really belongs to
 * the user. It returns the user.
 */
export type ProvePassword = (
  passwordClaimant: PasswordClaimant,
  password: string,
) => Promise<Result<StoredUser, 'unauthenticated' | 'thirdPartyAccount' | 'ErrorPasswordIncorrect' | RouteError>>;

/**
 * Creates the function that checks the password of a user with a session. A session has attempts of its own, which
 * strangers without it can't use up. The function returns `thirdPartyAccount` for a user without a password.
 */
export const createPasswordProof =
  ({ store, hasher, attempts }: PasswordProofDeps): ProvePassword =>
  async ({ uid, sessionId, address }, password) => {
    const user = await store.read((identityRows) => identityRows.users.find(uid));
    if (user === null) return err('unauthenticated');
    // A user who signed in with a third party has no password (S1§6).
    const { passwordHash, email } = user;
    if (passwordHash === null || email === null) return err('thirdPartyAccount');
    return attempts.guardAttempt({ email, address, deviceId: `session ${sessionId}` }, async () =>
      (await hasher.verify(password, passwordHash)) ? ok(user) : err('ErrorPasswordIncorrect'),
    );
  };
