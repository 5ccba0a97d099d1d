import { createMemoryStore } from './ephemeral-store';
import { err, ok } from '@mahlzeit/contract';
import { consumeAttempt, consumeWithCommit, countSuccess } from './rate-limit';

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

describe('consumeWithCommit', () => {
  it('uses an attempt up for each commit, and none for a run that is rolled back', async () => {
    const mailLimiter = createMemoryStore({ realNow: () => 0 }).createRateLimiter('mail', {
      points: 2,
      durationMs: 60_000,
    });
    const runWrite = async (isCommitted: boolean): Promise<boolean> => {
      const commitCallbacks: (() => void)[] = [];
      const afterCommit = (commitCallback: () => void): void => void commitCallbacks.push(commitCallback);
      const isAdmitted = await consumeWithCommit({ afterCommit }, mailLimiter, 'anna');
      if (isCommitted) for (const commitCallback of commitCallbacks) commitCallback();
      return isAdmitted;
    };
    const admissions: boolean[] = [];
    for (const isCommitted of [false, true, false, false, true, true, false])
      admissions.push(await runWrite(isCommitted));
    expect(admissions).toEqual([true, true, true, true, true, false, false]);
  });
});

describe('countSuccess', () => {
  it('uses attempts up for successes alone, and handles no request when too few are left', async () => {
    const memoryStore = createMemoryStore({ realNow: () => 0 });
    const dayLimiter = memoryStore.createRateLimiter('day', { points: 3, durationMs: 60_000 });
    const tooMany = { ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: expect.any(Number) } };
    const returnSuccess = async () => ok('done');
    const refuse = jest.fn(async () => err('refused' as const));
    const fail = () => Promise.reject(new Error('broken'));
    await expect(countSuccess(dayLimiter, 'anna', refuse, 3)).resolves.toEqual(err('refused'));
    await expect(countSuccess(dayLimiter, 'anna', fail, 3)).rejects.toThrow('broken');
    await expect(countSuccess(dayLimiter, 'anna', returnSuccess, 2)).resolves.toEqual(ok('done'));
    await expect(countSuccess(dayLimiter, 'anna', refuse, 2)).resolves.toEqual(tooMany);
    expect(refuse).toHaveBeenCalledTimes(1);
    await expect(countSuccess(dayLimiter, 'anna', returnSuccess)).resolves.toEqual(ok('done'));
    await expect(countSuccess(dayLimiter, 'anna', returnSuccess)).resolves.toEqual(tooMany);
  });
});
