import { globalTopic } from '@mahlzeit/contract';
import type { RegistryItem } from '@mahlzeit/contract';
import { everybodyMayRead } from '../../../platform';
import type { Database, TopicSource, WriteTransaction } from '../../../platform';
import { ReleaseName, RemoteName } from '../manifest';
import type { Release } from '../manifest';
import { createActRepository } from './act-repository';
import type { Actor } from './act-repository';
import { createChannelRepository } from './channel-repository';
import type { Delivery } from './channel-repository';
import type { FileContent } from './release-archive';
import { createReleaseRepository } from './release-repository';

/** Which releases the database says that visitors get. */
export interface DeliveryState {
  /** Versions that the channel `stable` delivers, by name. */
  readonly stableVersions: ReadonlyMap<ReleaseName, string>;
  /** Versions of the checkout's builds that were published last, by name. */
  readonly buildVersions: ReadonlyMap<ReleaseName, string>;
  /** Names whose present release no build replaces. */
  readonly pinnedNames: ReadonlySet<string>;
}

/** A build of the gateway's own checkout. */
export interface Build {
  readonly release: Release;
  /** Contents by path; null for a build whose files stay in its folder. */
  readonly contents: ReadonlyMap<string, FileContent> | null;
}

/** Current releases in the database, which all gateways share. */
export interface ReleaseStore {
  readState(): Promise<DeliveryState>;
  /** Returns a stored release; null for an unknown one. */
  find(name: ReleaseName, version: string): Promise<Release | null>;
  /**
   * Stores a build of the checkout and makes `stable` deliver it unless the remote is pinned. A build that was
   * published last changes nothing, so that a restart undoes no rollback.
   */
  publishBuild(build: Build, publishedAt: number): Promise<void>;
}

const BUILD_ACTOR: Actor = { name: 'build', address: null };

const registryItemOf = ({ name, version }: Pick<Delivery, 'name' | 'version'>): RegistryItem => ({
  key: name,
  version,
});

/** Makes a channel deliver a release, and tells open pages. */
export const deliverRelease = async (tx: WriteTransaction, delivery: Delivery, at: number): Promise<void> => {
  await createChannelRepository(tx.knex).deliver(delivery, at);
  tellPages(tx, delivery);
};

/** Tells open pages which release of a remote `stable` delivers now. */
export const tellPages = (tx: WriteTransaction, delivery: Delivery): void => {
  if (delivery.channel !== 'stable' || !RemoteName.safeParse(delivery.name).success) return;
  const value = registryItemOf(delivery);
  tx.record(globalTopic, { kind: 'put', collection: 'registry', key: value.key, value });
};

const versionsByName = (
  rows: readonly { readonly name: string; readonly version: string }[],
): ReadonlyMap<ReleaseName, string> =>
  new Map(rows.map(({ name, version }) => [ReleaseName.parse(name), version] as const));

/** Creates the store on the gateway's database. */
export const createReleaseStore = (database: Database): ReleaseStore => ({
  readState: () =>
    database.read(async (knex) => {
      const channels = createChannelRepository(knex);
      const deliveries = await channels.findDeliveries();
      return {
        stableVersions: versionsByName(deliveries.filter(({ channel }) => channel === 'stable')),
        buildVersions: versionsByName(await channels.findBuilds()),
        pinnedNames: new Set(await channels.findPinned()),
      };
    }),

  find: (name, version) => database.read((knex) => createReleaseRepository(knex).findRelease(name, version)),

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
      await deliverRelease(tx, { name, channel: 'stable', version }, publishedAt);
      await createActRepository(tx.knex).record({
        name,
        act: 'publish',
        version,
        channel: 'stable',
        actor: BUILD_ACTOR,
        at: publishedAt,
      });
    }),
});

/** Topic source of the remotes' versions in the topic `global`. Pages learn from it that a newer release exists. */
export const registrySource: TopicSource = {
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybodyMayRead,

  async snapshot(_session, _param, knex) {
    return (await createChannelRepository(knex).findDeliveries())
      .filter(({ name, channel }) => channel === 'stable' && RemoteName.safeParse(name).success)
      .map((delivery) => ({ collection: 'registry', key: delivery.name, value: registryItemOf(delivery) }));
  },
};
