import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { RateLimiter } from './ephemeral-store';
import type { RouteError } from './errors';

/** Builds the error for an exhausted rate limit (contract §0). */
export const tooManyAttemptsError = (retryAfterMs: number): RouteError => ({
  code: 'ErrorTooManyAttempts',
  retryAfterMs,
});

/** Uses up one attempt of the key. Fails with `ErrorTooManyAttempts` when no attempt is left. */
export const consumeAttempt = async (rateLimiter: RateLimiter, limitKey: string): Promise<Result<void, RouteError>> => {
  const limitResult = await rateLimiter.consume(limitKey);
  return limitResult.ok ? ok(undefined) : err(tooManyAttemptsError(limitResult.retryAfterMs));
};
