import { emailError, fieldErrorOf, passwordError, policyError, suggestionOf } from './sign-in-rules';

describe('what is validated in the form', () => {
  it.each([
    ['', 'ErrorEmailEmpty'],
    ['   ', 'ErrorEmailEmpty'],
    ['jule.petersen@', 'ErrorEmailInvalid'],
    ['jule@mahlzeit', 'ErrorEmailInvalid'],
    [' Jule@Mahlzeit.test ', null],
  ])('validates the e-mail %j as %s', (email, error) => {
    expect(emailError(email)).toBe(error);
  });

  it.each([
    ['login', '', 'ErrorPasswordMissing'],
    ['login', 'kurz', null],
    ['registration', '', 'ErrorPasswordInvalid'],
    ['registration', 'sieben7', 'ErrorPasswordInvalid'],
    ['registration', 'achtacht', null],
  ] as const)('A01 validates at %s the password %j as it was typed: %s', (mode, password, error) => {
    expect(passwordError(password, mode)).toBe(error);
  });

  it('counts blanks of a password', () => {
    expect(passwordError('        ', 'registration')).toBeNull();
  });

  it.each([
    ['registration', false, 'ErrorGdpr'],
    ['registration', true, null],
    ['login', false, null],
  ] as const)('asks at %s for consent given as %s: %s', (mode, isAccepted, error) => {
    expect(policyError(isAccepted, mode)).toBe(error);
  });
});

describe('errors of the gateway', () => {
  it.each([
    ['ErrorEmailEmpty', 'email', 'ErrorEmailEmpty'],
    ['ErrorEmailInvalid', 'email', 'ErrorEmailInvalid'],
    ['ErrorEmailTaken', 'email', 'ErrorEmailTaken'],
    ['ErrorNoAccount', 'email', 'ErrorNoAccount'],
    ['ErrorAuthDisabled', 'email', 'ErrorAuthDisabled'],
    ['ErrorPasswordInvalid', 'password', 'ErrorPasswordInvalid'],
    ['ErrorPasswordIncorrect', 'password', 'ErrorPasswordIncorrect'],
    ['ErrorTooManyAttempts', 'password', 'ErrorTooManyAttempts'],
    ['ErrorGdpr', 'policyAccepted', 'ErrorGdpr'],
    ['offline', 'password', 'ErrorInternetConnection'],
    ['timeout', 'password', 'ErrorInternetConnection'],
  ])('A08 shows %s on the field %s', (code, field, error) => {
    expect(fieldErrorOf({ code })).toEqual({ field, error });
  });

  it.each(['internal', 'notAllowed', 'somethingNewer', 'toString', ''])('A08 shows ErrorUnknown on the password field for %j', (code) => {
    expect(fieldErrorOf({ code })).toEqual({ field: 'password', error: 'ErrorUnknown' });
  });

  it('suggests what was probably meant', () => {
    expect(suggestionOf('ErrorAuthDisabled')).toBe('thirdParty');
    expect(suggestionOf('ErrorEmailTaken')).toBe('login');
    expect(suggestionOf('ErrorNoAccount')).toBe('registration');
    expect(suggestionOf('ErrorPasswordIncorrect')).toBeNull();
    expect(suggestionOf(null)).toBeNull();
  });
});
