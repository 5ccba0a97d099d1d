import { globalTopic } from '@mahlzeit/contract';
import { everybodyMayRead } from '../../../platform';
import type { Connection, Database, TopicSource } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { presentRegistryItem } from './registry';
import { CONSOLE_NAME, parseRelease, ReleaseName, SHELL_NAME } from './release-manifest';
import type { Release } from './release-manifest';

/** Current releases in the database, which all gateways share. */
export interface ReleaseStore {
  /** Returns the releases of the stable channel, sorted by name. */
  listStable(): Promise<Release[]>;
  /** Stores a release, points the stable channel at it and notifies open pages. */
  publish(release: Release, publishedAt: number): Promise<void>;
}

interface ReleaseRow {
  readonly name: string;
  readonly version: string;
  readonly manifest: unknown;
  readonly published_at: number | string;
}

interface ChannelRow {
  readonly name: string;
  readonly channel: string;
  readonly version: string;
}

const releaseOf = ({ name, manifest }: Pick<ReleaseRow, 'name' | 'manifest'>): Release =>
  parseRelease(ReleaseName.parse(name), typeof manifest === 'string' ? JSON.parse(manifest) : manifest);

/** Stored releases, and the channels that point at them. */
interface ReleaseRepository {
  /** Returns the releases of the stable channel, sorted by name. */
  findStable(): Promise<Release[]>;
  /** Stores a release and points the stable channel at it. */
  putStable(release: Release, publishedAt: number): Promise<void>;
}

const createReleaseRepository = (connection: Connection): ReleaseRepository => {
  const knex = knexOf(connection);
  return {
    async findStable() {
      const releaseRows: Pick<ReleaseRow, 'name' | 'manifest'>[] = await knex<ReleaseRow>('release')
        .join('release_channel', (joinClause) =>
          joinClause.on('release.name', 'release_channel.name').andOn('release.version', 'release_channel.version'),
        )
        .where('release_channel.channel', 'stable')
        .orderBy('release.name')
        .select('release.name', 'release.manifest');
      return releaseRows.map(releaseOf);
    },
    async putStable({ name, manifest }, publishedAt) {
      const releaseRow = {
        name,
        version: manifest.version,
        manifest: JSON.stringify(manifest),
        published_at: publishedAt,
      };
      await knex<ReleaseRow>('release').insert(releaseRow).onConflict(['name', 'version']).merge(['manifest']);
      await knex<ChannelRow>('release_channel')
        .insert({ name, channel: 'stable', version: manifest.version })
        .onConflict(['name', 'channel'])
        .merge(['version']);
    },
  };
};

/** Creates the store on the gateway's database. */
export const createReleaseStore = (database: Database): ReleaseStore => ({
  listStable: () => database.read((knex) => createReleaseRepository(knex).findStable()),

  publish: (release, publishedAt) =>
    database.write(async (tx) => {
      await createReleaseRepository(tx.knex).putStable(release, publishedAt);
      if (release.name === SHELL_NAME || release.name === CONSOLE_NAME) return;
      const value = presentRegistryItem(release.manifest);
      tx.record(globalTopic, { kind: 'put', collection: 'registry', key: value.key, value });
    }),
});

/** Topic source of the remotes' versions in the topic `global`. Pages learn from it that a newer release exists. */
export const registrySource: TopicSource = {
  pattern: globalTopic,
  isForCounters: true,
  mayRead: everybodyMayRead,

  async snapshot(_session, _param, knex) {
    return (await createReleaseRepository(knex).findStable()).flatMap((release) => {
      if (release.name === SHELL_NAME || release.name === CONSOLE_NAME) return [];
      const value = presentRegistryItem(release.manifest);
      return [{ collection: 'registry', key: value.key, value }];
    });
  },
};
