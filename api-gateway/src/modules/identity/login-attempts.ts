import { err } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { CreateRateLimiter, RateLimiter, RouteError, Semaphore } from '../../platform';
import { createKeyedMutex } from './turns';

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

/** The error of a rate limit (contract §0). */
export const tooManyAttempts = (retryAfterMs: number): RouteError => ({ code: 'ErrorTooManyAttempts', retryAfterMs });

/**
 * A try is taken before the password is checked and given back when it was right: tries in parallel
 * can't outrun the count. One account's tries run one after the other and only a few at once, so that
 * right ones take next to nothing of the limit while they are checked.
 */
export const createLoginAttempts = (createRateLimiter: CreateRateLimiter, semaphore: Semaphore): LoginAttempts => {
  const byAccount = createRateLimiter('login-account', { points: 10, durationMs: 15 * 60_000 });
  const byAddress = createRateLimiter('login-address', { points: 100, durationMs: 60_000 });
  const mutex = createKeyedMutex();

  const counted = async <T, E>({ email, address }: LoginAttempt, check: () => Promise<Result<T, E>>): Promise<Result<T, E | RouteError>> => {
    const taken: [RateLimiter, string][] = [];
    const giveBack = () => Promise.all(taken.map(([limiter, key]) => limiter.refund(key)));
    for (const [limiter, key] of [[byAddress, address], [byAccount, email]] as const) {
      const verdict = await limiter.consume(key);
      if (!verdict.ok) {
        await giveBack();
        return err(tooManyAttempts(verdict.retryAfterMs));
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
    guard: (attempt, check) => mutex.run(attempt.email, () => semaphore.run(() => counted(attempt, check))),
    forgive: (email) => byAccount.forget(email),
  };
};
