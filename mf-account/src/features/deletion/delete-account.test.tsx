import { deleteMe, logout, reauthenticate } from '@mahlzeit/contract';
import { aSession, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { DeleteAccount } from './delete-account';

const proven = answer(reauthenticate, aSession());
const show = (...answers: ScenarioAnswer[]) => renderWithShell(<DeleteAccount account={anAccount()} />, { session: 'verified', answers });
const password = () => screen.getByLabelText('Aktuelles Passwort');
const send = () => screen.getByRole('button', { name: 'Konto löschen' });

it('says what a deletion means', () => {
  show();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/sofort nicht mehr/), expect.stringMatching(/abgemeldet/), expect.stringMatching(/30 Tage/), expect.stringMatching(/Steuerrecht/),
  ]);
});

it.each([
  ['the gateway ends the session', answer(logout, {})],
  ['the gateway has ended the session already', refuse(logout, 'unauthenticated')],
])('A09 proves who asks, deletes, logs out, closes and says how to come back: %s', async (_, ended) => {
  const { user, shell } = show(proven, answer(deleteMe, {}), ended);
  await user.type(password(), ' mittagspause {Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
  expect(shell.requests).toEqual(['POST /api/auth/reauthenticate', 'PUT /api/users/deleteMe', 'POST /api/auth/logout']);
  expect(shell.session.get()).toMatchObject({ account: { isAnonymous: true } });
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Konto ist gelöscht.' }]);
  expect(shell.recorded.alerts).toMatchObject([{ text: expect.stringMatching(/innerhalb von 30 Tagen/) }]);
});

it('sends nothing without a password', async () => {
  const { user, shell } = show();
  await user.click(send());
  await waitFor(() => expect(password()).toHaveAccessibleDescription('Gib dein Passwort ein.'));
  expect(password()).toHaveFocus();
  expect(shell.requests).toEqual([]);
});

it.each([
  ['a wrong password', [refuse(reauthenticate, 'ErrorPasswordIncorrect')], 'Das Passwort stimmt nicht.'],
  ['too many of them', [refuse(reauthenticate, 'ErrorTooManyAttempts', { retryAfterMs: 600_000 })], 'Zu viele Versuche. Versuch es in 10 Minuten noch einmal.'],
  ['no connection', [unreachable(reauthenticate)], 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
  ['a deletion that fails', [proven, refuse(deleteMe, 'internal')], 'Dein Konto ließ sich nicht löschen. Versuch es noch einmal.'],
] as const)('says %s on the password field, and deletes nothing', async (_, answers, words) => {
  const { user, shell } = show(...answers);
  await user.type(password(), 'mittagspause{Enter}');
  await waitFor(() => expect(password()).toHaveAccessibleDescription(words));
  expect(password()).toHaveFocus();
  expect(password()).toHaveValue('mittagspause');
  expect(shell.recorded.navigation).toEqual([]);
  expect(shell.session.get()).toMatchObject({ account: { loggedIn: true } });
});

it('deletes once, however often it is pressed', async () => {
  const { user, shell } = show(hang(reauthenticate));
  await user.type(password(), 'mittagspause');
  await user.dblClick(send());
  expect(shell.requests).toEqual(['POST /api/auth/reauthenticate']);
});
