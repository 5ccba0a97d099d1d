import { err, ok } from '@mahlzeit/contract';
import { createFairSemaphore, createSemaphore } from '../../../platform';
import { createFakeRateLimiter } from '../testing/fake-identity';
import { createLoginAttempts, createNewPasswordHashing, createPasswordHasher, productionCost } from './password';

describe('createPasswordHasher', () => {
  const hasher = createPasswordHasher({ memoryCost: 64, timeCost: 1 });

  it('makes argon2id hashes, another one each time', async () => {
    const [firstHash, secondHash] = await Promise.all([hasher.hash('mittagspause'), hasher.hash('mittagspause')]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(firstHash).not.toBe(secondHash);
  });

  it('A01 distinguishes passwords by every character, spaces included', async () => {
    const storedHash = await hasher.hash(' mittagspause');
    await expect(hasher.verify(' mittagspause', storedHash)).resolves.toBe(true);
    await expect(hasher.verify('mittagspause', storedHash)).resolves.toBe(false);
  });

  it('never lets anybody in where there is no hash', async () => {
    await expect(hasher.verify('no account has this one', null)).resolves.toBe(false);
  });

  it('costs in production what OWASP asks for', () => {
    expect(productionCost).toEqual({ memoryCost: 19_456, timeCost: 2 });
  });
});

describe('createNewPasswordHashing', () => {
  it('attack: a rush of registrations. Queues a hundred, refuses more, and skips aborted ones', async () => {
    let release = (): void => {};
    const whenReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hashedPasswords: string[] = [];
    const hashNewPassword = createNewPasswordHashing(
      {
        async hash(password) {
          await whenReleased;
          hashedPasswords.push(password);
          return `hash of ${password}`;
        },
      },
      createSemaphore(1),
    );
    const departures = Array.from({ length: 50 }, () => new AbortController());
    const completedHashes = Array.from({ length: 50 }, (_, number) => hashNewPassword(`stays ${number}`));
    const abortedHashes = departures.map(({ signal }, number) => hashNewPassword(`leaves ${number}`, signal));
    await expect(hashNewPassword('one too many')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 });
    for (const departure of departures) departure.abort();
    expect((await Promise.allSettled(abortedHashes)).map(({ status }) => status)).toEqual(
      abortedHashes.map(() => 'rejected'),
    );
    completedHashes.push(hashNewPassword('stays 50'));
    release();
    await Promise.all(completedHashes);
    expect(hashedPasswords).toEqual(Array.from({ length: 51 }, (_, number) => `stays ${number}`));
  });
});

describe('createLoginAttempts', () => {
  const anna = { email: 'anna@mahlzeit.test', address: '192.0.2.1' };
  const attempts = () => createLoginAttempts(createFakeRateLimiter, createFairSemaphore(2));
  const wrong = async () => err('wrong' as const);

  it('gives a try back when the check itself breaks', async () => {
    const { guardAttempt } = attempts();
    for (let count = 0; count < 15; count += 1)
      await expect(
        guardAttempt(anna, async () => {
          throw new Error('database gone');
        }),
      ).rejects.toThrow('database gone');
    await expect(guardAttempt(anna, async () => ok('in'))).resolves.toEqual(ok('in'));
  });

  it('does not count a try that it refuses against the address', async () => {
    const { guardAttempt } = attempts();
    for (let count = 0; count < 200; count += 1) await guardAttempt(anna, wrong);
    await expect(guardAttempt({ ...anna, email: 'ben@mahlzeit.test' }, async () => ok('in'))).resolves.toEqual(
      ok('in'),
    );
  });

  it('keeps accounts apart', async () => {
    const { guardAttempt } = attempts();
    for (let count = 0; count < 10; count += 1) await guardAttempt(anna, wrong);
    await expect(guardAttempt(anna, async () => ok('in'))).resolves.toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts' },
    });
    await expect(guardAttempt({ ...anna, email: 'ben@mahlzeit.test' }, async () => ok('in'))).resolves.toEqual(
      ok('in'),
    );
  });

  it('attack: a crowd of right logins from one address. Another address waits for one of them', async () => {
    const { guardAttempt } = createLoginAttempts(createFakeRateLimiter, createFairSemaphore(1));
    const checkedPasswords: string[] = [];
    const login = (name: string, address: string) =>
      guardAttempt({ email: `${name}@mahlzeit.test`, address }, async () => {
        checkedPasswords.push(name);
        return ok(name);
      });
    const manyLogins = Array.from({ length: 150 }, (_, number) => login(`crowd-${number}`, '192.0.2.66'));
    await Promise.all([...manyLogins, login('anna', '192.0.2.1'), login('ben', '192.0.2.2')]);
    expect(checkedPasswords.slice(0, 5)).toEqual(['crowd-0', 'crowd-1', 'anna', 'ben', 'crowd-2']);
    expect(checkedPasswords).toHaveLength(152);
  });
});
