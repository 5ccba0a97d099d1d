import { completeThirdParty, logout } from '@mahlzeit/contract';
import { anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { identityProvedBy, storePendingSignIn } from '../features/pending-sign-in';
import type { PendingSignIn } from '../features/pending-sign-in';
import finishSignIn from './finish-sign-in';

beforeEach(() => {
  window.sessionStorage.clear();
  identityProvedBy.set(null);
});

const googleAccount = anAccount({ thirdParty: 'google' });
const origin = { key: 'details', params: ['elbkantine', 'cart'] };

const finish = async (
  pending: Partial<PendingSignIn>,
  outcome: { readonly code: string | null; readonly error: string | null },
  { alertAnswer = null, ...shellOptions }: ScenarioShellOptions & { readonly alertAnswer?: string | null } = {},
) => {
  storePendingSignIn({ provider: 'google', intent: 'signIn', verifier: 'v'.repeat(43), origin: null, ...pending });
  const shell = fakeShell({
    session: 'anonymous',
    answers: [answer(completeThirdParty, aSession({ account: googleAccount })), answer(logout, {})],
    ...shellOptions,
  });
  shell.answerNextAlert(alertAnswer);
  await finishSignIn(outcome, shell);
  return { ...shell.recorded, requests: shell.requests };
};

it('signs the user in and leads them back to where they were asked', async () => {
  const { requests, snackbars, navigation } = await finish({ origin }, { code: 'code', error: null });
  expect(requests).toContain('POST /api/auth/google/complete');
  expect(snackbars).toMatchObject([{ tone: 'success', text: 'Du bist angemeldet. Hallo, Frieda Petersen.' }]);
  expect(navigation).toEqual([['open', 'details', 'elbkantine', 'cart']]);
});

it('asks a new user without a name for one', async () => {
  const account = anAccount({ uid: 'uid-anonym-01', named: false, thirdParty: 'google' });
  const { snackbars, navigation } = await finish(
    {},
    { code: 'code', error: null },
    { answers: [answer(completeThirdParty, aSession({ account }))] },
  );
  expect(snackbars).toMatchObject([{ text: expect.stringMatching(/^Dein Konto ist angelegt/) }]);
  expect(navigation).toEqual([['open', 'editname', 'new']]);
});

it('goes on with a deletion that needed a proof', async () => {
  const deletion = { key: 'deleteaccount', params: [] };
  const { navigation } = await finish({ intent: 'reauthenticate', origin: deletion }, { code: 'code', error: null });
  expect(navigation).toEqual([['open', 'deleteaccount']]);
  expect(identityProvedBy.get()).toBe('google');
});

it('shows the ways to sign in after a link', async () => {
  const { navigation, snackbars } = await finish({ intent: 'link' }, { code: 'code', error: null });
  expect(navigation).toEqual([['open', 'security']]);
  expect(snackbars).toMatchObject([{ text: 'Ab jetzt kommst du auch mit Google in dein Konto.' }]);
});

it.each([
  ['cancelled', 'neutral', 'Du hast die Anmeldung mit Google abgebrochen.'],
  ['unavailable', 'error', /^Google ist gerade nicht erreichbar/],
])('says why nobody is signed in: %s', async (error, tone, expectedText) => {
  const { requests, snackbars, navigation } = await finish({}, { code: null, error });
  expect(requests).toEqual([]);
  expect(navigation).toEqual([['open', 'registration']]);
  expect(snackbars).toMatchObject([{ tone, text: expect.stringMatching(expectedText) }]);
});

it('A07 leads to the login where the address has an account', async () => {
  const { alerts, navigation } = await finish(
    {},
    { code: 'code', error: null },
    { answers: [refuse(completeThirdParty, 'ErrorEmailTaken'), answer(logout, {})], alertAnswer: 'login' },
  );
  expect(alerts).toMatchObject([{ title: 'Die Anmeldung hat nicht geklappt' }]);
  expect(navigation[0]).toEqual(['open', 'registration']);
});

it('ignores a code of another tab', async () => {
  window.sessionStorage.clear();
  const shell = fakeShell({ session: 'anonymous' });
  await finishSignIn({ code: 'code', error: null }, shell);
  expect(shell.requests).toEqual([]);
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]);
});
