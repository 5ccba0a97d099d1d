import type { ReleaseChannel } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A release of a remote, and the channel that delivers it. */
export interface ChannelRelease {
  readonly name: string;
  readonly channel: ReleaseChannel;
  readonly version: string;
}

/** Request to deliver a release to a share of a channel's visitors. */
export interface NewReleaseDelivery extends ChannelRelease {
  /** Percentage of the channel's visitors who get the release, from 1 to 100. */
  readonly share: number;
}

/** A release that a channel delivers at present. */
export interface ReleaseDelivery extends NewReleaseDelivery {
  /** Whether the release is delivered to a share of the visitors, beside the release that all others get. */
  readonly isRollout: boolean;
  /** Time at which the release was published, in real milliseconds. */
  readonly publishedAt: number;
}

interface HistoryRow extends ChannelRelease {
  readonly position: number;
}

interface DeliveryRow extends ChannelRelease {
  readonly published_at: number | string;
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
 * Repository of the releases that channels deliver and have delivered, of pins, and of the checkout's last published
 * builds.
 */
export interface ChannelRepository {
  /**
   * Returns the releases that channels deliver, of all remotes or of one. A gradual rollout follows the release that
   * all others get.
   */
  findDeliveries(name?: string): Promise<ReleaseDelivery[]>;
  /**
   * Makes a channel deliver a release from `at`, in real milliseconds. With a share of less than 100 percent, the other
   * visitors keep the present release; an earlier rollout ends. The first release of a channel goes to everybody. When
   * the present release is delivered again, it goes to everybody, and a rollout ends.
   */
  deliver(delivery: NewReleaseDelivery, at: number): Promise<void>;
  /** Returns the versions that a channel has delivered to everybody, the present one first. */
  findHistory(name: string, channel: ReleaseChannel): Promise<string[]>;
  /**
   * Makes the channel deliver a release of its history to everybody, and deletes the later releases from the history. A
   * rollout ends.
   */
  goBackTo(channelRelease: ChannelRelease, at: number): Promise<void>;
  findPinned(): Promise<string[]>;
  setPinned(name: string, isPinned: boolean): Promise<void>;
  findBuilds(): Promise<BuildRow[]>;
  recordBuild(build: BuildRow): Promise<void>;
  /**
   * Returns the remotes' releases that can be deleted: those that no channel has delivered since `before` and to which
   * no channel can be rolled back.
   */
  findPrunable(before: number): Promise<BuildRow[]>;
}

/** Number of releases to which a channel can be rolled back. */
const MAX_HISTORY_LENGTH = 20;

/**
 * Number of releases in a channel's history whose files are never deleted: the present release and the one before it.
 */
const KEPT_HISTORY_LENGTH = 2;

/**
 * Creates the repository of channels. With the connection of a transaction, all its queries run in that transaction.
 */
export const createChannelRepository = (connection: Connection): ChannelRepository => {
  const knex = knexOf(connection);
  const channelTable = () => knex<ChannelRelease>('release_channel');
  const rolloutTable = () => knex<NewReleaseDelivery>('release_rollout');
  const historyTable = () => knex<HistoryRow>('release_history');
  const releaseTable = () => knex<RetiredRow>('release');

  const findTop = ({ name, channel }: Pick<ChannelRelease, 'name' | 'channel'>) =>
    historyTable().where({ name, channel }).orderBy('position', 'desc').first('position', 'version');

  const findHistory: ChannelRepository['findHistory'] = async (name, channel) =>
    (await historyTable().where({ name, channel }).orderBy('position', 'desc').select('version')).map(
      ({ version }) => version,
    );

  /** Marks those of the given releases as retired that no channel delivers any longer. */
  const retireUndelivered = async (name: string, versions: readonly string[], at: number): Promise<void> => {
    for (const version of versions) {
      const delivering =
        (await channelTable().where({ name, version }).first('version')) ??
        (await rolloutTable().where({ name, version }).first('version'));
      if (delivering === undefined) await releaseTable().where({ name, version }).update({ retired_at: at });
    }
  };

  /**
   * Runs a change of the releases that a channel delivers. `version` is delivered afterwards; releases that no channel
   * delivers any longer are marked as retired.
   */
  const changeChannel = async (
    { name, channel, version }: ChannelRelease,
    at: number,
    change: () => Promise<unknown>,
  ): Promise<void> => {
    const formerVersions = [
      ...(await channelTable().where({ name, channel }).pluck('version')),
      ...(await rolloutTable().where({ name, channel }).pluck('version')),
    ];
    await change();
    await releaseTable().where({ name, version }).update({ retired_at: null });
    await retireUndelivered(name, formerVersions, at);
  };

  /** Makes the channel deliver a release to everybody. */
  const point = ({ name, channel, version }: ChannelRelease, at: number): Promise<void> =>
    changeChannel({ name, channel, version }, at, async () => {
      await rolloutTable().where({ name, channel }).delete();
      await channelTable().insert({ name, channel, version }).onConflict(['name', 'channel']).merge(['version']);
    });

  const addToHistory = async (channelRelease: ChannelRelease): Promise<void> => {
    const { name, channel, version } = channelRelease;
    const top = await findTop(channelRelease);
    if (top?.version === version) return;
    const position = (top?.position ?? 0) + 1;
    await historyTable().insert({ name, channel, position, version });
    await historyTable()
      .where({ name, channel })
      .andWhere('position', '<=', position - MAX_HISTORY_LENGTH)
      .delete();
  };

  const withPublicationTime = (table: 'release_channel' | 'release_rollout', name: string | undefined) =>
    knex<DeliveryRow>(table)
      .join('release', { 'release.name': `${table}.name`, 'release.version': `${table}.version` })
      .where(name === undefined ? {} : { [`${table}.name`]: name })
      .orderBy([`${table}.name`, `${table}.channel`]);

  return {
    async findDeliveries(name) {
      const rollouts: (NewReleaseDelivery & DeliveryRow)[] = await withPublicationTime('release_rollout', name).select(
        'release_rollout.*',
        'published_at',
      );
      const channelRows: DeliveryRow[] = await withPublicationTime('release_channel', name).select(
        'release_channel.*',
        'published_at',
      );
      const deliveryOf = (row: DeliveryRow, share: number, isRollout: boolean): ReleaseDelivery => ({
        name: row.name,
        channel: row.channel,
        version: row.version,
        share,
        isRollout,
        publishedAt: Number(row.published_at),
      });
      return channelRows.flatMap((row) => {
        const rollout = rollouts.find(({ name: other, channel }) => other === row.name && channel === row.channel);
        return rollout === undefined
          ? [deliveryOf(row, 100, false)]
          : [deliveryOf(row, 100 - rollout.share, false), deliveryOf(rollout, rollout.share, true)];
      });
    },

    async deliver({ share, ...channelRelease }, at) {
      const { name, channel, version } = channelRelease;
      const deliveredRelease = await channelTable().where({ name, channel }).first('version');
      if (share < 100 && deliveredRelease !== undefined && deliveredRelease.version !== version)
        return changeChannel(channelRelease, at, () =>
          rolloutTable()
            .insert({ ...channelRelease, share })
            .onConflict(['name', 'channel'])
            .merge(['version', 'share']),
        );
      await addToHistory(channelRelease);
      return point(channelRelease, at);
    },

    findHistory,

    async goBackTo(channelRelease, at) {
      const { name, channel, version } = channelRelease;
      const target = await historyTable()
        .where({ name, channel, version })
        .orderBy('position', 'desc')
        .first('position');
      await historyTable()
        .where({ name, channel })
        .andWhere('position', '>', target?.position ?? 0)
        .delete();
      await point(channelRelease, at);
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
