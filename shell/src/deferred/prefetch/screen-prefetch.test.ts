import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import type { RemoteDeclaration, ScreenDeclaration } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { fakeDeclarations } from '../../fake-entries';
import { waitTurns } from '../../fake-browser';
import { createRemoteLookup } from '../../remotes/registry';
import { createScreenPrefetch } from './screen-prefetch';
import type { ScreenPrefetchDeps } from './screen-prefetch';

const VERSION = '5.0.1+aaaa';

interface PrefetchTest {
  readonly screen?: Partial<ScreenDeclaration>;
  readonly session?: 'anonymous' | 'verified';
  readonly navigator?: ScreenPrefetchDeps['navigator'];
  /** Version of the release that the page loads now. */
  readonly version?: string;
  readonly isNetworkBroken?: boolean;
}

const start = ({
  screen = {},
  session = 'verified',
  navigator = { onLine: true },
  version = VERSION,
  isNetworkBroken = false,
}: PrefetchTest = {}) => {
  const steps: string[] = [];
  const screenOf = (key: string, overrides: Partial<ScreenDeclaration> = {}): ScreenDeclaration => ({
    key,
    region: 'modal',
    access: 'anyone',
    prefetch: ([param]) => void steps.push(`data ${key}/${param}`),
    load: () => {
      steps.push(`run ${key}`);
      return Promise.resolve({ default: { bootstrap: [], mount: [], unmount: [], update: [] } });
    },
    ...overrides,
  });
  const declaration: RemoteDeclaration = {
    name: 'mf-social',
    contract: '^3.0.0',
    screens: [screenOf('contacts', screen), screenOf('registration', { access: 'notLoggedIn' })],
    slots: {},
    commands: {},
  };
  const remote = aRegistryRemote({
    ...fakeDeclarations(),
    name: 'mf-social',
    version: VERSION,
    screens: ['contacts', 'registration'],
    mainScreen: null,
  });
  const prefetch = createScreenPrefetch({
    shell: fakeShell({ session }),
    lookup: createRemoteLookup({ remotes: [remote] }),
    loader: {
      releaseOf: (name) => ({ remote: name, version }),
      prefetch: async (_remote, { find }) => void (await find(declaration)?.()),
    },
    scripts: { contacts: ['/remotes/a.js', '/assets/dialog.js'], registration: ['/remotes/a.js', '/remotes/b.js'] },
    navigator,
    fetchScript(path) {
      steps.push(`fetch ${path}`);
      return isNetworkBroken ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve();
    },
  });
  return { ...prefetch, steps };
};

const contacts = { key: 'contacts', params: ['7'] };

it('fetches each script once, and runs none', async () => {
  const { fetchScripts, steps } = start();
  await fetchScripts(contacts);
  await fetchScripts({ key: 'registration', params: [] });
  expect(steps).toEqual(['fetch /remotes/a.js', 'fetch /assets/dialog.js', 'fetch /remotes/b.js']);
});

it('runs a screen and requests its data, each when it is asked to', async () => {
  const { loadScreen, requestData, steps } = start();
  loadScreen(contacts);
  await waitTurns();
  expect(steps).toEqual(['fetch /remotes/a.js', 'fetch /assets/dialog.js', 'run contacts']);
  requestData(contacts);
  await waitTurns();
  expect(steps.slice(3)).toEqual(['data contacts/7']);
});

it('loads the login instead of a screen that is for members', async () => {
  const { loadScreen, requestData, steps } = start({ screen: { access: 'loggedIn' }, session: 'anonymous' });
  loadScreen(contacts);
  requestData(contacts);
  await waitTurns();
  expect(steps.filter((step) => !step.startsWith('fetch'))).toEqual(['run registration']);
});

it.each<[string, PrefetchTest]>([
  ['saves data', { navigator: { onLine: true, connection: { saveData: true } } }],
  ['is on 2G', { navigator: { onLine: true, connection: { effectiveType: '2g' } } }],
  ['is on slow 2G', { navigator: { onLine: true, connection: { effectiveType: 'slow-2g' } } }],
  ['is offline', { navigator: { onLine: false } }],
])('loads nothing ahead for a user who %s', async (_reason, test) => {
  const { fetchScripts, loadScreen, requestData, steps } = start(test);
  await fetchScripts(contacts);
  loadScreen(contacts);
  requestData(contacts);
  await waitTurns();
  expect(steps).toEqual([]);
});

it('fetches no scripts of a release that the page has given up', async () => {
  const { loadScreen, steps } = start({ version: '5.0.1+bbbb' });
  loadScreen(contacts);
  await waitTurns();
  expect(steps).toEqual(['run contacts']);
});

it('ignores unknown screens, failed requests and screens that can’t request their data', async () => {
  const { fetchScripts, loadScreen, requestData, steps } = start({
    isNetworkBroken: true,
    screen: { prefetch: () => Promise.reject(new Error('no data')) },
  });
  loadScreen({ key: 'unknown', params: [] });
  await expect(fetchScripts(contacts)).resolves.toBeUndefined();
  requestData(contacts);
  await waitTurns();
  expect(steps).toEqual(['fetch /remotes/a.js', 'fetch /assets/dialog.js']);
});
