import { createMemoryStore, withoutRateLimits } from './ephemeral-store';
import { describeEphemeralStore } from './testing/ephemeral-store-suite';
import { createTestClock } from './testing/test-clock';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describeEphemeralStore('in memory', async () => {
  const clock = createTestClock(0);
  return {
    store: createMemoryStore(clock),
    async passTime(ms) {
      clock.advance(ms);
      // The library of the rate limiters uses timers, so the test must advance them.
      await jest.advanceTimersByTimeAsync(ms);
    },
  };
});

it('keeps its newest entries only', async () => {
  const cache = createMemoryStore({ realNow: () => 0 }).createCache<number>('callers', { maxEntries: 2 });
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) await cache.set(key, index, 1000);
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([2, undefined, 3]);
});

it('never refuses without limits', async () => {
  const limiter = withoutRateLimits(createMemoryStore({ realNow: () => 0 })).createRateLimiter('login', {
    points: 1,
    durationMs: 60_000,
  });
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await limiter.consume('anna')).toEqual({ ok: true });
});
