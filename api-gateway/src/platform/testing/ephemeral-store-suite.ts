import type { EphemeralStore } from '../ephemeral-store';

/** A store under test and its clock. */
export interface StoreUnderTest {
  readonly store: EphemeralStore;
  /** Lets real time pass as the store measures it. */
  passTime(ms: number): Promise<void>;
}

/** Defines the tests that every ephemeral store must pass, independent of its storage. */
export const describeEphemeralStore = (name: string, openStore: () => Promise<StoreUnderTest>): void => {
  describe(`a rate limiter (${name})`, () => {
    const limit = { points: 2, durationMs: 60_000 };

    it('admits a number of attempts for each key and then returns the time to wait', async () => {
      const { store } = await openStore();
      const limiter = store.createRateLimiter('login', limit);
      expect([await limiter.consume('anna'), await limiter.consume('anna')]).toEqual([{ ok: true }, { ok: true }]);
      const result = await limiter.consume('anna');
      expect(result.ok ? 0 : result.retryAfterMs).toBeGreaterThan(50_000);
      expect(await limiter.consume('ben')).toEqual({ ok: true });
    });

    it('admits as many again after its duration', async () => {
      const { store, passTime } = await openStore();
      const limiter = store.createRateLimiter('login', limit);
      for (let attempt = 0; attempt < 3; attempt += 1) await limiter.consume('anna');
      await passTime(60_000);
      expect(await limiter.consume('anna')).toEqual({ ok: true });
    });

    it('counts simultaneous attempts one by one', async () => {
      const { store } = await openStore();
      const limiter = store.createRateLimiter('login', { ...limit, points: 10 });
      const limitResults = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('anna')));
      expect(limitResults.filter(({ ok }) => ok)).toHaveLength(10);
    });

    it('separates limiters of different names', async () => {
      const { store } = await openStore();
      await store.createRateLimiter('login', { ...limit, points: 1 }).consume('anna');
      expect(await store.createRateLimiter('reset', { ...limit, points: 1 }).consume('anna')).toEqual({ ok: true });
    });

    it('returns one attempt', async () => {
      const { store } = await openStore();
      const limiter = store.createRateLimiter('login', { ...limit, points: 1 });
      await limiter.consume('anna');
      await limiter.refund('anna');
      expect(await limiter.consume('anna')).toEqual({ ok: true });
      expect((await limiter.consume('anna')).ok).toBe(false);
    });

    it('returns all attempts of a key, and no others', async () => {
      const { store } = await openStore();
      const limiter = store.createRateLimiter('login', limit);
      for (const key of ['anna', 'anna', 'anna', 'ben', 'ben']) await limiter.consume(key);
      await limiter.forget('anna');
      expect([(await limiter.consume('anna')).ok, (await limiter.consume('ben')).ok]).toEqual([true, false]);
    });
  });

  describe(`a cache (${name})`, () => {
    const value = { uid: 'anna', authTime: 1_782_300_600_000, endedAt: null, rights: ['read', 'wörter'] };

    it('returns the last value set, unchanged', async () => {
      const { store } = await openStore();
      const cache = store.createCache<typeof value>('callers', { maxEntries: 10 });
      expect(await cache.get('anna')).toBeUndefined();
      await cache.set('anna', { ...value, uid: 'before' }, 1000);
      await cache.set('anna', value, 1000);
      expect(await cache.get('anna')).toEqual(value);
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
