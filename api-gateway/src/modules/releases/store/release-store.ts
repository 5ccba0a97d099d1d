import { globalTopic } from '@mahlzeit/contract';
import type { RegistryItem } from '@mahlzeit/contract';
import { everybodyMayRead } from '../../../platform';
import type { Database, TopicSource, WriteTransaction } from '../../../platform';
import { ReleaseName, RemoteName } from '../manifest';
import type { Release, RemoteManifest } from '../manifest';
import { createActRepository } from './act-repository';
import type { Actor } from './act-repository';
import { createChannelRepository } from './channel-repository';
import type { ReleaseDelivery, NewReleaseDelivery } from './channel-repository';
import type { FileContent } from './release-archive';
import { createReleaseRepository, releaseIdOf } from './release-repository';

/** Releases that visitors get, according to the database. */
export interface DeliveryState {
  /** Releases that the channels deliver. */
  readonly deliveries: readonly ReleaseDelivery[];
  /** Versions of the checkout's builds that were published last, by name. */
  readonly buildVersions: ReadonlyMap<ReleaseName, string>;
  /** Names of remotes whose present release is pinned, so that no build replaces it. */
  readonly pinnedNames: ReadonlySet<string>;
}

/** A build of the gateway's own checkout. */
export interface Build {
  readonly release: Release;
  /** Contents of the build's files by path; null for a build whose files stay in its folder. */
  readonly contents: ReadonlyMap<string, FileContent> | null;
}

/** Store of the current releases in the database, which all gateways share. */
export interface ReleaseStore {
  readState(): Promise<DeliveryState>;
  /** Returns a stored release; null for an unknown release. */
  find(name: ReleaseName, version: string): Promise<Release | null>;
  /**
   * Returns the latest release of a remote that `stable` has delivered, whose files are stored, and that is not among
   * `failedIds` (see `releaseIdOf`); null without such a release.
   */
  findLastGood(name: string, failedIds: ReadonlySet<string>): Promise<RemoteManifest | null>;
  /**
   * Stores a build of the checkout and makes `stable` deliver it unless the remote is pinned. The build that was
   * published last changes nothing, so that a restart doesn't undo a rollback.
   */
  publishBuild(build: Build, publishedAt: number): Promise<void>;
}

const BUILD_ACTOR: Actor = { name: 'build', address: null };

/**
 * Returns the data about remotes that open pages get: the releases that `stable` delivers to everybody, and to a share.
 */
const registryItemsOf = (deliveries: readonly ReleaseDelivery[]): RegistryItem[] => {
  const stableDeliveries = deliveries.filter(
    ({ name, channel }) => channel === 'stable' && RemoteName.safeParse(name).success,
  );
  return stableDeliveries
    .filter(({ isRollout }) => !isRollout)
    .map(({ name, version }) => ({
      key: name,
      version,
      rollout: stableDeliveries.find((delivery) => delivery.isRollout && delivery.name === name)?.version ?? null,
    }));
};

/** Makes a channel deliver a release, and informs open pages. */
export const deliverRelease = async (tx: WriteTransaction, delivery: NewReleaseDelivery, at: number): Promise<void> => {
  await createChannelRepository(tx.knex).deliver(delivery, at);
  await tellPages(tx, delivery.name);
};

/** Informs open pages which releases of a remote `stable` delivers now. */
export const tellPages = async (tx: WriteTransaction, name: string): Promise<void> => {
  for (const value of registryItemsOf(await createChannelRepository(tx.knex).findDeliveries(name)))
    tx.record(globalTopic, { kind: 'put', collection: 'registry', key: value.key, value });
};

const versionsByName = (
  rows: readonly { readonly name: string; readonly version: string }[],
): ReadonlyMap<ReleaseName, string> =>
  new Map(rows.map(({ name, version }) => [ReleaseName.parse(name), version] as const));

/** Creates the store of releases on the gateway's database. */
export const createReleaseStore = (database: Database): ReleaseStore => ({
  readState: () =>
    database.read(async (knex) => {
      const channels = createChannelRepository(knex);
      const deliveries = await channels.findDeliveries();
      return {
        deliveries,
        buildVersions: versionsByName(await channels.findBuilds()),
        pinnedNames: new Set(await channels.findPinned()),
      };
    }),

  find: (name, version) => database.read((knex) => createReleaseRepository(knex).findRelease(name, version)),

  findLastGood: (name, failedIds) =>
    database.read(async (knex) => {
      const releases = createReleaseRepository(knex);
      for (const version of await createChannelRepository(knex).findHistory(name, 'stable')) {
        const storedRelease = failedIds.has(releaseIdOf({ name, version })) ? null : await releases.find(name, version);
        if (storedRelease?.isStored === true) return storedRelease.manifest;
      }
      return null;
    }),

  publishBuild: ({ release, contents }, publishedAt) =>
    database.write(async (tx) => {
      const { name, manifest } = release;
      const { version } = manifest;
      const channels = createChannelRepository(tx.knex);
      if ((await channels.findBuilds()).some((build) => build.name === name && build.version === version)) return;
      await createReleaseRepository(tx.knex).put({
        release,
        publishedAt,
        publishedBy: BUILD_ACTOR.name,
        note: null,
        contents,
      });
      await channels.recordBuild({ name, version });
      if ((await channels.findPinned()).includes(name)) return;
      await deliverRelease(tx, { name, channel: 'stable', version, share: 100 }, publishedAt);
      await createActRepository(tx.knex).record({
        name,
        act: 'publish',
        version,
        channel: 'stable',
        share: 100,
        actor: BUILD_ACTOR,
        at: publishedAt,
      });
    }),
});

/** Source of the remotes' versions in the live topic `global`, from which pages learn that a newer release exists. */
export const registrySource: TopicSource = {
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybodyMayRead,

  async snapshot(_session, _param, knex) {
    return registryItemsOf(await createChannelRepository(knex).findDeliveries()).map((value) => ({
      collection: 'registry',
      key: value.key,
      value,
    }));
  },
};
