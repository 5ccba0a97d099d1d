import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { CreateRateLimiter, RateLimiter } from './types';

const unlimited: RateLimiter = {
  consume: async () => ({ ok: true }),
  refund: async () => {},
  forget: async () => {},
};

const createLimiter: CreateRateLimiter = (name, { points, durationMs }) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: durationMs / 1000 });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return { ok: true };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        return { ok: false, retryAfterMs: Math.max(1, rejection.msBeforeNext) };
      }
    },
    async refund(key) {
      await limiter.reward(key);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
};

/** Makes rate limiters in memory; switched off, none of them ever refuses. */
export const createRateLimiters = (hasRateLimits: boolean): CreateRateLimiter => (hasRateLimits ? createLimiter : () => unlimited);
