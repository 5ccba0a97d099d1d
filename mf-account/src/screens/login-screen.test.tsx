import { getLegalDocument, login, register, requestPasswordReset } from '@mahlzeit/contract';
import { aLegalDocument, anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { emailError, fieldErrorOf, passwordError, policyError, SignInForm, suggestedMode } from './login-screen';
import type { SignInMode } from './login-screen';

describe('the validation of the form', () => {
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
  ] as const)('A01 validates at %s the password %j as typed: %s', (mode, password, error) => {
    expect(passwordError(password, mode)).toBe(error);
  });

  it('counts spaces of a password', () => {
    expect(passwordError('        ', 'registration')).toBeNull();
  });

  it.each([
    ['registration', false, 'ErrorGdpr'],
    ['registration', true, null],
    ['login', false, null],
  ] as const)('requires at %s a consent that is %s: %s', (mode, isAccepted, error) => {
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
  ])('A08 shows %s at the field %s', (code, field, error) => {
    expect(fieldErrorOf({ code })).toEqual({ field, error });
  });

  it.each(['internal', 'notAllowed', 'somethingNewer', 'toString', ''])(
    'A08 shows ErrorUnknown at the password field for %j',
    (code) => {
      expect(fieldErrorOf({ code })).toEqual({ field: 'password', error: 'ErrorUnknown' });
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

const session = aSession({ account: anAccount({ displayName: 'Frieda' }) });

const render = (mode: SignInMode, ...answers: ScenarioAnswer[]) => {
  const switches: SignInMode[] = [];
  const draw = (shownMode: SignInMode) => (
    <SignInForm mode={shownMode} onSwitchMode={(next) => void switches.push(next)} />
  );
  const rendered = renderWithShell(draw(mode), { answers });
  return { ...rendered, switches, showMode: (next: SignInMode) => rendered.rerender(draw(next)) };
};

const email = () => screen.getByRole('textbox', { name: 'E-Mail' });
const password = () => screen.getByLabelText(/asswort$/);
const submitButton = (name: string) =>
  screen.getAllByRole('button', { name }).find((button) => button.getAttribute('type') === 'submit') ??
  screen.getByText('Lädt');

describe('logging in', () => {
  it('goes back two steps and greets the user', async () => {
    const { user, shell } = render('login', answer(login, session));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 2]]));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda.' }]);
    expect(shell.requests).toEqual(['POST /api/auth/login']);
  });

  it('names the fields to password managers', () => {
    render('login');
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('shows the password on demand', async () => {
    const { user } = render('login');
    await user.type(password(), 'mittagspause');
    await user.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
    expect(password()).toHaveAttribute('type', 'text');
    expect(password()).toHaveValue('mittagspause');
  });

  it('sends no empty form, and focuses the first field', async () => {
    const { user, shell } = render('login');
    await user.click(submitButton('Anmelden'));
    expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(screen.getByText('Gib dein Passwort ein.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
    expect(shell.requests).toEqual([]);
  });

  it('validates a field when it loses the focus, then on each change', async () => {
    const { user } = render('login');
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
  ] as const)('A08 shows %s at the field %s, focuses it and keeps the values', async (code, label, expectedText) => {
    const { user, shell } = render('login', refuse(login, code, { retryAfterMs: 90_000 }));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
    await user.click(submitButton('Anmelden'));
    const field = await screen.findByLabelText(label);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expectedText));
    expect(field).toHaveFocus();
    expect(email()).toHaveValue('frieda@mahlzeit.test');
    expect(password()).toHaveValue('mittagspause');
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('reports that the gateway can not be reached', async () => {
    const { user } = render('login', failAsUnreachable(login));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    expect(
      await screen.findByText('Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'),
    ).toBeInTheDocument();
  });

  it('sends one request, even after several presses', async () => {
    const { user, shell } = render('login', neverRespond(login));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
    await user.dblClick(submitButton('Anmelden'));
    await user.type(password(), '{Enter}');
    expect(await screen.findByText('Lädt')).toBeInTheDocument();
    expect(shell.requests).toEqual(['POST /api/auth/login']);
  });

  it('suggests the registration when there is no account, and focuses the password', async () => {
    const { user, switches, showMode } = render('login', refuse(login, 'ErrorNoAccount'));
    await user.type(email(), 'neu@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    const hint = (await screen.findByText('Leg mit dieser Adresse ein Konto an.')).closest('[role="status"]');
    if (!(hint instanceof HTMLElement)) throw new Error('The field has no hint');
    await user.click(within(hint).getByRole('button', { name: 'Konto anlegen' }));
    expect(switches).toEqual(['registration']);
    showMode('registration');
    expect(email()).toHaveValue('neu@mahlzeit.test');
    expect(password()).toHaveFocus();
    expect(screen.queryByText('Leg mit dieser Adresse ein Konto an.')).not.toBeInTheDocument();
    expect(email()).not.toHaveAccessibleDescription();
  });
});

it('leads to the third parties when the account has no password', async () => {
  const { user, shell } = render('login', refuse(login, 'ErrorAuthDisabled'));
  await user.type(email(), 'jule@mahlzeit.test');
  await user.type(password(), 'mittagspause{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Google, Facebook oder Apple' }));
  expect(shell.recorded.navigation).toEqual([['replace', 'registration']]);
});

describe('a forgotten password', () => {
  const forget = ({ user }: ReturnType<typeof render>) =>
    user.click(screen.getByRole('button', { name: 'Passwort vergessen?' }));

  it('has a link in the login only', () => {
    render('registration');
    expect(screen.queryByRole('button', { name: 'Passwort vergessen?' })).not.toBeInTheDocument();
  });

  it('needs an address first', async () => {
    const rendered = render('login');
    await forget(rendered);
    expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
    expect(rendered.shell.requests).toEqual([]);
  });

  it('has a link mailed to the typed address, without a password', async () => {
    const rendered = render('login', answer(requestPasswordReset, {}));
    await rendered.user.type(email(), 'frieda@mahlzeit.test');
    await forget(rendered);
    await waitFor(() =>
      expect(rendered.shell.recorded.snackbars).toMatchObject([
        { tone: 'success', text: 'Der Link ist unterwegs. Schau in dein Postfach.' },
      ]),
    );
    expect(screen.queryByText('Gib dein Passwort ein.')).not.toBeInTheDocument();
    expect(email()).toHaveValue('frieda@mahlzeit.test');
  });

  it('sends one request, even after several presses', async () => {
    const rendered = render('login', neverRespond(requestPasswordReset));
    await rendered.user.type(email(), 'frieda@mahlzeit.test');
    await forget(rendered);
    await forget(rendered);
    await waitFor(() => expect(rendered.shell.requests).toEqual(['POST /api/auth/password-reset']));
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
    const rendered = render('login', refusal);
    await rendered.user.type(email(), 'frieda@mahlzeit.test');
    await forget(rendered);
    await waitFor(() =>
      expect(rendered.shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: expectedText }]),
    );
    expect(email()).toHaveValue('frieda@mahlzeit.test');
  });
});

describe('registering', () => {
  const fill = async ({ user }: ReturnType<typeof render>) => {
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
  };
  const consent = () => screen.getByRole('checkbox', { name: /^Ich stimme der Datenschutzerklärung zu/ });

  it('sends nothing without the consent', async () => {
    const rendered = render('registration');
    await fill(rendered);
    await rendered.user.click(submitButton('Konto anlegen'));
    expect(await screen.findByText('Ohne deine Zustimmung können wir kein Konto anlegen.')).toBeInTheDocument();
    expect(consent()).toHaveFocus();
    expect(rendered.shell.requests).toEqual([]);
  });

  it('creates an account that is invisible by default', async () => {
    const rendered = render('registration', answer(register, session));
    await fill(rendered);
    expect(screen.getByRole('checkbox', { name: /^Andere dürfen mich finden/ })).not.toBeChecked();
    await rendered.user.click(consent());
    await rendered.user.click(submitButton('Konto anlegen'));
    await waitFor(() => expect(rendered.shell.recorded.navigation).toEqual([['back', 2]]));
    expect(rendered.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist angelegt. Willkommen, Frieda.' }]);
  });

  it('requires a new password of eight characters', async () => {
    const { user } = render('registration');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    expect(password()).toHaveAccessibleDescription('Mindestens 8 Zeichen.');
    await user.type(password(), 'sieben7');
    await user.tab();
    await waitFor(() => expect(password()).toHaveAccessibleDescription('Nimm mindestens 8 Zeichen.'));
  });

  it('suggests the login when the address is taken', async () => {
    const rendered = render('registration', refuse(register, 'ErrorEmailTaken'));
    await fill(rendered);
    await rendered.user.click(consent());
    await rendered.user.click(submitButton('Konto anlegen'));
    expect(await screen.findByText('Melde dich mit dieser Adresse an.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
  });

  it('explains visibility and shows the policy without losing values', async () => {
    const rendered = render('registration', answer(getLegalDocument, aLegalDocument()));
    await fill(rendered);
    await rendered.user.click(screen.getByRole('button', { name: 'Was heißt das?' }));
    await rendered.user.click(
      within(screen.getByRole('alertdialog', { name: 'Sichtbar für andere' })).getByRole('button', {
        name: 'Verstanden',
      }),
    );
    await rendered.user.click(screen.getByRole('button', { name: 'Datenschutzerklärung' }));
    expect(await screen.findByText('Mahlzeit Musterbetrieb, Hafenstraße 1, 20459 Hamburg.')).toBeInTheDocument();
    await rendered.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(email()).toHaveValue('frieda@mahlzeit.test');
    expect(consent()).not.toBeChecked();
  });
});
