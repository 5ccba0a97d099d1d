import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { hash, verify } from '@node-rs/argon2';
import { consumeAttempt, createKeyedMutex, withAdmission } from '../../../platform';
import type { CreateRateLimiter, FairSemaphore, RateLimiter, RouteError, Semaphore } from '../../../platform';
import type { IdentityStore, StoredUser } from '../store';

/** Cost of a password hash. */
export interface PasswordCost {
  /** KiB of memory. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** Cost that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
export const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Hashes and checks passwords with argon2id, off the main thread. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. Without a hash the check takes as long and returns false, so that the duration doesn't reveal
   * who has an account.
   */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
}

/** Creates a hasher with that cost. */
export const createPasswordHasher = (cost: PasswordCost): PasswordHasher => {
  const options = { ...cost, parallelism: 1 };
  let decoy: Promise<string> | null = null;
  return {
    hash: (password) => hash(password, options),
    async verify(password, passwordHash) {
      if (passwordHash !== null) return verify(passwordHash, password);
      decoy ??= hash('no account has this one', options);
      await verify(await decoy, password);
      return false;
    },
  };
};

/**
 * Hashes a new password. Rejects with `unavailable` if too many passwords wait, and with the signal's reason if
 * `signal` aborts first.
 */
export type HashNewPassword = (password: string, signal?: AbortSignal) => Promise<string>;

// Limit of waiting registrations and resets; the last of them is done within some seconds.
const MAX_NEW_PASSWORDS = 100;

/** Creates the hashing of new passwords in a semaphore that other costly work may share. */
export const createNewPasswordHashing = (
  hasher: Pick<PasswordHasher, 'hash'>,
  costlyWork: Semaphore,
): HashNewPassword => {
  const admission = withAdmission(costlyWork, MAX_NEW_PASSWORDS);
  return (password, signal) => admission.run(() => hasher.hash(password), signal);
};

/** A login attempt: the account and the address that it comes from. */
export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
}

/** Counts failed logins by account and by address. Successful logins don't count. */
export interface LoginAttempts {
  guard<T, E>(attempt: LoginAttempt, check: () => Promise<Result<T, E>>): Promise<Result<T, E | RouteError>>;
  /** Forgets the failed logins of an account whose owner has proved their identity in another way. */
  clearAttempts(email: string): Promise<void>;
}

/**
 * An attempt is counted before the password is checked and given back after a success, so that parallel attempts can't
 * exceed the limit. Attempts for one account run one after the other, and few run at once, so that correct logins
 * hardly use the limit while they are checked. Addresses take turns: somebody who sends many logins waits only for
 * their own.
 */
export const createLoginAttempts = (createRateLimiter: CreateRateLimiter, semaphore: FairSemaphore): LoginAttempts => {
  const byAccount = createRateLimiter('login-account', { points: 10, durationMs: 15 * 60_000 });
  const byAddress = createRateLimiter('login-address', { points: 100, durationMs: 60_000 });
  const mutex = createKeyedMutex();

  const withAttempts = async <T, E>(
    { email, address }: LoginAttempt,
    check: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | RouteError>> => {
    const consumedAttempts: [RateLimiter, string][] = [];
    const returnAttempts = () => Promise.all(consumedAttempts.map(([limiter, key]) => limiter.refund(key)));
    for (const [limiter, key] of [
      [byAddress, address],
      [byAccount, email],
    ] as const) {
      const admission = await consumeAttempt(limiter, key);
      if (!admission.ok) {
        await returnAttempts();
        return admission;
      }
      consumedAttempts.push([limiter, key]);
    }
    let isWrong = false;
    try {
      const outcome = await check();
      isWrong = !outcome.ok;
      return outcome;
    } finally {
      if (!isWrong) await returnAttempts();
    }
  };

  return {
    guard: (attempt, check) =>
      mutex.run(attempt.email, () => semaphore.of(attempt.address).run(() => withAttempts(attempt, check))),
    clearAttempts: (email) => byAccount.forget(email),
  };
};

export interface PasswordProofDeps {
  readonly store: IdentityStore;
  readonly hasher: PasswordHasher;
  /** Shared with the login: failed proofs slow down logins, too. */
  readonly attempts: LoginAttempts;
}

/** A user who proves their identity, with the address that the request comes from. */
export interface Claimant {
  readonly uid: string;
  readonly address: string;
}

/** Proves by the password that the session belongs to its user. */
export type ProvePassword = (
  claimant: Claimant,
  password: string,
) => Promise<Result<StoredUser, 'unauthenticated' | 'thirdPartyAccount' | 'ErrorPasswordIncorrect' | RouteError>>;

/** Creates the proof by password. */
export const createPasswordProof =
  ({ store, hasher, attempts }: PasswordProofDeps): ProvePassword =>
  async ({ uid, address }, password) => {
    const user = await store.read((rows) => rows.users.find(uid));
    if (user === null) return err('unauthenticated');
    // S1§6: a user of a third party has no password here.
    const { passwordHash, email } = user;
    if (passwordHash === null || email === null) return err('thirdPartyAccount');
    return attempts.guard({ email, address }, async () =>
      (await hasher.verify(password, passwordHash)) ? ok(user) : err('ErrorPasswordIncorrect'),
    );
  };
