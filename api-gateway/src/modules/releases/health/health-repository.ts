import type { VisitorCounts } from '@mahlzeit/contract/rules';
import type { ReleasePhase } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Name and version, which identify a release. */
export interface ReleaseId {
  readonly name: string;
  readonly version: string;
}

/** Numbers that a report adds to the counts of a release. */
export interface HealthGrowth extends VisitorCounts {
  readonly loads: number;
  readonly phases: readonly ReleasePhase[];
  /** Upper bound of the loading time in milliseconds; null when the release wasn't loaded. */
  readonly loadMs: number | null;
}

/** Numbers of visitors for whom a release has loaded or failed since its last delivery. */
export interface HealthCounts extends VisitorCounts {
  readonly since: number;
  /** Secret with which the visitors of this release are hashed. */
  readonly visitorSecret: string;
  readonly loads: number;
  readonly phases: Readonly<Record<ReleasePhase, number>>;
  /** Time at which the team was informed of a failing release that stays; null before that. */
  readonly warnedAt: number | null;
}

/** Numbers of visitors in the period that begins at `at`. */
export interface PeriodCounts {
  readonly at: number;
  readonly loads: number;
  readonly failures: number;
}

interface HealthRow extends ReleaseId {
  readonly since: number | string;
  readonly visitor_secret: string;
  readonly visitors: number;
  readonly loads: number;
  readonly failures: number;
  readonly entry_failures: number;
  readonly chunk_failures: number;
  readonly mount_failures: number;
  readonly update_failures: number;
  readonly runtime_failures: number;
  readonly has_several_addresses: boolean | number;
  readonly warned_at: number | string | null;
}

interface PeriodRow extends ReleaseId {
  readonly at: number | string;
  readonly loads: number;
  readonly failures: number;
}

interface LoadTimeRow extends ReleaseId {
  readonly up_to_ms: number;
  readonly visitors: number;
}

/** Repository that counts in how many browsers each release has loaded or failed. */
export interface HealthRepository {
  /** Returns the counts of a release; null before the first report of a page. */
  find(release: ReleaseId): Promise<HealthCounts | null>;
  /** Returns the counts of all releases. */
  list(): Promise<(ReleaseId & { readonly counts: HealthCounts })[]>;
  /** Begins to count the visitors of a release from zero, and deletes its former counts and visitors. */
  begin(release: ReleaseId, from: { readonly since: number; readonly visitorSecret: string }): Promise<void>;
  /** Adds a report to the counts of a release and of the period that begins at `periodAt`. */
  add(release: ReleaseId, growth: HealthGrowth, periodAt: number): Promise<void>;
  /** Stores that visitors of a release came from at least two IP addresses. */
  recordSeveralAddresses(release: ReleaseId): Promise<void>;
  /** Returns whether visitors of any release of a remote came from at least two IP addresses within a day. */
  haveSeveralAddresses(name: string): Promise<boolean>;
  /** Stores that the team was informed of a failing release that stays. */
  recordWarning(release: ReleaseId, warnedAt: number): Promise<void>;
  /** Returns the counts of the periods since `from`, the oldest first. */
  findPeriods(release: ReleaseId, from: number): Promise<PeriodCounts[]>;
  /** Returns for each step of the loading time the number of visitors, the shortest time first. */
  findLoadTimes(release: ReleaseId): Promise<{ readonly upToMs: number; readonly visitors: number }[]>;
  /** Deletes stored visitors and periods that are older than a time. */
  forgetBefore(before: number): Promise<void>;
  /** Deletes the counts of releases that no longer exist. */
  forgetUnknown(): Promise<void>;
}

const countsOfRow = (healthRow: HealthRow): HealthCounts => ({
  since: Number(healthRow.since),
  visitorSecret: healthRow.visitor_secret,
  visitors: healthRow.visitors,
  loads: healthRow.loads,
  failures: healthRow.failures,
  phases: {
    entry: healthRow.entry_failures,
    chunk: healthRow.chunk_failures,
    mount: healthRow.mount_failures,
    update: healthRow.update_failures,
    runtime: healthRow.runtime_failures,
  },
  warnedAt: healthRow.warned_at === null ? null : Number(healthRow.warned_at),
});

/**
 * Creates the repository of releases' counts. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createHealthRepository = (connection: Connection): HealthRepository => {
  const knex = knexOf(connection);
  const healthTable = () => knex<HealthRow>('release_health');
  const periodTable = () => knex<PeriodRow>('release_health_period');
  const loadTimeTable = () => knex<LoadTimeRow>('release_load_time');
  return {
    async find({ name, version }) {
      const healthRow = await healthTable().where({ name, version }).first();
      return healthRow === undefined ? null : countsOfRow(healthRow);
    },

    async list() {
      const healthRows = await healthTable().orderBy(['name', 'version']);
      return healthRows.map((row) => ({ name: row.name, version: row.version, counts: countsOfRow(row) }));
    },

    async begin({ name, version }, { since, visitorSecret }) {
      for (const table of ['release_health', 'release_visitor', 'release_health_period', 'release_load_time'])
        await knex(table).where({ name, version }).delete();
      await knex('release_health').insert({ name, version, since, visitor_secret: visitorSecret });
    },

    async add({ name, version }, { visitors, loads, failures, phases, loadMs }, periodAt) {
      const phaseGrowth = Object.fromEntries(phases.map((phase) => [`${phase}_failures`, 1]));
      await knex('release_health')
        .where({ name, version })
        .increment({ visitors, loads, failures, ...phaseGrowth });
      await periodTable()
        .insert({ name, version, at: periodAt, loads: 0, failures: 0 })
        .onConflict(['name', 'version', 'at'])
        .ignore();
      await knex('release_health_period').where({ name, version, at: periodAt }).increment({ loads, failures });
      if (loadMs === null) return;
      await loadTimeTable()
        .insert({ name, version, up_to_ms: loadMs, visitors: 0 })
        .onConflict(['name', 'version', 'up_to_ms'])
        .ignore();
      await loadTimeTable().where({ name, version, up_to_ms: loadMs }).increment('visitors', 1);
    },

    async recordSeveralAddresses({ name, version }) {
      await healthTable().where({ name, version }).update({ has_several_addresses: true });
    },

    haveSeveralAddresses: async (name) =>
      (await healthTable().where({ name, has_several_addresses: true }).first('version')) !== undefined,

    async recordWarning({ name, version }, warnedAt) {
      await healthTable().where({ name, version }).update({ warned_at: warnedAt });
    },

    async findPeriods({ name, version }, from) {
      const periodRows = await periodTable().where({ name, version }).andWhere('at', '>=', from).orderBy('at');
      return periodRows.map(({ at, loads, failures }) => ({ at: Number(at), loads, failures }));
    },

    async findLoadTimes({ name, version }) {
      const loadTimeRows = await loadTimeTable().where({ name, version }).orderBy('up_to_ms');
      return loadTimeRows.map(({ up_to_ms: upToMs, visitors }) => ({ upToMs, visitors }));
    },

    async forgetBefore(before) {
      await knex('release_visitor').where('seen_at', '<', before).delete();
      await periodTable().where('at', '<', before).delete();
    },

    async forgetUnknown() {
      for (const table of [
        'release_health',
        'release_visitor',
        'release_health_period',
        'release_load_time',
        'release_withdrawal',
      ])
        await knex(table)
          .whereNotExists(
            knex('release')
              .where('release.name', knex.ref(`${table}.name`))
              .andWhere('release.version', knex.ref(`${table}.version`)),
          )
          .delete();
    },
  };
};
