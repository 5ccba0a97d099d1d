import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import { createJobRepository } from './job-repository';
import type { JobOrigin } from './job-repository';
import type { JobQueue } from './job-types';

/** The queue of jobs, with operations that only the composition root needs. */
export interface WakingJobQueue extends JobQueue {
  /** Adds a listener, which is called with a kind when jobs of this kind may be due. */
  onWake(listener: (kind: string) => void): void;
  /** Calls the listeners, because jobs of this kind may be due. */
  wake(kind: string): void;
}

const NO_ORIGIN: JobOrigin = { requestId: null, traceParent: null };

/**
 * Creates the queue of jobs. Jobs are rows in the database; only the listeners are in memory. `originOf` returns the
 * origin of the running work, which its jobs keep.
 */
export const createJobQueue = (
  { now, realNow }: Clock,
  originOf: () => JobOrigin = () => NO_ORIGIN,
): WakingJobQueue => {
  const wakeListeners: ((kind: string) => void)[] = [];
  const wakeWorker = (kind: string): void => {
    for (const listener of wakeListeners) listener(kind);
  };
  return {
    async enqueue(tx, kind, { payload, key, dueAt }) {
      const id = randomKey();
      await createJobRepository(tx.knex).put({
        id,
        kind: kind.name,
        key: key ?? id,
        payload,
        person: kind.personal?.personOf(payload) ?? null,
        queuedAt: realNow(),
        attempts: 0,
        ...originOf(),
        clock: kind.clock,
        dueAt: dueAt ?? (kind.clock === 'domain' ? now() : realNow()),
      });
      // Notifies the worker only of a job without a due time, because workers look for due jobs regularly.
      if (dueAt === undefined) tx.afterCommit(() => wakeWorker(kind.name));
    },
    onWake: (listener) => void wakeListeners.push(listener),
    wake: wakeWorker,
  };
};

/**
 * Real milliseconds for which failed jobs („dead letters“) are stored. An operator can still act after a week's
 * holiday.
 */
export const DEAD_RETENTION_MS = 10 * 24 * 60 * 60_000;

/** Deletes failed jobs („dead letters“) that are older than their retention. */
export const pruneDeadJobs = async (database: Database, realNow: number): Promise<void> => {
  await database.write(({ knex }) => createJobRepository(knex).removeDeadBefore(realNow - DEAD_RETENTION_MS));
};

const MAX_DEAD_JOBS = 1000;

/** Creates the operations by which an operator lists, retries and drops failed jobs („dead letters“). */
export const createDeadLetters = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Returns the latest failed jobs, without their payload. */
  list: async () =>
    (await createJobRepository(database.knex).listDead(MAX_DEAD_JOBS)).map(
      ({ id, kind, reason, attempts, queuedAt, diedAt }) => ({ id, kind, reason, attempts, queuedAt, diedAt }),
    ),

  /**
   * Queues the failed jobs of a kind, or the one with an id, again as new jobs. Returns the number of these failed
   * jobs. If a job of the same kind and key is already queued, the failed job is only deleted, because the queued job
   * replaces it.
   */
  retry: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => {
      const jobRepository = createJobRepository(knex);
      const deadJobs = await jobRepository.takeDead(kindOrId, MAX_DEAD_JOBS);
      for (const job of deadJobs)
        await jobRepository.putUnlessThere({
          ...job,
          queuedAt: clock.realNow(),
          attempts: 0,
          clock: 'real',
          dueAt: clock.realNow(),
        });
      return deadJobs.length;
    }),

  /** Deletes the failed jobs of a kind, or the one with an id. Returns the number of deleted jobs. */
  drop: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => (await createJobRepository(knex).takeDead(kindOrId, MAX_DEAD_JOBS)).length),
});
