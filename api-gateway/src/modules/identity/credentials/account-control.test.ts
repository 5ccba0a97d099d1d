import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  codeFor,
  messagesTo,
  outcomeOf,
  register,
  resetTokenFor,
  signIn,
  TEST_PASSWORD,
  verifyEmailOf,
} from '../testing/people';
import type { TestPerson } from '../testing/people';

const gateways = testGateways();
let gateway: TestGateway;
let personNumber = 0;
beforeAll(async () => {
  gateway = await gateways.start();
});

const NEW_PASSWORD = 'feierabend!';
const HOUR_MS = 60 * 60_000;

const createNextEmail = (): string => `konto-${(personNumber += 1)}@mahlzeit.test`;
const subjectsTo = async (email: string) => (await messagesTo(gateway, email)).map(({ subject }) => subject);
const isSignedIn = async (person: TestPerson): Promise<boolean> =>
  (await person.call('GET', '/api/users/me')).status === 200;

describe('changing the password in place', () => {
  const changePassword = (person: TestPerson, body: object) => person.call('PUT', '/api/auth/password', body);

  it('ends all other sessions and tells the owner', async () => {
    const person = await register(gateway, createNextEmail());
    const elsewhere = await signIn(gateway, person.email);
    expect(outcomeOf(await changePassword(person, { password: TEST_PASSWORD, newPassword: NEW_PASSWORD }))).toEqual([
      200,
    ]);
    expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await subjectsTo(person.email))[0]).toBe('Dein Passwort wurde geändert');
    await expect(signIn(gateway, person.email)).rejects.toThrow('ErrorPasswordIncorrect');
    expect((await signIn(gateway, person.email, NEW_PASSWORD)).account.uid).toBe(person.account.uid);
  });

  it('ends the links and changes that were asked for with the old one', async () => {
    const person = await register(gateway, createNextEmail());
    await person.browser.call('POST', '/api/auth/password-reset', { body: { email: person.email } });
    const token = await resetTokenFor(gateway, person.email);
    const newEmail = createNextEmail();
    await person.call('PUT', '/api/auth/email', { email: newEmail, password: TEST_PASSWORD });
    const code = await codeFor(gateway, newEmail);
    await changePassword(person, { password: TEST_PASSWORD, newPassword: NEW_PASSWORD });
    expect((await person.call('POST', '/api/users/verifyEmail', { code })).body).toEqual({ success: false });
    const confirmation = { body: { token, password: TEST_PASSWORD } };
    expect(outcomeOf(await person.browser.call('POST', '/api/auth/password-reset/confirm', confirmation))).toEqual([
      410,
      'resetTokenInvalid',
    ]);
  });

  it.each([
    [{ newPassword: NEW_PASSWORD }, [400, 'passwordRequired']],
    [{ password: 'falsches Passwort', newPassword: NEW_PASSWORD }, [401, 'ErrorPasswordIncorrect']],
    [{ password: TEST_PASSWORD, newPassword: 'kurz' }, [400, 'ErrorPasswordInvalid']],
    [{ password: TEST_PASSWORD }, [400, 'ErrorPasswordInvalid']],
  ])('refuses %j and ends nothing', async (body, expectedOutcome) => {
    const person = await register(gateway, createNextEmail());
    const elsewhere = await signIn(gateway, person.email);
    expect(outcomeOf(await changePassword(person, body))).toEqual(expectedOutcome);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  it('A10 refuses a user without a password', async () => {
    const person = await register(gateway, createNextEmail());
    await gateway.database.write(({ knex }) =>
      knex('user').where({ uid: person.account.uid }).update({ password_hash: null, third_party: 'google' }),
    );
    expect(outcomeOf(await changePassword(person, { password: TEST_PASSWORD, newPassword: NEW_PASSWORD }))).toEqual([
      403,
      'thirdPartyAccount',
    ]);
  });
});

describe('an account whose e-mail address somebody else has changed', () => {
  /** Lets a thief who knows the password change the account's e-mail address to their own. */
  const stealAccount = async (): Promise<{ owner: TestPerson; thief: TestPerson; thiefEmail: string }> => {
    const owner = await register(gateway, createNextEmail());
    await verifyEmailOf(gateway, owner);
    const thief = await signIn(gateway, owner.email);
    const thiefEmail = createNextEmail();
    await moveAccount(thief, thiefEmail);
    return { owner, thief, thiefEmail };
  };
  const moveAccount = async (person: TestPerson, newEmail: string): Promise<void> => {
    await person.call('PUT', '/api/auth/email', { email: newEmail, password: TEST_PASSWORD });
    await person.call('POST', '/api/users/verifyEmail', { code: await codeFor(gateway, newEmail) });
  };
  const takeBack = (person: TestPerson, token: string) =>
    person.browser.call('POST', '/api/auth/password-reset/confirm', { body: { token, password: NEW_PASSWORD } });

  it('goes back to its owner by the link in the e-mail, with a new password and without the thief', async () => {
    const { owner, thief, thiefEmail } = await stealAccount();
    expect(await subjectsTo(thiefEmail)).toEqual(['Deine neue E-Mail-Adresse gilt', 'Dein Code für Mahlzeit']);
    expect(outcomeOf(await takeBack(owner, await resetTokenFor(gateway, owner.email)))).toEqual([200]);
    expect(await isSignedIn(thief)).toBe(false);
    await expect(signIn(gateway, thiefEmail)).rejects.toThrow('ErrorNoAccount');
    await expect(signIn(gateway, owner.email)).rejects.toThrow('ErrorPasswordIncorrect');
    expect((await signIn(gateway, owner.email, NEW_PASSWORD)).account).toMatchObject({
      uid: owner.account.uid,
      email: owner.email,
      verified: true,
    });
  });

  it('goes back once, within 72 hours', async () => {
    const { owner } = await stealAccount();
    const token = await resetTokenFor(gateway, owner.email);
    gateway.clock.moveTo(gateway.clock.now() + 72 * HOUR_MS - 60_000);
    expect(outcomeOf(await takeBack(owner, token))).toEqual([200]);
    expect(outcomeOf(await takeBack(owner, token))).toEqual([410, 'resetTokenInvalid']);
    const { owner: lateOwner } = await stealAccount();
    const lateToken = await resetTokenFor(gateway, lateOwner.email);
    gateway.clock.moveTo(gateway.clock.now() + 72 * HOUR_MS);
    expect(outcomeOf(await takeBack(lateOwner, lateToken))).toEqual([410, 'resetTokenInvalid']);
  });

  it('attack: breaking the link. Nobody takes the old address, and a second change doesn’t outlive the first', async () => {
    const { owner, thief, thiefEmail } = await stealAccount();
    const token = await resetTokenFor(gateway, owner.email);
    await expect(register(gateway, owner.email)).rejects.toThrow('ErrorEmailTaken');
    const secondEmail = createNextEmail();
    await moveAccount(thief, secondEmail);
    expect(outcomeOf(await takeBack(owner, token))).toEqual([200]);
    const thiefToken = await resetTokenFor(gateway, thiefEmail);
    expect(outcomeOf(await takeBack(thief, thiefToken))).toEqual([410, 'resetTokenInvalid']);
    expect((await signIn(gateway, owner.email, NEW_PASSWORD)).account.uid).toBe(owner.account.uid);
  });

  it('frees the old address when the link has expired', async () => {
    const { owner } = await stealAccount();
    gateway.clock.moveTo(gateway.clock.now() + 73 * HOUR_MS);
    expect((await register(gateway, owner.email)).account.uid).not.toBe(owner.account.uid);
  });

  it('gets resets at the old address until the new one is verified', async () => {
    const owner = await register(gateway, createNextEmail());
    const newEmail = createNextEmail();
    await owner.call('PUT', '/api/auth/email', { email: newEmail, password: TEST_PASSWORD });
    const requestReset = (email: string) => owner.browser.call('POST', '/api/auth/password-reset', { body: { email } });
    expect(outcomeOf(await requestReset(newEmail))).toEqual([404, 'ErrorNoAccount']);
    expect(outcomeOf(await requestReset(owner.email))).toEqual([200]);
    expect((await subjectsTo(owner.email))[0]).toBe('Neues Passwort für Mahlzeit');
  });
});
