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
      // Advances the timers, which the library of the rate limiters uses.
      await jest.advanceTimersByTimeAsync(ms);
    },
  };
});

it('keeps its newest entries only', async () => {
  const memoryCache = createMemoryStore({ realNow: () => 0 }).createCache<number>('callers', { maxEntries: 2 });
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) await memoryCache.set(key, index, 1000);
  expect([await memoryCache.get('a'), await memoryCache.get('b'), await memoryCache.get('c')]).toEqual([
    2,
    undefined,
    3,
  ]);
});

it('never refuses without limits', async () => {
  const disabledLimiter = withoutRateLimits(createMemoryStore({ realNow: () => 0 })).createRateLimiter('login', {
    points: 1,
    durationMs: 60_000,
  });
  for (let attemptIndex = 0; attemptIndex < 10; attemptIndex += 1)
    expect(await disabledLimiter.consume('anna')).toEqual({ ok: true });
});
