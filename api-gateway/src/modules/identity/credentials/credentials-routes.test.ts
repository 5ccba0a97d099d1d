import { Account, Session, User } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  codeFor,
  createBrowser,
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

  it('attack: guessing the password with a stolen token. Each session has ten tries, and no login is locked by them', async () => {
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
    ).toEqual([200]);
  });

  it('attack: locking the owner out. Wrong logins of strangers leave an open session its tries', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const person = await register(limitedGateway, 'anna@mahlzeit.test');
    const stranger = createBrowser(limitedGateway.url);
    const logIn = (password: string) =>
      stranger.call('POST', '/api/auth/login', { body: { email: person.email, password } });
    for (let attemptNumber = 0; attemptNumber < 10; attemptNumber += 1) await logIn(`falsch ${attemptNumber}`);
    expect(outcomeOf(await logIn(TEST_PASSWORD))).toEqual([429, 'ErrorTooManyAttempts']);
    expect(outcomeOf(await reauthenticate(person, { password: TEST_PASSWORD }))).toEqual([200]);
  });
});

describe('changing the e-mail address', () => {
  const getUser = async (person: TestPerson) => User.parse((await person.call('GET', '/api/users/me')).body);
  const enterCode = async (person: TestPerson, code: string) => person.call('POST', '/api/users/verifyEmail', { code });
  const startChange = async (person: TestPerson, newEmail = createNextEmail()): Promise<string> => {
    expect(outcomeOf(await changeCredentials(person, { email: newEmail, password: TEST_PASSWORD }))).toEqual([200]);
    return newEmail;
  };
  const registerVerified = async (): Promise<TestPerson> => {
    const person = await registerSomebody();
    await verifyEmailOf(gateway, person);
    return person;
  };

  it('counts once the code of the new address was entered: the old one and its verification hold until then', async () => {
    const person = await registerVerified();
    const newEmail = createNextEmail();
    const changeAnswer = await changeCredentials(person, {
      email: ` ${newEmail.toUpperCase()}`,
      password: TEST_PASSWORD,
    });
    expect(Account.parse(changeAnswer.body)).toEqual({ ...person.account, pendingEmail: newEmail, verified: true });
    expect(await getUser(person)).toMatchObject({
      email: person.email,
      pendingEmail: newEmail,
      verificationCode: true,
    });
    expect((await signIn(gateway, person.email)).account).toMatchObject({ email: person.email, verified: true });
    await expect(signIn(gateway, newEmail)).rejects.toThrow('ErrorNoAccount');
    expect((await person.call('GET', '/api/users/me/export')).body).toMatchObject({
      user: { email: person.email, pendingEmail: newEmail },
    });
    expect((await enterCode(person, await codeFor(gateway, newEmail))).body).toEqual({ success: true });
    expect(await getUser(person)).toMatchObject({ email: newEmail, pendingEmail: null, verificationCode: true });
    expect((await signIn(gateway, newEmail)).account.uid).toBe(person.account.uid);
    await expect(signIn(gateway, person.email)).rejects.toThrow('ErrorNoAccount');
  });

  it('mails a code to the new address, and tells the old one about the request and about the change', async () => {
    const person = await registerVerified();
    const newEmail = await startChange(person);
    const mailsToOldAddress = () => messagesTo(gateway, person.email);
    expect((await mailsToOldAddress())[0]?.subject).toBe('Deine E-Mail-Adresse soll sich ändern');
    expect((await mailsToOldAddress())[0]?.text).not.toMatch(/\d{6}/);
    await enterCode(person, await codeFor(gateway, newEmail));
    expect((await mailsToOldAddress())[0]?.subject).toBe('Deine E-Mail-Adresse wurde geändert');
    expect(await mailsToOldAddress()).toHaveLength(3);
    expect((await messagesTo(gateway, newEmail)).map(({ subject }) => subject)).toEqual([
      'Deine neue E-Mail-Adresse gilt',
      'Dein Code für Mahlzeit',
    ]);
  });

  it('ends the other sessions, once the new address counts: whoever opened them may know the old one', async () => {
    const person = await registerVerified();
    const elsewhere = await signIn(gateway, person.email);
    const newEmail = await startChange(person);
    expect(outcomeOf(await elsewhere.call('GET', '/api/users/me'))).toEqual([200]);
    await enterCode(person, await codeFor(gateway, newEmail));
    expect(outcomeOf(await elsewhere.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await person.call('GET', '/api/users/me'))).toEqual([200]);
  });

  it('verifies who was not verified by the code of the new address', async () => {
    const person = await registerSomebody();
    const newEmail = await startChange(person);
    expect(await getUser(person)).toMatchObject({ email: person.email, verificationCode: false });
    await enterCode(person, await codeFor(gateway, newEmail));
    expect(await getUser(person)).toMatchObject({ email: newEmail, verificationCode: true });
  });

  it('makes the code and the links of the old address worthless, once the new one counts', async () => {
    const person = await registerSomebody();
    const verificationCode = await codeFor(gateway, person.email);
    await person.browser.call('POST', '/api/auth/password-reset', { body: { email: person.email } });
    const token = await resetTokenFor(gateway, person.email);
    const newEmail = await startChange(person);
    const newCode = await codeFor(gateway, newEmail);
    if (verificationCode !== newCode)
      expect((await enterCode(person, verificationCode)).body).toEqual({ success: false });
    await enterCode(person, newCode);
    expect(
      outcomeOf(
        await person.browser.call('POST', '/api/auth/password-reset/confirm', {
          body: { token, password: 'feierabend!' },
        }),
      ),
    ).toEqual([410, 'resetTokenInvalid']);
  });

  it('sends another code to the new address, and lets a second change replace the first', async () => {
    const person = await registerVerified();
    const firstEmail = await startChange(person);
    expect(outcomeOf(await person.call('POST', '/api/users/resendEmailVerification'))).toEqual([200]);
    expect(await messagesTo(gateway, firstEmail)).toHaveLength(2);
    const firstCode = await codeFor(gateway, firstEmail);
    const secondEmail = await startChange(person);
    const secondCode = await codeFor(gateway, secondEmail);
    if (firstCode !== secondCode) expect((await enterCode(person, firstCode)).body).toEqual({ success: false });
    await enterCode(person, secondCode);
    expect(await getUser(person)).toMatchObject({ email: secondEmail });
  });

  it('is discarded on request, also twice, after which its code verifies nothing', async () => {
    const person = await registerVerified();
    const newEmail = await startChange(person);
    const newCode = await codeFor(gateway, newEmail);
    const discardChange = async () => User.parse((await person.call('DELETE', '/api/auth/email')).body);
    const unchangedUser = { email: person.email, pendingEmail: null, verificationCode: true };
    expect([await discardChange(), await discardChange()]).toMatchObject([unchangedUser, unchangedUser]);
    expect((await enterCode(person, newCode)).body).toEqual({ success: false });
    expect(await getUser(person)).toMatchObject({ email: person.email });
  });

  it('gives the present address another code where it was not verified yet', async () => {
    const person = await registerSomebody();
    await startChange(person);
    await person.call('DELETE', '/api/auth/email');
    await enterCode(person, await codeFor(gateway, person.email));
    expect(await getUser(person)).toMatchObject({ email: person.email, verificationCode: true });
  });

  it('fails where somebody else has registered the address meanwhile, and keeps the old one', async () => {
    const person = await registerVerified();
    const newEmail = await startChange(person);
    const code = await codeFor(gateway, newEmail);
    const otherPerson = await register(gateway, newEmail);
    expect(outcomeOf(await enterCode(person, code))).toEqual([409, 'ErrorEmailTaken']);
    expect(await getUser(person)).toMatchObject({ email: person.email, pendingEmail: null, verificationCode: true });
    expect((await signIn(gateway, newEmail)).account.uid).toBe(otherPerson.account.uid);
  });

  it('is forgotten after a day', async () => {
    const dayGateway = await gateways.start();
    const person = await register(dayGateway, 'anna@mahlzeit.test');
    await startChange(person, 'neu@mahlzeit.test');
    dayGateway.clock.moveTo(dayGateway.clock.now() + 24 * 60 * 60_000);
    expect(outcomeOf(await person.call('POST', '/api/users/resendEmailVerification'))).toEqual([200]);
    expect(await messagesTo(dayGateway, 'neu@mahlzeit.test')).toHaveLength(1);
    expect(await messagesTo(dayGateway, person.email)).toHaveLength(3);
    await enterCode(person, await codeFor(dayGateway, person.email));
    expect(await getUser(person)).toMatchObject({ email: person.email, verificationCode: true });
  });

  it('attack: a known password. A new password of the owner ends the change that was asked for with the old one', async () => {
    const person = await registerVerified();
    const newEmail = await startChange(person);
    const code = await codeFor(gateway, newEmail);
    await person.browser.call('POST', '/api/auth/password-reset', { body: { email: person.email } });
    const token = await resetTokenFor(gateway, person.email);
    await person.browser.call('POST', '/api/auth/password-reset/confirm', { body: { token, password: 'feierabend!' } });
    const owner = await signIn(gateway, person.email, 'feierabend!');
    expect((await enterCode(owner, code)).body).toEqual({ success: false });
    expect(await getUser(owner)).toMatchObject({ email: person.email, pendingEmail: null });
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

  it('gives an address to the first of two who enter its code', async () => {
    const [firstPerson, otherPerson] = [await registerSomebody(), await registerSomebody()];
    const newEmail = await startChange(firstPerson);
    const firstCode = await codeFor(gateway, newEmail);
    await startChange(otherPerson, newEmail);
    const otherCode = await codeFor(gateway, newEmail);
    const codeResponses = await Promise.all([enterCode(firstPerson, firstCode), enterCode(otherPerson, otherCode)]);
    expect(codeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
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
