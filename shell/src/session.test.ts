import { anAccount } from '@mahlzeit/contract/fixtures';
import type { AlertRequest, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from './alerts';
import { createDrawer } from './drawer/drawer';
import { pause } from './fake-browser';
import { createLazyModule } from './lazy-module';
import { createLogout, forgetDepartedUser, startWhen } from './session';
import type { LogoutDeps } from './session';
import { createSnackbars } from './snackbars';

describe('logging out', () => {
  const unreachable = { status: 0, code: 'offline', requestId: null, retryAfterMs: null, details: null } as const;

  const start = (choice: string | null, ended: Awaited<ReturnType<LogoutDeps['session']['logout']>> = { ok: true, value: null }) => {
    const asked: AlertRequest[] = [];
    const said: SnackbarMessage[] = [];
    let logouts = 0;
    const logout = createLogout({
      alert: (request) => {
        asked.push(request);
        return Promise.resolve(choice);
      },
      track: (work) => work,
      snackbar: (message) => void said.push(message),
      session: {
        logout: () => {
          logouts += 1;
          return Promise.resolve(ended);
        },
      },
    });
    return { logout, asked, said, logouts: () => logouts };
  };

  it('asks, logs out and says so', async () => {
    const { logout, asked, said, logouts } = start('logout');
    await logout();
    expect(asked.map(({ title, actions }) => [title, ...actions.map(({ label }) => label)])).toEqual([['Abmelden?', 'Abbrechen', 'Abmelden']]);
    expect(logouts()).toBe(1);
    expect(said).toEqual([{ text: 'Du bist abgemeldet.', tone: 'success' }]);
  });

  it.each([['stay'], [null]])('stays logged in for the answer %j', async (choice) => {
    const { logout, said, logouts } = start(choice);
    await logout();
    expect(logouts()).toBe(0);
    expect(said).toEqual([]);
  });

  it('says what went wrong where the gateway was not reached', async () => {
    const { logout, said } = start('logout', { ok: false, error: unreachable });
    await logout();
    expect(said).toEqual([{ text: expect.stringMatching(/\S/), tone: 'error' }]);
  });
});

describe('a departed user', () => {
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
    const shown = () => ({ alert: alerts.get()?.request.title, said: snackbars.get().map(({ message }) => message.text), isDrawerOpen: drawer.get() });
    return { shell, answers, shown };
  };

  const everything = { alert: 'Einladung absagen?', said: ['Mehmet: Kommst du?', 'Das ging nicht.', 'Keine Verbindung.'], isDrawerOpen: true };

  it.each([
    ['nobody is known', 'unknown'],
    ['a visitor is there', 'anonymous'],
    ['another member is there', { status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) }],
  ] as const)('A06 takes away what was said to a member as soon as %s', async (_, next) => {
    const { shell, answers, shown } = await start('verified');
    expect(shown()).toEqual(everything);
    shell.setSession(next);
    expect(shown()).toEqual({ alert: undefined, said: ['Keine Verbindung.'], isDrawerOpen: false });
    await Promise.resolve();
    expect(answers).toEqual([null, null]);
  });

  it('lets a member go on whose account has changed', async () => {
    const { shell, shown } = await start('verified');
    shell.setSession({ status: 'known', account: anAccount({ displayName: 'Frieda P.' }) });
    expect(shown()).toEqual(everything);
  });

  it('lets a visitor go on who logs in', async () => {
    const { shell, shown } = await start('anonymous');
    shell.setSession('verified');
    expect(shown()).toEqual(everything);
  });
});

describe('what is started once somebody needs it', () => {
  const begin = async (session: 'anonymous' | 'verified', failures = 0) => {
    const shell = fakeShell({ session });
    const done: string[] = [];
    let failuresLeft = failures;
    const start = () => {
      done.push('start');
      failuresLeft -= 1;
      return failuresLeft >= 0 ? Promise.reject(new Error('503')) : Promise.resolve(() => void done.push('stop'));
    };
    const stop = startWhen({ session: shell.session, isNeeded: ({ loggedIn }) => loggedIn, start });
    await pause();
    return { shell, done, stop };
  };

  it('loads nothing for who does not need it, and starts once for the first who does', async () => {
    const { shell, done } = await begin('anonymous');
    expect(done).toEqual([]);
    shell.setSession('verified');
    shell.setSession('anonymous');
    shell.setSession('verified');
    await pause();
    expect(done).toEqual(['start']);
  });

  it('tries again where it could not be had', async () => {
    const { shell, done } = await begin('verified', 1);
    shell.setSession('unverified');
    await pause();
    expect(done).toEqual(['start', 'start']);
  });

  it('ends what it has started', async () => {
    const { done, stop } = await begin('verified');
    stop();
    await pause();
    expect(done).toEqual(['start', 'stop']);
  });
});
