import type { EphemeralStore } from '../ephemeral-store';

/** A store of rate limits and caches that is tested, and the function by which a test lets its time pass. */
export interface StoreUnderTest {
  readonly store: EphemeralStore;
  /** Lets real time pass as the store measures it. */
  passTime(ms: number): Promise<void>;
}

/** Defines the tests that every store of rate limits and caches must pass, independent of its storage. */
export const describeEphemeralStore = (storeName: string, openStore: () => Promise<StoreUnderTest>): void => {
  describe(`a rate limiter (${storeName})`, () => {
    const loginLimit = { points: 2, durationMs: 60_000 };

    it('admits a number of attempts for each key and then returns the time to wait', async () => {
      const { store } = await openStore();
      const loginLimiter = store.createRateLimiter('login', loginLimit);
      expect([await loginLimiter.consume('anna'), await loginLimiter.consume('anna')]).toEqual([
        { ok: true },
        { ok: true },
      ]);
      const limitResult = await loginLimiter.consume('anna');
      expect(limitResult.ok ? 0 : limitResult.retryAfterMs).toBeGreaterThan(50_000);
      expect(await loginLimiter.consume('ben')).toEqual({ ok: true });
    });

    it('admits as many again after its duration', async () => {
      const { store, passTime } = await openStore();
      const loginLimiter = store.createRateLimiter('login', loginLimit);
      for (let attempt = 0; attempt < 3; attempt += 1) await loginLimiter.consume('anna');
      await passTime(60_000);
      expect(await loginLimiter.consume('anna')).toEqual({ ok: true });
    });

    it('counts simultaneous attempts one by one', async () => {
      const { store } = await openStore();
      const loginLimiter = store.createRateLimiter('login', { ...loginLimit, points: 10 });
      const limitResults = await Promise.all(Array.from({ length: 50 }, () => loginLimiter.consume('anna')));
      expect(limitResults.filter(({ ok }) => ok)).toHaveLength(10);
    });

    it('separates limiters of different names', async () => {
      const { store } = await openStore();
      await store.createRateLimiter('login', { ...loginLimit, points: 1 }).consume('anna');
      expect(await store.createRateLimiter('reset', { ...loginLimit, points: 1 }).consume('anna')).toEqual({
        ok: true,
      });
    });

    it('returns one attempt', async () => {
      const { store } = await openStore();
      const loginLimiter = store.createRateLimiter('login', { ...loginLimit, points: 1 });
      await loginLimiter.consume('anna');
      await loginLimiter.refund('anna');
      expect(await loginLimiter.consume('anna')).toEqual({ ok: true });
      expect((await loginLimiter.consume('anna')).ok).toBe(false);
    });

    it('returns all attempts of a key, and no others', async () => {
      const { store } = await openStore();
      const loginLimiter = store.createRateLimiter('login', loginLimit);
      for (const limitKey of ['anna', 'anna', 'anna', 'ben', 'ben']) await loginLimiter.consume(limitKey);
      await loginLimiter.forget('anna');
      expect([(await loginLimiter.consume('anna')).ok, (await loginLimiter.consume('ben')).ok]).toEqual([true, false]);
    });
  });

  describe(`a cache (${storeName})`, () => {
    const value = { uid: 'anna', authTime: 1_782_300_600_000, endedAt: null, rights: ['read', 'wörter'] };

    it('returns the last value set, unchanged', async () => {
      const { store } = await openStore();
      const callerCache = store.createCache<typeof value>('callers', { maxEntries: 10 });
      expect(await callerCache.get('anna')).toBeUndefined();
      await callerCache.set('anna', { ...value, uid: 'before' }, 1000);
      await callerCache.set('anna', value, 1000);
      expect(await callerCache.get('anna')).toEqual(value);
    });

    it('forgets an expired value', async () => {
      const { store, passTime } = await openStore();
      const cache = store.createCache<number>('callers', { maxEntries: 10 });
      await cache.set('short', 1, 1000);
      await cache.set('long', 2, 5000);
      await passTime(1000);
      expect([await cache.get('short'), await cache.get('long')]).toEqual([undefined, 2]);
    });

    it('never stores a value that is already expired', async () => {
      const { store } = await openStore();
      const cache = store.createCache<number>('callers', { maxEntries: 10 });
      await cache.set('late', 1, 0);
      await cache.set('later', 1, -5);
      expect([await cache.get('late'), await cache.get('later')]).toEqual([undefined, undefined]);
    });

    it('separates caches of different names', async () => {
      const { store } = await openStore();
      await store.createCache<number>('callers', { maxEntries: 10 }).set('anna', 1, 1000);
      expect(await store.createCache<number>('tokens', { maxEntries: 10 }).get('anna')).toBeUndefined();
    });
  });
};
