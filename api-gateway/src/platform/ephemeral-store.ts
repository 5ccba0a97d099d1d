import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts attempts by key, in real time. */
export interface RateLimiter {
  /** Takes one attempt. Not ok when none is left. */
  consume(key: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }>;
  /** Returns one attempt, for limits that count failures only. */
  refund(key: string): Promise<void>;
  /** Returns all attempts of a key. */
  forget(key: string): Promise<void>;
}

/** Creates the limiter of that name. With RATE_LIMITS=off it never refuses. */
export type CreateRateLimiter = (
  name: string,
  limit: { readonly points: number; readonly durationMs: number },
) => RateLimiter;

/** Stores plain JSON values for a while. An entry may get lost at any time. */
export interface Cache<Value> {
  /** undefined for an unknown or expired key. */
  get(key: string): Promise<Value | undefined>;
  /** Stores a value for at most `ttlMs` real milliseconds. */
  set(key: string, value: Value, ttlMs: number): Promise<void>;
}

/** Creates the cache of that name, which drops its least recently used entry when it would exceed `maxEntries`. */
export type CreateCache = <Value>(name: string, limit: { readonly maxEntries: number }) => Cache<Value>;

/** Counters and caches that may be lost at a restart. A store shared by gateways counts for all of them. */
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
    const entries = new LRUCache<string, { readonly value: Value; readonly expiresAt: number }>({ max: maxEntries });
    return {
      async get(key) {
        const entry = entries.get(key);
        if (entry === undefined) return undefined;
        if (realNow() < entry.expiresAt) return entry.value;
        entries.delete(key);
        return undefined;
      },
      async set(key, value, ttlMs) {
        entries.set(key, { value, expiresAt: realNow() + ttlMs });
      },
    };
  };

/** Creates a store in the memory of this gateway. */
export const createMemoryStore = ({ realNow }: { readonly realNow: () => number }): EphemeralStore => ({
  createRateLimiter,
  createCache: createCacheOn(realNow),
});

const unlimited: RateLimiter = {
  consume: async () => ({ ok: true }),
  refund: async () => {},
  forget: async () => {},
};

/** Returns the same store with limiters that never refuse. */
export const withoutRateLimits = (store: EphemeralStore): EphemeralStore => ({
  ...store,
  createRateLimiter: () => unlimited,
});
