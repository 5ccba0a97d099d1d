import { err, ok } from '@mahlzeit/contract';
import { createFairSemaphore, createSemaphore } from '../../../platform';
import { createFakeRateLimiter } from '../testing/fake-identity';
import {
  createLoginAttempts,
  createNewPasswordHashing,
  createPasswordHasher,
  PRODUCTION_PASSWORD_COST,
} from './password';

describe('createPasswordHasher', () => {
  const passwordHasher = createPasswordHasher({ memoryCost: 64, timeCost: 1 });

  it('makes argon2id hashes, another one each time', async () => {
    const [firstPasswordHash, secondPasswordHash] = await Promise.all([
      passwordHasher.hash('mittagspause'),
      passwordHasher.hash('mittagspause'),
    ]);
    expect(firstPasswordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(firstPasswordHash).not.toBe(secondPasswordHash);
  });

  it('A01 distinguishes passwords by every character, spaces included', async () => {
    const storedHash = await passwordHasher.hash(' mittagspause');
    await expect(passwordHasher.verify(' mittagspause', storedHash)).resolves.toBe(true);
    await expect(passwordHasher.verify('mittagspause', storedHash)).resolves.toBe(false);
  });

  it('never lets anybody in where there is no hash', async () => {
    await expect(passwordHasher.verify('no account has this one', null)).resolves.toBe(false);
  });

  it('costs in production what OWASP asks for', () => {
    expect(PRODUCTION_PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2 });
  });
});

describe('createNewPasswordHashing', () => {
  it('attack: a rush of registrations. Queues a hundred, refuses more, and skips aborted ones', async () => {
    let releaseHashing = (): void => {};
    const releasePromise = new Promise<void>((resolve) => {
      releaseHashing = resolve;
    });
    const hashedPasswords: string[] = [];
    const hashPassword = createNewPasswordHashing({
      hasher: {
        async hash(password) {
          await releasePromise;
          hashedPasswords.push(password);
          return `hash of ${password}`;
        },
      },
      semaphore: createSemaphore(1),
      estimateGuesses: async () => Infinity,
    });
    const hashNewPassword = (password: string, signal?: AbortSignal) => hashPassword({ password, email: null }, signal);
    const abortControllers = Array.from({ length: 50 }, () => new AbortController());
    const completedHashes = Array.from({ length: 50 }, (_, passwordNumber) =>
      hashNewPassword(`stays ${passwordNumber}`),
    );
    const abortedHashes = abortControllers.map(({ signal }, passwordNumber) =>
      hashNewPassword(`leaves ${passwordNumber}`, signal),
    );
    await expect(hashNewPassword('one too many')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 });
    for (const abortController of abortControllers) abortController.abort();
    expect((await Promise.allSettled(abortedHashes)).map(({ status }) => status)).toEqual(
      abortedHashes.map(() => 'rejected'),
    );
    completedHashes.push(hashNewPassword('stays 50'));
    releaseHashing();
    await Promise.all(completedHashes);
    expect(hashedPasswords).toEqual(Array.from({ length: 51 }, (_, passwordNumber) => `stays ${passwordNumber}`));
  });
});

it.each([
  ['one that the lists guess', 999, { ok: false, error: 'ErrorPasswordWeak' }],
  ['one that takes a thousand guesses', 1000, { ok: true, value: 'hash of mittagspause' }],
])('hashes no password that is easy to guess: %s', async (_name, guesses, expectedResult) => {
  const estimatedPasswords: unknown[] = [];
  const hashNewPassword = createNewPasswordHashing({
    hasher: { hash: async (password) => `hash of ${password}` },
    semaphore: createSemaphore(1),
    async estimateGuesses(...estimated) {
      estimatedPasswords.push(estimated);
      return guesses;
    },
  });
  expect(await hashNewPassword({ password: 'mittagspause', email: 'anna.petersen@mahlzeit.test' })).toEqual(
    expectedResult,
  );
  expect(estimatedPasswords).toEqual([
    ['mittagspause', ['anna.petersen@mahlzeit.test', 'anna', 'petersen', 'mahlzeit', 'test']],
  ]);
});

describe('createLoginAttempts', () => {
  const annaAttempt = { email: 'anna@mahlzeit.test', address: '192.0.2.1', deviceId: null };
  const createAttempts = () => createLoginAttempts(createFakeRateLimiter, createFairSemaphore(2));
  const rejectPassword = async () => err('wrong' as const);

  it('gives a try back when the check itself breaks', async () => {
    const { guardAttempt } = createAttempts();
    for (let attemptNumber = 0; attemptNumber < 15; attemptNumber += 1)
      await expect(
        guardAttempt(annaAttempt, async () => {
          throw new Error('database gone');
        }),
      ).rejects.toThrow('database gone');
    await expect(guardAttempt(annaAttempt, async () => ok('in'))).resolves.toEqual(ok('in'));
  });

  it('does not count a try that it refuses against the address', async () => {
    const { guardAttempt } = createAttempts();
    for (let attemptNumber = 0; attemptNumber < 200; attemptNumber += 1)
      await guardAttempt(annaAttempt, rejectPassword);
    await expect(guardAttempt({ ...annaAttempt, email: 'ben@mahlzeit.test' }, async () => ok('in'))).resolves.toEqual(
      ok('in'),
    );
  });

  it('keeps accounts apart', async () => {
    const { guardAttempt } = createAttempts();
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1) await guardAttempt(annaAttempt, rejectPassword);
    await expect(guardAttempt(annaAttempt, async () => ok('in'))).resolves.toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts' },
    });
    await expect(guardAttempt({ ...annaAttempt, email: 'ben@mahlzeit.test' }, async () => ok('in'))).resolves.toEqual(
      ok('in'),
    );
  });

  it('keeps a device that has signed in before apart from strangers, and gives it ten tries, too', async () => {
    const { guardAttempt } = createAttempts();
    const knownAttempt = { ...annaAttempt, deviceId: 'annas-phone' };
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1) await guardAttempt(annaAttempt, rejectPassword);
    await expect(guardAttempt(knownAttempt, async () => ok('in'))).resolves.toEqual(ok('in'));
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1)
      await guardAttempt(knownAttempt, rejectPassword);
    await expect(guardAttempt(knownAttempt, async () => ok('in'))).resolves.toMatchObject({
      ok: false,
      error: { code: 'ErrorTooManyAttempts' },
    });
  });

  it('attack: a crowd of right logins from one address. Another address waits for one of them', async () => {
    const { guardAttempt } = createLoginAttempts(createFakeRateLimiter, createFairSemaphore(1));
    const checkedPasswords: string[] = [];
    const attemptLogin = (userName: string, ipAddress: string) =>
      guardAttempt({ email: `${userName}@mahlzeit.test`, address: ipAddress, deviceId: null }, async () => {
        checkedPasswords.push(userName);
        return ok(userName);
      });
    const crowdLogins = Array.from({ length: 150 }, (_, passwordNumber) =>
      attemptLogin(`crowd-${passwordNumber}`, '192.0.2.66'),
    );
    await Promise.all([...crowdLogins, attemptLogin('anna', '192.0.2.1'), attemptLogin('ben', '192.0.2.2')]);
    expect(checkedPasswords.slice(0, 5)).toEqual(['crowd-0', 'crowd-1', 'anna', 'ben', 'crowd-2']);
    expect(checkedPasswords).toHaveLength(152);
  });
});
