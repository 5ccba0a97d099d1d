import { completeThirdParty, getProviders, logout } from '@mahlzeit/contract';
import { aSession, anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { RegistrationOptions } from './registration-screen';

const all = answer(getProviders, [
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

const show = (...answers: readonly ScenarioAnswer[]) => {
  const shell = fakeShell({ answers: [...answers, all] });
  return renderWithShell(<RegistrationOptions isPrompt={false} />, { shell });
};

const begin = async ({ user }: ReturnType<typeof show>, name = 'Google') =>
  user.click(await screen.findByRole('button', { name: `Weiter mit ${name}` }));

it('leads to a new account and to login', async () => {
  show();
  await screen.findByRole('button', { name: 'Weiter mit Google' });
  expect(screen.getByRole('link', { name: 'Konto anlegen' })).toHaveAttribute('href', '#login/new');
  expect(screen.getByRole('link', { name: 'Anmelden' })).toHaveAttribute('href', '#login');
  expect(screen.queryByText('Dafür brauchst du ein Konto.')).not.toBeInTheDocument();
});

it('says why one is here', async () => {
  renderWithShell(<RegistrationOptions isPrompt />, { answers: [all] });
  await screen.findByRole('button', { name: 'Weiter mit Google' });
  expect(screen.getByText('Dafür brauchst du ein Konto.')).toBeInTheDocument();
});

it('offers the third parties of this deployment and no others', async () => {
  show(
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

it.each([[hang(getProviders)], [unreachable(getProviders)]])(
  'leaves the other ways usable while the third parties are not there (%#)',
  async (providers) => {
    show(providers);
    expect(await screen.findByRole('link', { name: 'Konto anlegen' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Weiter mit/ })).not.toBeInTheDocument();
  },
);

it('asks again for the third parties on demand', async () => {
  const shown = show(unreachable(getProviders));
  expect(await screen.findByText('Google, Facebook und Apple laden gerade nicht.')).toBeInTheDocument();
  shown.shell.use(all);
  await shown.user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByRole('button', { name: 'Weiter mit Google' })).toBeInTheDocument();
});

it('R05 greets who is back and goes back one step, to what lay under it', async () => {
  const shown = show(answer(completeThirdParty, aSession({ account: anAccount({ displayName: 'Frieda' }) })));
  await begin(shown);
  fake.window.send({ ok: true, code: 'code' });
  await waitFor(() => expect(shown.shell.recorded.navigation).toEqual([['back', 1]]));
  expect(shown.shell.recorded.snackbars).toMatchObject([
    { tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda.' },
  ]);
});

it('welcomes who is new, whose uid stays, also without a name', async () => {
  const account = anAccount({ uid: anAnonymousAccount().uid, displayName: null, email: null, thirdParty: 'facebook' });
  const shown = show(answer(completeThirdParty, aSession({ account })));
  await begin(shown, 'Facebook');
  fake.window.send({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(shown.shell.recorded.snackbars).toMatchObject([{ text: 'Dein Konto ist angelegt. Willkommen.' }]),
  );
});

it('comes back to the ways with a quiet word when one has turned back, and forgets it at the next try', async () => {
  const shown = show();
  await begin(shown);
  fake.window.send({ ok: false, code: 'cancelled' });
  expect(
    (await screen.findByText('Du hast die Anmeldung mit Google abgebrochen.')).closest('[role=status]'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await begin(shown, 'Apple');
  await shown.user.click(await screen.findByRole('button', { name: 'Abbrechen' }));
  expect(screen.queryByText('Du hast die Anmeldung mit Google abgebrochen.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Weiter mit Apple/ })).toHaveFocus();
});

it('says what went wrong above the ways', async () => {
  const shown = show();
  await begin(shown);
  fake.window.send({ ok: false, code: 'unavailable' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Google ist gerade nicht erreichbar.');
});

describe('an address that is taken', () => {
  const meet = async (...answers: readonly ScenarioAnswer[]) => {
    const shown = show(...answers);
    shown.shell.answerNextAlert('login');
    await begin(shown);
    return shown;
  };
  const dialog = {
    title: 'Die Anmeldung hat nicht geklappt',
    text: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  };

  it('A07 says so in a dialog and logs out: a new anonymous session stands, and the login lies above the way back', async () => {
    const shown = await meet(answer(logout, {}));
    const users: unknown[] = [];
    shown.shell.session.subscribe(() => users.push(shown.shell.session.get()));
    fake.window.send({ ok: false, code: 'ErrorEmailTaken' });
    await waitFor(() => expect(shown.shell.recorded.alerts).toMatchObject([dialog]));
    await waitFor(() => expect(shown.shell.recorded.navigation).toEqual([['open', 'login']]));
    expect(shown.shell.requests).toContain('POST /api/auth/logout');
    expect(users).toMatchObject([{ account: { isAnonymous: true } }]);
  });

  it('A07 does the same where it is found out only when it counts', async () => {
    const shown = await meet(refuse(completeThirdParty, 'ErrorEmailTaken'), answer(logout, {}));
    fake.window.send({ ok: true, code: 'code' });
    await waitFor(() => expect(shown.shell.requests).toContain('POST /api/auth/logout'));
    expect(shown.shell.recorded.alerts).toMatchObject([dialog]);
  });
});
