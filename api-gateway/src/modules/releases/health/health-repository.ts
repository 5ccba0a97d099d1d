import type { VisitorCounts } from '@mahlzeit/contract/rules';
import type { ReleasePhase } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Name and version, which identify a release. */
export interface ReleaseId {
  readonly name: string;
  readonly version: string;
}

/** Numbers by which the counts of a release grow. */
export interface HealthGrowth extends VisitorCounts {
  readonly loads: number;
  readonly phases: readonly ReleasePhase[];
  /** Upper bound of the duration of the load in milliseconds; null without a load. */
  readonly loadMs: number | null;
}

/** Counts of a release since its last delivery. */
export interface HealthCounts extends VisitorCounts {
  readonly since: number;
  /** Secret of the hashes of visitors. */
  readonly visitorSecret: string;
  readonly loads: number;
  readonly phases: Readonly<Record<ReleasePhase, number>>;
  /** Time at which the team was told of a failing release that stays; null before that. */
  readonly warnedAt: number | null;
}

/** Counts of the period that begins at `at`. */
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

/** Counts of what became of the releases in browsers. */
export interface HealthRepository {
  /** Returns the counts of a release; null before the first report. */
  find(release: ReleaseId): Promise<HealthCounts | null>;
  /** Returns the counts of all releases. */
  list(): Promise<(ReleaseId & { readonly counts: HealthCounts })[]>;
  /** Begins to count a release from zero, and forgets its former counts and visitors. */
  begin(release: ReleaseId, from: { readonly since: number; readonly visitorSecret: string }): Promise<void>;
  /** Adds to the counts of a release and of the period that begins at `periodAt`. */
  add(release: ReleaseId, growth: HealthGrowth, periodAt: number): Promise<void>;
  /** Records that visitors of a release came from at least two addresses. */
  recordSeveralAddresses(release: ReleaseId): Promise<void>;
  /** Whether visitors of any release of a remote came from at least two addresses within a day. */
  haveSeveralAddresses(name: string): Promise<boolean>;
  /** Records that the team was told of a failing release that stays. */
  recordWarning(release: ReleaseId, warnedAt: number): Promise<void>;
  /** Returns the counts of the periods since `from`, the oldest first. */
  findPeriods(release: ReleaseId, from: number): Promise<PeriodCounts[]>;
  /** Returns how many visitors had to wait how long, the shortest time first. */
  findLoadTimes(release: ReleaseId): Promise<{ readonly upToMs: number; readonly visitors: number }[]>;
  /** Deletes visitors and periods from before a time. */
  forgetBefore(before: number): Promise<void>;
  /** Deletes the counts of releases that don't exist any more. */
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

/** Creates the repository. With the connection of a transaction, all its queries run in that transaction. */
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
