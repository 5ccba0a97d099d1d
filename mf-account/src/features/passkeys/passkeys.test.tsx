import {
  addPasskey,
  beginPasskey,
  getPasskeys,
  reauthenticate,
  removePasskey,
  renamePasskey,
} from '@mahlzeit/contract';
import type { PasskeyCreationOptions } from '@mahlzeit/contract';
import { aPasskey, aSession, fixtureNow, somePasskeys } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { fakePasskeyBrowser } from '../../testing/fake-passkey-browser';
import { firstPasskeyName, passkeyDetailOf } from './passkey-texts';
import { Passkeys } from './passkeys';

const DAY_MS = 24 * 60 * 60_000;

const creationOptions: PasskeyCreationOptions = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Mahlzeit' },
  user: { id: 'AAAA', name: 'frieda@mahlzeit.test', displayName: 'Frieda' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
};

const renderPasskeys = (...answers: ScenarioAnswer[]) =>
  renderWithShell(<Passkeys />, { session: 'verified', answers });

const rowTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it.each([
  [{ createdAt: fixtureNow, lastUsedAt: null }, /^Seit .+, noch nicht benutzt$/],
  [{ lastUsedAt: fixtureNow }, /^Seit .+, zuletzt heute$/],
  [{ lastUsedAt: fixtureNow - DAY_MS }, /, zuletzt gestern$/],
  [{ lastUsedAt: fixtureNow - 3 * DAY_MS }, /, zuletzt (Mon|Diens|Mitt|Donners|Frei|Sams|Sonn)(tag|woch)$/],
  [{ lastUsedAt: fixtureNow - 8 * DAY_MS }, /, zuletzt \d+\. \p{L}+$/u],
  [{ lastUsedAt: fixtureNow - 400 * DAY_MS }, /, zuletzt \d+\. \p{L}+ \d{4}$/u],
])('says of %j since when it is used', (overrides, expectedDetail) => {
  expect(passkeyDetailOf(aPasskey(overrides), fixtureNow)).toMatch(expectedDetail);
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true, 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', true, 'Android-Gerät'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', true, 'Windows-Rechner'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', true, 'Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64)', true, 'Rechner'],
  ['Mozilla/5.0 (X11; Linux x86_64)', false, 'Anderes Gerät'],
  ['', true, 'Anderes Gerät'],
])('calls a new passkey of %j %s', (userAgent, isOnThisDevice, expectedName) => {
  expect(firstPasskeyName(userAgent, isOnThisDevice)).toBe(expectedName);
});

describe('in a browser without passkeys', () => {
  it('lists them, and offers none', async () => {
    renderPasskeys(answer(getPasskeys, somePasskeys()));
    expect(await screen.findByText('Laptop im Büro')).toBeVisible();
    expect(rowTexts()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Passkey hinzufügen' })).not.toBeInTheDocument();
  });

  it('says why there is nothing', async () => {
    renderPasskeys(answer(getPasskeys, []));
    expect(await screen.findByText(/Dieser Browser kann das hier nicht/)).toBeVisible();
  });

  it('offers another try after a failure', async () => {
    const { user, shell } = renderPasskeys(failAsUnreachable(getPasskeys));
    await screen.findByText('Deine Passkeys laden gerade nicht.');
    shell.use(answer(getPasskeys, somePasskeys()));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText('Jules Handy')).toBeVisible();
  });
});

describe('in a browser with passkeys', () => {
  const passkeyBrowser = fakePasskeyBrowser();
  afterEach(() => passkeyBrowser.restore());

  it('adds one after a proof of identity', async () => {
    passkeyBrowser.install();
    const { user, shell } = renderPasskeys(
      answer(getPasskeys, []),
      refuse(beginPasskey, 'reauthenticationRequired'),
      answer(reauthenticate, aSession()),
      answer(addPasskey, aPasskey({ name: 'Rechner', lastUsedAt: null })),
    );
    await user.click(await screen.findByRole('button', { name: 'Passkey hinzufügen' }));
    const question = await screen.findByRole('dialog', { name: 'Bist du es?' });
    shell.use(answer(beginPasskey, creationOptions));
    await user.type(within(question).getByLabelText('Aktuelles Passwort'), 'mittagspause{Enter}');
    await waitFor(() => expect(rowTexts()[0]).toMatch(/^Rechner/));
    expect(question).not.toBeInTheDocument();
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success' }]);
    expect(passkeyBrowser.createdFor).toEqual(['localhost']);
  });

  it('adds none when the user closes the question, or the browser’s dialog', async () => {
    passkeyBrowser.install('NotAllowedError');
    const { user, shell } = renderPasskeys(answer(getPasskeys, []), refuse(beginPasskey, 'reauthenticationRequired'));
    const add = async () => user.click(await screen.findByRole('button', { name: 'Passkey hinzufügen' }));
    await add();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Schließen' }));
    shell.use(answer(beginPasskey, creationOptions));
    await add();
    await waitFor(() => expect(passkeyBrowser.createdFor).toHaveLength(1));
    expect(rowTexts()).toEqual(['Passkey hinzufügen']);
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it('says that the device has one already', async () => {
    passkeyBrowser.install('InvalidStateError');
    const { user, shell } = renderPasskeys(answer(getPasskeys, []), answer(beginPasskey, creationOptions));
    await user.click(await screen.findByRole('button', { name: 'Passkey hinzufügen' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: /schon einen Passkey/ }]),
    );
  });

  it('renames one, and removes one after a question', async () => {
    passkeyBrowser.install();
    const { user, shell } = renderPasskeys(
      answer(getPasskeys, somePasskeys()),
      answer(renamePasskey, aPasskey({ name: 'Altes Handy' })),
      answer(removePasskey, {}),
    );
    await user.click(await screen.findByRole('button', { name: 'Mehr zu Jules Handy' }));
    await user.click(screen.getByRole('button', { name: 'Umbenennen' }));
    const nameField = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(nameField);
    await user.type(nameField, 'Altes Handy{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Mehr zu Altes Handy' }));
    shell.answerNextAlert('remove');
    await user.click(screen.getByRole('button', { name: 'Passkey entfernen' }));
    await waitFor(() => expect(rowTexts()).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
    expect(shell.recorded.alerts).toMatchObject([{ title: '„Altes Handy“ entfernen?' }]);
  });
});
