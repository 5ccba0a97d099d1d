import {
  changePassword,
  endDevice,
  endOtherDevices,
  getDevices,
  getProviders,
  getSignInWays,
  reauthenticate,
  unlinkProvider,
} from '@mahlzeit/contract';
import { aDevice, anAccount, aSession, someDevices, someSignInWays } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { Devices } from '../features/devices';
import { PasswordChangeForm } from '../features/password-change';
import { LinkProvider, SignInWaysSection } from '../features/sign-in-ways';

const allAnswers: readonly ScenarioAnswer[] = [
  answer(getDevices, someDevices()),
  answer(endDevice, {}),
  answer(endOtherDevices, {}),
  answer(getSignInWays, someSignInWays()),
  answer(unlinkProvider, someSignInWays({ providers: [] })),
  answer(getProviders, [
    { provider: 'google', enabled: true },
    { provider: 'facebook', enabled: false },
    { provider: 'apple', enabled: true },
  ]),
];

const sections = (
  <>
    <Devices />
    <SignInWaysSection />
  </>
);

const renderSecurity = (firstAnswers: readonly ScenarioAnswer[] = [], shellOptions: ScenarioShellOptions = {}) =>
  renderWithShell(sections, {
    session: 'verified',
    answers: [...firstAnswers, ...allAnswers],
    ...shellOptions,
  });

const deviceRows = async () =>
  within(await screen.findByRole('list', { name: 'Angemeldete Geräte' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const findEndButton = (device: string) => screen.findByRole('button', { name: `Abmelden ${device}` });

describe('the list of devices', () => {
  it('names each with its place and the last time, and marks the own one', async () => {
    renderSecurity();
    expect(await deviceRows()).toEqual([
      'Chrome auf AndroidDeutschland, dieses Gerätjetzt',
      'Firefox auf WindowsDeutschland, So. 11:30Abmelden Firefox auf Windows',
      'Safari auf iPadOSÖsterreich, 4. JuniAbmelden Safari auf iPadOS',
    ]);
  });

  it('signs one out, says so, and moves the focus to the title before the button disappears', async () => {
    const { user, shell } = renderSecurity();
    await user.click(await findEndButton('Firefox auf Windows'));
    await waitFor(async () => expect(await deviceRows()).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Angemeldete Geräte' })).toHaveFocus();
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Firefox auf Windows ist abgemeldet.' }]);
    expect(shell.requests.filter((request) => request.startsWith('DELETE'))).toEqual([
      'DELETE /api/auth/devices/device-computer',
    ]);
  });

  it('sends one request for a double tap', async () => {
    const { user, shell } = renderSecurity();
    await user.dblClick(await findEndButton('Firefox auf Windows'));
    await waitFor(async () => expect(await deviceRows()).toHaveLength(2));
    expect(shell.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
  });

  it('keeps a device whose sign-out fails', async () => {
    const { user, shell } = renderSecurity([refuse(endDevice, 'internal')]);
    await user.click(await findEndButton('Firefox auf Windows'));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    expect(await deviceRows()).toHaveLength(3);
  });

  it('signs all others out after a question', async () => {
    const { user, shell } = renderSecurity();
    const endOthers = await screen.findByRole('button', { name: 'Alle anderen abmelden' });
    shell.answerNextAlert('keep');
    await user.click(endOthers);
    expect(await deviceRows()).toHaveLength(3);
    shell.answerNextAlert('end');
    await user.click(endOthers);
    expect(await screen.findByText('Nur dieses Gerät ist angemeldet.')).toBeInTheDocument();
    expect(await deviceRows()).toHaveLength(1);
    expect(endOthers).not.toBeInTheDocument();
  });

  it('asks who is there before it signs one out, and signs none out when the question is closed', async () => {
    const { user, shell } = renderSecurity([
      refuse(endDevice, 'reauthenticationRequired'),
      answer(reauthenticate, aSession()),
    ]);
    await user.click(await findEndButton('Firefox auf Windows'));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Bist du es?' })).getByRole('button', { name: 'Schließen' }),
    );
    expect(await deviceRows()).toHaveLength(3);
    await user.click(await findEndButton('Firefox auf Windows'));
    const question = await screen.findByRole('dialog', { name: 'Bist du es?' });
    shell.use(answer(endDevice, {}));
    await user.type(within(question).getByLabelText('Aktuelles Passwort'), 'mittagspause{Enter}');
    await waitFor(async () => expect(await deviceRows()).toHaveLength(2));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Firefox auf Windows ist abgemeldet.' }]);
  });

  it('names what is unknown, without a place', async () => {
    renderSecurity([
      answer(getDevices, [
        aDevice({ country: null }),
        aDevice({
          key: 'a',
          browser: null,
          system: null,
          kind: null,
          country: null,
          lastSeenAt: null,
          isCurrent: false,
        }),
      ]),
    ]);
    expect(await deviceRows()).toEqual([
      'Chrome auf AndroidDieses Gerätjetzt',
      'Unbekanntes GerätLänger nicht gesehenAbmelden Unbekanntes Gerät',
    ]);
  });

  it('offers a retry where it can’t be loaded', async () => {
    renderSecurity([failAsUnreachable(getDevices)]);
    expect(await screen.findByText('Deine Geräte laden gerade nicht.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeInTheDocument();
  });
});

describe('the ways to sign in', () => {
  it('are the password, the linked third parties and those that can be linked', async () => {
    renderSecurity();
    expect(await screen.findByRole('link', { name: 'Passwort ändern' })).toHaveAttribute('href', '#security/password');
    expect(await screen.findByText('Verbunden seit 4. Juni')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Verbinden Apple' })).toHaveAttribute(
      'href',
      '#security/link/apple',
    );
    expect(screen.queryByText('Facebook')).not.toBeInTheDocument();
  });

  it('lose a third party after a question', async () => {
    const { user, shell } = renderSecurity();
    shell.answerNextAlert('unlink');
    await user.click(await screen.findByRole('button', { name: 'Trennen Google' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([{ text: 'Mit Google kommst du nicht mehr in dein Konto.' }]),
    );
    expect(shell.requests).toContain('DELETE /api/auth/ways/google');
  });

  it('lose a third party after a proof of identity', async () => {
    const { user, shell } = renderSecurity([
      refuse(unlinkProvider, 'reauthenticationRequired'),
      answer(reauthenticate, aSession()),
    ]);
    shell.answerNextAlert('unlink');
    await user.click(await screen.findByRole('button', { name: 'Trennen Google' }));
    const question = await screen.findByRole('dialog', { name: 'Bist du es?' });
    shell.use(answer(unlinkProvider, someSignInWays({ providers: [] })));
    await user.type(within(question).getByLabelText('Aktuelles Passwort'), 'mittagspause{Enter}');
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success' }]));
  });

  it('keep the last one', async () => {
    const { user, shell } = renderSecurity([refuse(unlinkProvider, 'notAllowed')]);
    shell.answerNextAlert('unlink');
    await user.click(await screen.findByRole('button', { name: 'Trennen Google' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([{ text: 'Das ist dein einziger Weg in dein Konto.' }]),
    );
  });
});

describe('the form for another password', () => {
  const submitPasswords = async (answers: readonly ScenarioAnswer[], [password, newPassword]: [string, string]) => {
    const renderedForm = renderWithShell(<PasswordChangeForm email="frieda@mahlzeit.test" />, {
      session: 'verified',
      answers,
    });
    const { user } = renderedForm;
    if (password !== '') await user.type(screen.getByLabelText('Aktuelles Passwort'), password);
    if (newPassword !== '') await user.type(screen.getByLabelText('Neues Passwort'), newPassword);
    await user.click(screen.getByRole('button', { name: 'Passwort ändern' }));
    return renderedForm;
  };

  it('says that all other devices are signed out, and goes back', async () => {
    const { shell } = await submitPasswords([answer(changePassword, {})], ['mittagspause', 'feierabend!']);
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'success', text: 'Dein Passwort ist geändert. Alle anderen Geräte sind abgemeldet.' },
      ]),
    );
    expect(shell.recorded.navigation).toEqual([['back', 1]]);
  });

  it.each<[[string, string], string]>([
    [['', 'feierabend!'], 'Gib dein Passwort ein.'],
    [['mittagspause', 'kurz'], 'Nimm mindestens 8 Zeichen.'],
  ])('checks %j before it asks the gateway', async (passwords, expectedText) => {
    const { shell } = await submitPasswords([answer(changePassword, {})], passwords);
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(shell.requests).toEqual([]);
  });

  it.each<[ScenarioAnswer, string, string]>([
    [refuse(changePassword, 'ErrorPasswordIncorrect'), 'Aktuelles Passwort', 'Das Passwort stimmt nicht.'],
    [refuse(changePassword, 'ErrorPasswordInvalid'), 'Neues Passwort', 'Nimm mindestens 8 Zeichen.'],
    [refuse(changePassword, 'internal'), 'Neues Passwort', 'Das hat nicht geklappt. Versuch es noch einmal.'],
  ])('shows an error at its field (%#)', async (refusal, label, expectedText) => {
    await submitPasswords([refusal], ['mittagspause', 'feierabend!']);
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(screen.getByLabelText(label)).toHaveFocus();
  });
});

it('links a third party after the password has proved who is there', async () => {
  const { user } = renderWithShell(<LinkProvider account={anAccount()} provider="google" />, {
    session: 'verified',
    answers: [answer(reauthenticate, aSession())],
  });
  await user.type(screen.getByLabelText('Aktuelles Passwort'), 'mittagspause');
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByText(/^Melde dich jetzt bei Google an/)).toBeInTheDocument();
});
