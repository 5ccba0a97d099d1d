import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createFakeRateLimiter } from '../testing/fake-identity';
import { createEnumerationGuard } from './enumeration-guard';

const CLIENT = '192.0.2.1';

type Answer = Result<string, 'ErrorNoAccount'>;

const unknown = async (): Promise<Answer> => err('ErrorNoAccount');
const known = async (): Promise<Answer> => ok('found');
const isRefused = (result: Answer): boolean => !result.ok;
const tooMany = { ok: false, error: { code: 'ErrorTooManyAttempts', retryAfterMs: 3_600_000 } };

const setUp = () => {
  const { guard, guardLogin } = createEnumerationGuard(createFakeRateLimiter);
  const ask = (email: string, answer = unknown, address = CLIENT) => guard({ address, email }, answer, isRefused);
  const logIn = (email: string, answer = unknown) => guardLogin({ address: CLIENT, email }, answer, isRefused);
  const useUp = async () => {
    for (let number = 0; number < 60; number += 1)
      expect(await ask(`nobody${number}@mahlzeit.test`)).toEqual({ ok: false, error: 'ErrorNoAccount' });
  };
  return { ask, logIn, useUp };
};

it('answers sixty times for different addresses, then no more, and other clients as before', async () => {
  const { ask, useUp } = setUp();
  await useUp();
  expect([await ask('anna@mahlzeit.test'), await ask('anna@mahlzeit.test', known)]).toEqual([tooMany, tooMany]);
  expect(await ask('anna@mahlzeit.test', known, '192.0.2.2')).toEqual(ok('found'));
});

it('counts neither repeats nor answers that reveal nothing, nor failures', async () => {
  const { ask, useUp } = setUp();
  await ask('nobody0@mahlzeit.test');
  for (let number = 0; number < 100; number += 1) {
    await ask('nobody0@mahlzeit.test');
    await ask(`anna${number}@mahlzeit.test`, known);
    await expect(ask('x@mahlzeit.test', () => Promise.reject(new Error('The database is gone')))).rejects.toThrow();
  }
  await useUp();
  expect(await ask('ben@mahlzeit.test')).toEqual(tooMany);
});

it('counts questions that run at the same time', async () => {
  const { ask } = setUp();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, number) => ask(`nobody${number}@mahlzeit.test`)));
  expect(answers.filter((answer) => !answer.ok && answer.error === 'ErrorNoAccount')).toHaveLength(60);
});

it('lets a right login in when others at the address have learned too much, and tells a wrong one nothing', async () => {
  const { logIn, useUp } = setUp();
  await useUp();
  expect([await logIn('anna@mahlzeit.test', known), await logIn('anna@mahlzeit.test')]).toEqual([ok('found'), tooMany]);
});
