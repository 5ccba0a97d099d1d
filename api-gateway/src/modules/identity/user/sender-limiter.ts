import type { Clock, CreateRateLimiter, Database, RateLimiter } from '../../../platform';
import { createUserRepository } from '../store';

const DAY_MS = 24 * 60 * 60_000;

/** Age below which an account counts as new, in milliseconds. */
export const NEW_ACCOUNT_AGE_MS = 3 * DAY_MS;

interface SenderLimiterDeps {
  readonly database: Pick<Database, 'knex'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly createRateLimiter: CreateRateLimiter;
}

interface DailyLimit {
  /** Number of messages or requests that one user may send in a day. */
  readonly points: number;
  /**
   * Number of messages or requests that a user may send in a day whose account is younger than `NEW_ACCOUNT_AGE_MS`.
   */
  readonly newAccountPoints: number;
}

/**
 * Creates a limiter of what a user (counted by uid) may send to people who haven't asked for it. New accounts may send
 * less, so that somebody who registers account after account can't flood others.
 */
export const createSenderLimiter = (
  { database, clock, createRateLimiter }: SenderLimiterDeps,
  limiterName: string,
  { points, newAccountPoints }: DailyLimit,
): RateLimiter => {
  const usualLimiter = createRateLimiter(limiterName, { points, durationMs: DAY_MS });
  const newAccountLimiter = createRateLimiter(`${limiterName}-new`, { points: newAccountPoints, durationMs: DAY_MS });

  const limiterOf = async (uid: string): Promise<RateLimiter> => {
    const user = await createUserRepository(database.knex).find(uid);
    const isNew = user !== null && clock.now() - user.createdAt < NEW_ACCOUNT_AGE_MS;
    return isNew ? newAccountLimiter : usualLimiter;
  };

  return {
    consume: async (uid, attemptCount) => (await limiterOf(uid)).consume(uid, attemptCount),
    refund: async (uid, attemptCount) => (await limiterOf(uid)).refund(uid, attemptCount),
    async forget(uid) {
      await usualLimiter.forget(uid);
      await newAccountLimiter.forget(uid);
    },
  };
};
