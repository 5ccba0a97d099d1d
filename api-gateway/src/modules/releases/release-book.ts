import { globalTopic } from '@mahlzeit/contract';
import type { Database } from '../../platform';
import { presentRegistryItem } from './registry-presenter';
import { SHELL } from './release-manifest';
import type { Release } from './release-manifest';
import { createReleaseRepository } from './release-repository';

/** The current releases, as every gateway of a database sees them. */
export interface ReleaseStore {
  listStable(): Promise<Release[]>;
  /** Makes a release the stable one and tells open pages. */
  publish(release: Release, publishedAt: number): Promise<void>;
}

/** The store in the gateway's database. */
export const createReleaseStore = (database: Database): ReleaseStore => ({
  listStable: () => database.read((knex) => createReleaseRepository(knex).listStable()),

  publish: (release, publishedAt) => database.write(async (tx) => {
    await createReleaseRepository(tx.knex).publish(release, publishedAt);
    if (release.name === SHELL) return;
    const value = presentRegistryItem(release.manifest);
    tx.record(globalTopic, { kind: 'put', collection: 'registry', key: value.key, value });
  }),
});
