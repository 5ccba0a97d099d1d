import { completeThirdParty, getProviders, logout } from '@mahlzeit/contract';
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

const allProviders = answer(getProviders, [
  { provider: 'google', enabled: true },
  { provider: 'facebook', enabled: true },
  { provider: 'apple', enabled: true },
]);
const fake = { window: createFakeSignInWindow() };
beforeEach(() => {
  fake.window.restore();
  fake.window = createFakeSignInWindow();
});
afterAll(() => fake.window.restore());

const render = (...answers: readonly ScenarioAnswer[]) => {
  const shell = fakeShell({ answers: [...answers, allProviders] });
  return renderWithShell(<RegistrationOptions isPrompt={false} />, { shell });
};

const startSignIn = async ({ user }: ReturnType<typeof render>, name = 'Google') =>
  user.click(await screen.findByRole('button', { name: `Weiter mit ${name}` }));

it('links to a new account and to the login', async () => {
  render();
  await screen.findByRole('button', { name: 'Weiter mit Google' });
  expect(screen.getByRole('link', { name: 'Konto anlegen' })).toHaveAttribute('href', '#login/new');
  expect(screen.getByRole('link', { name: 'Anmelden' })).toHaveAttribute('href', '#login');
  expect(screen.queryByText('Dafür brauchst du ein Konto.')).not.toBeInTheDocument();
});

it('names the reason of the prompt', async () => {
  renderWithShell(<RegistrationOptions isPrompt />, { answers: [allProviders] });
  await screen.findByRole('button', { name: 'Weiter mit Google' });
  expect(screen.getByText('Dafür brauchst du ein Konto.')).toBeInTheDocument();
});

it('offers the third parties of this deployment only', async () => {
  render(
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
    render(providers);
    expect(await screen.findByRole('link', { name: 'Konto anlegen' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Weiter mit/ })).not.toBeInTheDocument();
  },
);

it('loads the third parties again on demand', async () => {
  const rendered = render(failAsUnreachable(getProviders));
  expect(await screen.findByText('Google, Facebook und Apple laden gerade nicht.')).toBeInTheDocument();
  rendered.shell.use(allProviders);
  await rendered.user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByRole('button', { name: 'Weiter mit Google' })).toBeInTheDocument();
});

it('R05 greets a returning user and goes back one step', async () => {
  const rendered = render(answer(completeThirdParty, aSession({ account: anAccount({ displayName: 'Frieda' }) })));
  await startSignIn(rendered);
  fake.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() => expect(rendered.shell.recorded.navigation).toEqual([['back', 1]]));
  expect(rendered.shell.recorded.snackbars).toMatchObject([
    { tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda.' },
  ]);
});

it('welcomes a new user, who keeps the uid, also without a name', async () => {
  const account = anAccount({ uid: anAnonymousAccount().uid, displayName: null, email: null, thirdParty: 'facebook' });
  const rendered = render(answer(completeThirdParty, aSession({ account })));
  await startSignIn(rendered, 'Facebook');
  fake.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(rendered.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist angelegt. Willkommen.' }]),
  );
});

it('returns to the buttons with a quiet message after a cancel, which the next attempt clears', async () => {
  const rendered = render();
  await startSignIn(rendered);
  fake.window.sendOutcome({ ok: false, code: 'cancelled' });
  expect(
    (await screen.findByText('Du hast die Anmeldung mit Google abgebrochen.')).closest('[role=status]'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await startSignIn(rendered, 'Apple');
  await rendered.user.click(await screen.findByRole('button', { name: 'Abbrechen' }));
  expect(screen.queryByText('Du hast die Anmeldung mit Google abgebrochen.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Weiter mit Apple/ })).toHaveFocus();
});

it('shows an error above the buttons', async () => {
  const rendered = render();
  await startSignIn(rendered);
  fake.window.sendOutcome({ ok: false, code: 'unavailable' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Google ist gerade nicht erreichbar.');
});

describe('a taken address', () => {
  const meet = async (...answers: readonly ScenarioAnswer[]) => {
    const rendered = render(...answers);
    rendered.shell.answerNextAlert('login');
    await startSignIn(rendered);
    return rendered;
  };
  const dialog = {
    title: 'Die Anmeldung hat nicht geklappt',
    text: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  };

  it('A07 opens a dialog and logs out: an anonymous session starts, and the login opens above the way back', async () => {
    const rendered = await meet(answer(logout, {}));
    const users: unknown[] = [];
    rendered.shell.session.subscribe(() => users.push(rendered.shell.session.get()));
    fake.window.sendOutcome({ ok: false, code: 'ErrorEmailTaken' });
    await waitFor(() => expect(rendered.shell.recorded.alerts).toMatchObject([dialog]));
    await waitFor(() => expect(rendered.shell.recorded.navigation).toEqual([['open', 'login']]));
    expect(rendered.shell.requests).toContain('POST /api/auth/logout');
    expect(users).toMatchObject([{ account: { isAnonymous: true } }]);
  });

  it('A07 does the same when only the completion of the sign-in is refused', async () => {
    const rendered = await meet(refuse(completeThirdParty, 'ErrorEmailTaken'), answer(logout, {}));
    fake.window.sendOutcome({ ok: true, code: 'code' });
    await waitFor(() => expect(rendered.shell.requests).toContain('POST /api/auth/logout'));
    expect(rendered.shell.recorded.alerts).toMatchObject([dialog]);
  });
});
