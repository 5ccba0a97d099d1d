import { getLegalDocument, login, register, requestPasswordReset } from '@mahlzeit/contract';
import { aLegalDocument, anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { emailError, fieldErrorOf, passwordError, policyError, SignInForm, suggestionOf } from './login-screen';
import type { SignInMode } from './login-screen';

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

  it.each(['internal', 'notAllowed', 'somethingNewer', 'toString', ''])(
    'A08 shows ErrorUnknown on the password field for %j',
    (code) => {
      expect(fieldErrorOf({ code })).toEqual({ field: 'password', error: 'ErrorUnknown' });
    },
  );

  it('suggests what was probably meant', () => {
    expect(suggestionOf('ErrorAuthDisabled')).toBe('thirdParty');
    expect(suggestionOf('ErrorEmailTaken')).toBe('login');
    expect(suggestionOf('ErrorNoAccount')).toBe('registration');
    expect(suggestionOf('ErrorPasswordIncorrect')).toBeNull();
    expect(suggestionOf(null)).toBeNull();
  });
});

const session = aSession({ account: anAccount({ displayName: 'Frieda' }) });

const show = (mode: SignInMode, ...answers: ScenarioAnswer[]) => {
  const switches: SignInMode[] = [];
  const draw = (drawn: SignInMode) => <SignInForm mode={drawn} onSwitchMode={(next) => void switches.push(next)} />;
  const rendered = renderWithShell(draw(mode), { answers });
  return { ...rendered, switches, showMode: (next: SignInMode) => rendered.rerender(draw(next)) };
};

const email = () => screen.getByRole('textbox', { name: 'E-Mail' });
const password = () => screen.getByLabelText(/asswort$/);
const send = (name: string) =>
  screen.getAllByRole('button', { name }).find((button) => button.getAttribute('type') === 'submit') ??
  screen.getByText('Lädt');

describe('logging in', () => {
  it('goes back two steps and greets', async () => {
    const { user, shell } = show('login', answer(login, session));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 2]]));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda.' }]);
    expect(shell.requests).toEqual(['POST /api/auth/login']);
  });

  it('tells password managers what it asks for', () => {
    show('login');
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('shows the password on demand', async () => {
    const { user } = show('login');
    await user.type(password(), 'mittagspause');
    await user.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
    expect(password()).toHaveAttribute('type', 'text');
    expect(password()).toHaveValue('mittagspause');
  });

  it('sends nothing that is not filled in, and leads to the first field', async () => {
    const { user, shell } = show('login');
    await user.click(send('Anmelden'));
    expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(screen.getByText('Gib dein Passwort ein.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
    expect(shell.requests).toEqual([]);
  });

  it('checks a field when it is left, and from then on while it is typed', async () => {
    const { user } = show('login');
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
  ] as const)('A08 shows %s on the field %s, focuses it and keeps what was typed', async (code, label, words) => {
    const { user, shell } = show('login', refuse(login, code, { retryAfterMs: 90_000 }));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
    await user.click(send('Anmelden'));
    const field = await screen.findByLabelText(label);
    await waitFor(() => expect(field).toHaveAccessibleDescription(words));
    expect(field).toHaveFocus();
    expect(email()).toHaveValue('frieda@mahlzeit.test');
    expect(password()).toHaveValue('mittagspause');
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('says that the gateway can not be reached', async () => {
    const { user } = show('login', unreachable(login));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    expect(
      await screen.findByText('Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'),
    ).toBeInTheDocument();
  });

  it('sends once, however often it is pressed', async () => {
    const { user, shell } = show('login', hang(login));
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
    await user.dblClick(send('Anmelden'));
    await user.type(password(), '{Enter}');
    expect(await screen.findByText('Lädt')).toBeInTheDocument();
    expect(shell.requests).toEqual(['POST /api/auth/login']);
  });

  it('suggests to register where there is no account, and moves on to the password', async () => {
    const { user, switches, showMode } = show('login', refuse(login, 'ErrorNoAccount'));
    await user.type(email(), 'neu@mahlzeit.test');
    await user.type(password(), 'mittagspause{Enter}');
    const hint = (await screen.findByText('Leg mit dieser Adresse ein Konto an.')).closest('[role="status"]');
    if (!(hint instanceof HTMLElement)) throw new Error('the hint is not told');
    await user.click(within(hint).getByRole('button', { name: 'Konto anlegen' }));
    expect(switches).toEqual(['registration']);
    showMode('registration');
    expect(email()).toHaveValue('neu@mahlzeit.test');
    expect(password()).toHaveFocus();
    expect(screen.queryByText('Leg mit dieser Adresse ein Konto an.')).not.toBeInTheDocument();
    expect(email()).not.toHaveAccessibleDescription();
  });
});

it('leads to the third parties where an account has no password', async () => {
  const { user, shell } = show('login', refuse(login, 'ErrorAuthDisabled'));
  await user.type(email(), 'jule@mahlzeit.test');
  await user.type(password(), 'mittagspause{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Google, Facebook oder Apple' }));
  expect(shell.recorded.navigation).toEqual([['replace', 'registration']]);
});

describe('a forgotten password', () => {
  const forget = ({ user }: ReturnType<typeof show>) =>
    user.click(screen.getByRole('button', { name: 'Passwort vergessen?' }));

  it('is asked for in login alone', () => {
    show('registration');
    expect(screen.queryByRole('button', { name: 'Passwort vergessen?' })).not.toBeInTheDocument();
  });

  it('needs an address first', async () => {
    const shown = show('login');
    await forget(shown);
    expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
    expect(shown.shell.requests).toEqual([]);
  });

  it('has a link mailed to the address that was typed, and the password is not asked for', async () => {
    const shown = show('login', answer(requestPasswordReset, {}));
    await shown.user.type(email(), 'frieda@mahlzeit.test');
    await forget(shown);
    await waitFor(() =>
      expect(shown.shell.recorded.snackbars).toMatchObject([
        { tone: 'success', text: 'Der Link ist unterwegs. Schau in dein Postfach.' },
      ]),
    );
    expect(screen.queryByText('Gib dein Passwort ein.')).not.toBeInTheDocument();
    expect(email()).toHaveValue('frieda@mahlzeit.test');
  });

  it('is asked for once, however often it is pressed', async () => {
    const shown = show('login', hang(requestPasswordReset));
    await shown.user.type(email(), 'frieda@mahlzeit.test');
    await forget(shown);
    await forget(shown);
    await waitFor(() => expect(shown.shell.requests).toEqual(['POST /api/auth/password-reset']));
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
    [unreachable(requestPasswordReset), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
  ])('says why no link comes (%#)', async (refusal, words) => {
    const shown = show('login', refusal);
    await shown.user.type(email(), 'frieda@mahlzeit.test');
    await forget(shown);
    await waitFor(() => expect(shown.shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: words }]));
    expect(email()).toHaveValue('frieda@mahlzeit.test');
  });
});

describe('registering', () => {
  const fill = async ({ user }: ReturnType<typeof show>) => {
    await user.type(email(), 'frieda@mahlzeit.test');
    await user.type(password(), 'mittagspause');
  };
  const consent = () => screen.getByRole('checkbox', { name: /^Ich stimme der Datenschutzerklärung zu/ });

  it('sends nothing without the consent', async () => {
    const shown = show('registration');
    await fill(shown);
    await shown.user.click(send('Konto anlegen'));
    expect(await screen.findByText('Ohne deine Zustimmung können wir kein Konto anlegen.')).toBeInTheDocument();
    expect(consent()).toHaveFocus();
    expect(shown.shell.requests).toEqual([]);
  });

  it('makes an account that nobody finds unless asked for', async () => {
    const shown = show('registration', answer(register, session));
    await fill(shown);
    expect(screen.getByRole('checkbox', { name: /^Andere dürfen mich finden/ })).not.toBeChecked();
    await shown.user.click(consent());
    await shown.user.click(send('Konto anlegen'));
    await waitFor(() => expect(shown.shell.recorded.navigation).toEqual([['back', 2]]));
    expect(shown.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist angelegt. Willkommen, Frieda.' }]);
  });

  it('asks for a new password of eight characters', async () => {
    const { user } = show('registration');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    expect(password()).toHaveAccessibleDescription('Mindestens 8 Zeichen.');
    await user.type(password(), 'sieben7');
    await user.tab();
    await waitFor(() => expect(password()).toHaveAccessibleDescription('Nimm mindestens 8 Zeichen.'));
  });

  it('suggests to log in where the address is taken', async () => {
    const shown = show('registration', refuse(register, 'ErrorEmailTaken'));
    await fill(shown);
    await shown.user.click(consent());
    await shown.user.click(send('Konto anlegen'));
    expect(await screen.findByText('Melde dich mit dieser Adresse an.')).toBeInTheDocument();
    expect(email()).toHaveFocus();
  });

  it('explains visibility and shows the policy without losing what was typed', async () => {
    const shown = show('registration', answer(getLegalDocument, aLegalDocument()));
    await fill(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Was heißt das?' }));
    await shown.user.click(
      within(screen.getByRole('alertdialog', { name: 'Sichtbar für andere' })).getByRole('button', {
        name: 'Verstanden',
      }),
    );
    await shown.user.click(screen.getByRole('button', { name: 'Datenschutzerklärung' }));
    expect(await screen.findByText('Mahlzeit Musterbetrieb, Hafenstraße 1, 20459 Hamburg.')).toBeInTheDocument();
    await shown.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(email()).toHaveValue('frieda@mahlzeit.test');
    expect(consent()).not.toBeChecked();
  });
});
