import { User } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import { codeFor, messagesTo, differentCode, outcomeOf, register, visit } from '../testing/people';
import type { TestPerson } from '../testing/people';
import { createVerificationRepository } from '../store/credentials-repository';

const gateways = testGateways();
const MINUTE_MS = 60_000;

const startGateway = async (environment: Readonly<Record<string, string>> = {}) => {
  const gateway = await gateways.start({ environment });
  const anna = await register(gateway, 'anna@mahlzeit.test');
  return { gateway, anna };
};

const tryCode = async (person: TestPerson, verificationCode: string): Promise<unknown> => {
  const response = await person.call('POST', '/api/users/verifyEmail', { code: verificationCode });
  return response.status === 200 ? response.body : outcomeOf(response);
};
const resendCode = async (person: TestPerson) =>
  outcomeOf(await person.call('POST', '/api/users/resendEmailVerification'));
const getOwnUser = async (person: TestPerson) => User.parse((await person.call('GET', '/api/users/me')).body);

it('A02 mails six digits at registration, which verify the address', async () => {
  const { gateway, anna } = await startGateway();
  expect(anna.account.verified).toBe(false);
  expect(await tryCode(anna, await codeFor(gateway, anna.email))).toEqual({ success: true });
  expect((await getOwnUser(anna)).verificationCode).toBe(true);
});

it('A02 shows the code nowhere but in the mail', async () => {
  const { gateway, anna } = await startGateway();
  const verificationCode = await codeFor(gateway, anna.email);
  const observableTexts = [
    anna.account,
    await getOwnUser(anna),
    (await anna.call('GET', '/api/users/me/export')).body,
    await gateway.database.knex('verification_code'),
    await gateway.database.knex('change'),
  ];
  expect(JSON.stringify(observableTexts)).not.toContain(verificationCode);
});

it('refuses a wrong code and accepts the right one afterwards', async () => {
  const { gateway, anna } = await startGateway();
  const verificationCode = await codeFor(gateway, anna.email);
  expect(await tryCode(anna, differentCode(verificationCode))).toEqual({ success: false });
  expect((await getOwnUser(anna)).verificationCode).toBe(false);
  expect(await tryCode(anna, verificationCode)).toEqual({ success: true });
});

it('answers the same to a second tab with the same code', async () => {
  const { gateway, anna } = await startGateway();
  const verificationCode = await codeFor(gateway, anna.email);
  await tryCode(anna, verificationCode);
  expect(await tryCode(anna, verificationCode)).toEqual({ success: true });
  expect(await tryCode(anna, differentCode(verificationCode))).toEqual({ success: false });
  expect((await getOwnUser(anna)).verificationCode).toBe(true);
});

it('takes a code for 15 minutes of the domain clock', async () => {
  const { gateway, anna } = await startGateway();
  const verificationCode = await codeFor(gateway, anna.email);
  gateway.clock.moveTo(gateway.clock.now() + 15 * MINUTE_MS);
  expect(await tryCode(anna, verificationCode)).toEqual({ success: false });
  gateway.clock.moveTo(gateway.clock.now() - 10);
  expect(await tryCode(anna, verificationCode)).toEqual({ success: true });
});

it('mails another code on request, after which the one before counts no longer', async () => {
  const { gateway, anna } = await startGateway();
  const firstCode = await codeFor(gateway, anna.email);
  expect(await resendCode(anna)).toEqual([200]);
  expect(await messagesTo(gateway, anna.email)).toHaveLength(2);
  const secondCode = await codeFor(gateway, anna.email);
  if (secondCode !== firstCode) expect(await tryCode(anna, firstCode)).toEqual({ success: false });
  expect(await tryCode(anna, secondCode)).toEqual({ success: true });
});

it('mails nothing to who is verified already', async () => {
  const { gateway, anna } = await startGateway();
  await tryCode(anna, await codeFor(gateway, anna.email));
  expect(await resendCode(anna)).toEqual([200]);
  expect(await messagesTo(gateway, anna.email)).toHaveLength(1);
});

it('refuses the code of another user', async () => {
  const { gateway, anna } = await startGateway();
  const ben = await register(gateway, 'ben@mahlzeit.test');
  const [annasCode, bensCode] = [await codeFor(gateway, anna.email), await codeFor(gateway, ben.email)];
  if (annasCode !== bensCode) expect(await tryCode(ben, annasCode)).toEqual({ success: false });
});

it('asks visitors to register', async () => {
  const { gateway } = await startGateway();
  const visitorPerson = await visit(gateway);
  expect([await tryCode(visitorPerson, '004711'), await resendCode(visitorPerson)]).toEqual([
    [403, 'registrationRequired'],
    [403, 'registrationRequired'],
  ]);
});

it.each(['12345', '1234567', '12345a', ''])('refuses %j, which is no code', async (verificationCode) => {
  const { anna } = await startGateway();
  expect(await tryCode(anna, verificationCode)).toEqual([400, 'invalidRequest']);
});

describe('with rate limits', () => {
  const startLimitedGateway = () => startGateway({ RATE_LIMITS: 'default' });

  it('attack: guessing a code. Five wrong tries spend it, even for the right one', async () => {
    const { gateway, anna } = await startLimitedGateway();
    const verificationCode = await codeFor(gateway, anna.email);
    for (let attemptNumber = 1; attemptNumber <= 5; attemptNumber += 1)
      expect(await tryCode(anna, differentCode(verificationCode, attemptNumber))).toEqual({ success: false });
    expect(await tryCode(anna, verificationCode)).toEqual([429, 'ErrorTooManyAttempts']);
    expect((await getOwnUser(anna)).verificationCode).toBe(false);
  });

  it('attack: guessing many at once. No more than five of them are checked', async () => {
    const { gateway, anna } = await startLimitedGateway();
    const verificationCode = await codeFor(gateway, anna.email);
    const attemptOutcomes = await Promise.all(
      Array.from({ length: 15 }, (_, index) => tryCode(anna, differentCode(verificationCode, index + 1))),
    );
    expect(
      attemptOutcomes.filter((attemptOutcome) => JSON.stringify(attemptOutcome) === '{"success":false}'),
    ).toHaveLength(5);
  });

  it('attack: guessing on with one code after the other. Twenty wrong tries an hour are all that an account has', async () => {
    const { gateway, anna } = await startLimitedGateway();
    let checkedCodeCount = 0;
    for (let roundIndex = 0; roundIndex < 6; roundIndex += 1) {
      const verificationCode = await codeFor(gateway, anna.email);
      for (let attemptNumber = 1; attemptNumber <= 4; attemptNumber += 1) {
        const attemptOutcome = await anna.call('POST', '/api/users/verifyEmail', {
          code: differentCode(verificationCode, attemptNumber),
        });
        checkedCodeCount += attemptOutcome.status === 200 ? 1 : 0;
        if (attemptOutcome.status === 429)
          expect(attemptOutcome.body).toMatchObject({
            code: 'ErrorTooManyAttempts',
            details: { retryAfterMs: expect.any(Number) },
          });
      }
      // Resets the count of wrong attempts, as a newly sent code would do.
      await gateway.database.write(async ({ knex }) => {
        const codeRepository = createVerificationRepository(knex);
        const storedVerificationCode = await codeRepository.find(anna.account.uid);
        if (storedVerificationCode !== null) await codeRepository.put({ ...storedVerificationCode, wrongTries: 0 });
      });
    }
    expect(checkedCodeCount).toBe(20);
  });

  it('mails one code in 30 seconds and returns the remaining time', async () => {
    const { anna } = await startLimitedGateway();
    expect(await resendCode(anna)).toEqual([200]);
    const resendAnswer = await anna.call('POST', '/api/users/resendEmailVerification');
    expect(outcomeOf(resendAnswer)).toEqual([429, 'ErrorTooManyAttempts']);
    const retryAfterSeconds = Number(resendAnswer.headers.get('Retry-After'));
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(30);
  });
});
