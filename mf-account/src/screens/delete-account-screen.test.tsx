import { completeThirdParty, deleteMe, logout, reauthenticate } from '@mahlzeit/contract';
import { aSession, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { DeleteAccount } from './delete-account-screen';

const reauthenticated = answer(reauthenticate, aSession());
const render = (...answers: ScenarioAnswer[]) =>
  renderWithShell(<DeleteAccount account={anAccount()} />, { session: 'verified', answers });
const password = () => screen.getByLabelText('Aktuelles Passwort');
const submitButton = () => screen.getByRole('button', { name: 'Konto löschen' });

it('explains the consequences of a deletion', () => {
  render();
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
])('A09 proves the identity, deletes, logs out, closes and says how to return: %s', async (_, answers) => {
  const { user, shell } = render(reauthenticated, answer(deleteMe, {}), answers);
  await user.type(password(), ' mittagspause {Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
  expect(shell.requests).toEqual(['POST /api/auth/reauthenticate', 'PUT /api/users/deleteMe', 'POST /api/auth/logout']);
  expect(shell.session.get()).toMatchObject({ account: { isAnonymous: true } });
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Konto ist gelöscht.' }]);
  expect(shell.recorded.alerts).toMatchObject([{ text: expect.stringMatching(/innerhalb von 30\sTagen/) }]);
});

it('sends nothing without a password', async () => {
  const { user, shell } = render();
  await user.click(submitButton());
  await waitFor(() => expect(password()).toHaveAccessibleDescription('Gib dein Passwort ein.'));
  expect(password()).toHaveFocus();
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
    [reauthenticated, refuse(deleteMe, 'internal')],
    'Dein Konto ließ sich nicht löschen. Versuch es noch einmal.',
  ],
] as const)('shows %s at the password field, and deletes nothing', async (_, answers, expectedText) => {
  const { user, shell } = render(...answers);
  await user.type(password(), 'mittagspause{Enter}');
  await waitFor(() => expect(password()).toHaveAccessibleDescription(expectedText));
  expect(password()).toHaveFocus();
  expect(password()).toHaveValue('mittagspause');
  expect(shell.recorded.navigation).toEqual([]);
  expect(shell.session.get()).toMatchObject({ account: { loggedIn: true } });
});

it('sends one request, even after several presses', async () => {
  const { user, shell } = render(neverRespond(reauthenticate));
  await user.type(password(), 'mittagspause');
  await user.dblClick(submitButton());
  expect(shell.requests).toEqual(['POST /api/auth/reauthenticate']);
});

describe('a user of a third party', () => {
  const fake = { window: createFakeSignInWindow() };
  beforeEach(() => {
    fake.window.restore();
    fake.window = createFakeSignInWindow();
  });
  afterAll(() => fake.window.restore());

  const account = anAccount({ thirdParty: 'google' });
  const completed = answer(completeThirdParty, aSession({ account }));
  const showTick = (...answers: ScenarioAnswer[]) =>
    renderWithShell(<DeleteAccount account={account} />, { session: 'verified', account, answers });
  const tickBox = () => screen.getByRole('checkbox', { name: 'Ja, ich möchte mein Konto löschen.' });
  const confirm = async ({ user }: ReturnType<typeof showTick>) => {
    await user.click(tickBox());
    await waitFor(() => expect(submitButton()).not.toHaveAttribute('aria-disabled'));
    await user.click(submitButton());
  };

  it('ticks a box in place of a password', async () => {
    const { user, shell } = showTick();
    expect(screen.queryByLabelText('Aktuelles Passwort')).not.toBeInTheDocument();
    await waitFor(() => expect(submitButton()).not.toHaveAttribute('aria-disabled'));
    await user.click(submitButton());
    expect(tickBox()).toHaveAccessibleDescription('Setz den Haken, damit wir wissen, dass du es ernst meinst.');
    expect(tickBox()).toHaveFocus();
    expect([fake.window.openedAddresses, shell.requests]).toEqual([[], []]);
  });

  it('proves the identity in a window, then is deleted and logged out', async () => {
    const rendered = showTick(completed, answer(deleteMe, {}), answer(logout, {}));
    await confirm(rendered);
    expect(fake.window.openedAddresses).toEqual([
      expect.stringMatching(/^\/api\/auth\/google\/start\?intent=reauthenticate&/),
    ]);
    fake.window.sendOutcome({ ok: true, code: 'code' });
    await waitFor(() => expect(rendered.shell.recorded.navigation).toEqual([['close']]));
    expect(rendered.shell.requests).toEqual([
      'POST /api/auth/google/complete',
      'PUT /api/users/deleteMe',
      'POST /api/auth/logout',
    ]);
    expect(rendered.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist gelöscht.' }]);
  });

  it.each([
    ['turns back', 'cancelled', 'Du hast die Anmeldung mit Google abgebrochen.'],
    [
      'comes back as somebody else',
      'notAllowed',
      'Das war ein anderes Konto bei Google. Nimm das, mit dem du dich bei Mahlzeit anmeldest.',
    ],
  ])('keeps account and tick when the user %s', async (_, code, expectedText) => {
    const rendered = showTick();
    await confirm(rendered);
    fake.window.sendOutcome({ ok: false, code });
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(tickBox()).toBeChecked();
    expect(screen.getByRole('button', { name: /^Konto löschen/ })).toHaveFocus();
    expect(rendered.shell.requests).toEqual([]);
  });

  it('sees a snackbar when the deletion fails', async () => {
    const rendered = showTick(completed, refuse(deleteMe, 'internal'));
    await confirm(rendered);
    fake.window.sendOutcome({ ok: true, code: 'code' });
    await waitFor(() =>
      expect(rendered.shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Dein Konto ließ sich nicht löschen. Versuch es noch einmal.' },
      ]),
    );
    expect(rendered.shell.session.get()).toMatchObject({ account: { loggedIn: true } });
  });
});
