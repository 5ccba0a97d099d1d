import { RegistryItem } from '@mahlzeit/contract';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { aMainManifest, aRemoteManifest, aShellManifest, createFakeReleaseStore } from '../fakes/fake-releases';
import type { Release } from './release-manifest';
import { createReleaseStore, registrySource } from './release-repository';
import type { ReleaseStore } from './release-repository';

const shellRelease: Release = { name: 'shell', manifest: aShellManifest() };
const socialRelease: Release = { name: 'mf-social', manifest: aRemoteManifest() };
const newerSocialRelease: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
const discoveryRelease: Release = { name: 'mf-discovery', manifest: aMainManifest() };
const anonymousSession = {
  uid: 'u',
  sessionId: 's',
  isAnonymous: true,
  isVerified: false,
  isDeleted: false,
  authTime: 0,
};

const behavesLikeAReleaseStore = (openReleaseStore: () => Promise<ReleaseStore>): void => {
  it('holds nothing at first', async () => {
    expect(await (await openReleaseStore()).listStable()).toEqual([]);
  });

  it('points at the newest release of each name', async () => {
    const releaseStore = await openReleaseStore();
    for (const release of [socialRelease, shellRelease, discoveryRelease, newerSocialRelease])
      await releaseStore.publish(release, 1);
    expect(await releaseStore.listStable()).toEqual([discoveryRelease, newerSocialRelease, shellRelease]);
  });

  it('points back when an older build is published again', async () => {
    const releaseStore = await openReleaseStore();
    for (const release of [socialRelease, newerSocialRelease, socialRelease]) await releaseStore.publish(release, 1);
    expect(await releaseStore.listStable()).toEqual([socialRelease]);
  });
};

describe('the fake release store', () => behavesLikeAReleaseStore(async () => createFakeReleaseStore()));

describeOnEachEngine('the release store', (testDatabases) => {
  behavesLikeAReleaseStore(async () => createReleaseStore(await testDatabases.open()));

  it('records remotes in the topic global and shows them in its snapshot', async () => {
    const database = await testDatabases.open();
    const releaseStore = createReleaseStore(database);
    for (const release of [socialRelease, shellRelease, newerSocialRelease]) await releaseStore.publish(release, 1);
    const recordedOps = (await database.knex('change').where({ topic: 'global' }).orderBy('seq').pluck('op')).map(
      (opJson: string): unknown => JSON.parse(opJson),
    );
    expect(recordedOps).toEqual(
      ['5.0.1+aaaa', '5.0.1+cccc'].map((releaseVersion) => ({
        kind: 'put',
        collection: 'registry',
        key: 'mf-social',
        value: { key: 'mf-social', version: releaseVersion },
      })),
    );
    const snapshotItems = await database.read((knex) => registrySource.snapshot(anonymousSession, null, knex));
    expect(snapshotItems).toEqual([
      { collection: 'registry', key: 'mf-social', value: { key: 'mf-social', version: '5.0.1+cccc' } },
    ]);
    for (const { value } of snapshotItems) expect(RegistryItem.parse(value)).toEqual(value);
  });
});
