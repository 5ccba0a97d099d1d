import { changeEmail } from '@mahlzeit/contract';
import { anAccount } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { ChangeEmailForm } from './change-email-screen';

const renderChangeEmailForm = (...answers: ScenarioAnswer[]) =>
  renderWithShell(<ChangeEmailForm account={anAccount()} />, { session: 'verified', answers });
const emailField = () => screen.getByRole('textbox', { name: 'Neue E-Mail' });
const passwordField = () => screen.getByLabelText('Aktuelles Passwort');
const submitButton = () => screen.getByRole('button', { name: 'E-Mail ändern' });

it('opens the screen of the code, and claims no success before it was entered', async () => {
  const { user, shell } = renderChangeEmailForm(answer(changeEmail, anAccount({ pendingEmail: 'neu@mahlzeit.test' })));
  await user.type(emailField(), 'neu@mahlzeit.test{Enter}');
  expect(passwordField()).toHaveFocus();
  await user.keyboard('mittagspause{Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'profile']]));
  expect(shell.recorded.snackbars).toEqual([]);
  expect(shell.session.get()).toMatchObject({
    account: { email: 'frieda@mahlzeit.test', pendingEmail: 'neu@mahlzeit.test', verified: true },
  });
});

it('names the address that waits for its code, and leads to the code', async () => {
  const { user, shell } = renderWithShell(
    <ChangeEmailForm account={anAccount({ pendingEmail: 'neu@mahlzeit.test' })} />,
    { session: 'verified' },
  );
  expect(screen.getByText('neu@mahlzeit.test wartet auf den Code aus der E-Mail.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Code eingeben' }));
  expect(shell.recorded.navigation).toEqual([['replace', 'profile']]);
});

it.each(['frieda@mahlzeit.test', ' Frieda@Mahlzeit.TEST  '])(
  'A03 treats %j as the current address',
  async (typedEmail) => {
    const { user, shell } = renderChangeEmailForm();
    await user.type(emailField(), typedEmail);
    await user.type(passwordField(), 'mittagspause{Enter}');
    await waitFor(() => expect(emailField()).toHaveAccessibleDescription('Das ist schon deine E-Mail-Adresse.'));
    expect(shell.requests).toEqual([]);
  },
);

it('sends no empty form, and focuses the first field', async () => {
  const { user, shell } = renderChangeEmailForm();
  await user.click(submitButton());
  await waitFor(() => expect(emailField()).toHaveAccessibleDescription('Gib deine E-Mail-Adresse ein.'));
  expect(passwordField()).toHaveAccessibleDescription('Gib dein Passwort ein.');
  expect(emailField()).toHaveFocus();
  expect(shell.requests).toEqual([]);
});

it.each([
  ['ErrorEmailTaken', 'Neue E-Mail', 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.'],
  ['ErrorEmailIdentical', 'Neue E-Mail', 'Das ist schon deine E-Mail-Adresse.'],
  ['ErrorEmailInvalid', 'Neue E-Mail', 'Diese E-Mail-Adresse ist nicht vollständig.'],
  ['ErrorPasswordIncorrect', 'Aktuelles Passwort', 'Das Passwort stimmt nicht.'],
  ['ErrorTooManyAttempts', 'Aktuelles Passwort', 'Zu viele Versuche. Versuch es in 1 Minute noch einmal.'],
  ['internal', 'Aktuelles Passwort', 'Das hat nicht geklappt. Versuch es noch einmal.'],
] as const)('shows %s at the field %s and keeps the values', async (errorCode, fieldLabel, expectedText) => {
  const { user, shell } = renderChangeEmailForm(refuse(changeEmail, errorCode, { retryAfterMs: 60_000 }));
  await user.type(emailField(), 'neu@mahlzeit.test');
  await user.type(passwordField(), ' mittag {Enter}');
  const labelledField = screen.getByLabelText(fieldLabel);
  await waitFor(() => expect(labelledField).toHaveAccessibleDescription(expectedText));
  expect(labelledField).toHaveFocus();
  expect(emailField()).toHaveValue('neu@mahlzeit.test');
  expect(passwordField()).toHaveValue(' mittag ');
  expect(shell.recorded.navigation).toEqual([]);
});

it('reports that the gateway can not be reached', async () => {
  const { user } = renderChangeEmailForm(failAsUnreachable(changeEmail));
  await user.type(emailField(), 'neu@mahlzeit.test');
  await user.type(passwordField(), 'mittagspause{Enter}');
  await waitFor(() =>
    expect(passwordField()).toHaveAccessibleDescription(
      'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.',
    ),
  );
});

it('sends one request, even after several presses', async () => {
  const { user, shell } = renderChangeEmailForm(neverRespond(changeEmail));
  await user.type(emailField(), 'neu@mahlzeit.test');
  await user.type(passwordField(), 'mittagspause');
  await user.dblClick(submitButton());
  expect(shell.requests).toEqual(['PUT /api/auth/email']);
});

it('names the fields to password managers', () => {
  renderChangeEmailForm();
  expect(emailField()).toHaveAttribute('autocomplete', 'email');
  expect(passwordField()).toHaveAttribute('autocomplete', 'current-password');
});
