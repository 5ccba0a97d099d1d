import { Account, Session, User } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  codeFor,
  messagesTo,
  outcomeOf,
  PASSWORD,
  register,
  resetTokenFor,
  signIn,
  verifyAddress,
} from '../testing/people';
import type { Person } from '../testing/people';

const gateways = testGateways();
let gateway: TestGateway;
let personNumber = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const nextEmail = (): string => `person-${(personNumber += 1)}@mahlzeit.test`;
const registerSomebody = () => register(gateway, nextEmail());
const makeThirdParty = (person: Person) =>
  gateway.database.write(({ knex }) =>
    knex('user').where({ uid: person.account.uid }).update({ password_hash: null, third_party: 'google' }),
  );
const changeCredentials = (person: Person, body: object) => person.call('PUT', '/api/auth/email', body);

describe('proving oneself again', () => {
  const reauthenticate = (person: Person, body: object) => person.call('POST', '/api/auth/reauthenticate', body);

  it('goes on with the same session and a fresh proof', async () => {
    const person = await registerSomebody();
    gateway.clock.advance(6 * 60_000);
    expect(outcomeOf(await person.call('PUT', '/api/users/deleteMe'))).toEqual([403, 'reauthenticationRequired']);
    const response = await reauthenticate(person, { password: PASSWORD });
    const session = Session.parse(response.body);
    expect(session.account).toEqual(person.account);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(outcomeOf(await person.browser.call('PUT', '/api/users/deleteMe', { token: session.idToken }))).toEqual([
      200,
    ]);
  });

  it('keeps the fresh proof over a refresh', async () => {
    const person = await registerSomebody();
    gateway.clock.advance(6 * 60_000);
    await reauthenticate(person, { password: PASSWORD });
    const refreshedSession = Session.parse(
      (await person.browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } })).body,
    );
    expect(
      outcomeOf(await person.browser.call('PUT', '/api/users/deleteMe', { token: refreshedSession.idToken })),
    ).toEqual([200]);
  });

  it.each([
    [{ password: 'falsches Passwort' }, [401, 'ErrorPasswordIncorrect']],
    [{ password: ` ${PASSWORD}` }, [401, 'ErrorPasswordIncorrect']],
    [{ password: '' }, [400, 'ErrorPasswordInvalid']],
    [{}, [400, 'ErrorPasswordInvalid']],
  ])('refuses %j', async (body, expectedOutcome) =>
    expect(outcomeOf(await reauthenticate(await registerSomebody(), body))).toEqual(expectedOutcome),
  );

  it('A10 sends who signs in through a third party to that one', async () => {
    const person = await registerSomebody();
    await makeThirdParty(person);
    expect(outcomeOf(await reauthenticate(person, { password: PASSWORD }))).toEqual([403, 'thirdPartyAccount']);
  });

  it('attack: guessing the password with a stolen token. It counts with the wrong logins', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const person = await register(limitedGateway, 'anna@mahlzeit.test');
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(outcomeOf(await reauthenticate(person, { password: `falsch ${attempt}` }))).toEqual([
        401,
        'ErrorPasswordIncorrect',
      ]);
    for (let attempt = 5; attempt < 10; attempt += 1)
      expect(
        outcomeOf(await changeCredentials(person, { email: 'neu@mahlzeit.test', password: `falsch ${attempt}` })),
      ).toEqual([401, 'ErrorPasswordIncorrect']);
    expect(outcomeOf(await reauthenticate(person, { password: PASSWORD }))).toEqual([429, 'ErrorTooManyAttempts']);
    expect(
      outcomeOf(
        await person.browser.call('POST', '/api/auth/login', { body: { email: person.email, password: PASSWORD } }),
      ),
    ).toEqual([429, 'ErrorTooManyAttempts']);
  });
});

describe('changing the e-mail address', () => {
  it('mails a code to the new address and a notice to the old one', async () => {
    const person = await registerSomebody();
    await verifyAddress(gateway, person);
    const email = nextEmail();
    const answer = await changeCredentials(person, { email: ` ${email.toUpperCase()}`, password: PASSWORD });
    // The display name was derived from the old e-mail address, so it changes with the address: the old address is
    // private.
    expect(Account.parse(answer.body)).toEqual({
      ...person.account,
      email,
      displayName: email.split('@')[0],
      verified: false,
    });
    expect(User.parse((await person.call('GET', '/api/users/me')).body)).toMatchObject({
      email,
      verificationCode: false,
    });
    const [noticeMail] = await messagesTo(gateway, person.email);
    expect(noticeMail?.text).not.toMatch(/\d{6}/);
    expect(await messagesTo(gateway, person.email)).toHaveLength(2);
    await verifyAddress(gateway, { ...person, email });
    expect(User.parse((await person.call('GET', '/api/users/me')).body).verificationCode).toBe(true);
    expect((await signIn(gateway, email)).account.uid).toBe(person.account.uid);
    await expect(signIn(gateway, person.email)).rejects.toThrow('ErrorNoAccount');
  });

  it('makes the code and the links of the old address worthless', async () => {
    const person = await registerSomebody();
    const code = await codeFor(gateway, person.email);
    await person.browser.call('POST', '/api/auth/password-reset', { body: { email: person.email } });
    const token = await resetTokenFor(gateway, person.email);
    const email = nextEmail();
    await changeCredentials(person, { email, password: PASSWORD });
    if (code !== (await codeFor(gateway, email)))
      expect((await person.call('POST', '/api/users/verifyEmail', { code })).body).toEqual({ success: false });
    expect(
      outcomeOf(
        await person.browser.call('POST', '/api/auth/password-reset/confirm', {
          body: { token, password: 'feierabend!' },
        }),
      ),
    ).toEqual([410, 'resetTokenInvalid']);
  });

  it.each<[string, (person: Person) => object, [number, string]]>([
    ['no address', () => ({ email: ' ', password: PASSWORD }), [400, 'ErrorEmailEmpty']],
    ['what is none', () => ({ email: 'neu', password: PASSWORD }), [400, 'ErrorEmailInvalid']],
    [
      'A03 the same address',
      ({ email }) => ({ email: `${email.toUpperCase()} `, password: PASSWORD }),
      [400, 'ErrorEmailIdentical'],
    ],
    ['no password', () => ({ email: 'neu@mahlzeit.test' }), [400, 'passwordRequired']],
    [
      'a wrong password',
      () => ({ email: 'neu@mahlzeit.test', password: 'falsches Passwort' }),
      [401, 'ErrorPasswordIncorrect'],
    ],
  ])('refuses %s', async (_title, body, outcome) => {
    const person = await registerSomebody();
    expect(outcomeOf(await changeCredentials(person, body(person)))).toEqual(outcome);
    expect(await messagesTo(gateway, person.email)).toHaveLength(1);
  });

  it('refuses a taken address, and reveals that only after the right password', async () => {
    const [person, otherPerson] = [await registerSomebody(), await registerSomebody()];
    expect(
      outcomeOf(await changeCredentials(person, { email: otherPerson.email, password: 'falsches Passwort' })),
    ).toEqual([401, 'ErrorPasswordIncorrect']);
    expect(outcomeOf(await changeCredentials(person, { email: otherPerson.email, password: PASSWORD }))).toEqual([
      409,
      'ErrorEmailTaken',
    ]);
  });

  it('gives an address to one of two who ask at once', async () => {
    const [firstPerson, otherPerson, email] = [await registerSomebody(), await registerSomebody(), nextEmail()];
    const responses = await Promise.all(
      [firstPerson, otherPerson].map((person) => changeCredentials(person, { email, password: PASSWORD })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('A10 refuses who signs in through a third party', async () => {
    const person = await registerSomebody();
    await makeThirdParty(person);
    expect(outcomeOf(await changeCredentials(person, { email: 'neu@mahlzeit.test', password: PASSWORD }))).toEqual([
      403,
      'thirdPartyAccount',
    ]);
  });

  it('attack: mailing strangers. An account changes its address ten times a day', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const person = await register(limitedGateway, 'anna@mahlzeit.test');
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(
        outcomeOf(await changeCredentials(person, { email: `fremd-${attempt}@mahlzeit.test`, password: PASSWORD })),
      ).toEqual([200]);
    expect(outcomeOf(await changeCredentials(person, { email: 'fremd@mahlzeit.test', password: PASSWORD }))).toEqual([
      429,
      'ErrorTooManyAttempts',
    ]);
    expect(await messagesTo(limitedGateway, 'fremd@mahlzeit.test')).toEqual([]);
  });
});
