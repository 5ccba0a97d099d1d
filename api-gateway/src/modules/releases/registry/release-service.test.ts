import { aMainManifest, aRemoteManifest, aShellManifest, createFakeReleaseStore } from '../fakes/fake-releases';
import type { InspectionResult, ReleaseFolder } from './release-files';
import type { Release, ReleaseName } from '../manifest';
import type { ReleaseStore } from '../store';
import { createReleaseService } from './release-service';

const clock = { now: () => 1, realNow: () => 2 };
const shellRelease: Release = { name: 'shell', manifest: aShellManifest() };
const socialRelease: Release = { name: 'mf-social', manifest: aRemoteManifest() };
const discoveryRelease: Release = { name: 'mf-discovery', manifest: aMainManifest() };

const setUpReleaseService = (releaseStore: ReleaseStore = createFakeReleaseStore()) => {
  const sourceResults = new Map<ReleaseName, InspectionResult>();
  const brokenReleases: ReleaseName[] = [];
  let inspectionCount = 0;
  const fakeReleaseFolder: ReleaseFolder = {
    list: async () => [...sourceResults.keys()],
    async inspect(releaseName) {
      inspectionCount += 1;
      return sourceResults.get(releaseName) ?? { status: 'missing' };
    },
    locate: async () => null,
    verify: async () => null,
    readContents: async () => null,
  };
  const putReleases = (...releases: Release[]) => {
    for (const release of releases) sourceResults.set(release.name, { status: 'found', release });
  };
  const releaseService = createReleaseService({
    folder: fakeReleaseFolder,
    store: releaseStore,
    clock,
    onBroken: (releaseName) => void brokenReleases.push(releaseName),
  });
  return {
    service: releaseService,
    sourceResults,
    lay: putReleases,
    broken: brokenReleases,
    store: releaseStore,
    looks: () => inspectionCount,
  };
};

it('holds nothing where nothing was built', async () => {
  expect(await setUpReleaseService().service.current()).toMatchObject({ shell: null, pages: [], remotes: [] });
});

it('announces what was built, remotes in the order of their names', async () => {
  const { service, lay: putReleases } = setUpReleaseService();
  putReleases(socialRelease, shellRelease, discoveryRelease);
  expect(await service.current()).toMatchObject({
    shell: shellRelease.manifest,
    pages: [],
    remotes: [discoveryRelease.manifest, socialRelease.manifest],
  });
});

it('goes on announcing a release whose files are away', async () => {
  const { service, lay: putReleases, sourceResults } = setUpReleaseService();
  putReleases(shellRelease, socialRelease, discoveryRelease);
  await service.current();
  sourceResults.delete('mf-social');
  expect((await service.current()).remotes).toEqual([discoveryRelease.manifest, socialRelease.manifest]);
});

it('announces after a restart what was published before, although its files are away', async () => {
  const releaseStore = createFakeReleaseStore();
  const setUpBefore = setUpReleaseService(releaseStore);
  setUpBefore.lay(shellRelease, socialRelease);
  await setUpBefore.service.publishNew();
  expect((await setUpReleaseService(releaseStore).service.current()).remotes).toEqual([socialRelease.manifest]);
});

it('keeps the previous release instead of a broken one and reports the error', async () => {
  const { service, lay: putReleases, sourceResults, broken } = setUpReleaseService();
  putReleases(shellRelease, socialRelease);
  await service.current();
  sourceResults.set('mf-social', { status: 'broken', cause: new Error('half a file') });
  expect((await service.current()).remotes).toEqual([socialRelease.manifest]);
  expect(broken).toEqual(['mf-social']);
});

it('publishes each new build once', async () => {
  const releaseStore = createFakeReleaseStore();
  const { service, lay: putReleases } = setUpReleaseService(releaseStore);
  putReleases(shellRelease, socialRelease);
  await service.publishNew();
  await service.publishNew();
  expect(releaseStore.published.map(({ name }) => name).sort()).toEqual(['mf-social', 'shell']);
  const renewedRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
  putReleases(renewedRelease);
  await service.publishNew();
  expect(releaseStore.published.slice(2)).toEqual([renewedRelease]);
});

it('does not publish after a restart what was published before', async () => {
  const releaseStore = createFakeReleaseStore();
  for (let startIndex = 0; startIndex < 2; startIndex += 1) {
    const { service, lay: putReleases } = setUpReleaseService(releaseStore);
    putReleases(shellRelease, socialRelease);
    await service.publishNew();
  }
  expect(releaseStore.published).toHaveLength(2);
});

it('serves a new build although it cannot be published yet, and publishes it later', async () => {
  const fakeStore = createFakeReleaseStore();
  let isStoreBusy = true;
  const releaseStore: ReleaseStore = {
    ...fakeStore,
    publishBuild: async (build, now) =>
      isStoreBusy ? Promise.reject(new Error('busy')) : fakeStore.publishBuild(build, now),
  };
  const { service, lay: putReleases, sourceResults } = setUpReleaseService(releaseStore);
  putReleases(socialRelease);
  await expect(service.publishNew()).rejects.toThrow('busy');
  sourceResults.set('mf-social', { status: 'unchanged' });
  expect((await service.current()).remotes).toEqual([socialRelease.manifest]);
  isStoreBusy = false;
  await service.publishNew();
  expect(fakeStore.published).toEqual([socialRelease]);
});

it('shows what the store delivers instead of the build that was published last, also after a restart', async () => {
  const releaseStore = createFakeReleaseStore();
  const newerRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
  const firstStart = setUpReleaseService(releaseStore);
  for (const release of [socialRelease, newerRelease]) {
    firstStart.lay(release);
    await firstStart.service.publishNew();
  }
  releaseStore.deliver(socialRelease);
  const nextStart = setUpReleaseService(releaseStore);
  nextStart.lay(newerRelease);
  await nextStart.service.publishNew();
  expect((await nextStart.service.current()).remotes).toEqual([socialRelease.manifest]);
});

it('shows a pinned release until a person changes that, whatever is built', async () => {
  const releaseStore = createFakeReleaseStore();
  const { service, lay: putReleases } = setUpReleaseService(releaseStore);
  putReleases(socialRelease);
  await service.publishNew();
  releaseStore.pin('mf-social');
  putReleases({ name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) });
  for (const runPublication of [async () => {}, () => service.publishNew()]) {
    await runPublication();
    expect((await service.current()).remotes).toEqual([socialRelease.manifest]);
  }
});

it('publishes its build once, also beside a gateway with another build', async () => {
  const releaseStore = createFakeReleaseStore();
  const olderGateway = setUpReleaseService(releaseStore);
  const newerGateway = setUpReleaseService(releaseStore);
  const newerShell: Release = { name: 'shell', manifest: aShellManifest({ version: '5.0.1+cccc' }) };
  const newerRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
  olderGateway.lay(shellRelease, socialRelease);
  newerGateway.lay(newerShell, newerRelease);
  for (const { service } of [olderGateway, newerGateway, olderGateway, newerGateway]) {
    service.forgetState();
    await service.publishNew();
  }
  expect(releaseStore.published.filter(({ name }) => name === 'mf-social')).toEqual([socialRelease, newerRelease]);
  olderGateway.service.forgetState();
  // Each gateway has only the files of its own shell.
  expect(await olderGateway.service.current()).toMatchObject({
    shell: shellRelease.manifest,
    remotes: [newerRelease.manifest],
  });
});

it('shows each remote at every moment while the builds are published one after the other', async () => {
  const fakeStore = createFakeReleaseStore();
  const shownNames: (readonly string[])[] = [];
  const releaseStore: ReleaseStore = {
    ...fakeStore,
    async publishBuild(build, now) {
      await fakeStore.publishBuild(build, now);
      shownNames.push((await service.current()).remotes.map(({ name }) => name));
    },
  };
  const { service, lay: putReleases } = setUpReleaseService(releaseStore);
  putReleases(socialRelease, discoveryRelease);
  await service.publishNew();
  shownNames.push((await service.current()).remotes.map(({ name }) => name));
  const allNames = ['mf-discovery', 'mf-social'];
  expect(shownNames).toEqual([allNames, allNames, allNames]);
});

it('does not keep a state of the store that was read before a change', async () => {
  const fakeStore = createFakeReleaseStore();
  let onRead = async (): Promise<void> => {};
  const releaseStore: ReleaseStore = {
    ...fakeStore,
    async readState() {
      const state = await fakeStore.readState();
      await onRead();
      return state;
    },
  };
  const { service, lay: putReleases } = setUpReleaseService(releaseStore);
  const newerRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
  for (const release of [newerRelease, socialRelease]) {
    putReleases(release);
    await service.publishNew();
  }
  onRead = async () => {
    onRead = async () => {};
    fakeStore.deliver(newerRelease);
    service.forgetState();
  };
  await service.current();
  expect((await service.current()).remotes).toEqual([newerRelease.manifest]);
});

it('looks once for pages that are asked for at the same moment', async () => {
  const { service, lay: putReleases, looks } = setUpReleaseService();
  putReleases(shellRelease);
  await Promise.all([service.current(), service.current(), service.current()]);
  expect(looks()).toBe(1);
});

describe('releases of one visitor', () => {
  const rolledOutRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
  const betaRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+dddd' }) };

  /**
   * Sets up a gateway without builds, whose store delivers one release, another one to 30 percent of the visitors, and
   * a release of `beta`.
   */
  const setUpRollout = async () => {
    const releaseStore = createFakeReleaseStore();
    for (const release of [socialRelease, rolledOutRelease, betaRelease])
      await releaseStore.publishBuild({ release, contents: null }, 0);
    releaseStore.deliver(socialRelease, { share: 70, publishedAt: 1 });
    releaseStore.deliver(rolledOutRelease, { share: 30, isRollout: true, publishedAt: 2 });
    releaseStore.deliver(betaRelease, { channel: 'beta', publishedAt: 3 });
    return setUpReleaseService(releaseStore);
  };

  it('gives the share of visitors the release that is rolled out, and all others the one beside it', async () => {
    const { service } = await setUpRollout();
    const visits = await Promise.all(
      Array.from({ length: 100 }, async (_, ticket) => service.current({ ticket, channel: 'stable' })),
    );
    const rolledOut = visits.filter(({ remotes }) => remotes[0] === rolledOutRelease.manifest);
    expect(rolledOut).toHaveLength(30);
    expect(rolledOut[0]?.deliveryByRemote?.get('mf-social')).toEqual({ channel: 'stable', share: 30 });
    const others = visits.filter(({ remotes }) => remotes[0] === socialRelease.manifest);
    expect(others).toHaveLength(70);
    expect(others[0]?.deliveryByRemote?.get('mf-social')).toEqual({ channel: 'stable', share: 70 });
    expect(await service.hasRollout()).toBe(true);
  });

  it('gives a visitor without a ticket the release beside the rollout, and a visitor of beta the one of beta', async () => {
    const { service } = await setUpRollout();
    expect((await service.current()).remotes).toEqual([socialRelease.manifest]);
    const betaVisit = await service.current({ ticket: 0, channel: 'beta' });
    expect(betaVisit.remotes).toEqual([betaRelease.manifest]);
    expect(betaVisit.deliveryByRemote?.get('mf-social')).toEqual({ channel: 'beta', share: 100 });
  });

  it('gives everybody a new build of the checkout', async () => {
    const { service, lay: putReleases } = await setUpRollout();
    const newBuild: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+eeee' }) };
    putReleases(newBuild);
    expect((await service.current({ ticket: 0, channel: 'beta' })).remotes).toEqual([newBuild.manifest]);
  });
});
