import { anAccount } from '@mahlzeit/contract/fixtures';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../dialogs/create-alerts';
import { createDrawer } from '../drawer/create-drawer';
import { createLazyModule } from '../lazy-part';
import { createSnackbars } from '../snackbars/create-snackbars';
import { forgetDepartedUser } from './forget-leaver';

const start = async (session: 'anonymous' | 'verified') => {
  const shell = fakeShell({ session });
  const alerts = createAlerts();
  const snackbars = createSnackbars(createManualTimers());
  const drawer = createDrawer({ panel: createLazyModule(() => Promise.resolve({})), track: shell.track, snackbar: snackbars.show, noteOpener: () => undefined });
  forgetDepartedUser({ session: shell.session, alerts, snackbars, drawer });
  const answers: (string | null)[] = [];
  for (const title of ['Einladung absagen?', 'Sicher?']) void alerts.ask({ title, text: 'Mehmet wartet.', actions: [] }).then((answer) => answers.push(answer));
  snackbars.show({ text: 'Mehmet: Kommst du?' });
  snackbars.show({ text: 'Das ging nicht.', tone: 'error' });
  snackbars.hold({ text: 'Keine Verbindung.' });
  await drawer.open();
  const traces = () => ({ alert: alerts.get()?.request.title, said: snackbars.get().map(({ message }) => message.text), isDrawerOpen: drawer.get() });
  return { shell, answers, traces };
};

const everything = { alert: 'Einladung absagen?', said: ['Mehmet: Kommst du?', 'Das ging nicht.', 'Keine Verbindung.'], isDrawerOpen: true };

it.each([
  ['nobody is known', 'unknown'],
  ['a visitor is there', 'anonymous'],
  ['another member is there', { status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) }],
] as const)('A06 takes away what was said to a member as soon as %s', async (_, next) => {
  const { shell, answers, traces } = await start('verified');
  expect(traces()).toEqual(everything);
  shell.setSession(next);
  expect(traces()).toEqual({ alert: undefined, said: ['Keine Verbindung.'], isDrawerOpen: false });
  await Promise.resolve();
  expect(answers).toEqual([null, null]);
});

it('lets a member go on whose account has changed', async () => {
  const { shell, traces } = await start('verified');
  shell.setSession({ status: 'known', account: anAccount({ displayName: 'Frieda P.' }) });
  expect(traces()).toEqual(everything);
});

it('lets a visitor go on who logs in', async () => {
  const { shell, traces } = await start('anonymous');
  shell.setSession('verified');
  expect(traces()).toEqual(everything);
});
