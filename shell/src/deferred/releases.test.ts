/** @page */
import { globalTopic } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { createRemoteLookup } from '../remotes/registry';
import { createReloadHolds } from '../loading/reload';
import { watchReleases } from './releases';

const MINUTE_MS = 60_000;

interface OpenPageOptions {
  /** Version of the remote that runs in the page. */
  readonly version?: string;
  /** Version of the remote in the registry when the test starts. */
  readonly announcedVersion?: string;
  /** True if the live registry isn't known until the connection is open. */
  readonly isOffline?: boolean;
  /** Whether a tester has chosen the version that runs in the page. */
  readonly isOverridden?: boolean;
  /** Number from 0 to 1 that the page's random generator returns. */
  readonly randomValue?: number;
}

const openPage = async ({
  version = '5.0.1+a',
  announcedVersion = version,
  randomValue = 0,
  isOffline = false,
  isOverridden = false,
}: OpenPageOptions = {}) => {
  const registryItemOf = (itemVersion: string, rollout: string | null = null) => ({
    key: 'mf-social',
    version: itemVersion,
    rollout,
  });
  const shell = fakeShell({ topics: { [globalTopic]: { registry: [registryItemOf(announcedVersion)] } } });
  shell.setOffline(isOffline);
  const timers = createManualTimers();
  const reloadHolds = createReloadHolds();
  const page = document.implementation.createHTMLDocument();
  let [visibility, reloadCount] = ['visible', 0];
  const supersededVersions: string[] = [];
  Object.defineProperty(page, 'visibilityState', { get: () => visibility });
  const override = { name: 'mf-social', value: version, outcome: 'release' } as const;
  const lookup = createRemoteLookup({
    remotes: [aRegistryRemote({ name: 'mf-social', version })],
    overrides: { expiresInMs: 1, remotes: isOverridden ? [override] : [], sandboxUrl: null },
  });
  const stopWatching = watchReleases({
    store: shell.store,
    loader: { supersede: (remote) => void supersededVersions.push(remote) },
    lookup,
    page,
    holds: reloadHolds,
    timers,
    random: () => randomValue,
    reload: () => (reloadCount += 1),
  });
  const emitRelease = (nextVersion: string, rollout: string | null = null): void =>
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'registry',
      key: 'mf-social',
      value: registryItemOf(nextVersion, rollout),
    });
  const setVisible = (isVisible: boolean): void => {
    visibility = isVisible ? 'visible' : 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  await waitTurns();
  return {
    shell,
    emit: emitRelease,
    show: setVisible,
    timers,
    holds: reloadHolds,
    page,
    superseded: supersededVersions,
    stop: stopWatching,
    reloads: () => reloadCount,
  };
};

it('reloads for a new release once the page was hidden for a minute', async () => {
  const { emit, show, timers, reloads } = await openPage();
  emit('5.0.1+b');
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
  show(false);
  timers.advance(MINUTE_MS - 1);
  expect(reloads()).toBe(0);
  timers.advance(1);
  expect(reloads()).toBe(1);
});

it('notices a release in the background, and spreads the reloads of pages', async () => {
  const { emit, show, timers, reloads } = await openPage({ randomValue: 0.5 });
  show(false);
  emit('5.0.1+b');
  timers.advance(3 * MINUTE_MS - 1);
  expect(reloads()).toBe(0);
  timers.advance(1);
  expect(reloads()).toBe(1);
});

it("doesn't reload for a short look at another tab", async () => {
  const { emit, show, timers, reloads } = await openPage();
  emit('5.0.1+b');
  show(false);
  timers.advance(MINUTE_MS / 2);
  show(true);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it.each([
  ['no new release', '5.0.1+a'],
  ['a release that the page has already', '5.0.1+b'],
])("doesn't reload for %s", async (_, nextVersion) => {
  const { emit, show, timers, reloads } = await openPage({ version: nextVersion, announcedVersion: '5.0.1+a' });
  emit(nextVersion);
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it("does not reload endlessly when another gateway announces a release that this one doesn't serve", async () => {
  const { emit, show, timers, reloads } = await openPage({ version: '5.0.1+a', announcedVersion: '5.0.1+b' });
  emit('5.0.1+b');
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it('keeps the release that a tester has chosen, whatever becomes current', async () => {
  const { emit, show, timers, reloads } = await openPage({ isOverridden: true, announcedVersion: '5.0.1+dev.b' });
  emit('5.0.1+dev.c');
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it("doesn't reload after a release was withdrawn", async () => {
  const { emit, show, timers, reloads } = await openPage();
  show(false);
  emit('5.0.1+b');
  emit('5.0.1+a');
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it("doesn't count the first registry as a change, however late it arrives", async () => {
  const { shell, show, timers, reloads } = await openPage({
    announcedVersion: '5.0.1+b',
    version: '5.0.1+a',
    isOffline: true,
  });
  shell.setOffline(false);
  await waitTurns();
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it('waits for the end of a payment or a draft', async () => {
  const { emit, show, timers, holds, reloads } = await openPage();
  const releasePaymentHold = holds.hold();
  emit('5.0.1+b');
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
  releasePaymentHold();
  timers.advance(MINUTE_MS);
  expect(reloads()).toBe(1);
});

it("keeps typed text that isn't sent", async () => {
  const { emit, show, timers, page, reloads } = await openPage();
  page.body.innerHTML = '<div role="dialog"><textarea>Bis gleich</textarea></div>';
  emit('5.0.1+b');
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it.each([
  ['another build of a developer at once, before all eyes', '5.0.1+dev.b', 1],
  ['the build of a developer that it has already', '5.0.1+dev.a', 0],
])('takes %s', async (_, nextVersion, expectedReloads) => {
  const { emit, reloads } = await openPage({ version: '5.0.1+dev.a' });
  emit(nextVersion);
  expect(reloads()).toBe(expectedReloads);
});

it('does nothing after its stop', async () => {
  const { emit, show, timers, stop, reloads } = await openPage();
  emit('5.0.1+b');
  show(false);
  stop();
  timers.advance(60 * MINUTE_MS);
  show(true);
  show(false);
  timers.advance(60 * MINUTE_MS);
  expect(reloads()).toBe(0);
});

it('stays for a rollout beside its release, and reloads when neither of the two is its release', async () => {
  const { emit, show, timers, reloads } = await openPage();
  show(false);
  emit('5.0.1+a', '5.0.1+b');
  timers.advance(MINUTE_MS);
  expect(reloads()).toBe(0);
  emit('5.0.1+b');
  timers.advance(MINUTE_MS);
  expect(reloads()).toBe(1);
});

it('reloads when a rollout ends whose release the page has', async () => {
  const { emit, show, timers, reloads } = await openPage({ version: '5.0.1+b', announcedVersion: '5.0.1+a' });
  emit('5.0.1+a', '5.0.1+b');
  show(false);
  timers.advance(MINUTE_MS);
  expect(reloads()).toBe(0);
  emit('5.0.1+c');
  timers.advance(MINUTE_MS);
  expect(reloads()).toBe(1);
});

it('lets the loader ask for the release of a remote when it changes, also for one that a share gets', async () => {
  const { emit, superseded: supersededVersions } = await openPage();
  expect(supersededVersions).toEqual([]);
  emit('5.0.1+a', '5.0.1+b');
  expect(supersededVersions).toEqual(['mf-social']);
  emit('5.0.1+b');
  expect(supersededVersions).toEqual(['mf-social', 'mf-social']);
});

it('lets the loader ask when the page was delivered with another release than the one that is announced', async () => {
  const { superseded: supersededVersions } = await openPage({ announcedVersion: '5.0.1+b' });
  expect(supersededVersions).toEqual(['mf-social']);
});
