import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cache, CreateCache, CreateRateLimiter, EphemeralStore, RateLimiter } from './types';

const createRateLimiter: CreateRateLimiter = (name, { points, durationMs }) => {
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

const createCacheOn = (realNow: () => number): CreateCache => <Value>(_name: string, { maxEntries }: { readonly maxEntries: number }): Cache<Value> => {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    async get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (realNow() < entry.until) return entry.value;
      entries.delete(key);
      return undefined;
    },
    async set(key, value, ttlMs) {
      // Anew, so that the order is that of the last setting.
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until: realNow() + ttlMs });
    },
  };
};

/** Counts and remembers in the memory of this gateway. */
export const createMemoryStore = ({ realNow }: { readonly realNow: () => number }): EphemeralStore => ({ createRateLimiter, createCache: createCacheOn(realNow) });

const unlimited: RateLimiter = {
  consume: async () => ({ ok: true }),
  refund: async () => {},
  forget: async () => {},
};

/** The same store with limiters that never refuse. */
export const withoutRateLimits = (store: EphemeralStore): EphemeralStore => ({ ...store, createRateLimiter: () => unlimited });
