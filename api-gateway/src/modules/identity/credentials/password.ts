import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { hash, verify } from '@node-rs/argon2';
import { consumeAttempt, createKeyedMutex, withAdmission } from '../../../platform';
import type { CreateRateLimiter, FairSemaphore, RateLimiter, RouteError, Semaphore } from '../../../platform';
import type { IdentityStore, StoredUser } from '../store';

/** What a password costs to check. */
export interface PasswordCost {
  /** KiB of memory. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Hashes and checks passwords with argon2id, off the main thread. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash it works as long and returns false, so that the time taken does not show who has an account. */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
}

/** A hasher of that cost. */
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
 * Hashes a password that somebody chooses, once it is its turn. Rejects with `unavailable` where too many wait, and
 * with the signal's reason where that aborts before.
 */
export type HashNewPassword = (password: string, signal?: AbortSignal) => Promise<string>;

// What registrations and resets may have waiting; the last of them comes within some seconds.
const MAX_NEW_PASSWORDS = 100;

/** Hashes new passwords in slots that may be shared with other costly work. */
export const createNewPasswordHashing = (
  hasher: Pick<PasswordHasher, 'hash'>,
  costlyWork: Semaphore,
): HashNewPassword => {
  const admission = withAdmission(costlyWork, MAX_NEW_PASSWORDS);
  return (password, signal) => admission.run(() => hasher.hash(password), signal);
};

/** Who tries: the account that is named and the address it comes from. */
export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
}

/** Counts wrong logins by account and by address; right ones count nowhere. */
export interface LoginAttempts {
  guard<T, E>(attempt: LoginAttempt, check: () => Promise<Result<T, E>>): Promise<Result<T, E | RouteError>>;
  /** Forgets the wrong ones of an account: its owner has proved their identity in another way. */
  forgive(email: string): Promise<void>;
}

/**
 * A try is taken before the password is checked and given back when it was right: tries in parallel
 * can't outrun the count. One account's tries run one after the other and only a few at once, so that
 * right ones take next to nothing of the limit while they are checked. Addresses take turns: whoever
 * sends many logins waits for their own.
 */
export const createLoginAttempts = (createRateLimiter: CreateRateLimiter, semaphore: FairSemaphore): LoginAttempts => {
  const byAccount = createRateLimiter('login-account', { points: 10, durationMs: 15 * 60_000 });
  const byAddress = createRateLimiter('login-address', { points: 100, durationMs: 60_000 });
  const mutex = createKeyedMutex();

  const counted = async <T, E>(
    { email, address }: LoginAttempt,
    check: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | RouteError>> => {
    const taken: [RateLimiter, string][] = [];
    const giveBack = () => Promise.all(taken.map(([limiter, key]) => limiter.refund(key)));
    for (const [limiter, key] of [
      [byAddress, address],
      [byAccount, email],
    ] as const) {
      const admitted = await consumeAttempt(limiter, key);
      if (!admitted.ok) {
        await giveBack();
        return admitted;
      }
      taken.push([limiter, key]);
    }
    let isWrong = false;
    try {
      const outcome = await check();
      isWrong = !outcome.ok;
      return outcome;
    } finally {
      if (!isWrong) await giveBack();
    }
  };

  return {
    guard: (attempt, check) =>
      mutex.run(attempt.email, () => semaphore.of(attempt.address).run(() => counted(attempt, check))),
    forgive: (email) => byAccount.forget(email),
  };
};

export interface PasswordProofDeps {
  readonly store: IdentityStore;
  readonly hasher: PasswordHasher;
  /** Shared with the login: whoever guesses here is slowed there, too. */
  readonly attempts: LoginAttempts;
}

/** Who proves their identity, and from where. */
export interface Claimant {
  readonly uid: string;
  readonly address: string;
}

/** Proves by the password that a session is in its owner's hands. */
export type ProvePassword = (
  claimant: Claimant,
  password: string,
) => Promise<Result<StoredUser, 'unauthenticated' | 'thirdPartyAccount' | 'ErrorPasswordIncorrect' | RouteError>>;

/** Proofs by password. */
export const createPasswordProof =
  ({ store, hasher, attempts }: PasswordProofDeps): ProvePassword =>
  async ({ uid, address }, password) => {
    const user = await store.read((rows) => rows.users.find(uid));
    if (user === null) return err('unauthenticated');
    // S1§6: who signs in through a third party has no password here.
    const { passwordHash, email } = user;
    if (passwordHash === null || email === null) return err('thirdPartyAccount');
    return attempts.guard({ email, address }, async () =>
      (await hasher.verify(password, passwordHash)) ? ok(user) : err('ErrorPasswordIncorrect'),
    );
  };
