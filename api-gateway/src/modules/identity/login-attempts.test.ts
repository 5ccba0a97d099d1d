import { err, ok } from '@mahlzeit/contract';
import { createSemaphore } from '../../platform';
import { createFakeRateLimiter } from './fakes/fake-rate-limiter';
import { createLoginAttempts } from './login-attempts';

const anna = { email: 'anna@mahlzeit.test', address: '192.0.2.1' };
const attempts = () => createLoginAttempts(createFakeRateLimiter, createSemaphore(2));
const wrong = async () => err('wrong' as const);

it('gives a try back when the check itself breaks', async () => {
  const { guard } = attempts();
  for (let count = 0; count < 15; count += 1) await expect(guard(anna, async () => { throw new Error('database gone'); })).rejects.toThrow('database gone');
  await expect(guard(anna, async () => ok('in'))).resolves.toEqual(ok('in'));
});

it('does not count a try that it refuses against the address', async () => {
  const { guard } = attempts();
  for (let count = 0; count < 200; count += 1) await guard(anna, wrong);
  await expect(guard({ ...anna, email: 'ben@mahlzeit.test' }, async () => ok('in'))).resolves.toEqual(ok('in'));
});

it('keeps accounts apart', async () => {
  const { guard } = attempts();
  for (let count = 0; count < 10; count += 1) await guard(anna, wrong);
  await expect(guard(anna, async () => ok('in'))).resolves.toMatchObject({ ok: false, error: { code: 'ErrorTooManyAttempts' } });
  await expect(guard({ ...anna, email: 'ben@mahlzeit.test' }, async () => ok('in'))).resolves.toEqual(ok('in'));
});
