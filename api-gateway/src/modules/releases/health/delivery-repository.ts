import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import type { ReleaseId } from './health-repository';

interface ActRow extends ReleaseId {
  readonly id: number;
  readonly at: number | string;
  readonly act: string;
  readonly channel: string | null;
}

interface ReleaseTimesRow extends ReleaseId {
  readonly published_at: number | string;
  readonly retired_at: number | string | null;
}

/** Repository of the deliveries of releases, as the audit log of releases records them. */
export interface DeliveryRepository {
  /**
   * Returns the time at which a release was delivered last. Returns null for an unknown release, for a release that no
   * channel has ever delivered, and for a release that no channel has delivered since `before`.
   */
  findDeliveredAt(release: ReleaseId, before: number): Promise<number | null>;
  /** Returns the versions of a remote that channels deliver now or have delivered, newest first. */
  findDeliveredVersions(name: string): Promise<string[]>;
  /** Returns whether the last change of a channel was a withdrawal by the gateway. */
  isReturned(name: string, channel: string): Promise<boolean>;
  /** Returns for each remote how many of its releases were withdrawn. */
  countWithdrawals(): Promise<{ readonly name: string; readonly withdrawals: number }[]>;
}

/**
 * Creates the repository of deliveries. With the connection of a transaction, all its queries run in that transaction.
 */
export const createDeliveryRepository = (connection: Connection): DeliveryRepository => {
  const knex = knexOf(connection);
  const actTable = () => knex<ActRow>('release_act');
  const releaseTable = () => knex<ReleaseTimesRow>('release');
  // Selects the entries of the audit log that begin a delivery. An entry `withdraw` names the release that a channel
  // stops delivering, so it is left out.
  const deliveringActs = () => actTable().whereNotNull('channel').whereNot('act', 'withdraw');

  return {
    async findDeliveredAt({ name, version }, before) {
      const times = await releaseTable().where({ name, version }).first('published_at', 'retired_at');
      if (times === undefined || (times.retired_at !== null && Number(times.retired_at) < before)) return null;
      const lastAct = await deliveringActs().where({ name, version }).orderBy('id', 'desc').first('at');
      if (lastAct !== undefined) return Number(lastAct.at);
      // Falls back to the time of publication, because the audit log is younger than the first releases.
      return times.retired_at === null ? Number(times.published_at) : null;
    },

    async findDeliveredVersions(name) {
      const releaseRows = await releaseTable()
        .where({ name })
        .andWhere((delivered) => {
          const deliveredVersions = deliveringActs().where({ name }).select('version');
          void delivered.whereNull('retired_at').orWhereIn('version', deliveredVersions);
        })
        .orderBy([{ column: 'published_at', order: 'desc' }, { column: 'version' }])
        .select('version');
      return releaseRows.map(({ version }) => version);
    },

    isReturned: async (name, channel) =>
      (await actTable().where({ name, channel }).orderBy('id', 'desc').first('act'))?.act === 'withdraw',

    async countWithdrawals() {
      const countRows: { name: string; withdrawals: number | string }[] = await knex('release_act')
        .where({ act: 'withdraw' })
        .groupBy('name')
        .orderBy('name')
        .select('name', knex.raw('count(*) as withdrawals'));
      return countRows.map(({ name, withdrawals }) => ({ name, withdrawals: Number(withdrawals) }));
    },
  };
};
