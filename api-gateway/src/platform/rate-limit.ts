import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { WriteTransaction } from './database/database';
import type { RateLimiter } from './ephemeral-store';
import type { RouteError } from './errors';

/** Builds the error for an exhausted rate limit (contract §0). */
export const tooManyAttemptsError = (retryAfterMs: number): RouteError => ({
  code: 'ErrorTooManyAttempts',
  retryAfterMs,
});

/** Counts attempts of a key, one by default. Fails with `ErrorTooManyAttempts` when too few attempts are left. */
export const consumeAttempt = async (
  rateLimiter: RateLimiter,
  limitKey: string,
  attemptCount = 1,
): Promise<Result<void, RouteError>> => {
  const limitResult = await rateLimiter.consume(limitKey, attemptCount);
  return limitResult.ok ? ok(undefined) : err(tooManyAttemptsError(limitResult.retryAfterMs));
};

/**
 * Counts an attempt of a key when the write commits, because the work of a write may run twice or fail. Returns whether
 * an attempt is left. Two writes at the same time may both get the last attempt.
 */
export const consumeWithCommit = async (
  { afterCommit }: Pick<WriteTransaction, 'afterCommit'>,
  rateLimiter: RateLimiter,
  limitKey: string,
): Promise<boolean> => {
  const limitResult = await rateLimiter.consume(limitKey);
  await rateLimiter.refund(limitKey);
  if (limitResult.ok) afterCommit(() => void rateLimiter.consume(limitKey));
  return limitResult.ok;
};

/**
 * Runs a request that counts as attempts of a key only if it succeeds. Fails with `ErrorTooManyAttempts`, without
 * running the request, when too few attempts are left.
 */
export const countSuccess = async <T, E>(
  rateLimiter: RateLimiter,
  limitKey: string,
  handleRequest: () => Promise<Result<T, E>>,
  attemptCount = 1,
): Promise<Result<T, E | RouteError>> => {
  const attemptResult = await consumeAttempt(rateLimiter, limitKey, attemptCount);
  if (!attemptResult.ok) {
    // Gives the attempts back, because the limiter has counted the refused ones as well. A later request may need
    // fewer.
    if (attemptCount > 1) await rateLimiter.refund(limitKey, attemptCount);
    return attemptResult;
  }
  let isSuccess = false;
  try {
    const result = await handleRequest();
    isSuccess = result.ok;
    return result;
  } finally {
    if (!isSuccess) await rateLimiter.refund(limitKey, attemptCount);
  }
};
