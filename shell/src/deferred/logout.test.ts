import { anAccount } from '@mahlzeit/contract/fixtures';
import { userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { AlertRequest, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../messages/alerts';
import { createDrawer } from '../drawer/drawer';
import { createLazyModule } from '../loading/lazy-module';
import { createSnackbars } from '../messages/snackbars';
import { eraseDepartedUsers, forgetDepartedUser, logOut } from './logout';
import type { LogoutDeps } from './logout';

describe('logging out', () => {
  const unreachable = {
    status: 0,
    code: 'offline',
    message: null,
    requestId: null,
    retryAfterMs: null,
    details: null,
  } as const;

  const start = (
    choice: string | null,
    logoutAnswer: Awaited<ReturnType<LogoutDeps['session']['logout']>> = { ok: true, value: null },
  ) => {
    const alerts: AlertRequest[] = [];
    const snackbars: SnackbarMessage[] = [];
    let logouts = 0;
    const logout = () =>
      logOut({
        alert: (request) => {
          alerts.push(request);
          return Promise.resolve(choice);
        },
        track: (work) => work,
        snackbar: (message) => void snackbars.push(message),
        session: {
          logout: () => {
            logouts += 1;
            return Promise.resolve(logoutAnswer);
          },
        },
      });
    return { logout, asked: alerts, said: snackbars, logouts: () => logouts };
  };

  it('asks, logs out and shows a message', async () => {
    const { logout, asked, said, logouts } = start('logout');
    await logout();
    expect(asked.map(({ title, actions }) => [title, ...actions.map(({ label }) => label)])).toEqual([
      ['Abmelden?', 'Abbrechen', 'Abmelden'],
    ]);
    expect(logouts()).toBe(1);
    expect(said).toEqual([{ text: 'Du bist abgemeldet.', tone: 'success' }]);
  });

  it.each([['stay'], [null]])('stays logged in for the answer %j', async (choice) => {
    const { logout, said, logouts } = start(choice);
    await logout();
    expect(logouts()).toBe(0);
    expect(said).toEqual([]);
  });

  it('shows the error of an unreachable gateway', async () => {
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
    const drawer = createDrawer({
      panel: createLazyModule(() => Promise.resolve({})),
      track: shell.track,
      snackbar: snackbars.show,
      rememberOpener: () => undefined,
    });
    forgetDepartedUser({ session: shell.session, alerts, snackbars, drawer });
    const answers: (string | null)[] = [];
    for (const title of ['Einladung absagen?', 'Sicher?'])
      void alerts.ask({ title, text: 'Mehmet wartet.', actions: [] }).then((answer) => answers.push(answer));
    snackbars.show({ text: 'Mehmet: Kommst du?' });
    snackbars.show({ text: 'Das ging nicht.', tone: 'error' });
    snackbars.hold({ text: 'Keine Verbindung.' });
    await drawer.open();
    const visibleMessages = () => ({
      alert: alerts.get()?.request.title,
      said: snackbars.get()?.message.text,
      isDrawerOpen: drawer.get(),
    });
    return { shell, answers, shown: visibleMessages };
  };

  const pageState = { alert: 'Einladung absagen?', said: 'Das ging nicht.', isDrawerOpen: true };

  it.each([
    ['nobody is known', 'unknown'],
    ['a visitor is there', 'anonymous'],
    ['another member is there', { status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) }],
  ] as const)('A06 dismisses the messages for a member as soon as %s', async (_, next) => {
    const { shell, answers, shown } = await start('verified');
    expect(shown()).toEqual(pageState);
    shell.setSession(next);
    expect(shown()).toEqual({ alert: undefined, said: 'Keine Verbindung.', isDrawerOpen: false });
    await Promise.resolve();
    expect(answers).toEqual([null, null]);
  });

  it('keeps the messages of a member whose account has changed', async () => {
    const { shell, shown } = await start('verified');
    shell.setSession({ status: 'known', account: anAccount({ displayName: 'Frieda P.' }) });
    expect(shown()).toEqual(pageState);
  });

  it('keeps the messages of a visitor who logs in', async () => {
    const { shell, shown } = await start('anonymous');
    shell.setSession('verified');
    expect(shown()).toEqual(pageState);
  });
});

describe('what users leave in the storage', () => {
  it('A06 is erased, also from an earlier page; everything else stays', () => {
    const shell = fakeShell({ session: 'verified' });
    const ownStorageKey = userStorageKey(anAccount().uid, 'unsentMessages');
    let keys = [userStorageKey('somebody-else', 'unsentMessages'), ownStorageKey, 'mahlzeit.lastPlace'];
    const storage = {
      get length() {
        return keys.length;
      },
      key: (index: number) => keys[index] ?? null,
      removeItem: (removedKey: string) => {
        keys = keys.filter((key) => key !== removedKey);
      },
    };
    const stop = eraseDepartedUsers({ session: shell.session, storage: () => storage });
    expect(keys).toEqual([ownStorageKey, 'mahlzeit.lastPlace']);
    shell.setSession('unknown');
    expect(keys).toContain(ownStorageKey);
    shell.setSession('anonymous');
    expect(keys).toEqual(['mahlzeit.lastPlace']);
    stop();
  });
});
