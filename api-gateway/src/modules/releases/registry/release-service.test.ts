import { aMainManifest, aRemoteManifest, aShellManifest, createFakeReleaseStore } from '../fakes/fake-releases';
import type { InspectionResult, ReleaseFolder } from './release-files';
import type { Release, ReleaseName } from './release-manifest';
import type { ReleaseStore } from './release-repository';
import { createReleaseService } from './release-service';

const clock = { now: () => 1, realNow: () => 2 };
const shell: Release = { name: 'shell', manifest: aShellManifest() };
const social: Release = { name: 'mf-social', manifest: aRemoteManifest() };
const discovery: Release = { name: 'mf-discovery', manifest: aMainManifest() };

const setUp = (store: ReleaseStore = createFakeReleaseStore()) => {
  const sourceResults = new Map<ReleaseName, InspectionResult>();
  const brokenReleases: ReleaseName[] = [];
  let looks = 0;
  const folder: ReleaseFolder = {
    list: async () => [...sourceResults.keys()],
    async inspect(name) {
      looks += 1;
      return sourceResults.get(name) ?? { status: 'missing' };
    },
    locate: async () => null,
    verify: async () => null,
  };
  const provideReleases = (...releases: Release[]) => {
    for (const release of releases) sourceResults.set(release.name, { status: 'found', release });
  };
  const service = createReleaseService({ folder, store, clock, onBroken: (name) => void brokenReleases.push(name) });
  return { service, sourceResults, lay: provideReleases, broken: brokenReleases, store, looks: () => looks };
};

it('holds nothing where nothing was built', async () => {
  expect(await setUp().service.current()).toEqual({ shell: null, console: null, remotes: [] });
});

it('announces what was built, remotes in the order of their names', async () => {
  const { service, lay: provideReleases } = setUp();
  provideReleases(social, shell, discovery);
  expect(await service.current()).toEqual({
    shell: shell.manifest,
    console: null,
    remotes: [discovery.manifest, social.manifest],
  });
});

it('goes on announcing a release whose files are away', async () => {
  const { service, lay: provideReleases, sourceResults } = setUp();
  provideReleases(shell, social, discovery);
  await service.current();
  sourceResults.delete('mf-social');
  expect((await service.current()).remotes).toEqual([discovery.manifest, social.manifest]);
});

it('announces after a restart what was published before, although its files are away', async () => {
  const store = createFakeReleaseStore();
  const setUpBefore = setUp(store);
  setUpBefore.lay(shell, social);
  await setUpBefore.service.publishNew();
  expect((await setUp(store).service.current()).remotes).toEqual([social.manifest]);
});

it('keeps the previous release instead of a broken one and reports the error', async () => {
  const { service, lay: provideReleases, sourceResults, broken } = setUp();
  provideReleases(shell, social);
  await service.current();
  sourceResults.set('mf-social', { status: 'broken', cause: new Error('half a file') });
  expect((await service.current()).remotes).toEqual([social.manifest]);
  expect(broken).toEqual(['mf-social']);
});

it('publishes each new build once', async () => {
  const store = createFakeReleaseStore();
  const { service, lay: provideReleases } = setUp(store);
  provideReleases(shell, social);
  await service.publishNew();
  await service.publishNew();
  expect(store.published.map(({ name }) => name).sort()).toEqual(['mf-social', 'shell']);
  const renewedRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
  provideReleases(renewedRelease);
  await service.publishNew();
  expect(store.published.slice(2)).toEqual([renewedRelease]);
});

it('does not publish after a restart what was published before', async () => {
  const store = createFakeReleaseStore();
  for (let start = 0; start < 2; start += 1) {
    const { service, lay: provideReleases } = setUp(store);
    provideReleases(shell, social);
    await service.publishNew();
  }
  expect(store.published).toHaveLength(2);
});

it('serves a new build although it cannot be published yet, and publishes it later', async () => {
  const fake = createFakeReleaseStore();
  let isBusy = true;
  const store: ReleaseStore = {
    ...fake,
    publish: async (release, now) => (isBusy ? Promise.reject(new Error('busy')) : fake.publish(release, now)),
  };
  const { service, lay: provideReleases, sourceResults } = setUp(store);
  provideReleases(social);
  await expect(service.publishNew()).rejects.toThrow('busy');
  sourceResults.set('mf-social', { status: 'unchanged' });
  expect((await service.current()).remotes).toEqual([social.manifest]);
  isBusy = false;
  await service.publishNew();
  expect(fake.published).toEqual([social]);
});

it('looks once for pages that are asked for at the same moment', async () => {
  const { service, lay: provideReleases, looks } = setUp();
  provideReleases(shell);
  await Promise.all([service.current(), service.current(), service.current()]);
  expect(looks()).toBe(1);
});
