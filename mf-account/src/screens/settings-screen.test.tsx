import { exportUser, patchMe, requestPasswordReset } from '@mahlzeit/contract';
import { aUser, fixtureNow } from '@mahlzeit/contract/fixtures';
import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { Settings } from './settings-screen';

const renderSettings = (shellOptions: ScenarioShellOptions) => renderWithShell(<Settings />, shellOptions);
/** Renders the settings of a member, and waits until the member's data has loaded. */
const renderLoadedSettings = async (shellOptions: ScenarioShellOptions = { session: 'verified' }) => {
  const renderedScreen = renderSettings(shellOptions);
  await screen.findByRole('button', { name: /^E-Mails zu Treffen/ });
  return renderedScreen;
};
const rowButton = (rowLabel: string) => screen.getByRole('button', { name: rowLabel });

it('show a visitor the rows for everybody', () => {
  renderSettings({ session: 'anonymous' });
  expect(screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Anmelden oder registrieren #registration',
    'Hilfe und Kontakt #support',
    'Impressum #settings/imprint',
    'Datenschutz #settings/privacy',
    'Nutzungsbedingungen #settings/terms',
    'Barrierefreiheit #settings/accessibility',
  ]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('name the logged-in user', async () => {
  await renderLoadedSettings();
  expect(screen.getByText('Frieda Petersen')).toBeInTheDocument();
  expect(screen.getByText(/frieda@mahlzeit\.test.*Für andere sichtbar/)).toBeInTheDocument();
  expect(screen.queryByText('Anmelden oder registrieren')).not.toBeInTheDocument();
});

it('call a user without a chosen name what others call them, above nothing but their own e-mail address', async () => {
  renderSettings({ session: 'verified', account: { displayName: 'frieda.p', named: false } });
  expect(await screen.findByText('Ohne Namen')).toBeInTheDocument();
  expect(screen.getByText(/frieda@mahlzeit\.test.*Für andere sichtbar als „Jemand“/)).toBeInTheDocument();
});

it('show payment options and blocked users once their screens are declared', async () => {
  await renderLoadedSettings({ session: 'verified', missingScreens: ['paymentoptions'] });
  expect(screen.queryByRole('link', { name: 'Zahlungsarten' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Blockierte' })).toHaveAttribute('href', '#blockedusers');
});

it('show the version, with the stage unless it is production', () => {
  const { unmount } = renderSettings({ deployment: { stage: 'beta' } });
  expect(screen.getByText('Version 5.0.1 (beta)')).toBeInTheDocument();
  unmount();
  renderSettings({ deployment: { stage: 'prod' } });
  expect(screen.getByText('Version 5.0.1')).toBeInTheDocument();
});

it('show nothing before the session is known', () => {
  expect(renderSettings({ session: 'unknown' }).container).toBeEmptyDOMElement();
});

describe('visibility', () => {
  it('is turned off with a message, and the row changes', async () => {
    const { user, shell } = await renderLoadedSettings({
      session: 'verified',
      answers: [answer(patchMe, aUser({ visible: false }))],
    });
    await user.click(rowButton('Unsichtbar werden'));
    expect(await screen.findByRole('button', { name: 'Sichtbar werden' })).toBeInTheDocument();
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Du bist jetzt unsichtbar.' }]);
    expect(shell.recorded.alerts).toEqual([]);
  });

  const becomeVisible = async (shellOptions: ScenarioShellOptions, alertChoice: string | null = null) => {
    const renderedScreen = await renderLoadedSettings({ account: { visible: false }, ...shellOptions });
    renderedScreen.shell.answerNextAlert(alertChoice);
    await renderedScreen.user.click(rowButton('Sichtbar werden'));
    return renderedScreen.shell;
  };

  it('is turned on for a verified member without a hint', async () => {
    const shell = await becomeVisible({ session: 'verified', answers: [answer(patchMe, aUser())] });
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ text: 'Andere können dich jetzt finden.' }]));
    expect(shell.recorded.alerts).toEqual([]);
  });

  it.each([
    ['verify', [['open', 'profile']]],
    ['later', []],
  ])('is turned on for an unverified member with a hint: %s', async (alertChoice, expectedNavigation) => {
    const shell = await becomeVisible(
      {
        session: 'unverified',
        answers: [answer(patchMe, aUser({ uid: 'uid-unverified-01', verificationCode: false }))],
      },
      alertChoice,
    );
    await waitFor(() =>
      expect(shell.recorded.alerts).toMatchObject([{ title: 'Bestätige noch deine E-Mail-Adresse' }]),
    );
    await waitFor(() => expect(shell.recorded.navigation).toEqual(expectedNavigation));
  });

  it('stays unchanged when the request fails', async () => {
    const shell = await becomeVisible({ session: 'verified', answers: [failAsUnreachable(patchMe)] });
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.' },
      ]),
    );
    expect(rowButton('Sichtbar werden')).toBeInTheDocument();
  });
});

describe('e-mails of meetups', () => {
  it('are turned off and on, and the row changes', async () => {
    const { user, shell } = await renderLoadedSettings({
      session: 'verified',
      answers: [answer(patchMe, aUser({ meetupMails: false }))],
    });
    await user.click(await screen.findByRole('button', { name: 'E-Mails zu Treffen beenden' }));
    expect(await screen.findByRole('button', { name: 'E-Mails zu Treffen einschalten' })).toBeInTheDocument();
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'success', text: 'Du bekommst keine E-Mails zu Treffen mehr.' },
    ]);
  });

  it('stay unchanged when the request fails', async () => {
    const { user, shell } = await renderLoadedSettings({ session: 'verified', answers: [refuse(patchMe, 'internal')] });
    await user.click(await screen.findByRole('button', { name: 'E-Mails zu Treffen beenden' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Das ließ sich nicht ändern. Versuch es noch einmal.' },
      ]),
    );
    expect(rowButton('E-Mails zu Treffen beenden')).toBeInTheDocument();
  });
});

describe('the channel of releases', () => {
  it('leads into beta and back, and the row says when it applies', async () => {
    const { user, shell } = await renderLoadedSettings({
      session: 'verified',
      answers: [answer(patchMe, aUser({ releaseChannel: 'beta' }), aUser())],
    });
    expect(
      screen.getByText(
        'Beim nächsten Laden der Seite bekommst du Neues früher als andere. Zurück kannst du jederzeit.',
      ),
    ).toBeVisible();
    await user.click(rowButton('Neues vorab ausprobieren'));
    await user.click(await screen.findByRole('button', { name: 'Neues nicht mehr vorab ausprobieren' }));
    expect(await screen.findByRole('button', { name: 'Neues vorab ausprobieren' })).toBeVisible();
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'success', text: 'Beim nächsten Laden der Seite bekommst du Neues vorab.' },
      { tone: 'success', text: 'Beim nächsten Laden der Seite bekommst du, was alle haben.' },
    ]);
  });

  it('stays unchanged when the request fails', async () => {
    const { user, shell } = await renderLoadedSettings({ session: 'verified', answers: [refuse(patchMe, 'internal')] });
    await user.click(rowButton('Neues vorab ausprobieren'));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Das ließ sich nicht ändern. Versuch es noch einmal.' },
      ]),
    );
    expect(rowButton('Neues vorab ausprobieren')).toBeInTheDocument();
  });

  it('changes by one request, even after several presses', async () => {
    const { user, shell } = await renderLoadedSettings({ session: 'verified', answers: [neverRespond(patchMe)] });
    await user.dblClick(rowButton('Neues vorab ausprobieren'));
    expect(shell.requests.filter((request) => request.startsWith('PATCH'))).toEqual(['PATCH /api/users/me']);
  });
});

describe('a new password', () => {
  it.each([
    [
      'is on its way',
      answer(requestPasswordReset, {}),
      'Der Link für ein neues Passwort ist unterwegs an frieda@mahlzeit.test.',
    ],
    ['cannot be had', refuse(requestPasswordReset, 'internal'), 'Der Link ließ sich nicht verschicken.'],
    [
      'has to wait',
      refuse(requestPasswordReset, 'ErrorTooManyAttempts', { retryAfterMs: 1_200_000 }),
      'Der Link ließ sich nicht verschicken. Zu viele Versuche. Versuch es in 20 Minuten noch einmal.',
    ],
  ])('%s', async (_caseName, refusedAnswer, expectedText) => {
    const { user, shell } = await renderLoadedSettings({ session: 'verified', answers: [refusedAnswer] });
    await user.click(rowButton('Passwort zurücksetzen'));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ text: expectedText }]));
  });

  it('sends one request, even after several presses', async () => {
    const { user, shell } = await renderLoadedSettings({
      session: 'verified',
      answers: [neverRespond(requestPasswordReset)],
    });
    await user.dblClick(rowButton('Passwort zurücksetzen'));
    expect(shell.requests).toEqual(['POST /api/auth/password-reset']);
  });
});

describe('the stored data', () => {
  const savedFiles: { name: string; content: Blob }[] = [];
  beforeEach(() => {
    savedFiles.length = 0;
    const blobByUrl = new Map<string, Blob>();
    jest.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      if (!(content instanceof Blob)) throw new TypeError('not a file');
      blobByUrl.set('blob:daten', content);
      return 'blob:daten';
    });
    jest.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const content = blobByUrl.get(this.href);
      if (content !== undefined) savedFiles.push({ name: this.download, content });
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  it('are saved as a file with the gateway’s answer', async () => {
    const exportedData = { exportedAt: fixtureNow, user: aUser(), notifications: [{ title: 'Hallo' }] };
    const { user, shell } = await renderLoadedSettings({
      session: 'verified',
      answers: [answer(exportUser, exportedData)],
    });
    await user.click(rowButton('Meine Daten herunterladen'));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'success', text: 'Deine Daten stehen in mahlzeit-daten.json.' },
      ]),
    );
    expect(savedFiles.map(({ name }) => name)).toEqual(['mahlzeit-daten.json']);
    expect(JSON.parse(await (savedFiles[0]?.content.text() ?? ''))).toEqual(exportedData);
  });

  it('are not saved when the request fails', async () => {
    const { user, shell } = await renderLoadedSettings({
      session: 'verified',
      answers: [failAsUnreachable(exportUser)],
    });
    await user.click(rowButton('Meine Daten herunterladen'));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    expect(savedFiles).toEqual([]);
  });
});

describe('consent', () => {
  const consentPurposes = ['analytics', 'errorReports'] as const;
  const consentLink = () => screen.getByRole('link', { name: /^Auswertung und Fehlerberichte/ });

  it.each<[readonly ConsentPurpose[] | null, string]>([
    [null, 'Noch nicht entschieden, nichts wird gesendet'],
    [[], 'Nicht erlaubt'],
    [consentPurposes, 'Erlaubt'],
    [['analytics'], 'Nur die Auswertung ist erlaubt'],
    [['errorReports'], 'Nur Fehlerberichte sind erlaubt'],
  ])('shows its state and opens the choice: %j', (allowedPurposes, expectedText) => {
    renderSettings({ session: 'anonymous', consent: { purposes: consentPurposes, allowedPurposes } });
    expect(screen.getByText(expectedText)).toBeInTheDocument();
    expect(consentLink()).toHaveAttribute('href', '#settings/consent');
  });

  it('has no row without a purpose', async () => {
    await renderLoadedSettings();
    expect(screen.queryByText('Auswertung und Fehlerberichte')).not.toBeInTheDocument();
  });
});
