import { completeThirdParty } from '@mahlzeit/contract';
import { anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createFakeSignInWindow } from '../testing/fake-sign-in-window';
import { isCancelled, isUnderWay, thirdPartyErrorText, useThirdPartySignIn } from './third-party-sign-in';
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
  if (isUnderWay(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <button type="button" onClick={() => signIn.begin('google')}>
      {signIn.stage.status}
    </button>
  );
};

const show = (answers: readonly ScenarioAnswer[] = [], intent: 'signIn' | 'reauthenticate' = 'signIn') => {
  const outcomes: ThirdPartyOutcome[] = [];
  const shown = renderWithShell(<Probe intent={intent} onOutcome={(outcome) => void outcomes.push(outcome)} />, {
    answers,
  });
  return { ...shown, outcomes };
};

const begin = async ({ user }: ReturnType<typeof show>) =>
  user.click(await screen.findByRole('button', { name: 'ready' }));

it('opens the window inside the click, with a proof that was made before', async () => {
  const shown = show();
  await begin(shown);
  expect(fake.window.opened).toEqual([
    expect.stringMatching(/^\/api\/auth\/google\/start\?intent=signIn&challenge=[\w-]{43}$/),
  ]);
  expect(screen.getByRole('heading', { name: 'Weiter im Fenster von Google' })).toBeInTheDocument();
});

it('completes what the window confirms, once', async () => {
  const account = anAccount({ thirdParty: 'google' });
  const shown = show([answer(completeThirdParty, aSession({ account }))]);
  await begin(shown);
  fake.window.send({ ok: true, code: 'code' });
  fake.window.send({ ok: true, code: 'code' });
  await waitFor(() => expect(shown.outcomes).toEqual([{ ok: true, value: { account, provider: 'google' } }]));
  expect(shown.shell.requests).toEqual(['POST /api/auth/google/complete']);
  expect(shown.shell.session.get()).toEqual({ status: 'known', account });
});

it('passes over other sign-ins and whatever else is said', async () => {
  const shown = show();
  await begin(shown);
  fake.window.sendUnknown('mahlzeit');
  fake.window.sendUnknown({ type: 'mahlzeit-sign-in', ok: true });
  fake.window.send({ ok: true, code: 'fremd' }, 'x'.repeat(43));
  fake.window.send({ ok: false, code: 'cancelled' });
  await waitFor(() => expect(shown.outcomes).toMatchObject([{ ok: false, error: { code: 'cancelled' } }]));
  expect(shown.shell.requests).toEqual([]);
});

it('waits no longer once one has turned away, whatever the window says then', async () => {
  const shown = show();
  await begin(shown);
  await shown.user.click(screen.getByRole('button', { name: 'Abbrechen' }));
  fake.window.send({ ok: true, code: 'zu spät' });
  await begin(shown);
  expect(new Set(fake.window.opened).size).toBe(2);
  fake.window.send({ ok: false, code: 'unavailable' });
  await waitFor(() => expect(shown.outcomes).toMatchObject([{ error: { code: 'unavailable' } }]));
  expect(shown.shell.requests).toEqual([]);
});

it('opens the window once more for the same sign-in', async () => {
  const shown = show();
  await begin(shown);
  await shown.user.click(screen.getByRole('button', { name: 'Fenster noch einmal öffnen' }));
  expect(fake.window.opened).toHaveLength(2);
  expect(new Set(fake.window.opened).size).toBe(1);
});

it('takes the second half of a double click for no press of its own', async () => {
  const shown = show();
  await begin(shown);
  fireEvent.click(screen.getByRole('button', { name: 'Fenster noch einmal öffnen' }), { detail: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }), { detail: 2 });
  expect(fake.window.opened).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Weiter im Fenster von Google' })).toBeInTheDocument();
});

it('leads on by a link where the browser opens no window', async () => {
  fake.window.allow(false);
  const shown = show([hang(completeThirdParty)]);
  await begin(shown);
  const link = screen.getByRole('link', { name: 'Google im neuen Tab öffnen' });
  expect(link).toHaveAttribute('href', fake.window.opened[0]);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveFocus();
  fake.window.send({ ok: true, code: 'aus dem Tab' });
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
  [unreachable(completeThirdParty), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
])('has German words for each refusal (%#)', async (refusal, words) => {
  const shown = show([refusal]);
  await begin(shown);
  fake.window.send({ ok: true, code: 'code' });
  await waitFor(() =>
    expect(shown.outcomes.map((outcome) => !outcome.ok && thirdPartyErrorText(outcome.error))).toEqual([words]),
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
] as const)('has German words for %s of the window', (code, intent, words, cancelled) => {
  const error = { provider: 'apple', intent, code, retryAfterMs: null } as const;
  expect(thirdPartyErrorText(error)).toBe(words);
  expect(isCancelled(error)).toBe(cancelled);
});

it('proves once more who is there when that is asked for', async () => {
  const shown = show([], 'reauthenticate');
  await begin(shown);
  expect(fake.window.opened[0]).toContain('intent=reauthenticate');
});

it('keeps the page from loading itself anew behind the window, and hears nothing once it has left', async () => {
  const shown = show();
  await begin(shown);
  expect(shown.shell.recorded.reloadHolds).toBe(1);
  shown.unmount();
  expect(shown.shell.recorded.reloadHolds).toBe(0);
  fake.window.send({ ok: true, code: 'code' });
  expect(shown.shell.requests).toEqual([]);
});

it('says so where the browser has no WebCrypto', async () => {
  fake.window.restore();
  show();
  expect(await screen.findByRole('button', { name: 'unsupported' })).toBeInTheDocument();
});
