import type { Registration } from '@mahlzeit/contract';
import { anonymousUser, displayNameOf, validateRegistration, registeredUser } from './user-rules';

const registrationWith = (registrationOverrides: Partial<Registration> = {}): Registration => ({
  email: 'anna@mahlzeit.test',
  password: 'mittagspause',
  visible: true,
  policyAccepted: true,
  ...registrationOverrides,
});

describe('validateRegistration', () => {
  it.each<[string, Partial<Registration>, string]>([
    ['no e-mail', { email: '  ' }, 'ErrorEmailEmpty'],
    ['no e-mail and nothing else', { email: '', password: '', policyAccepted: false }, 'ErrorEmailEmpty'],
    ['no e-mail address', { email: 'anna' }, 'ErrorEmailInvalid'],
    ['a short password', { password: '1234567' }, 'ErrorPasswordInvalid'],
    ['a short password and no consent', { password: '', policyAccepted: false }, 'ErrorPasswordInvalid'],
    ['no consent', { policyAccepted: false }, 'ErrorGdpr'],
  ])('refuses %s', (_, registrationOverrides, expectedError) => {
    expect(validateRegistration(registrationWith(registrationOverrides))).toEqual({ ok: false, error: expectedError });
  });

  it('A01 stores the e-mail trimmed and in lower case and leaves the password alone', () => {
    expect(validateRegistration(registrationWith({ email: ' Anna@Mahlzeit.Test ', password: ' mittag ' }))).toEqual({
      ok: true,
      value: { email: 'anna@mahlzeit.test', password: ' mittag ', visible: true },
    });
  });
});

describe('displayNameOf', () => {
  it.each([
    ['anna@mahlzeit.test', 'anna'],
    ['anna.schmidt+mittag@mahlzeit.test', 'anna.schmidt+mittag'],
    [`${'a'.repeat(61)}@mahlzeit.test`, 'a'.repeat(60)],
    // A name that consists of invisible characters counts as no name.
    ['\u3164@mahlzeit.test', null],
  ])('calls %j %j', (email, expectedName) => {
    expect(displayNameOf(email)).toBe(expectedName);
  });
});

describe('registeredUser', () => {
  it('keeps the uid and the language, and waits for the verification of the e-mail', () => {
    const visitorUser = { ...anonymousUser('visitor', 1), languageCode: 'de' };
    const user = registeredUser(visitorUser, {
      email: 'anna@mahlzeit.test',
      passwordHash: 'hash',
      visible: true,
      connectionCode: 'ABCDEFGH',
      policyVersion: 3,
      now: 5,
    });
    expect(user).toMatchObject({
      uid: 'visitor',
      isAnonymous: false,
      email: 'anna@mahlzeit.test',
      isEmailVerified: false,
      isVisible: true,
      // The name stays empty: the e-mail address is private, so no part of it becomes the name that others see.
      displayName: null,
      connectionCode: 'ABCDEFGH',
      policyAccepted: 5,
      policyVersion: 3,
      languageCode: 'de',
      createdAt: 5,
    });
  });
});
