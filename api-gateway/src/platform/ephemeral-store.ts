import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts tries in real time, per key. */
export interface RateLimiter {
  /** Takes one try; refused when none is left. */
  consume(key: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }>;
  /** Gives one try back, where only wrong ones count. */
  refund(key: string): Promise<void>;
  /** Gives all of them back. */
  forget(key: string): Promise<void>;
}

/** Makes the limiter of that name; RATE_LIMITS=off makes one that never refuses. */
export type CreateRateLimiter = (
  name: string,
  limit: { readonly points: number; readonly durationMs: number },
) => RateLimiter;

/** Remembers values for a while and may lose any of them at any time. What is stored is plain JSON. */
export interface Cache<Value> {
  /** undefined: not known, or not any more. */
  get(key: string): Promise<Value | undefined>;
  /** Remembers it for that many real milliseconds at most. */
  set(key: string, value: Value, ttlMs: number): Promise<void>;
}

/** Makes the cache of that name, which drops its least recently used entry when it would grow beyond `maxEntries`. */
export type CreateCache = <Value>(name: string, limit: { readonly maxEntries: number }) => Cache<Value>;

/**
 * What gateways count and remember for a while and nobody misses after a restart; one that gateways share counts for
 * all of them.
 */
export interface EphemeralStore {
  readonly createRateLimiter: CreateRateLimiter;
  readonly createCache: CreateCache;
}

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

const createCacheOn =
  (realNow: () => number): CreateCache =>
  <Value>(_name: string, { maxEntries }: { readonly maxEntries: number }): Cache<Value> => {
    const entries = new LRUCache<string, { readonly value: Value; readonly until: number }>({ max: maxEntries });
    return {
      async get(key) {
        const entry = entries.get(key);
        if (entry === undefined) return undefined;
        if (realNow() < entry.until) return entry.value;
        entries.delete(key);
        return undefined;
      },
      async set(key, value, ttlMs) {
        entries.set(key, { value, until: realNow() + ttlMs });
      },
    };
  };

/** Counts and remembers in the memory of this gateway. */
export const createMemoryStore = ({ realNow }: { readonly realNow: () => number }): EphemeralStore => ({
  createRateLimiter,
  createCache: createCacheOn(realNow),
});

const unlimited: RateLimiter = {
  consume: async () => ({ ok: true }),
  refund: async () => {},
  forget: async () => {},
};

/** The same store with limiters that never refuse. */
export const withoutRateLimits = (store: EphemeralStore): EphemeralStore => ({
  ...store,
  createRateLimiter: () => unlimited,
});
