import type { ReleaseChannel } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A release that a channel delivers. */
export interface Delivery {
  readonly name: string;
  readonly channel: ReleaseChannel;
  readonly version: string;
}

interface HistoryRow extends Delivery {
  readonly position: number;
}

interface RetiredRow {
  readonly name: string;
  readonly version: string;
  readonly retired_at: number | string | null;
}

interface BuildRow {
  readonly name: string;
  readonly version: string;
}

/**
 * Releases that the channels deliver and have delivered, pins, and the builds of the checkout that were published
 * last.
 */
export interface ChannelRepository {
  /** Returns the deliveries of all remotes, or of one. */
  findDeliveries(name?: string): Promise<Delivery[]>;
  /** Makes a channel deliver a release from `at`, in real milliseconds. */
  deliver(delivery: Delivery, at: number): Promise<void>;
  /** Returns the versions that a channel has delivered, the present one first. */
  findHistory(name: string, channel: ReleaseChannel): Promise<string[]>;
  /** Makes the channel deliver an earlier release of its history again, and forgets the releases after it. */
  goBackTo(delivery: Delivery, at: number): Promise<void>;
  findPinned(): Promise<string[]>;
  setPinned(name: string, isPinned: boolean): Promise<void>;
  findBuilds(): Promise<BuildRow[]>;
  recordBuild(build: BuildRow): Promise<void>;
  /**
   * Returns the remotes' releases that no channel has delivered since `before`, except those to which a channel can
   * still be rolled back.
   */
  findPrunable(before: number): Promise<BuildRow[]>;
}

/** Number of releases to which a channel can be rolled back. */
const MAX_HISTORY_LENGTH = 20;

/** Releases of a channel's history whose files are kept in any case: the present one and the one before it. */
const KEPT_HISTORY_LENGTH = 2;

/** Creates the repository. With the connection of a transaction, all its queries run in that transaction. */
export const createChannelRepository = (connection: Connection): ChannelRepository => {
  const knex = knexOf(connection);
  const channelTable = () => knex<Delivery>('release_channel');
  const historyTable = () => knex<HistoryRow>('release_history');
  const releaseTable = () => knex<RetiredRow>('release');

  const findTop = ({ name, channel }: Pick<Delivery, 'name' | 'channel'>) =>
    historyTable().where({ name, channel }).orderBy('position', 'desc').first('position', 'version');

  const findHistory: ChannelRepository['findHistory'] = async (name, channel) =>
    (await historyTable().where({ name, channel }).orderBy('position', 'desc').select('version')).map(
      ({ version }) => version,
    );

  /** Points the channel at a release, and marks the one that no channel delivers any longer. */
  const point = async ({ name, channel, version }: Delivery, at: number): Promise<void> => {
    const previous = await channelTable().where({ name, channel }).first('version');
    await channelTable().insert({ name, channel, version }).onConflict(['name', 'channel']).merge(['version']);
    await releaseTable().where({ name, version }).update({ retired_at: null });
    if (previous === undefined || previous.version === version) return;
    const isDelivered =
      (await channelTable().where({ name, version: previous.version }).first('version')) !== undefined;
    if (!isDelivered) await releaseTable().where({ name, version: previous.version }).update({ retired_at: at });
  };

  return {
    findDeliveries: (name) =>
      channelTable()
        .where(name === undefined ? {} : { name })
        .select('name', 'channel', 'version'),

    async deliver(delivery, at) {
      const { name, channel, version } = delivery;
      const top = await findTop(delivery);
      if (top?.version !== version) {
        const position = (top?.position ?? 0) + 1;
        await historyTable().insert({ name, channel, position, version });
        await historyTable()
          .where({ name, channel })
          .andWhere('position', '<=', position - MAX_HISTORY_LENGTH)
          .delete();
      }
      await point(delivery, at);
    },

    findHistory,

    async goBackTo(delivery, at) {
      const { name, channel, version } = delivery;
      const target = await historyTable()
        .where({ name, channel, version })
        .orderBy('position', 'desc')
        .first('position');
      await historyTable()
        .where({ name, channel })
        .andWhere('position', '>', target?.position ?? 0)
        .delete();
      await point(delivery, at);
    },

    findPinned: () => knex<{ name: string }>('release_pin').pluck('name'),

    async setPinned(name, isPinned) {
      if (isPinned) await knex('release_pin').insert({ name }).onConflict('name').ignore();
      else await knex('release_pin').where({ name }).delete();
    },

    findBuilds: () => knex<BuildRow>('release_build').select('name', 'version'),

    async recordBuild(build) {
      await knex<BuildRow>('release_build').insert(build).onConflict('name').merge(['version']);
    },

    async findPrunable(before) {
      const candidates: BuildRow[] = await releaseTable()
        .where('name', 'like', 'mf-%')
        .andWhere('retired_at', '<', before)
        .orderBy(['name', 'version'])
        .select('name', 'version');
      const prunableReleases: BuildRow[] = [];
      for (const candidate of candidates) {
        const keptVersions = (await findHistory(candidate.name, 'stable')).slice(0, KEPT_HISTORY_LENGTH);
        if (!keptVersions.includes(candidate.version)) prunableReleases.push(candidate);
      }
      return prunableReleases;
    },
  };
};
