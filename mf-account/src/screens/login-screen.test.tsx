import { getLegalDocument, login, register, requestPasswordReset } from '@mahlzeit/contract';
import { aLegalDocument, anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import {
  emailErrorOf,
  signInFieldErrorOf,
  passwordErrorOf,
  policyErrorOf,
  SignInForm,
  suggestedMode,
} from './login-screen';
import type { SignInMode } from './login-screen';

// The word lists for rating passwords load before the first test, and not in the middle of a test.
beforeAll(async () => void (await import('../features/password-strength/estimate-guesses')));

describe('the validation of the form', () => {
  it.each([
    ['', 'ErrorEmailEmpty'],
    ['   ', 'ErrorEmailEmpty'],
    ['jule.petersen@', 'ErrorEmailInvalid'],
    ['jule@mahlzeit', 'ErrorEmailInvalid'],
    [' Jule@Mahlzeit.test ', null],
  ])('validates the e-mail %j as %s', (email, expectedError) => {
    expect(emailErrorOf(email)).toBe(expectedError);
  });

  it.each([
    ['login', '', 'ErrorPasswordMissing'],
    ['login', 'kurz', null],
    ['registration', '', 'ErrorPasswordInvalid'],
    ['registration', 'sieben7', 'ErrorPasswordInvalid'],
    ['registration', 'achtacht', null],
  ] as const)('A01 validates at %s the password %j as typed: %s', (mode, password, expectedError) => {
    expect(passwordErrorOf(password, mode)).toBe(expectedError);
  });

  it('counts spaces of a password', () => {
    expect(passwordErrorOf('        ', 'registration')).toBeNull();
  });

  it.each([
    ['registration', false, 'ErrorGdpr'],
    ['registration', true, null],
    ['login', false, null],
  ] as const)('requires at %s a consent that is %s: %s', (mode, isAccepted, expectedError) => {
    expect(policyErrorOf(isAccepted, mode)).toBe(expectedError);
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
  ])('A08 shows %s at the field %s', (errorCode, field, expectedError) => {
    expect(signInFieldErrorOf({ code: errorCode })).toEqual({ field, error: expectedError });
  });

  it.each(['internal', 'notAllowed', 'somethingNewer', 'toString', ''])(
    'A08 shows ErrorUnknown at the password field for %j',
    (errorCode) => {
      expect(signInFieldErrorOf({ code: errorCode })).toEqual({ field: 'password', error: 'ErrorUnknown' });
    },
  );

  it('suggests the probable intention', () => {
    expect(suggestedMode('ErrorAuthDisabled')).toBe('thirdParty');
    expect(suggestedMode('ErrorEmailTaken')).toBe('login');
    expect(suggestedMode('ErrorNoAccount')).toBe('registration');
    expect(suggestedMode('ErrorPasswordIncorrect')).toBeNull();
    expect(suggestedMode(null)).toBeNull();
  });
});

const newSession = aSession({ account: anAccount({ displayName: 'Frieda' }) });

const renderSignInForm = (mode: SignInMode, ...answers: ScenarioAnswer[]) => {
  const switchedModes: SignInMode[] = [];
  const createForm = (shownMode: SignInMode) => (
    <SignInForm mode={shownMode} onSwitchMode={(nextMode) => void switchedModes.push(nextMode)} />
  );
  const renderedForm = renderWithShell(createForm(mode), { answers });
  return {
    ...renderedForm,
    switches: switchedModes,
    showMode: (nextMode: SignInMode) => renderedForm.rerender(createForm(nextMode)),
  };
};

const email = () => screen.getByRole('textbox', { name: 'E-Mail' });
const password = () => screen.getByLabelText(/asswort$/);
const submitButton = (buttonName: string) =>
  screen.getAllByRole('button', { name: buttonName }).find((button) => button.getAttribute('type') === 'submit') ??
  screen.getByText('Lädt');

describe('logging in', () => {
  it('goes back two steps and greets the user', async () => {
    const { user, shell } = renderSignInForm('login', answer(login, newSession));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 2]]));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda.' }]);
    expect(shell.requests).toEqual(['POST /api/auth/login']);
  });

  it('names the fields to password managers', () => {
    renderSignInForm('login');
    expect(email()).toHaveAttribute('autocomplete', 'username webauthn');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('shows the password on demand', async () => {
    const { user } = renderSignInForm('login');
    await user.type(password(), 'mittagspause');
    await user.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
    expect(password()).toHaveAttribute('type', 'text');
    expect(password()).toHaveValue('mittagspause');
  });

  it('sends no empty form, and focuses the first field', async () => {
    const { user, shell } = renderSignInForm('login');
    await user.click(submitButton('Anmelden'));
    expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(screen.getByText('Gib dein Passwort ein.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
    expect(shell.requests).toEqual([]);
  });

  it('validates a field when it loses the focus, then on each change', async () => {
    const { user } = renderSignInForm('login');
    await user.type(email(), 'frieda@');
    expect(screen.queryByText(/nicht vollständig/)).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText('Diese E-Mail-Adresse ist nicht vollständig.')).toBeInTheDocument();
    await user.type(email(), 'mahlzeit.test');
    await waitFor(() => expect(email()).not.toHaveAccessibleDescription());
  });

  it.each([
    ['ErrorNoAccount', 'E-Mail', 'Zu dieser E-Mail-Adresse gibt es kein Konto.'],
    ['ErrorAuthDisabled', 'E-Mail', 'Mit Passwort kommst du in dieses Konto nicht hinein.'],
    ['ErrorPasswordIncorrect', 'Passwort', 'Das Passwort stimmt nicht.'],
    ['ErrorTooManyAttempts', 'Passwort', 'Zu viele Versuche. Versuch es in 2 Minuten noch einmal.'],
    ['internal', 'Passwort', 'Das hat nicht geklappt. Versuch es noch einmal.'],
  ] as const)(
    'A08 shows %s at the field %s, focuses it and keeps the values',
    async (errorCode, fieldLabel, expectedText) => {
      const { user, shell } = renderSignInForm('login', refuse(login, errorCode, { retryAfterMs: 90_000 }));
      await user.type(email(), 'frieda@mahlzeit.test');
      await user.type(password(), 'mittagspause');
      await user.click(submitButton('Anmelden'));
      const field = await screen.findByLabelText(fieldLabel);
      await waitFor(() => expect(field).toHaveAccessibleDescription(expectedText));
      expect(field).toHaveFocus();
      expect(email()).toHaveValue('frieda@mahlzeit.test');
      expect(password()).toHaveValue('mittagspause');
      expect(shell.recorded.navigation).toEqual([]);
    },
  );

  it('reports that the gateway can not be reached', async () => {
    const { user } = renderSignInForm('login', failAsUnreachable(login));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    expect(
      await screen.findByText('Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'),
    ).toBeInTheDocument();
  });

  it('sends one request, even after several presses', async () => {
    const { user, shell } = renderSignInForm('login', neverRespond(login));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
    await user.dblClick(submitButton('Anmelden'));
    await user.type(password(), '{Enter}');
    expect(await screen.findByText('Lädt')).toBeInTheDocument();
    expect(shell.requests).toEqual(['POST /api/auth/login']);
  });

  it('suggests the registration when there is no account, and focuses the password', async () => {
    const { user, switches, showMode } = renderSignInForm('login', refuse(login, 'ErrorNoAccount'));
    await user.type(email(), 'neu@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    const registrationHint = (await screen.findByText('Leg mit dieser Adresse ein Konto an.')).closest(
      '[role="status"]',
    );
    if (!(registrationHint instanceof HTMLElement)) throw new Error('The field has no hint');
    await user.click(within(registrationHint).getByRole('button', { name: 'Konto anlegen' }));
    expect(switches).toEqual(['registration']);
    showMode('registration');
    // After the change to a registration, the typed password is a new one, so its strength is shown.
    expect(await screen.findByText(/^Leicht zu erraten/)).toBeVisible();
    expect(email()).toHaveValue('neu@mahlzeit.test');
    expect(password()).toHaveFocus();
    expect(screen.queryByText('Leg mit dieser Adresse ein Konto an.')).not.toBeInTheDocument();
    expect(email()).not.toHaveAccessibleDescription();
  });
});

it('leads to the third parties when the account has no password', async () => {
  const { user, shell } = renderSignInForm('login', refuse(login, 'ErrorAuthDisabled'));
  await user.type(email(), 'jule@mahlzeit.test');
  await user.type(password(), 'mittagspause{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Google, Facebook oder Apple' }));
  expect(shell.recorded.navigation).toEqual([['replace', 'registration']]);
});

describe('a forgotten password', () => {
  const pressForgotPassword = ({ user }: ReturnType<typeof renderSignInForm>) =>
    user.click(screen.getByRole('button', { name: 'Passwort vergessen?' }));

  it('has a link in the login only', () => {
    renderSignInForm('registration');
    expect(screen.queryByRole('button', { name: 'Passwort vergessen?' })).not.toBeInTheDocument();
  });

  it('needs an address first', async () => {
    const renderedForm = renderSignInForm('login');
    await pressForgotPassword(renderedForm);
    expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
    expect(renderedForm.shell.requests).toEqual([]);
  });

  it('has a link mailed to the typed address, without a password', async () => {
    const renderedForm = renderSignInForm('login', answer(requestPasswordReset, {}));
    await renderedForm.user.type(email(), 'frieda@mahlzeit.test');
    await pressForgotPassword(renderedForm);
    await waitFor(() =>
      expect(renderedForm.shell.recorded.snackbars).toMatchObject([
        { tone: 'success', text: 'Der Link ist unterwegs. Schau in dein Postfach.' },
      ]),
    );
    expect(screen.queryByText('Gib dein Passwort ein.')).not.toBeInTheDocument();
    expect(email()).toHaveValue('frieda@mahlzeit.test');
  });

  it('sends one request, even after several presses', async () => {
    const renderedForm = renderSignInForm('login', neverRespond(requestPasswordReset));
    await renderedForm.user.type(email(), 'frieda@mahlzeit.test');
    await pressForgotPassword(renderedForm);
    await pressForgotPassword(renderedForm);
    await waitFor(() => expect(renderedForm.shell.requests).toEqual(['POST /api/auth/password-reset']));
  });

  it.each([
    [refuse(requestPasswordReset, 'ErrorNoAccount'), 'Zu dieser E-Mail-Adresse gibt es kein Konto.'],
    [
      refuse(requestPasswordReset, 'thirdPartyAccount'),
      'Dieses Konto hat kein Passwort. Melde dich mit Google, Facebook oder Apple an.',
    ],
    [
      refuse(requestPasswordReset, 'ErrorTooManyAttempts', { retryAfterMs: 1_800_000 }),
      'Zu viele Versuche. Versuch es in 30 Minuten noch einmal.',
    ],
    [refuse(requestPasswordReset, 'internal'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
    [failAsUnreachable(requestPasswordReset), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
  ])('explains why no link was sent (%#)', async (refusal, expectedText) => {
    const renderedForm = renderSignInForm('login', refusal);
    await renderedForm.user.type(email(), 'frieda@mahlzeit.test');
    await pressForgotPassword(renderedForm);
    await waitFor(() =>
      expect(renderedForm.shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: expectedText }]),
    );
    expect(email()).toHaveValue('frieda@mahlzeit.test');
  });
});

describe('registering', () => {
  const fillRegistration = async ({ user }: ReturnType<typeof renderSignInForm>) => {
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
  };
  const policyCheckbox = () => screen.getByRole('checkbox', { name: /^Ich stimme der Datenschutzerklärung zu/ });

  it('sends nothing without the consent', async () => {
    const renderedForm = renderSignInForm('registration');
    await fillRegistration(renderedForm);
    await renderedForm.user.click(submitButton('Konto anlegen'));
    expect(await screen.findByText('Ohne deine Zustimmung können wir kein Konto anlegen.')).toBeInTheDocument();
    expect(policyCheckbox()).toHaveFocus();
    expect(renderedForm.shell.requests).toEqual([]);
  });

  it('creates an account that is invisible by default, and asks for the name above the screen before', async () => {
    const namelessAccount = anAccount({ displayName: 'frieda', named: false });
    const renderedForm = renderSignInForm('registration', answer(register, aSession({ account: namelessAccount })));
    await fillRegistration(renderedForm);
    expect(screen.getByRole('checkbox', { name: /^Andere dürfen mich finden/ })).not.toBeChecked();
    await renderedForm.user.click(policyCheckbox());
    await renderedForm.user.click(submitButton('Konto anlegen'));
    await waitFor(() =>
      expect(renderedForm.shell.recorded.navigation).toEqual([
        ['back', 2],
        ['open', 'editname', 'new'],
      ]),
    );
    expect(renderedForm.shell.recorded.snackbars).toMatchObject([
      { text: 'Dein Konto ist angelegt. Willkommen, frieda.' },
    ]);
  });

  it('requires a new password of eight characters', async () => {
    const { user } = renderSignInForm('registration');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    expect(password()).toHaveAccessibleDescription('Mindestens 8 Zeichen.');
    await user.type(password(), 'sieben7');
    await user.tab();
    await waitFor(() => expect(password()).toHaveAccessibleDescription('Nimm mindestens 8 Zeichen.'));
  });

  it('suggests the login when the address is taken', async () => {
    const renderedForm = renderSignInForm('registration', refuse(register, 'ErrorEmailTaken'));
    await fillRegistration(renderedForm);
    await renderedForm.user.click(policyCheckbox());
    await renderedForm.user.click(submitButton('Konto anlegen'));
    expect(await screen.findByText('Melde dich mit dieser Adresse an.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
  });

  it('explains visibility and shows the policy without losing values', async () => {
    const renderedForm = renderSignInForm('registration', answer(getLegalDocument, aLegalDocument()));
    await fillRegistration(renderedForm);
    await renderedForm.user.click(screen.getByRole('button', { name: 'Was heißt das?' }));
    await renderedForm.user.click(
      within(screen.getByRole('alertdialog', { name: 'Sichtbar für andere' })).getByRole('button', {
        name: 'Verstanden',
      }),
    );
    await renderedForm.user.click(screen.getByRole('button', { name: 'Datenschutzerklärung' }));
    expect(await screen.findByText('Mahlzeit Musterbetrieb, Hafenstraße 1, 20459 Hamburg.')).toBeInTheDocument();
    await renderedForm.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(email()).toHaveValue('frieda@mahlzeit.test');
    expect(policyCheckbox()).not.toBeChecked();
  });
});
