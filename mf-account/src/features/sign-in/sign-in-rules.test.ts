import { emailFault, faultOf, passwordFault, policyFault, suggestionOf } from './sign-in-rules';

describe('what is judged in the form', () => {
  it.each([
    ['', 'ErrorEmailEmpty'],
    ['   ', 'ErrorEmailEmpty'],
    ['jule.petersen@', 'ErrorEmailInvalid'],
    ['jule@mahlzeit', 'ErrorEmailInvalid'],
    [' Jule@Mahlzeit.test ', null],
  ])('judges the e-mail %j as %s', (email, fault) => {
    expect(emailFault(email)).toBe(fault);
  });

  it.each([
    ['login', '', 'ErrorPasswordMissing'],
    ['login', 'kurz', null],
    ['registration', '', 'ErrorPasswordInvalid'],
    ['registration', 'sieben7', 'ErrorPasswordInvalid'],
    ['registration', 'achtacht', null],
  ] as const)('A01 judges at %s the password %j as it was typed: %s', (mode, password, fault) => {
    expect(passwordFault(password, mode)).toBe(fault);
  });

  it('counts blanks of a password', () => {
    expect(passwordFault('        ', 'registration')).toBeNull();
  });

  it.each([
    ['registration', false, 'ErrorGdpr'],
    ['registration', true, null],
    ['login', false, null],
  ] as const)('asks at %s for consent given as %s: %s', (mode, isAccepted, fault) => {
    expect(policyFault(isAccepted, mode)).toBe(fault);
  });
});

describe('refusals of the gateway', () => {
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
  ])('A08 shows %s on the field %s', (code, field, fault) => {
    expect(faultOf({ code })).toEqual({ field, fault });
  });

  it.each(['internal', 'notAllowed', 'somethingNewer', 'toString', ''])('A08 shows ErrorUnknown on the password field for %j', (code) => {
    expect(faultOf({ code })).toEqual({ field: 'password', fault: 'ErrorUnknown' });
  });

  it('suggests what was probably meant', () => {
    expect(suggestionOf('ErrorAuthDisabled')).toBe('thirdParty');
    expect(suggestionOf('ErrorEmailTaken')).toBe('login');
    expect(suggestionOf('ErrorNoAccount')).toBe('registration');
    expect(suggestionOf('ErrorPasswordIncorrect')).toBeNull();
    expect(suggestionOf(null)).toBeNull();
  });
});
