import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import { createJobRepository } from './job-repository';
import type { JobOrigin } from './job-repository';
import type { JobQueue } from './job-types';

/** The queue with operations that only the composition root needs. */
export interface WakingJobQueue extends JobQueue {
  /** Adds a listener, which is called with a kind when jobs of this kind may be due. */
  onWake(listener: (kind: string) => void): void;
  /** Tells the listeners that jobs of a kind may be due. */
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
  const wake = (kind: string): void => {
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
      // A job with a due time needs no notification, because workers look for due jobs regularly.
      if (dueAt === undefined) tx.afterCommit(() => wake(kind.name));
    },
    onWake: (listener) => void wakeListeners.push(listener),
    wake,
  };
};

/** Real milliseconds for which dead letters are stored. An operator can still act after a week's holiday. */
export const DEAD_RETENTION_MS = 10 * 24 * 60 * 60_000;

/** Deletes dead letters that are older than their retention. */
export const pruneDeadJobs = async (database: Database, realNow: number): Promise<void> => {
  await database.write(({ knex }) => createJobRepository(knex).removeDeadBefore(realNow - DEAD_RETENTION_MS));
};

const MAX_DEAD_JOBS = 1000;

/** Creates the operations by which an operator lists, retries and drops dead letters. */
export const createDeadLetters = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Returns the latest dead letters, without their payload. */
  list: async () =>
    (await createJobRepository(database.knex).listDead(MAX_DEAD_JOBS)).map(
      ({ id, kind, reason, attempts, queuedAt, diedAt }) => ({ id, kind, reason, attempts, queuedAt, diedAt }),
    ),

  /**
   * Queues the dead letters of a kind, or the one with an id, again as new jobs. Returns the number of dead letters. If
   * a job of the same kind and key is already queued, the dead letter is only deleted, because that job replaces it.
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

  /** Deletes the dead letters of a kind, or the one with an id. Returns the number of deleted dead letters. */
  drop: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => (await createJobRepository(knex).takeDead(kindOrId, MAX_DEAD_JOBS)).length),
});
