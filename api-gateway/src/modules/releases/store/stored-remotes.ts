import type { ReleaseChannel, RemoteChoices } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import type { RemoteManifest } from '../manifest';
import { createChannelRepository } from './channel-repository';
import { createReleaseRepository } from './release-repository';

/** Maximum number of releases of one remote from which testers choose. */
const MAX_CHOICES = 50;

/** Reader of the remotes' releases whose files the database holds. */
export interface StoredRemotes {
  /**
   * Returns a remote's release; null for an unknown release, and for a development build, whose files aren't stored.
   */
  find(name: string, version: string): Promise<RemoteManifest | null>;
  /** Lists the stored releases of all remotes in the order of the remotes' names, each newest first. */
  listChoices(): Promise<RemoteChoices[]>;
}

/** Creates the reader of stored releases on the gateway's database. */
export const createStoredRemotes = (database: Database): StoredRemotes => ({
  async find(name, version) {
    const release = await database.read((knex) => createReleaseRepository(knex).find(name, version));
    return release?.isStored === true ? release.manifest : null;
  },

  listChoices: () =>
    database.read(async (knex) => {
      const releases = (await createReleaseRepository(knex).list(null)).filter(({ isStored }) => isStored);
      const deliveries = await createChannelRepository(knex).findDeliveries();
      const channelsOf = (name: string, version: string): ReleaseChannel[] =>
        deliveries
          .filter((delivery) => delivery.name === name && delivery.version === version)
          .map(({ channel }) => channel);
      const names = [...new Set(releases.map(({ manifest }) => manifest.name))].sort();
      return names.map((name) => ({
        name,
        releases: releases
          .filter(({ manifest }) => manifest.name === name)
          .slice(0, MAX_CHOICES)
          .map(({ manifest: { version }, publishedAt }) => ({
            version,
            publishedAt,
            channels: channelsOf(name, version),
          })),
      }));
    }),
});
