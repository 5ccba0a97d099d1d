import { ErrorBody, RecoveryCodes, SecondStepRequiredDetails, SecondStepSecret } from '@mahlzeit/contract';
import { Secret, TOTP } from 'otpauth';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createBrowser, outcomeOf, resetTokenFor, sessionOf, TEST_PASSWORD } from '../testing/people';
import type { TestPerson } from '../testing/people';
import { storeUser } from '../testing/stored-people';

const gateways = testGateways();
const HALF_MINUTE_MS = 30_000;
const MINUTE_MS = 60_000;

let personCount = 0;

const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

const loginAt = async (gateway: TestGateway, email: string, password = TEST_PASSWORD) =>
  createBrowser(gateway.url).call('POST', '/api/auth/login', { body: { email, password } });

const ticketAt = async (gateway: TestGateway, email: string): Promise<string> =>
  SecondStepRequiredDetails.parse(ErrorBody.parse((await loginAt(gateway, email)).body).details).ticket;

const completeAt = (gateway: TestGateway, ticket: string, code: string) =>
  createBrowser(gateway.url).call('POST', '/api/auth/login/second-step', { body: { ticket, code } });

/** Creates a user who has just turned the second step on. The next code of the user's authenticator app is valid. */
const createOwner = async (gateway: TestGateway) => {
  const person = await storeUser(gateway, `person-${(personCount += 1)}@mahlzeit.test`);
  const { secret, url } = SecondStepSecret.parse((await person.call('POST', '/api/auth/second-step/secret', {})).body);
  const code = codeAt(secret, gateway.clock.realNow());
  const { recoveryCodes } = RecoveryCodes.parse((await person.call('POST', '/api/auth/second-step', { code })).body);
  gateway.clock.advance(HALF_MINUTE_MS);
  return { person, secret, url, recoveryCodes, firstCode: code };
};

const stateOf = async (person: TestPerson) => (await person.call('GET', '/api/auth/second-step')).body;

describe('the second step', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await gateways.start();
  });

  const presentCode = (secret: string): string => codeAt(secret, gateway.clock.realNow());

  it('is asked for after the password, and by no other word than its own', async () => {
    const { person, secret } = await createOwner(gateway);
    const answer = await loginAt(gateway, person.email);
    expect(outcomeOf(answer)).toEqual([401, 'secondStepRequired']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(outcomeOf(await loginAt(gateway, person.email, 'geraten'))).toEqual([401, 'ErrorPasswordIncorrect']);
    const completion = await completeAt(gateway, await ticketAt(gateway, person.email), presentCode(secret));
    expect(sessionOf(completion).account).toEqual(person.account);
    expect(completion.headers.getSetCookie().map((cookie) => cookie.replace(/_\d+=.*/, ''))).toEqual([
      'mahlzeit_rt',
      'mahlzeit_device',
    ]);
  });

  it('counts once a code of the app has come, and shows its secret once', async () => {
    const person = await storeUser(gateway, 'waiting@mahlzeit.test');
    const begin = async () =>
      SecondStepSecret.parse((await person.call('POST', '/api/auth/second-step/secret', {})).body);
    const [first, second] = [await begin(), await begin()];
    expect(second.secret).not.toBe(first.secret);
    expect(second.url).toMatch(
      /^otpauth:\/\/totp\/Mahlzeit:waiting%40mahlzeit\.test\?issuer=Mahlzeit&secret=[A-Z2-7]{32}&/,
    );
    const confirm = (code: string) => person.call('POST', '/api/auth/second-step', { code });
    expect(outcomeOf(await confirm(presentCode(first.secret)))).toEqual([401, 'secondStepCodeIncorrect']);
    sessionOf(await loginAt(gateway, person.email));
    expect(await stateOf(person)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const typedCode = presentCode(second.secret).replace(/(...)/, '$1 ');
    expect(outcomeOf(await confirm(typedCode))).toEqual([200]);
    expect(await stateOf(person)).toEqual({ since: expect.any(Number), recoveryCodesLeft: 10 });
    expect(outcomeOf(await confirm(typedCode))).toEqual([409, 'secondStepActive']);
    expect(outcomeOf(await person.call('POST', '/api/auth/second-step/secret', {}))).toEqual([409, 'secondStepActive']);
    const { body } = await person.call('GET', '/api/users/me/export');
    expect(JSON.stringify([body, await gateway.database.knex('second_step')])).not.toContain(second.secret);
  });

  it('takes each code once, and each ticket', async () => {
    const { person, secret, firstCode } = await createOwner(gateway);
    const ticket = await ticketAt(gateway, person.email);
    expect(outcomeOf(await completeAt(gateway, ticket, firstCode))).toEqual([401, 'secondStepCodeIncorrect']);
    const code = presentCode(secret);
    expect(outcomeOf(await completeAt(gateway, ticket, code))).toEqual([200]);
    const otherTicket = await ticketAt(gateway, person.email);
    expect(outcomeOf(await completeAt(gateway, otherTicket, code))).toEqual([401, 'secondStepCodeIncorrect']);
    const laterCode = codeAt(secret, gateway.clock.realNow() + HALF_MINUTE_MS);
    expect(outcomeOf(await completeAt(gateway, ticket, laterCode))).toEqual([410, 'secondStepTicketInvalid']);
    expect(outcomeOf(await completeAt(gateway, otherTicket, laterCode))).toEqual([200]);
    gateway.clock.advance(2 * HALF_MINUTE_MS);
  });

  it('takes each recovery code once, in any spelling', async () => {
    const { person, recoveryCodes } = await createOwner(gateway);
    expect(recoveryCodes).toHaveLength(10);
    const [recoveryCode = ''] = recoveryCodes;
    expect(recoveryCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/);
    const typedCode = ` ${recoveryCode.toLowerCase().replaceAll('-', ' ')}`;
    expect(outcomeOf(await completeAt(gateway, await ticketAt(gateway, person.email), typedCode))).toEqual([200]);
    expect(outcomeOf(await completeAt(gateway, await ticketAt(gateway, person.email), recoveryCode))).toEqual([
      401,
      'secondStepCodeIncorrect',
    ]);
    expect(await stateOf(person)).toMatchObject({ recoveryCodesLeft: 9 });
    const storedHashes = await gateway.database.knex('recovery_code');
    for (const code of recoveryCodes) expect(JSON.stringify(storedHashes)).not.toContain(code);
  });

  it('takes recovery codes alone once the key of the app’s secret is lost', async () => {
    const { person, secret, recoveryCodes } = await createOwner(gateway);
    await gateway.database.write(({ knex }) =>
      knex('second_step').where({ uid: person.account.uid }).update({ secret: 'sealed with a lost key' }),
    );
    const ticket = await ticketAt(gateway, person.email);
    expect(outcomeOf(await completeAt(gateway, ticket, presentCode(secret)))).toEqual([401, 'secondStepCodeIncorrect']);
    expect(outcomeOf(await completeAt(gateway, ticket, recoveryCodes[0] ?? ''))).toEqual([200]);
    const proof = { password: TEST_PASSWORD, code: recoveryCodes[1] };
    expect(outcomeOf(await person.call('POST', '/api/auth/second-step/end', proof))).toEqual([200]);
  });

  it('gives up a ticket after five wrong codes, after five minutes, and at a new password', async () => {
    const { person, secret } = await createOwner(gateway);
    const guessedTicket = await ticketAt(gateway, person.email);
    for (let count = 0; count < 5; count += 1) await completeAt(gateway, guessedTicket, 'AAAA-AAAA-AAAA-AAAA');
    const passwordTicket = await ticketAt(gateway, person.email);
    await createBrowser(gateway.url).call('POST', '/api/auth/password-reset', { body: { email: person.email } });
    const token = await resetTokenFor(gateway, person.email);
    await createBrowser(gateway.url).call('POST', '/api/auth/password-reset/confirm', {
      body: { token, password: 'abendessen' },
    });
    for (const ticket of [guessedTicket, passwordTicket])
      expect(outcomeOf(await completeAt(gateway, ticket, presentCode(secret)))).toEqual([
        410,
        'secondStepTicketInvalid',
      ]);
    // The new password alone opens no session, because the second step is still on.
    const lateAnswer = await loginAt(gateway, person.email, 'abendessen');
    const { ticket } = SecondStepRequiredDetails.parse(ErrorBody.parse(lateAnswer.body).details);
    gateway.clock.advance(5 * MINUTE_MS);
    expect(outcomeOf(await completeAt(gateway, ticket, presentCode(secret)))).toEqual([410, 'secondStepTicketInvalid']);
  });

  it('is turned off by password and code together', async () => {
    const { person, secret } = await createOwner(gateway);
    const end = (password: string, code: string) =>
      person.call('POST', '/api/auth/second-step/end', { password, code });
    expect(outcomeOf(await end('geraten', presentCode(secret)))).toEqual([401, 'ErrorPasswordIncorrect']);
    expect(outcomeOf(await end(TEST_PASSWORD, '000000'))).toEqual([401, 'secondStepCodeIncorrect']);
    expect(outcomeOf(await end(TEST_PASSWORD, presentCode(secret)))).toEqual([200]);
    expect(await stateOf(person)).toEqual({ since: null, recoveryCodesLeft: 0 });
    sessionOf(await loginAt(gateway, person.email));
  });

  it('needs a password and a fresh proof', async () => {
    const person = await storeUser(gateway, 'google@mahlzeit.test', { passwordHash: null, thirdParty: 'google' });
    const begin = (caller: TestPerson) => caller.call('POST', '/api/auth/second-step/secret', {});
    expect(outcomeOf(await begin(person))).toEqual([403, 'thirdPartyAccount']);
    const latePerson = await storeUser(gateway, 'late@mahlzeit.test');
    gateway.clock.advance(6 * MINUTE_MS);
    expect(outcomeOf(await begin(latePerson))).toEqual([403, 'reauthenticationRequired']);
  });
});

it('locks the codes of an account after five wrong ones, for the right one as well', async () => {
  const gateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
  const { person, secret } = await createOwner(gateway);
  for (let count = 0; count < 5; count += 1)
    expect(outcomeOf(await completeAt(gateway, await ticketAt(gateway, person.email), '000000'))).toEqual([
      401,
      'secondStepCodeIncorrect',
    ]);
  const code = codeAt(secret, gateway.clock.realNow());
  expect(outcomeOf(await completeAt(gateway, await ticketAt(gateway, person.email), code))).toEqual([
    429,
    'ErrorTooManyAttempts',
  ]);
});
