import { Account, Session, User } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  codeFor,
  messagesTo,
  outcomeOf,
  TEST_PASSWORD,
  register,
  resetTokenFor,
  signIn,
  verifyEmailOf,
} from '../testing/people';
import type { TestPerson } from '../testing/people';

const gateways = testGateways();
let gateway: TestGateway;
let personNumber = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const createNextEmail = (): string => `person-${(personNumber += 1)}@mahlzeit.test`;
const registerSomebody = () => register(gateway, createNextEmail());
const convertToThirdParty = (person: TestPerson) =>
  gateway.database.write(({ knex }) =>
    knex('user').where({ uid: person.account.uid }).update({ password_hash: null, third_party: 'google' }),
  );
const changeCredentials = (person: TestPerson, body: object) => person.call('PUT', '/api/auth/email', body);

describe('proving oneself again', () => {
  const reauthenticate = (person: TestPerson, body: object) => person.call('POST', '/api/auth/reauthenticate', body);

  it('goes on with the same session and a fresh proof', async () => {
    const person = await registerSomebody();
    gateway.clock.advance(6 * 60_000);
    expect(outcomeOf(await person.call('PUT', '/api/users/deleteMe'))).toEqual([403, 'reauthenticationRequired']);
    const response = await reauthenticate(person, { password: TEST_PASSWORD });
    const renewedSession = Session.parse(response.body);
    expect(renewedSession.account).toEqual(person.account);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(
      outcomeOf(await person.browser.call('PUT', '/api/users/deleteMe', { token: renewedSession.idToken })),
    ).toEqual([200]);
  });

  it('keeps the fresh proof over a refresh', async () => {
    const person = await registerSomebody();
    gateway.clock.advance(6 * 60_000);
    await reauthenticate(person, { password: TEST_PASSWORD });
    const refreshedSession = Session.parse(
      (await person.browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } })).body,
    );
    expect(
      outcomeOf(await person.browser.call('PUT', '/api/users/deleteMe', { token: refreshedSession.idToken })),
    ).toEqual([200]);
  });

  it.each([
    [{ password: 'falsches Passwort' }, [401, 'ErrorPasswordIncorrect']],
    [{ password: ` ${TEST_PASSWORD}` }, [401, 'ErrorPasswordIncorrect']],
    [{ password: '' }, [400, 'ErrorPasswordInvalid']],
    [{}, [400, 'ErrorPasswordInvalid']],
  ])('refuses %j', async (body, expectedOutcome) =>
    expect(outcomeOf(await reauthenticate(await registerSomebody(), body))).toEqual(expectedOutcome),
  );

  it('A10 sends who signs in through a third party to that one', async () => {
    const person = await registerSomebody();
    await convertToThirdParty(person);
    expect(outcomeOf(await reauthenticate(person, { password: TEST_PASSWORD }))).toEqual([403, 'thirdPartyAccount']);
  });

  it('attack: guessing the password with a stolen token. It counts with the wrong logins', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const person = await register(limitedGateway, 'anna@mahlzeit.test');
    for (let attemptNumber = 0; attemptNumber < 5; attemptNumber += 1)
      expect(outcomeOf(await reauthenticate(person, { password: `falsch ${attemptNumber}` }))).toEqual([
        401,
        'ErrorPasswordIncorrect',
      ]);
    for (let attemptNumber = 5; attemptNumber < 10; attemptNumber += 1)
      expect(
        outcomeOf(await changeCredentials(person, { email: 'neu@mahlzeit.test', password: `falsch ${attemptNumber}` })),
      ).toEqual([401, 'ErrorPasswordIncorrect']);
    expect(outcomeOf(await reauthenticate(person, { password: TEST_PASSWORD }))).toEqual([429, 'ErrorTooManyAttempts']);
    expect(
      outcomeOf(
        await person.browser.call('POST', '/api/auth/login', {
          body: { email: person.email, password: TEST_PASSWORD },
        }),
      ),
    ).toEqual([429, 'ErrorTooManyAttempts']);
  });
});

describe('changing the e-mail address', () => {
  it('mails a code to the new address and a notice to the old one', async () => {
    const person = await registerSomebody();
    await verifyEmailOf(gateway, person);
    const newEmail = createNextEmail();
    const changeAnswer = await changeCredentials(person, {
      email: ` ${newEmail.toUpperCase()}`,
      password: TEST_PASSWORD,
    });
    // The display name was derived from the old e-mail address, so it changes with the address: the old address is
    // private.
    expect(Account.parse(changeAnswer.body)).toEqual({
      ...person.account,
      email: newEmail,
      displayName: newEmail.split('@')[0],
      verified: false,
    });
    expect(User.parse((await person.call('GET', '/api/users/me')).body)).toMatchObject({
      email: newEmail,
      verificationCode: false,
    });
    const [noticeMail] = await messagesTo(gateway, person.email);
    expect(noticeMail?.text).not.toMatch(/\d{6}/);
    expect(await messagesTo(gateway, person.email)).toHaveLength(2);
    await verifyEmailOf(gateway, { ...person, email: newEmail });
    expect(User.parse((await person.call('GET', '/api/users/me')).body).verificationCode).toBe(true);
    expect((await signIn(gateway, newEmail)).account.uid).toBe(person.account.uid);
    await expect(signIn(gateway, person.email)).rejects.toThrow('ErrorNoAccount');
  });

  it('makes the code and the links of the old address worthless', async () => {
    const person = await registerSomebody();
    const verificationCode = await codeFor(gateway, person.email);
    await person.browser.call('POST', '/api/auth/password-reset', { body: { email: person.email } });
    const token = await resetTokenFor(gateway, person.email);
    const newEmail = createNextEmail();
    await changeCredentials(person, { email: newEmail, password: TEST_PASSWORD });
    if (verificationCode !== (await codeFor(gateway, newEmail)))
      expect((await person.call('POST', '/api/users/verifyEmail', { code: verificationCode })).body).toEqual({
        success: false,
      });
    expect(
      outcomeOf(
        await person.browser.call('POST', '/api/auth/password-reset/confirm', {
          body: { token, password: 'feierabend!' },
        }),
      ),
    ).toEqual([410, 'resetTokenInvalid']);
  });

  it.each<[string, (person: TestPerson) => object, [number, string]]>([
    ['no address', () => ({ email: ' ', password: TEST_PASSWORD }), [400, 'ErrorEmailEmpty']],
    ['what is none', () => ({ email: 'neu', password: TEST_PASSWORD }), [400, 'ErrorEmailInvalid']],
    [
      'A03 the same address',
      ({ email }) => ({ email: `${email.toUpperCase()} `, password: TEST_PASSWORD }),
      [400, 'ErrorEmailIdentical'],
    ],
    ['no password', () => ({ email: 'neu@mahlzeit.test' }), [400, 'passwordRequired']],
    [
      'a wrong password',
      () => ({ email: 'neu@mahlzeit.test', password: 'falsches Passwort' }),
      [401, 'ErrorPasswordIncorrect'],
    ],
  ])('refuses %s', async (_title, body, expectedResult) => {
    const person = await registerSomebody();
    expect(outcomeOf(await changeCredentials(person, body(person)))).toEqual(expectedResult);
    expect(await messagesTo(gateway, person.email)).toHaveLength(1);
  });

  it('refuses a taken address, and reveals that only after the right password', async () => {
    const [person, otherPerson] = [await registerSomebody(), await registerSomebody()];
    expect(
      outcomeOf(await changeCredentials(person, { email: otherPerson.email, password: 'falsches Passwort' })),
    ).toEqual([401, 'ErrorPasswordIncorrect']);
    expect(outcomeOf(await changeCredentials(person, { email: otherPerson.email, password: TEST_PASSWORD }))).toEqual([
      409,
      'ErrorEmailTaken',
    ]);
  });

  it('gives an address to one of two who ask at once', async () => {
    const [firstPerson, otherPerson, newEmail] = [
      await registerSomebody(),
      await registerSomebody(),
      createNextEmail(),
    ];
    const changeResponses = await Promise.all(
      [firstPerson, otherPerson].map((person) =>
        changeCredentials(person, { email: newEmail, password: TEST_PASSWORD }),
      ),
    );
    expect(changeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('A10 refuses who signs in through a third party', async () => {
    const person = await registerSomebody();
    await convertToThirdParty(person);
    expect(outcomeOf(await changeCredentials(person, { email: 'neu@mahlzeit.test', password: TEST_PASSWORD }))).toEqual(
      [403, 'thirdPartyAccount'],
    );
  });

  it('attack: mailing strangers. An account changes its address ten times a day', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const person = await register(limitedGateway, 'anna@mahlzeit.test');
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1)
      expect(
        outcomeOf(
          await changeCredentials(person, { email: `fremd-${attemptNumber}@mahlzeit.test`, password: TEST_PASSWORD }),
        ),
      ).toEqual([200]);
    expect(
      outcomeOf(await changeCredentials(person, { email: 'fremd@mahlzeit.test', password: TEST_PASSWORD })),
    ).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await messagesTo(limitedGateway, 'fremd@mahlzeit.test')).toEqual([]);
  });
});
