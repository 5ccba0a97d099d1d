import { completeThirdParty, deleteMe, logout, reauthenticate } from '@mahlzeit/contract';
import { aSession, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { DeleteAccount } from './delete-account-screen';

const reauthenticateAnswer = answer(reauthenticate, aSession());
const renderDeleteAccount = (...answers: ScenarioAnswer[]) =>
  renderWithShell(<DeleteAccount account={anAccount()} />, { session: 'verified', answers });
const passwordField = () => screen.getByLabelText('Aktuelles Passwort');
const submitButton = () => screen.getByRole('button', { name: 'Konto löschen' });

it('explains the consequences of a deletion', () => {
  renderDeleteAccount();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/sofort nicht mehr/),
    expect.stringMatching(/abgemeldet/),
    expect.stringMatching(/30\sTage/),
    expect.stringMatching(/Steuerrecht/),
  ]);
});

it.each([
  ['the gateway ends the session', answer(logout, {})],
  ['the gateway has ended the session already', refuse(logout, 'unauthenticated')],
])('A09 proves the identity, deletes, logs out, closes and says how to return: %s', async (_caseName, answers) => {
  const { user, shell } = renderDeleteAccount(reauthenticateAnswer, answer(deleteMe, {}), answers);
  await user.type(passwordField(), ' mittagspause {Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
  expect(shell.requests).toEqual(['POST /api/auth/reauthenticate', 'PUT /api/users/deleteMe', 'POST /api/auth/logout']);
  expect(shell.session.get()).toMatchObject({ account: { isAnonymous: true } });
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Konto ist gelöscht.' }]);
  expect(shell.recorded.alerts).toMatchObject([{ text: expect.stringMatching(/innerhalb von 30\sTagen/) }]);
});

it('sends nothing without a password', async () => {
  const { user, shell } = renderDeleteAccount();
  await user.click(submitButton());
  await waitFor(() => expect(passwordField()).toHaveAccessibleDescription('Gib dein Passwort ein.'));
  expect(passwordField()).toHaveFocus();
  expect(shell.requests).toEqual([]);
});

it.each([
  ['a wrong password', [refuse(reauthenticate, 'ErrorPasswordIncorrect')], 'Das Passwort stimmt nicht.'],
  [
    'too many of them',
    [refuse(reauthenticate, 'ErrorTooManyAttempts', { retryAfterMs: 600_000 })],
    'Zu viele Versuche. Versuch es in 10 Minuten noch einmal.',
  ],
  [
    'no connection',
    [failAsUnreachable(reauthenticate)],
    'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.',
  ],
  [
    'a deletion that fails',
    [reauthenticateAnswer, refuse(deleteMe, 'internal')],
    'Dein Konto ließ sich nicht löschen. Versuch es noch einmal.',
  ],
] as const)('shows %s at the password field, and deletes nothing', async (_caseName, answers, expectedText) => {
  const { user, shell } = renderDeleteAccount(...answers);
  await user.type(passwordField(), 'mittagspause{Enter}');
  await waitFor(() => expect(passwordField()).toHaveAccessibleDescription(expectedText));
  expect(passwordField()).toHaveFocus();
  expect(passwordField()).toHaveValue('mittagspause');
  expect(shell.recorded.navigation).toEqual([]);
  expect(shell.session.get()).toMatchObject({ account: { loggedIn: true } });
});

it('sends one request, even after several presses', async () => {
  const { user, shell } = renderDeleteAccount(neverRespond(reauthenticate));
  await user.type(passwordField(), 'mittagspause');
  await user.dblClick(submitButton());
  expect(shell.requests).toEqual(['POST /api/auth/reauthenticate']);
});

describe('a user of a third party', () => {
  const fakeBrowser = { window: createFakeSignInWindow() };
  beforeEach(() => {
    fakeBrowser.window.restore();
    fakeBrowser.window = createFakeSignInWindow();
  });
  afterAll(() => fakeBrowser.window.restore());

  const googleAccount = anAccount({ thirdParty: 'google' });
  const completionAnswer = answer(completeThirdParty, aSession({ account: googleAccount }));
  const renderGoogleDeletion = (...answers: ScenarioAnswer[]) =>
    renderWithShell(<DeleteAccount account={googleAccount} />, {
      session: 'verified',
      account: googleAccount,
      answers,
    });
  const confirmCheckbox = () => screen.getByRole('checkbox', { name: 'Ja, ich möchte mein Konto löschen.' });
  const confirmDeletion = async ({ user }: ReturnType<typeof renderGoogleDeletion>) => {
    await user.click(confirmCheckbox());
    await waitFor(() => expect(submitButton()).not.toHaveAttribute('aria-disabled'));
    await user.click(submitButton());
  };

  it('ticks a box in place of a password', async () => {
    const { user, shell } = renderGoogleDeletion();
    expect(screen.queryByLabelText('Aktuelles Passwort')).not.toBeInTheDocument();
    await waitFor(() => expect(submitButton()).not.toHaveAttribute('aria-disabled'));
    await user.click(submitButton());
    expect(confirmCheckbox()).toHaveAccessibleDescription('Setz den Haken, damit wir wissen, dass du es ernst meinst.');
    expect(confirmCheckbox()).toHaveFocus();
    expect([fakeBrowser.window.openedAddresses, shell.requests]).toEqual([[], []]);
  });

  it('proves the identity in a window, then is deleted and logged out', async () => {
    const renderedDeletion = renderGoogleDeletion(completionAnswer, answer(deleteMe, {}), answer(logout, {}));
    await confirmDeletion(renderedDeletion);
    expect(fakeBrowser.window.openedAddresses).toEqual([
      expect.stringMatching(/^\/api\/auth\/google\/start\?intent=reauthenticate&/),
    ]);
    fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
    await waitFor(() => expect(renderedDeletion.shell.recorded.navigation).toEqual([['close']]));
    expect(renderedDeletion.shell.requests).toEqual([
      'POST /api/auth/google/complete',
      'PUT /api/users/deleteMe',
      'POST /api/auth/logout',
    ]);
    expect(renderedDeletion.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist gelöscht.' }]);
  });

  it.each([
    ['turns back', 'cancelled', 'Du hast die Anmeldung mit Google abgebrochen.'],
    [
      'comes back as somebody else',
      'notAllowed',
      'Das war ein anderes Konto bei Google. Nimm das, mit dem du dich bei Mahlzeit anmeldest.',
    ],
  ])('keeps account and tick when the user %s', async (_caseName, failureCode, expectedText) => {
    const renderedDeletion = renderGoogleDeletion();
    await confirmDeletion(renderedDeletion);
    fakeBrowser.window.sendOutcome({ ok: false, code: failureCode });
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(confirmCheckbox()).toBeChecked();
    expect(screen.getByRole('button', { name: /^Konto löschen/ })).toHaveFocus();
    expect(renderedDeletion.shell.requests).toEqual([]);
  });

  it('sees a snackbar when the deletion fails', async () => {
    const renderedDeletion = renderGoogleDeletion(completionAnswer, refuse(deleteMe, 'internal'));
    await confirmDeletion(renderedDeletion);
    fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
    await waitFor(() =>
      expect(renderedDeletion.shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Dein Konto ließ sich nicht löschen. Versuch es noch einmal.' },
      ]),
    );
    expect(renderedDeletion.shell.session.get()).toMatchObject({ account: { loggedIn: true } });
  });
});
