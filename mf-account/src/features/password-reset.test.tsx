import { confirmPasswordReset, logout, requestPasswordReset } from '@mahlzeit/contract';
import { answer, fakeShell, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, SessionKind } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import resetPassword from '../commands/reset-password';
import { passwordResetToken } from './reset-token';
import { PasswordResetContent } from './password-reset';

afterEach(() => act(() => passwordResetToken.set(null)));

const renderPasswordReset = (
  answers: readonly ScenarioAnswer[],
  { token = 'token-aus-der-mail', session = 'anonymous' }: { token?: string | null; session?: SessionKind } = {},
) => {
  if (token !== null) passwordResetToken.set(token);
  return renderWithShell(<PasswordResetContent />, { answers, session });
};

const passwordField = () => screen.getByLabelText('Neues Passwort');
const savePasswordButton = () => screen.getByRole('button', { name: 'Passwort speichern' });

it('takes the token of a link and opens the screen, without a trace of the token in the address', async () => {
  const shell = fakeShell();
  await resetPassword({ token: 'geheim' }, shell);
  expect(shell.recorded.navigation).toEqual([['open', 'login', 'reset']]);
  expect(passwordResetToken.get()).toBe('geheim');
});

it('sets the new password and leads to the login', async () => {
  const { user, shell } = renderPasswordReset([answer(confirmPasswordReset, {})]);
  expect(passwordField()).toHaveAttribute('autocomplete', 'new-password');
  await user.type(passwordField(), 'abendessen{Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'login', 'changed']]));
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein neues Passwort gilt.' }]);
  expect(shell.requests).toEqual(['POST /api/auth/password-reset/confirm']);
  expect(passwordResetToken.get()).toBeNull();
  expect(screen.queryByText('Dieser Link gilt nicht mehr')).not.toBeInTheDocument();
});

it('names the known account to password managers only', () => {
  const { container } = renderPasswordReset([], { session: 'verified' });
  expect(container.querySelector('[autocomplete=username]')).toHaveValue('frieda@mahlzeit.test');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('logs the user out: all sessions have ended', async () => {
  const { user, shell } = renderPasswordReset([answer(confirmPasswordReset, {}), answer(logout, {})], {
    session: 'verified',
  });
  await user.type(passwordField(), 'abendessen{Enter}');
  await waitFor(() => expect(shell.session.get()).toMatchObject({ account: { isAnonymous: true } }));
});

it('A01 sends the password as it is typed', async () => {
  const requestBodies: unknown[] = [];
  const shell = fakeShell({ answers: [answer(confirmPasswordReset, {})] });
  const { call } = shell.apiClient;
  Object.assign(shell.apiClient, {
    call: (...callArguments: Parameters<typeof call>) => (requestBodies.push(callArguments[1]), call(...callArguments)),
  });
  passwordResetToken.set('t');
  const { user } = renderWithShell(<PasswordResetContent />, { shell });
  await user.type(passwordField(), '  mit Rand  {Enter}');
  await waitFor(() => expect(requestBodies).toEqual([{ body: { token: 't', password: '  mit Rand  ' } }]));
});

it('requires eight characters before the request', async () => {
  const { user, shell } = renderPasswordReset([]);
  await user.type(passwordField(), 'sieben7');
  await user.click(savePasswordButton());
  await waitFor(() => expect(passwordField()).toHaveAccessibleDescription('Nimm mindestens 8 Zeichen.'));
  expect(passwordField()).toHaveFocus();
  expect(shell.requests).toEqual([]);
});

it.each([
  [refuse(confirmPasswordReset, 'ErrorPasswordInvalid'), 'Nimm mindestens 8 Zeichen.'],
  [refuse(confirmPasswordReset, 'internal'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
  [failAsUnreachable(confirmPasswordReset), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
])('A08 shows the error at the field and keeps its value (%#)', async (refusal, expectedText) => {
  const { user } = renderPasswordReset([refusal]);
  await user.type(passwordField(), 'abendessen{Enter}');
  await waitFor(() => expect(passwordField()).toHaveAccessibleDescription(expectedText));
  expect(passwordField()).toHaveFocus();
  expect(passwordField()).toHaveValue('abendessen');
});

it('offers a new link when this one has expired', async () => {
  const { user, shell } = renderPasswordReset([
    refuse(confirmPasswordReset, 'resetTokenInvalid'),
    answer(requestPasswordReset, {}),
  ]);
  await user.type(passwordField(), 'abendessen{Enter}');
  expect(await screen.findByText('Dieser Link gilt nicht mehr')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'E-Mail' })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'E-Mail' }), 'frieda@mahlzeit.test{Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
  expect(shell.recorded.snackbars).toMatchObject([
    { tone: 'success', text: 'Der Link ist unterwegs. Schau in dein Postfach.' },
  ]);
});

it('offers a new link after a reload, which loses the token; members need not type their address', () => {
  renderPasswordReset([], { token: null, session: 'verified' });
  expect(screen.getByText('Dieser Link gilt nicht mehr')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'E-Mail' })).toHaveValue('frieda@mahlzeit.test');
});

it('validates the address before the request, and stays when no link was sent', async () => {
  const { user, shell } = renderPasswordReset([refuse(requestPasswordReset, 'ErrorNoAccount')], { token: null });
  await user.click(screen.getByRole('button', { name: 'Neuen Link schicken' }));
  expect(await screen.findByText('Gib deine E-Mail-Adresse ein.')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'E-Mail' }), 'niemand@mahlzeit.test{Enter}');
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: 'Zu dieser E-Mail-Adresse gibt es kein Konto.' },
    ]),
  );
  expect(shell.recorded.navigation).toEqual([]);
});

it('prevents a reload of the page while the token is in memory', () => {
  const { shell, unmount } = renderPasswordReset([]);
  expect(shell.recorded.reloadHolds).toBe(1);
  unmount();
  expect(shell.recorded.reloadHolds).toBe(0);
});

it('shows the form when the link is read after the screen has opened', () => {
  renderPasswordReset([], { token: null });
  act(() => passwordResetToken.set('spät'));
  expect(passwordField()).toBeInTheDocument();
});
