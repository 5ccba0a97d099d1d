import { anAccount } from '@mahlzeit/contract/fixtures';
import { UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { AlertRequest, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../messages/alerts';
import { createDrawer } from '../drawer/drawer';
import { createLazyModule } from '../loading/lazy-module';
import { createSnackbars } from '../messages/snackbars';
import { eraseDepartedUsers, forgetDepartedUser, logOut } from './logout';
import type { LogoutDeps } from './logout';

describe('logging out', () => {
  const unreachableError = {
    status: 0,
    code: 'offline',
    message: null,
    requestId: null,
    retryAfterMs: null,
    details: null,
  } as const;

  const startLogout = (
    choice: string | null,
    logoutAnswer: Awaited<ReturnType<LogoutDeps['session']['logout']>> = { ok: true, value: null },
    { storedKeys = [], onLine = true }: { readonly storedKeys?: readonly string[]; readonly onLine?: boolean } = {},
  ) => {
    const openMain = jest.fn();
    const alerts: AlertRequest[] = [];
    const snackbars: SnackbarMessage[] = [];
    let logoutCount = 0;
    const runLogout = () =>
      logOut(
        {
          alert: (request) => {
            alerts.push(request);
            return Promise.resolve(choice);
          },
          track: (work) => work,
          snackbar: (message) => void snackbars.push(message),
          session: {
            get: () => ({ status: 'known', account: anAccount() }),
            logout: () => {
              logoutCount += 1;
              return Promise.resolve(logoutAnswer);
            },
          },
          router: { openMain },
        },
        {
          localStorage: {
            getItem: (key) => (storedKeys.includes(key) ? '[]' : null),
            setItem: () => undefined,
            removeItem: () => undefined,
          },
          navigator: { onLine },
        },
      );
    return { logout: runLogout, asked: alerts, said: snackbars, logouts: () => logoutCount, openMain };
  };

  it('asks, logs out, opens the main screen and shows a message', async () => {
    const { logout, asked, said, logouts, openMain } = startLogout('logout');
    await logout();
    expect(asked.map(({ title, actions }) => [title, ...actions.map(({ label }) => label)])).toEqual([
      ['Abmelden?', 'Abbrechen', 'Abmelden'],
    ]);
    expect(logouts()).toBe(1);
    expect(said).toEqual([{ text: 'Du bist abgemeldet.', tone: 'success' }]);
    expect(openMain).toHaveBeenCalledTimes(1);
  });

  it.each([
    [anAccount().uid, 'Du hast noch nicht alles gesendet. Ungesendetes geht dabei verloren.'],
    ['somebody-else', 'Deine Einladungen und Bestellungen bleiben erhalten.'],
  ])('says what becomes of the unsent messages of %s', async (uid, expectedText) => {
    const storedKey = userStorageKey(uid, UNSENT_MESSAGES);
    const { logout, asked } = startLogout('stay', { ok: true, value: null }, { storedKeys: [storedKey] });
    await logout();
    expect(asked[0]?.text).toMatch(new RegExp(`^${expectedText}`));
  });

  it.each([['stay'], [null]])('stays logged in for the answer %j', async (choice) => {
    const { logout, said, logouts } = startLogout(choice);
    await logout();
    expect(logouts()).toBe(0);
    expect(said).toEqual([]);
  });

  const ownUnsentMessages = userStorageKey(anAccount().uid, UNSENT_MESSAGES);

  it.each([
    [[], /^(?!Du bist noch angemeldet)\S/],
    [[ownUnsentMessages], /^Du bist noch angemeldet, und Ungesendetes ist noch da\. \S/],
  ])('shows the error of an unreachable gateway, and what is still there of %j', async (storedKeys, expectedText) => {
    const { logout, said, openMain } = startLogout('logout', { ok: false, error: unreachableError }, { storedKeys });
    await logout();
    expect(said).toEqual([{ text: expect.stringMatching(expectedText), tone: 'error' }]);
    expect(openMain).not.toHaveBeenCalled();
  });

  it.each([
    [[], /^Ohne Internet kannst du dich nicht abmelden\.$/],
    [[ownUnsentMessages], /Was noch nicht gesendet ist, bleibt hier/],
  ])('asks nothing without internet, and announces no loss of %j', async (storedKeys, expectedText) => {
    const { logout, asked, said, logouts } = startLogout('logout', undefined, { storedKeys, onLine: false });
    await logout();
    expect([asked, logouts()]).toEqual([[], 0]);
    expect(said).toEqual([{ text: expect.stringMatching(expectedText), tone: 'error' }]);
  });
});

describe('a departed user', () => {
  const startMemberPage = async (session: 'anonymous' | 'verified') => {
    const shell = fakeShell({ session });
    const alerts = createAlerts();
    const snackbars = createSnackbars(createManualTimers());
    const drawer = createDrawer({
      panel: createLazyModule(() => Promise.resolve({})),
      track: shell.track,
      snackbar: snackbars.show,
      rememberOpener: () => undefined,
    });
    const openMain = jest.fn();
    forgetDepartedUser({ session: shell.session, alerts, snackbars, drawer, router: { openMain } });
    const alertAnswers: (string | null)[] = [];
    for (const title of ['Einladung absagen?', 'Sicher?'])
      void alerts.ask({ title, text: 'Mehmet wartet.', actions: [] }).then((answer) => alertAnswers.push(answer));
    snackbars.show({ text: 'Mehmet: Kommst du?' });
    snackbars.show({ text: 'Das ging nicht.', tone: 'error' });
    await drawer.open();
    const visibleMessages = () => ({
      alert: alerts.get()?.request.title,
      said: snackbars.get()?.message.text,
      isDrawerOpen: drawer.get(),
    });
    return { shell, answers: alertAnswers, shown: visibleMessages, openMain };
  };

  const pageState = { alert: 'Einladung absagen?', said: 'Das ging nicht.', isDrawerOpen: true };

  it.each([
    ['nobody is known', 'unknown'],
    ['a visitor is there', 'anonymous'],
    ['another member is there', { status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) }],
  ] as const)('A06 dismisses the messages for a member as soon as %s', async (_, nextSession) => {
    const { shell, answers, shown } = await startMemberPage('verified');
    expect(shown()).toEqual(pageState);
    shell.setSession(nextSession);
    expect(shown()).toEqual({ alert: undefined, said: undefined, isDrawerOpen: false });
    await Promise.resolve();
    expect(answers).toEqual([null, null]);
  });

  it('leaves the screen of the member before to nobody else, and to that member when they log in again', async () => {
    const { shell, openMain } = await startMemberPage('verified');
    shell.setSession('anonymous');
    shell.setSession('verified');
    expect(openMain).not.toHaveBeenCalled();
    shell.setSession('unknown');
    shell.setSession({ status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) });
    expect(openMain).toHaveBeenCalledTimes(1);
  });

  it('keeps the messages of a member whose account has changed', async () => {
    const { shell, shown } = await startMemberPage('verified');
    shell.setSession({ status: 'known', account: anAccount({ displayName: 'Frieda P.' }) });
    expect(shown()).toEqual(pageState);
  });

  it('keeps the messages of a visitor who logs in', async () => {
    const { shell, shown } = await startMemberPage('anonymous');
    shell.setSession('verified');
    expect(shown()).toEqual(pageState);
  });
});

describe('what users leave in the storage', () => {
  it('A06 is erased, also from an earlier page; everything else stays', () => {
    const shell = fakeShell({ session: 'verified' });
    const ownStorageKey = userStorageKey(anAccount().uid, 'unsentMessages');
    let storageKeys = [userStorageKey('somebody-else', 'unsentMessages'), ownStorageKey, 'mahlzeit.lastPlace'];
    const storage = {
      get length() {
        return storageKeys.length;
      },
      key: (index: number) => storageKeys[index] ?? null,
      removeItem: (removedKey: string) => {
        storageKeys = storageKeys.filter((key) => key !== removedKey);
      },
    };
    const stopErasing = eraseDepartedUsers({ session: shell.session, storage: () => storage });
    expect(storageKeys).toEqual([ownStorageKey, 'mahlzeit.lastPlace']);
    shell.setSession('unknown');
    expect(storageKeys).toContain(ownStorageKey);
    shell.setSession('anonymous');
    expect(storageKeys).toEqual(['mahlzeit.lastPlace']);
    stopErasing();
  });
});
