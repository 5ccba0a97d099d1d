import { completeThirdParty } from '@mahlzeit/contract';
import { anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { isSignInCancelled, isSignInRunning, thirdPartyErrorText, useThirdPartySignIn } from './third-party-sign-in';
import type { ThirdPartyOutcome } from './third-party-sign-in';
import { ThirdPartyWaiting } from './third-party-buttons';

const fake = { window: createFakeSignInWindow() };
beforeEach(() => {
  fake.window.restore();
  fake.window = createFakeSignInWindow();
});
afterAll(() => fake.window.restore());

const Probe = ({
  intent,
  onOutcome,
}: {
  readonly intent: 'signIn' | 'reauthenticate';
  readonly onOutcome: (outcome: ThirdPartyOutcome) => void;
}) => {
  const signIn = useThirdPartySignIn({ intent, onOutcome });
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <button type="button" onClick={() => signIn.startSignIn('google')}>
      {signIn.stage.status}
    </button>
  );
};

const render = (answers: readonly ScenarioAnswer[] = [], intent: 'signIn' | 'reauthenticate' = 'signIn') => {
  const outcomes: ThirdPartyOutcome[] = [];
  const rendered = renderWithShell(<Probe intent={intent} onOutcome={(outcome) => void outcomes.push(outcome)} />, {
    answers,
  });
  return { ...rendered, outcomes };
};

const startSignIn = async ({ user }: ReturnType<typeof render>) =>
  user.click(await screen.findByRole('button', { name: 'ready' }));

it('opens the window inside the click, with a prepared proof', async () => {
  const rendered = render();
  await startSignIn(rendered);
  expect(fake.window.openedAddresses).toEqual([
    expect.stringMatching(/^\/api\/auth\/google\/start\?intent=signIn&challenge=[\w-]{43}$/),
  ]);
  expect(screen.getByRole('heading', { name: 'Weiter im Fenster von Google' })).toBeInTheDocument();
});

it('completes the sign-in that the window confirms, once', async () => {
  const account = anAccount({ thirdParty: 'google' });
  const rendered = render([answer(completeThirdParty, aSession({ account }))]);
  await startSignIn(rendered);
  fake.window.sendOutcome({ ok: true, code: 'code' });
  fake.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() => expect(rendered.outcomes).toEqual([{ ok: true, value: { account, provider: 'google' } }]));
  expect(rendered.shell.requests).toEqual(['POST /api/auth/google/complete']);
  expect(rendered.shell.session.get()).toEqual({ status: 'known', account });
});

it('ignores messages of other sign-ins and unknown messages', async () => {
  const rendered = render();
  await startSignIn(rendered);
  fake.window.sendUnknown('mahlzeit');
  fake.window.sendUnknown({ type: 'mahlzeit-sign-in', ok: true });
  fake.window.sendOutcome({ ok: true, code: 'fremd' }, 'x'.repeat(43));
  fake.window.sendOutcome({ ok: false, code: 'cancelled' });
  await waitFor(() => expect(rendered.outcomes).toMatchObject([{ ok: false, error: { code: 'cancelled' } }]));
  expect(rendered.shell.requests).toEqual([]);
});

it('stops waiting after a cancel, and ignores later messages of the window', async () => {
  const rendered = render();
  await startSignIn(rendered);
  await rendered.user.click(screen.getByRole('button', { name: 'Abbrechen' }));
  fake.window.sendOutcome({ ok: true, code: 'zu spät' });
  await startSignIn(rendered);
  expect(new Set(fake.window.openedAddresses).size).toBe(2);
  fake.window.sendOutcome({ ok: false, code: 'unavailable' });
  await waitFor(() => expect(rendered.outcomes).toMatchObject([{ error: { code: 'unavailable' } }]));
  expect(rendered.shell.requests).toEqual([]);
});

it('opens another window for the same sign-in', async () => {
  const rendered = render();
  await startSignIn(rendered);
  await rendered.user.click(screen.getByRole('button', { name: 'Fenster noch einmal öffnen' }));
  expect(fake.window.openedAddresses).toHaveLength(2);
  expect(new Set(fake.window.openedAddresses).size).toBe(1);
});

it('ignores the second click of a double click', async () => {
  const rendered = render();
  await startSignIn(rendered);
  fireEvent.click(screen.getByRole('button', { name: 'Fenster noch einmal öffnen' }), { detail: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }), { detail: 2 });
  expect(fake.window.openedAddresses).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Weiter im Fenster von Google' })).toBeInTheDocument();
});

it('shows a link when the browser opens no window', async () => {
  fake.window.allowWindows(false);
  const rendered = render([neverRespond(completeThirdParty)]);
  await startSignIn(rendered);
  const link = screen.getByRole('link', { name: 'Google im neuen Tab öffnen' });
  expect(link).toHaveAttribute('href', fake.window.openedAddresses[0]);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveFocus();
  fake.window.sendOutcome({ ok: true, code: 'aus dem Tab' });
  expect(await screen.findByRole('heading', { name: 'Einen Moment' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Abbrechen' })).not.toBeInTheDocument();
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
  const rendered = render([refusal]);
  await startSignIn(rendered);
  fake.window.sendOutcome({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(rendered.outcomes.map((outcome) => !outcome.ok && thirdPartyErrorText(outcome.error))).toEqual([
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
] as const)('has a German text for the window’s code %s', (code, intent, expectedText, cancelled) => {
  const error = { provider: 'apple', intent, code, retryAfterMs: null } as const;
  expect(thirdPartyErrorText(error)).toBe(expectedText);
  expect(isSignInCancelled(error)).toBe(cancelled);
});

it('proves the identity again on request', async () => {
  const rendered = render([], 'reauthenticate');
  await startSignIn(rendered);
  expect(fake.window.openedAddresses[0]).toContain('intent=reauthenticate');
});

it('prevents a reload behind the window, and stops listening when the screen closes', async () => {
  const rendered = render();
  await startSignIn(rendered);
  expect(rendered.shell.recorded.reloadHolds).toBe(1);
  rendered.unmount();
  expect(rendered.shell.recorded.reloadHolds).toBe(0);
  fake.window.sendOutcome({ ok: true, code: 'code' });
  expect(rendered.shell.requests).toEqual([]);
});

it('reports a browser without WebCrypto', async () => {
  fake.window.restore();
  render();
  expect(await screen.findByRole('button', { name: 'unsupported' })).toBeInTheDocument();
});
