import { createMemoryStore } from './ephemeral-store';
import { consumeAttempt } from './rate-limit';

describe('consumeAttempt', () => {
  it('fails once no attempt of the key is left', async () => {
    const memoryStore = createMemoryStore({ realNow: () => 0 });
    const loginLimiter = memoryStore.createRateLimiter('login', { points: 1, durationMs: 60_000 });
    await expect(consumeAttempt(loginLimiter, 'anna')).resolves.toEqual({ ok: true, value: undefined });
    await expect(consumeAttempt(loginLimiter, 'anna')).resolves.toEqual({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: expect.any(Number) },
    });
    await expect(consumeAttempt(loginLimiter, 'ben')).resolves.toEqual({ ok: true, value: undefined });
  });
});
