import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** Limits the number of attempts for each key within a period of real time. */
export interface RateLimiter {
  /** Counts attempts of a key, one by default. The result isn't ok when too few attempts are left. */
  consume(
    key: string,
    attemptCount?: number,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }>;
  /** Takes counted attempts back, one by default, for limits that count only failures or only successes. */
  refund(key: string, attemptCount?: number): Promise<void>;
  /** Clears the attempts counted for a key, so that all are available again. */
  forget(key: string): Promise<void>;
}

/** Type of the function that creates the rate limiter of a name. With RATE_LIMITS=off the limiter never refuses. */
export type CreateRateLimiter = (
  limiterName: string,
  limit: { readonly points: number; readonly durationMs: number },
) => RateLimiter;

/** Cache of plain JSON values for a limited time. An entry may disappear at any time. */
export interface EphemeralCache<Value> {
  /** Returns the stored value; undefined for an unknown or expired key. */
  get(key: string): Promise<Value | undefined>;
  /** Stores a value for at most `ttlMs` real milliseconds. */
  set(key: string, value: Value, ttlMs: number): Promise<void>;
}

/**
 * Type of the function that creates the cache of a name. It drops its least recently used entry when it would exceed
 * `maxEntries`.
 */
export type CreateCache = <Value>(cacheName: string, limit: { readonly maxEntries: number }) => EphemeralCache<Value>;

/** Results of costly work, which one gateway computes for all gateways. */
export interface SharedResults {
  /** Returns a result that another gateway has computed some moments ago; undefined where there is none. */
  find(key: string): Promise<Uint8Array | undefined>;
  /**
   * Computes a result, or returns the one that another gateway is computing. It waits for the other gateway no longer
   * than the work takes here. Rejects like `produce`.
   */
  produceOnce(key: string, produce: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Type of the function that creates the shared results of a name. Equal keys mean equal results. */
export type CreateSharedResults = (resultName: string) => SharedResults;

/**
 * Store of rate limiters, caches and shared results, whose content may be lost at any time. When several gateways share
 * a store, a limit counts the attempts at all of them.
 */
export interface EphemeralStore {
  readonly createRateLimiter: CreateRateLimiter;
  readonly createCache: CreateCache;
  readonly createSharedResults: CreateSharedResults;
}

/** Converts a limiter of the library to a `RateLimiter`. */
export const limiterOf = (libraryLimiter: RateLimiterAbstract): RateLimiter => ({
  async consume(key, attemptCount = 1) {
    try {
      await libraryLimiter.consume(key, attemptCount);
      return { ok: true };
    } catch (limiterRejection) {
      if (!(limiterRejection instanceof RateLimiterRes)) throw limiterRejection;
      return { ok: false, retryAfterMs: Math.max(1, limiterRejection.msBeforeNext) };
    }
  },
  async refund(key, attemptCount = 1) {
    await libraryLimiter.reward(key, attemptCount);
  },
  async forget(key) {
    await libraryLimiter.delete(key);
  },
});

const createRateLimiter: CreateRateLimiter = (limiterName, { points, durationMs }) =>
  limiterOf(new RateLimiterMemory({ keyPrefix: limiterName, points, duration: durationMs / 1000 }));

const createCacheOn =
  (realNow: () => number): CreateCache =>
  <Value>(_name: string, { maxEntries }: { readonly maxEntries: number }): EphemeralCache<Value> => {
    const cacheEntries = new LRUCache<string, { readonly value: Value; readonly expiresAt: number }>({
      max: maxEntries,
    });
    return {
      async get(key) {
        const cacheEntry = cacheEntries.get(key);
        if (cacheEntry === undefined) return undefined;
        if (realNow() < cacheEntry.expiresAt) return cacheEntry.value;
        cacheEntries.delete(key);
        return undefined;
      },
      async set(key, value, ttlMs) {
        cacheEntries.set(key, { value, expiresAt: realNow() + ttlMs });
      },
    };
  };

const unsharedResults: SharedResults = {
  find: async () => undefined,
  produceOnce: (_key, produce) => produce(),
};

/** Creates a store of rate limiters and caches in the memory of this gateway. */
export const createMemoryStore = ({ realNow }: { readonly realNow: () => number }): EphemeralStore => ({
  createRateLimiter,
  createCache: createCacheOn(realNow),
  createSharedResults: () => unsharedResults,
});

const unlimitedLimiter: RateLimiter = {
  consume: async () => ({ ok: true }),
  refund: async () => {},
  forget: async () => {},
};

/** Returns the same store of caches and results, but with rate limiters that never refuse. */
export const withoutRateLimits = (ephemeralStore: EphemeralStore): EphemeralStore => ({
  ...ephemeralStore,
  createRateLimiter: () => unlimitedLimiter,
});
