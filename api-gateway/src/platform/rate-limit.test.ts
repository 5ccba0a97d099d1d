import { createRateLimiters } from './rate-limit';

describe('a rate limiter', () => {
  it('lets so many through for each key and tells the next when to come back', async () => {
    const limiter = createRateLimiters(true)('login', { points: 2, durationMs: 60_000 });
    expect(await limiter.consume('anna')).toEqual({ ok: true });
    expect(await limiter.consume('anna')).toEqual({ ok: true });
    const refused = await limiter.consume('anna');
    expect(refused.ok).toBe(false);
    if (!refused.ok) expect(refused.retryAfterMs).toBeGreaterThan(50_000);
    expect(await limiter.consume('ben')).toEqual({ ok: true });
  });

  it('keeps limiters of different names apart', async () => {
    const create = createRateLimiters(true);
    await create('login', { points: 1, durationMs: 60_000 }).consume('anna');
    expect(await create('reset', { points: 1, durationMs: 60_000 }).consume('anna')).toEqual({ ok: true });
  });

  it('gives a try back', async () => {
    const limiter = createRateLimiters(true)('login', { points: 1, durationMs: 60_000 });
    await limiter.consume('anna');
    await limiter.refund('anna');
    expect(await limiter.consume('anna')).toEqual({ ok: true });
    expect((await limiter.consume('anna')).ok).toBe(false);
  });

  it('never refuses when limits are off', async () => {
    const limiter = createRateLimiters(false)('login', { points: 1, durationMs: 60_000 });
    for (let tries = 0; tries < 10; tries += 1) expect(await limiter.consume('anna')).toEqual({ ok: true });
  });
});
