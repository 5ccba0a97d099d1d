import { RegistryItem } from '@mahlzeit/contract';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { aMainManifest, aRemoteManifest, aShellManifest, createFakeReleaseStore } from '../fakes/fake-releases';
import type { Release } from './release-manifest';
import { createReleaseStore, registrySource } from './release-repository';
import type { ReleaseStore } from './release-repository';

const shell: Release = { name: 'shell', manifest: aShellManifest() };
const social: Release = { name: 'mf-social', manifest: aRemoteManifest() };
const newerSocial: Release = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) };
const discovery: Release = { name: 'mf-discovery', manifest: aMainManifest() };
const session = { uid: 'u', sessionId: 's', isAnonymous: true, isVerified: false, isDeleted: false, authTime: 0 };

const behavesLikeAReleaseStore = (openStore: () => Promise<ReleaseStore>): void => {
  it('holds nothing at first', async () => {
    expect(await (await openStore()).listStable()).toEqual([]);
  });

  it('points at the newest release of each name', async () => {
    const store = await openStore();
    for (const release of [social, shell, discovery, newerSocial]) await store.publish(release, 1);
    expect(await store.listStable()).toEqual([discovery, newerSocial, shell]);
  });

  it('points back when an older build is published again', async () => {
    const store = await openStore();
    for (const release of [social, newerSocial, social]) await store.publish(release, 1);
    expect(await store.listStable()).toEqual([social]);
  });
};

describe('the fake release store', () => behavesLikeAReleaseStore(async () => createFakeReleaseStore()));

describeOnEachEngine('the release store', (databases) => {
  behavesLikeAReleaseStore(async () => createReleaseStore(await databases.open()));

  it('records remotes in the topic global and shows them in its snapshot', async () => {
    const database = await databases.open();
    const store = createReleaseStore(database);
    for (const release of [social, shell, newerSocial]) await store.publish(release, 1);
    const ops = (await database.knex('change').where({ topic: 'global' }).orderBy('seq').pluck('op')).map(
      (op: string): unknown => JSON.parse(op),
    );
    expect(ops).toEqual(
      ['5.0.1+aaaa', '5.0.1+cccc'].map((version) => ({
        kind: 'put',
        collection: 'registry',
        key: 'mf-social',
        value: { key: 'mf-social', version },
      })),
    );
    const items = await database.read((knex) => registrySource.snapshot(session, null, knex));
    expect(items).toEqual([
      { collection: 'registry', key: 'mf-social', value: { key: 'mf-social', version: '5.0.1+cccc' } },
    ]);
    for (const { value } of items) expect(RegistryItem.parse(value)).toEqual(value);
  });
});
