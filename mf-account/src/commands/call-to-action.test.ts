import { fakeShell } from '@mahlzeit/shared-ui/testing';
import type { SessionKind } from '@mahlzeit/shared-ui/testing';
import callToAction from './call-to-action';

const askToRegister = async (
  session: SessionKind,
  answer: string | null = null,
  reason: 'invite' | 'order' | 'other' = 'invite',
) => {
  const shell = fakeShell({ session });
  shell.answerNextAlert(answer);
  return { outcome: await callToAction({ reason }, shell), ...shell.recorded };
};

it('lets a verified member continue without a question', async () => {
  expect(await askToRegister('verified')).toMatchObject({ outcome: { mayGoOn: true }, alerts: [], navigation: [] });
});

it('leads an anonymous visitor to registration, and names the reason', async () => {
  const { outcome, alerts, navigation } = await askToRegister('anonymous', 'register');
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

it.each([['cancel'], [null]])('stays on the screen when the visitor answers %s', async (answer) => {
  expect(await askToRegister('anonymous', answer)).toMatchObject({ outcome: { mayGoOn: false }, navigation: [] });
});

it.each([
  ['order', 'Mit einem Konto kannst du vorbestellen.'],
  ['other', 'Leg in einer Minute eins an, oder melde dich an.'],
] as const)('has a text for the reason %s', async (reason, text) => {
  expect((await askToRegister('anonymous', null, reason)).alerts).toMatchObject([{ text }]);
});

it('leads an unverified member to the code', async () => {
  expect(await askToRegister('unverified', 'verify')).toMatchObject({
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

it.each([['cancel'], [null]])('stays on the screen when an unverified member answers %s', async (answer) => {
  expect(await askToRegister('unverified', answer)).toMatchObject({ outcome: { mayGoOn: false }, navigation: [] });
});

it('reports a missing connection while there is no session', async () => {
  expect(await askToRegister('failed')).toMatchObject({
    outcome: { mayGoOn: false },
    alerts: [],
    snackbars: [{ tone: 'error' }],
  });
});
