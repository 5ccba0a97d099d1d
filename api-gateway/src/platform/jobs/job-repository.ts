import type { Knex } from 'knex';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import { fromJsonColumn } from '../database/rows';
import { query } from '../database/statement';
import type { JobKind } from './job-types';

/** Request and trace whose work has enqueued a job; null where there was none. */
export interface JobOrigin {
  readonly requestId: string | null;
  /** Position in the trace, in the form of the header `traceparent`. */
  readonly traceParent: string | null;
}

/** Common fields of waiting and dead jobs. */
interface StoredJob extends JobOrigin {
  /** Id of the job, the same in all its attempts. */
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  /** Uid or e-mail address of the person in the job's payload; null without personal data. */
  readonly person: string | null;
  /** Real time at which the job was enqueued, in epoch milliseconds. */
  readonly queuedAt: number;
  /** Number of attempts at the job that have begun. */
  readonly attempts: number;
}

/** A job that waits until the due time on its clock. */
export interface WaitingJob extends StoredJob {
  readonly clock: JobKind<never>['clock'];
  readonly dueAt: number;
}

/** A leased job. Only the worker that holds the lease may complete or postpone the job. */
export interface LeasedJob extends StoredJob {
  readonly lease: string;
  /** Real time of the job's first attempt, in epoch milliseconds. */
  readonly firstTriedAt: number;
  /** True when the previous attempt at the job never finished, because its process died or was too slow. */
  readonly wasInterrupted: boolean;
}

/** A job that was given up; operators call it a dead letter. */
export interface DeadJob extends StoredJob {
  readonly reason: string;
  /** Real time at which the job was given up, in epoch milliseconds. */
  readonly diedAt: number;
}

/** Id of a job and the lease with which the job may be changed. */
export type JobLease = Pick<LeasedJob, 'id' | 'lease'>;

/**
 * Present time of both clocks: `now` of the gateway's clock, which the sandbox can move, and `realNow` of real time.
 */
export interface ClockInstants {
  readonly now: number;
  readonly realNow: number;
}

/** Numbers by the kind of waiting jobs. Kinds without jobs are absent. */
export interface WaitingCounts {
  readonly count: ReadonlyMap<string, number>;
  /** Milliseconds for which the longest due job has waited. A job that is being tried isn't due. */
  readonly overdueMs: ReadonlyMap<string, number>;
}

interface StoredJobRow {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: string;
  readonly person: string | null;
  readonly queued_at: number | string;
  readonly attempts: number;
  readonly request_id: string | null;
  readonly trace_parent: string | null;
}

interface JobRow extends StoredJobRow {
  readonly clock: WaitingJob['clock'];
  readonly due_at: number | string;
  readonly first_tried_at: number | string | null;
  readonly lease: string | null;
}

interface DeadJobRow extends StoredJobRow {
  readonly reason: string;
  readonly died_at: number | string;
}

const storedJobOf = (row: StoredJobRow): StoredJob => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  payload: fromJsonColumn<unknown>(row.payload),
  person: row.person,
  queuedAt: Number(row.queued_at),
  attempts: row.attempts,
  requestId: row.request_id,
  traceParent: row.trace_parent,
});

const deadJobOf = (row: DeadJobRow): DeadJob => ({
  ...storedJobOf(row),
  reason: row.reason,
  diedAt: Number(row.died_at),
});

const storedJobRowOf = (job: StoredJob): StoredJobRow => ({
  id: job.id,
  kind: job.kind,
  key: job.key,
  payload: JSON.stringify(job.payload),
  person: job.person,
  queued_at: job.queuedAt,
  attempts: job.attempts,
  request_id: job.requestId,
  trace_parent: job.traceParent,
});

const jobTable = (knex: Knex) => knex<JobRow>('job');
const deadJobTable = (knex: Knex) => knex<DeadJobRow>('dead_job');

const insertDead = async (
  knex: Knex,
  job: StoredJob,
  deathCause: Pick<DeadJob, 'reason' | 'diedAt'>,
): Promise<void> => {
  await deadJobTable(knex).insert({ ...storedJobRowOf(job), reason: deathCause.reason, died_at: deathCause.diedAt });
};

const jobRowOf = (job: WaitingJob): JobRow => ({
  ...storedJobRowOf(job),
  clock: job.clock,
  due_at: job.dueAt,
  first_tried_at: null,
  lease: null,
});

/** Creates the repository of waiting and failed jobs on a connection or in a transaction. */
export const createJobRepository = (connection: Connection) => {
  const knex = knexOf(connection);
  const leasedJobQuery = ({ id, lease }: JobLease) => jobTable(knex).where({ id, lease });

  const findDue = async (
    kind: string,
    clock: WaitingJob['clock'],
    dueBefore: number,
  ): Promise<{ row: JobRow; overdue: number } | null> => {
    const row = await jobTable(knex)
      .where({ kind, clock })
      .andWhere('due_at', '<=', dueBefore)
      .orderBy([{ column: 'due_at' }, { column: 'position' }])
      .first();
    return row === undefined ? null : { row, overdue: dueBefore - Number(row.due_at) };
  };

  // Finds the job that has been due for the longest time. Due times of different clocks can't be compared, but the time
  // since a job became due can.
  const findLongestDue = async (
    { name, clock }: Pick<JobKind<never>, 'name' | 'clock'>,
    { now, realNow }: ClockInstants,
  ): Promise<JobRow | null> => {
    const dueByRealTime = await findDue(name, 'real', realNow);
    const dueByDomainTime = clock === 'domain' ? await findDue(name, 'domain', now) : null;
    return (
      (dueByDomainTime !== null && dueByDomainTime.overdue >= (dueByRealTime?.overdue ?? 0)
        ? dueByDomainTime
        : dueByRealTime
      )?.row ?? null
    );
  };

  return {
    /** Adds a job. The job replaces a waiting or running job of the same kind and key. */
    async put(job: WaitingJob): Promise<void> {
      await jobTable(knex).insert(jobRowOf(job)).onConflict(['kind', 'key']).merge();
    },

    /** Adds a job unless a job of the same kind and key exists. */
    async putUnlessThere(job: WaitingJob): Promise<void> {
      await jobTable(knex).insert(jobRowOf(job)).onConflict(['kind', 'key']).ignore();
    },

    /** Returns the names of those kinds of which at least one job is due, by one statement. */
    async findDueKinds(
      kinds: readonly Pick<JobKind<never>, 'name' | 'clock'>[],
      { now, realNow }: ClockInstants,
    ): Promise<Set<string>> {
      // Searches for due jobs of each kind on its own clock and on real time, to which each attempt changes a job.
      const searches = kinds.flatMap(({ name, clock }) => [
        [name, 'real', realNow],
        ...(clock === 'domain' ? [[name, 'domain', now]] : []),
      ]);
      if (searches.length === 0) return new Set();
      const dueRows = await query<{ kind: string }>(connection, {
        text: `with search (kind, clock, due_before) as (values ${searches.map(() => '(?, ?, cast(? as bigint))').join(', ')})
          select distinct kind from search where exists (select 1 from job
            where job.kind = search.kind and job.clock = search.clock and job.due_at <= search.due_before)`,
        values: searches.flat(),
      });
      return new Set(dueRows.map(({ kind }) => kind));
    },

    /**
     * Leases the due job that has waited longest: no other worker gets it before the time that `untilOf` returns. From
     * now on its due time is real time, because its due time on its own clock has passed.
     */
    async lease(
      kind: Pick<JobKind<never>, 'name' | 'clock'>,
      instants: ClockInstants,
      { lease, untilOf: leasedUntilOf }: { readonly lease: string; untilOf(attempts: number): number },
    ): Promise<LeasedJob | null> {
      const row = await findLongestDue(kind, instants);
      if (row === null) return null;
      const [attempts, firstTriedAt] = [row.attempts + 1, Number(row.first_tried_at ?? instants.realNow)];
      await jobTable(knex)
        .where({ id: row.id })
        .update({ clock: 'real', due_at: leasedUntilOf(attempts), attempts, first_tried_at: firstTriedAt, lease });
      return { ...storedJobOf(row), attempts, firstTriedAt, lease, wasInterrupted: row.lease !== null };
    },

    /** Deletes a completed job; returns false when its lease is lost. */
    complete: async (lease: JobLease): Promise<boolean> => (await leasedJobQuery(lease).delete()) === 1,

    /** Sets the real time of a job's next attempt; no effect when its lease is lost. */
    async postpone(lease: JobLease, dueAt: number): Promise<void> {
      await leasedJobQuery(lease).update({ due_at: dueAt, lease: null });
    },

    /** Moves a job to the failed jobs; no effect when its lease is lost. */
    async moveToDead(job: LeasedJob, deathCause: Pick<DeadJob, 'reason' | 'diedAt'>): Promise<void> {
      if ((await leasedJobQuery(job).delete()) === 1) await insertDead(knex, job, deathCause);
    },

    /** Returns the failed jobs, newest first. */
    listDead: async (limit: number): Promise<DeadJob[]> =>
      (await deadJobTable(knex).orderBy('died_at', 'desc').limit(limit)).map(deadJobOf),

    /** Removes failed jobs of a kind, or the one with an id, and returns them, up to `limit`. */
    async takeDead(kindOrId: string, limit: number): Promise<DeadJob[]> {
      const deadJobRows = await deadJobTable(knex)
        .where({ kind: kindOrId })
        .orWhere({ id: kindOrId })
        .orderBy('died_at')
        .limit(limit);
      await deadJobTable(knex)
        .whereIn(
          'id',
          deadJobRows.map(({ id }) => id),
        )
        .delete();
      return deadJobRows.map(deadJobOf);
    },

    /** Deletes failed jobs that were given up before an instant of real time. */
    async removeDeadBefore(realInstant: number): Promise<void> {
      await deadJobTable(knex).where('died_at', '<', realInstant).delete();
    },

    /** Returns all jobs about a person: first the waiting ones, then the failed ones. */
    async findOf(persons: readonly string[]): Promise<(StoredJob & { readonly isDead: boolean })[]> {
      const waitingJobs = await jobTable(knex)
        .whereIn('person', [...persons])
        .orderBy('position');
      const deadRows = await deadJobTable(knex)
        .whereIn('person', [...persons])
        .orderBy('died_at');
      return [
        ...waitingJobs.map((row) => ({ ...storedJobOf(row), isDead: false })),
        ...deadRows.map((row) => ({ ...storedJobOf(row), isDead: true })),
      ];
    },

    /** Deletes all jobs about a person. A running job thereby loses its lease. */
    async removeOf(persons: readonly string[]): Promise<void> {
      for (const tableName of ['job', 'dead_job'])
        await knex(tableName)
          .whereIn('person', [...persons])
          .delete();
    },

    /**
     * Counts the waiting jobs of these kinds whose first attempt was before an instant of real time, and returns the
     * time of the earliest of these attempts, in epoch milliseconds; null without such a job.
     */
    async countTriedBefore(
      kinds: readonly string[],
      realInstant: number,
    ): Promise<{ readonly count: number; readonly firstTriedAt: number | null }> {
      const [row]: { count: number | string; first: number | string | null }[] = await knex('job')
        .whereIn('kind', [...kinds])
        .andWhere('first_tried_at', '<', realInstant)
        .count({ count: '*' })
        .min({ first: 'first_tried_at' });
      const first = row?.first ?? null;
      return { count: Number(row?.count ?? 0), firstTriedAt: first === null ? null : Number(first) };
    },

    /** Counts the waiting jobs of each kind. */
    async countWaiting({ now, realNow }: ClockInstants): Promise<WaitingCounts> {
      const count = new Map<string, number>();
      const overdueMs = new Map<string, number>();
      const waitingRows: { kind: string; clock: string; count: number | string; due: number | string }[] = await knex(
        'job',
      )
        .groupBy('kind', 'clock')
        .select('kind', 'clock')
        .count({ count: '*' })
        .min({ due: 'due_at' });
      for (const { kind, clock, count: rowCount, due } of waitingRows) {
        count.set(kind, (count.get(kind) ?? 0) + Number(rowCount));
        const overdue = (clock === 'domain' ? now : realNow) - Number(due);
        overdueMs.set(kind, Math.max(0, overdue, overdueMs.get(kind) ?? 0));
      }
      return { count, overdueMs };
    },

    /** Counts the dead letters of each kind. */
    async countDead(): Promise<ReadonlyMap<string, number>> {
      const deadRows: { kind: string; count: number | string }[] = await knex('dead_job')
        .groupBy('kind')
        .select('kind')
        .count({ count: '*' });
      return new Map(deadRows.map(({ kind, count }) => [kind, Number(count)]));
    },
  };
};
