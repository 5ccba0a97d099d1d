import { completeThirdParty, getConnectionSender, getProviders, logout } from '@mahlzeit/contract';
import { aSession, anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import {
  answer,
  fakeShell,
  neverRespond,
  refuse,
  renderWithShell,
  failAsUnreachable,
} from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { RegistrationOptions } from './registration-screen';

const answerAllSignInProviders = answer(getProviders, [
  { provider: 'google', enabled: true },
  { provider: 'facebook', enabled: true },
  { provider: 'apple', enabled: true },
]);
const fakeBrowser = { window: createFakeSignInWindow() };
beforeEach(() => {
  fakeBrowser.window.restore();
  fakeBrowser.window = createFakeSignInWindow();
});
afterAll(() => fakeBrowser.window.restore());

const renderRegistration = (...answers: readonly ScenarioAnswer[]) => {
  const shell = fakeShell({ answers: [...answers, answerAllSignInProviders] });
  return renderWithShell(<RegistrationOptions isPrompt={false} />, { shell });
};

const startSignIn = async ({ user }: ReturnType<typeof renderRegistration>, providerName = 'Google') =>
  user.click(await screen.findByRole('button', { name: `Weiter mit ${providerName}` }));

it('links to a new account and to the login', async () => {
  renderRegistration();
  await screen.findByRole('button', { name: 'Weiter mit Google' });
  expect(screen.getByRole('link', { name: 'Konto anlegen' })).toHaveAttribute('href', '#login/new');
  expect(screen.getByRole('link', { name: 'Anmelden' })).toHaveAttribute('href', '#login');
  expect(screen.queryByText('Dafür brauchst du ein Konto.')).not.toBeInTheDocument();
});

it('names the reason of the prompt', async () => {
  renderWithShell(<RegistrationOptions isPrompt />, { answers: [answerAllSignInProviders] });
  await screen.findByRole('button', { name: 'Weiter mit Google' });
  expect(screen.getByText('Dafür brauchst du ein Konto.')).toBeInTheDocument();
});

describe('after a connection link', () => {
  const renderLink = (senderAnswer: ScenarioAnswer, connectionCode = '7KQ4F2MD') =>
    renderWithShell(<RegistrationOptions isPrompt connectionCode={connectionCode} />, {
      answers: [senderAnswer, answerAllSignInProviders],
    });

  it.each([
    ['Ben', 'Ben lädt dich ein: Mit einem Konto könnt ihr euch verbinden.'],
    ['', 'Jemand lädt dich ein: Mit einem Konto könnt ihr euch verbinden.'],
  ])('names the sender with the first name „%s“', async (firstName, expectedText) => {
    const { shell } = renderLink(answer(getConnectionSender, { firstName }));
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(screen.queryByText('Dafür brauchst du ein Konto.')).not.toBeInTheDocument();
    expect(shell.requests).toContain('GET /api/users/connect/7KQ4F2MD');
  });

  it.each<[string, ScenarioAnswer]>([
    ['while the name is loading', neverRespond(getConnectionSender)],
    ['for a code that nobody has', refuse(getConnectionSender, 'connectionCodeUnknown')],
    ['without a connection', failAsUnreachable(getConnectionSender)],
  ])('says only that an account is needed %s', async (_, senderAnswer) => {
    renderLink(senderAnswer);
    await screen.findByRole('button', { name: 'Weiter mit Google' });
    expect(screen.getByText('Dafür brauchst du ein Konto.')).toBeInTheDocument();
  });

  it('asks for nothing with a code that was cut off', async () => {
    const { shell } = renderLink(answer(getConnectionSender, { firstName: 'Ben' }), 'AB');
    await screen.findByRole('button', { name: 'Weiter mit Google' });
    expect(shell.requests.filter((request) => request.includes('connect'))).toEqual([]);
  });
});

it('offers the third parties of this deployment only', async () => {
  renderRegistration(
    answer(getProviders, [
      { provider: 'google', enabled: false },
      { provider: 'facebook', enabled: true },
      { provider: 'apple', enabled: true },
    ]),
  );
  expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'Weiter mit Facebook',
    'Weiter mit Apple',
  ]);
});

it.each([[neverRespond(getProviders)], [failAsUnreachable(getProviders)]])(
  'keeps the other ways usable while the third parties are missing (%#)',
  async (providers) => {
    renderRegistration(providers);
    expect(await screen.findByRole('link', { name: 'Konto anlegen' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Weiter mit/ })).not.toBeInTheDocument();
  },
);

it('loads the third parties again on demand', async () => {
  const renderedScreen = renderRegistration(failAsUnreachable(getProviders));
  expect(await screen.findByText('Google, Facebook und Apple laden gerade nicht.')).toBeInTheDocument();
  renderedScreen.shell.use(answerAllSignInProviders);
  await renderedScreen.user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByRole('button', { name: 'Weiter mit Google' })).toBeInTheDocument();
});

it('R05 greets a returning user and goes back one step', async () => {
  const renderedScreen = renderRegistration(
    answer(completeThirdParty, aSession({ account: anAccount({ displayName: 'Frieda' }) })),
  );
  await startSignIn(renderedScreen);
  fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() => expect(renderedScreen.shell.recorded.navigation).toEqual([['back', 1]]));
  expect(renderedScreen.shell.recorded.snackbars).toMatchObject([
    { tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda.' },
  ]);
});

it('welcomes a new user, who keeps the uid, also without a name', async () => {
  const facebookAccount = anAccount({
    uid: anAnonymousAccount().uid,
    displayName: null,
    named: false,
    email: null,
    thirdParty: 'facebook',
  });
  const renderedScreen = renderRegistration(answer(completeThirdParty, aSession({ account: facebookAccount })));
  await startSignIn(renderedScreen, 'Facebook');
  fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(renderedScreen.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist angelegt. Willkommen.' }]),
  );
  // The third party hasn't told the user's name, so the page asks the user for it.
  expect(renderedScreen.shell.recorded.navigation).toEqual([
    ['back', 1],
    ['open', 'editname', 'new'],
  ]);
});

it('returns to the buttons with a quiet message after a cancel, which the next attempt clears', async () => {
  const renderedScreen = renderRegistration();
  await startSignIn(renderedScreen);
  fakeBrowser.window.sendOutcome({ ok: false, code: 'cancelled' });
  expect(
    (await screen.findByText('Du hast die Anmeldung mit Google abgebrochen.')).closest('[role=status]'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await startSignIn(renderedScreen, 'Apple');
  await renderedScreen.user.click(await screen.findByRole('button', { name: 'Abbrechen' }));
  expect(screen.queryByText('Du hast die Anmeldung mit Google abgebrochen.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Weiter mit Apple/ })).toHaveFocus();
});

it('shows an error above the buttons', async () => {
  const renderedScreen = renderRegistration();
  await startSignIn(renderedScreen);
  fakeBrowser.window.sendOutcome({ ok: false, code: 'unavailable' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Google ist gerade nicht erreichbar.');
});

describe('a taken address', () => {
  const signInWithTakenAddress = async (...answers: readonly ScenarioAnswer[]) => {
    const renderedScreen = renderRegistration(...answers);
    renderedScreen.shell.answerNextAlert('login');
    await startSignIn(renderedScreen);
    return renderedScreen;
  };
  const emailTakenDialog = {
    title: 'Die Anmeldung hat nicht geklappt',
    text: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  };

  it('A07 opens a dialog and logs out: an anonymous session starts, and the login opens above the way back', async () => {
    const renderedScreen = await signInWithTakenAddress(answer(logout, {}));
    const sessionViews: unknown[] = [];
    renderedScreen.shell.session.subscribe(() => sessionViews.push(renderedScreen.shell.session.get()));
    fakeBrowser.window.sendOutcome({ ok: false, code: 'ErrorEmailTaken' });
    await waitFor(() => expect(renderedScreen.shell.recorded.alerts).toMatchObject([emailTakenDialog]));
    await waitFor(() => expect(renderedScreen.shell.recorded.navigation).toEqual([['open', 'login']]));
    expect(renderedScreen.shell.requests).toContain('POST /api/auth/logout');
    expect(sessionViews).toMatchObject([{ account: { isAnonymous: true } }]);
  });

  it('A07 does the same when only the completion of the sign-in is refused', async () => {
    const renderedScreen = await signInWithTakenAddress(
      refuse(completeThirdParty, 'ErrorEmailTaken'),
      answer(logout, {}),
    );
    fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
    await waitFor(() => expect(renderedScreen.shell.requests).toContain('POST /api/auth/logout'));
    expect(renderedScreen.shell.recorded.alerts).toMatchObject([emailTakenDialog]);
  });
});
