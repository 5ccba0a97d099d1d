import { createMemoryStore } from './ephemeral-store';
import { err, ok } from '@mahlzeit/contract';
import { consumeAttempt, countSuccess } from './rate-limit';

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

describe('countSuccess', () => {
  it('uses attempts up for successes alone, and handles no request when too few are left', async () => {
    const memoryStore = createMemoryStore({ realNow: () => 0 });
    const dayLimiter = memoryStore.createRateLimiter('day', { points: 3, durationMs: 60_000 });
    const tooMany = { ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: expect.any(Number) } };
    const succeed = async () => ok('done');
    const refuse = jest.fn(async () => err('refused' as const));
    const fail = () => Promise.reject(new Error('broken'));
    await expect(countSuccess(dayLimiter, 'anna', refuse, 3)).resolves.toEqual(err('refused'));
    await expect(countSuccess(dayLimiter, 'anna', fail, 3)).rejects.toThrow('broken');
    await expect(countSuccess(dayLimiter, 'anna', succeed, 2)).resolves.toEqual(ok('done'));
    await expect(countSuccess(dayLimiter, 'anna', refuse, 2)).resolves.toEqual(tooMany);
    expect(refuse).toHaveBeenCalledTimes(1);
    await expect(countSuccess(dayLimiter, 'anna', succeed)).resolves.toEqual(ok('done'));
    await expect(countSuccess(dayLimiter, 'anna', succeed)).resolves.toEqual(tooMany);
  });
});
