import { completeThirdParty } from '@mahlzeit/contract';
import { anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { signInOrigin, takePendingSignIn } from './pending-sign-in';
import { isSignInCancelled, isSignInRunning, thirdPartyErrorText, useThirdPartySignIn } from './third-party-sign-in';
import type { ThirdPartyOutcome } from './third-party-sign-in';
import { ThirdPartyWaiting } from './third-party-buttons';

const fakeBrowser = { window: createFakeSignInWindow() };
beforeEach(() => {
  visitedUrls.splice(0);
  window.sessionStorage.clear();
  signInOrigin.set(null);
  fakeBrowser.window.restore();
  fakeBrowser.window = createFakeSignInWindow();
});
afterAll(() => fakeBrowser.window.restore());

const visitedUrls: string[] = [];

const SignInProbe = ({
  intent,
  onOutcome,
}: {
  readonly intent: 'signIn' | 'reauthenticate';
  readonly onOutcome: (outcome: ThirdPartyOutcome) => void;
}) => {
  const navigateTo = (url: string): void => void visitedUrls.push(url);
  const signIn = useThirdPartySignIn({ intent, onOutcome, navigateTo });
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <button type="button" onClick={() => signIn.startSignIn('google')}>
      {signIn.stage.status}
    </button>
  );
};

const renderSignInProbe = (answers: readonly ScenarioAnswer[] = [], intent: 'signIn' | 'reauthenticate' = 'signIn') => {
  const signInOutcomes: ThirdPartyOutcome[] = [];
  const renderedProbe = renderWithShell(
    <SignInProbe intent={intent} onOutcome={(outcome) => void signInOutcomes.push(outcome)} />,
    {
      answers,
    },
  );
  return { ...renderedProbe, outcomes: signInOutcomes };
};

const startSignIn = async ({ user }: ReturnType<typeof renderSignInProbe>) =>
  user.click(await screen.findByRole('button', { name: 'ready' }));

it('opens the window inside the click, with a prepared proof', async () => {
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  expect(fakeBrowser.window.openedAddresses).toEqual([
    expect.stringMatching(/^\/api\/auth\/google\/start\?intent=signIn&display=popup&challenge=[\w-]{43}$/),
  ]);
  expect(screen.getByRole('heading', { name: 'Weiter im Fenster von Google' })).toBeInTheDocument();
});

it('completes the sign-in that the window confirms, once', async () => {
  const googleAccount = anAccount({ thirdParty: 'google' });
  const renderedProbe = renderSignInProbe([answer(completeThirdParty, aSession({ account: googleAccount }))]);
  await startSignIn(renderedProbe);
  fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
  fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(renderedProbe.outcomes).toEqual([{ ok: true, value: { account: googleAccount, provider: 'google' } }]),
  );
  expect(renderedProbe.shell.requests).toEqual(['POST /api/auth/google/complete']);
  expect(renderedProbe.shell.session.get()).toEqual({ status: 'known', account: googleAccount });
});

it('ignores messages of other sign-ins and unknown messages', async () => {
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  fakeBrowser.window.sendUnknown('mahlzeit');
  fakeBrowser.window.sendUnknown({ type: 'mahlzeit-sign-in', ok: true });
  fakeBrowser.window.sendOutcome({ ok: true, code: 'fremd' }, 'x'.repeat(43));
  fakeBrowser.window.sendOutcome({ ok: false, code: 'cancelled' });
  await waitFor(() => expect(renderedProbe.outcomes).toMatchObject([{ ok: false, error: { code: 'cancelled' } }]));
  expect(renderedProbe.shell.requests).toEqual([]);
});

it('stops waiting after a cancel, and ignores later messages of the window', async () => {
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  await renderedProbe.user.click(screen.getByRole('button', { name: 'Abbrechen' }));
  fakeBrowser.window.sendOutcome({ ok: true, code: 'zu spät' });
  await startSignIn(renderedProbe);
  expect(new Set(fakeBrowser.window.openedAddresses).size).toBe(2);
  fakeBrowser.window.sendOutcome({ ok: false, code: 'unavailable' });
  await waitFor(() => expect(renderedProbe.outcomes).toMatchObject([{ error: { code: 'unavailable' } }]));
  expect(renderedProbe.shell.requests).toEqual([]);
});

it('opens another window for the same sign-in', async () => {
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  await renderedProbe.user.click(screen.getByRole('button', { name: 'Fenster noch einmal öffnen' }));
  expect(fakeBrowser.window.openedAddresses).toHaveLength(2);
  expect(new Set(fakeBrowser.window.openedAddresses).size).toBe(1);
});

it('ignores the second click of a double click', async () => {
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  fireEvent.click(screen.getByRole('button', { name: 'Fenster noch einmal öffnen' }), { detail: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }), { detail: 2 });
  expect(fakeBrowser.window.openedAddresses).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Weiter im Fenster von Google' })).toBeInTheDocument();
});

it('leaves for the third party when the browser opens no window, and keeps what the return needs', async () => {
  fakeBrowser.window.allowWindows(false);
  signInOrigin.set({ key: 'details', params: ['elbkantine', 'cart'] });
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  expect(visitedUrls).toEqual([
    expect.stringMatching(/^\/api\/auth\/google\/start\?intent=signIn&display=page&challenge=[\w-]{43}$/),
  ]);
  expect(screen.getByRole('heading', { name: 'Weiter zu Google' })).toBeInTheDocument();
  expect(takePendingSignIn()).toEqual({
    provider: 'google',
    intent: 'signIn',
    verifier: expect.stringMatching(/^[\w-]{43}$/),
    origin: { key: 'details', params: ['elbkantine', 'cart'] },
  });
  expect(takePendingSignIn()).toBeNull();
});

it('offers the sign-in again to a user who comes back from the third party’s page', async () => {
  fakeBrowser.window.allowWindows(false);
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  fireEvent(window, new Event('pageshow'));
  expect(await screen.findByRole('button', { name: 'ready' })).toBeInTheDocument();
});

it('reports a browser that opens no window and blocks its storage', async () => {
  fakeBrowser.window.allowWindows(false);
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  setItem.mockRestore();
  expect(renderedProbe.outcomes).toMatchObject([{ ok: false, error: { code: 'storageBlocked' } }]);
  expect(visitedUrls).toEqual([]);
});

it.each([
  [
    refuse(completeThirdParty, 'notAllowed'),
    'Google hat die Anmeldung abgelehnt. Versuch es noch einmal, oder nimm einen anderen Weg.',
  ],
  [
    refuse(completeThirdParty, 'signInCodeInvalid'),
    'Die Anmeldung mit Google hat zu lange gedauert. Versuch es noch einmal.',
  ],
  [refuse(completeThirdParty, 'ErrorEmailTaken'), 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.'],
  [
    refuse(completeThirdParty, 'ErrorTooManyAttempts', { retryAfterMs: 5_000 }),
    'Zu viele Versuche. Versuch es in 5 Sekunden noch einmal.',
  ],
  [refuse(completeThirdParty, 'internal'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
  [failAsUnreachable(completeThirdParty), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
])('has a German text for each refusal (%#)', async (refusal, expectedText) => {
  const renderedProbe = renderSignInProbe([refusal]);
  await startSignIn(renderedProbe);
  fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(renderedProbe.outcomes.map((outcome) => !outcome.ok && thirdPartyErrorText(outcome.error))).toEqual([
      expectedText,
    ]),
  );
});

it.each([
  ['cancelled', 'signIn', 'Du hast die Anmeldung mit Apple abgebrochen.', true],
  [
    'unavailable',
    'signIn',
    'Apple ist gerade nicht erreichbar. Versuch es später noch einmal, oder nimm einen anderen Weg.',
    false,
  ],
  [
    'notAllowed',
    'reauthenticate',
    'Das war ein anderes Konto bei Apple. Nimm das, mit dem du dich bei Mahlzeit anmeldest.',
    false,
  ],
  ['etwas Neues', 'signIn', 'Das hat nicht geklappt. Versuch es noch einmal.', false],
] as const)('has a German text for the window’s code %s', (errorCode, intent, expectedText, isCancellation) => {
  const signInError = { provider: 'apple', intent, code: errorCode, retryAfterMs: null } as const;
  expect(thirdPartyErrorText(signInError)).toBe(expectedText);
  expect(isSignInCancelled(signInError)).toBe(isCancellation);
});

it('proves the identity again on request', async () => {
  const renderedProbe = renderSignInProbe([], 'reauthenticate');
  await startSignIn(renderedProbe);
  expect(fakeBrowser.window.openedAddresses[0]).toContain('intent=reauthenticate');
});

it('prevents a reload behind the window, and stops listening when the screen closes', async () => {
  const renderedProbe = renderSignInProbe();
  await startSignIn(renderedProbe);
  expect(renderedProbe.shell.recorded.reloadHolds).toBe(1);
  renderedProbe.unmount();
  expect(renderedProbe.shell.recorded.reloadHolds).toBe(0);
  fakeBrowser.window.sendOutcome({ ok: true, code: 'code' });
  expect(renderedProbe.shell.requests).toEqual([]);
});

it('reports a browser without WebCrypto', async () => {
  fakeBrowser.window.restore();
  renderSignInProbe();
  expect(await screen.findByRole('button', { name: 'unsupported' })).toBeInTheDocument();
});
