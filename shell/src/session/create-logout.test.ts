import type { AlertRequest, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { createLogout } from './create-logout';
import type { LogoutDeps } from './create-logout';

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
