import { fakeShell } from '@mahlzeit/shared-ui/testing';
import type { SessionKind } from '@mahlzeit/shared-ui/testing';
import callToAction from './call-to-action';

const runCallToAction = async (
  sessionKind: SessionKind,
  alertAnswer: string | null = null,
  callReason: 'invite' | 'order' | 'other' = 'invite',
) => {
  const shell = fakeShell({ session: sessionKind });
  shell.answerNextAlert(alertAnswer);
  return { outcome: await callToAction({ reason: callReason }, shell), ...shell.recorded };
};

it('lets a verified member continue without a question', async () => {
  expect(await runCallToAction('verified')).toMatchObject({ outcome: { mayGoOn: true }, alerts: [], navigation: [] });
});

it('leads an anonymous visitor to registration, and names the reason', async () => {
  const { outcome, alerts, navigation } = await runCallToAction('anonymous', 'register');
  expect(outcome).toEqual({ mayGoOn: false });
  expect(alerts).toMatchObject([
    {
      title: 'Dafür brauchst du ein Konto',
      text: 'Mit einem Konto kannst du andere zum Mittagessen einladen.',
      actions: [
        { label: 'Abbrechen', tone: 'safe' },
        { label: 'Anmelden oder registrieren', tone: 'primary' },
      ],
    },
  ]);
  expect(navigation).toEqual([['open', 'registration', 'prompt']]);
});

it.each([['cancel'], [null]])('stays on the screen when the visitor answers %s', async (alertAnswer) => {
  expect(await runCallToAction('anonymous', alertAnswer)).toMatchObject({
    outcome: { mayGoOn: false },
    navigation: [],
  });
});

it.each([
  ['order', 'Noch ein Schritt bis zum Essen', 'Mit einem Konto kannst du vorbestellen.'],
  ['other', 'Dafür brauchst du ein Konto', 'Leg in einer Minute eins an, oder melde dich an.'],
] as const)('has a title and a text for the reason %s', async (callReason, title, text) => {
  expect((await runCallToAction('anonymous', null, callReason)).alerts).toMatchObject([{ title, text }]);
});

it('leads an unverified member to the code', async () => {
  expect(await runCallToAction('unverified', 'verify')).toMatchObject({
    outcome: { mayGoOn: false },
    alerts: [
      {
        title: 'Deine E-Mail-Adresse ist noch nicht bestätigt',
        actions: [
          { label: 'Abbrechen', tone: 'safe' },
          { label: 'E-Mail bestätigen', tone: 'primary' },
        ],
      },
    ],
    navigation: [['open', 'profile']],
  });
});

it.each([['cancel'], [null]])('stays on the screen when an unverified member answers %s', async (alertAnswer) => {
  expect(await runCallToAction('unverified', alertAnswer)).toMatchObject({
    outcome: { mayGoOn: false },
    navigation: [],
  });
});

it('reports a missing connection while there is no session', async () => {
  expect(await runCallToAction('failed')).toMatchObject({
    outcome: { mayGoOn: false },
    alerts: [],
    snackbars: [{ tone: 'error' }],
  });
});
