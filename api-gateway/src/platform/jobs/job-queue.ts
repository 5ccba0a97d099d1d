import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import { createJobRepository } from './job-repository';
import type { JobQueue } from './job-types';

/** The queue with operations that only the composition root needs. */
export interface WakingJobQueue extends JobQueue {
  /** Adds a listener for kinds with jobs that may be due. */
  onWake(listener: (kind: string) => void): void;
  /** Notifies that jobs of a kind may be due. */
  wake(kind: string): void;
}

/** Creates the queue of this database. */
export const createJobQueue = ({ now, realNow }: Clock): WakingJobQueue => {
  const listeners: ((kind: string) => void)[] = [];
  const wake = (kind: string): void => {
    for (const listener of listeners) listener(kind);
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
        clock: kind.clock,
        dueAt: dueAt ?? (kind.clock === 'domain' ? now() : realNow()),
      });
      // Workers find jobs with a later due time themselves.
      if (dueAt === undefined) tx.afterCommit(() => wake(kind.name));
    },
    onWake: (listener) => void listeners.push(listener),
    wake,
  };
};

/** Retention of dead letters in real milliseconds: long enough for an operator on a week's holiday. */
export const DEAD_RETENTION_MS = 10 * 24 * 60 * 60_000;

/** Deletes dead letters that are older than their retention. */
export const pruneDeadJobs = async (database: Database, realNow: number): Promise<void> => {
  await database.write(({ knex }) => createJobRepository(knex).removeDeadBefore(realNow - DEAD_RETENTION_MS));
};

const MAX_JOBS_AT_ONCE = 1000;

/** Creates the operator's access to dead letters. */
export const createDeadLetters = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Returns the latest ones, without their payload. */
  list: async () =>
    (await createJobRepository(database.knex).listDead(MAX_JOBS_AT_ONCE)).map(
      ({ id, kind, reason, attempts, queuedAt, diedAt }) => ({ id, kind, reason, attempts, queuedAt, diedAt }),
    ),

  /**
   * Queues dead letters of a kind or with an id again as new jobs. Returns their number. A dead letter whose kind and
   * key are queued again has a successor and is deleted.
   */
  retry: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => {
      const jobs = createJobRepository(knex);
      const dead = await jobs.takeDead(kindOrId, MAX_JOBS_AT_ONCE);
      for (const job of dead)
        await jobs.putUnlessThere({
          ...job,
          queuedAt: clock.realNow(),
          attempts: 0,
          clock: 'real',
          dueAt: clock.realNow(),
        });
      return dead.length;
    }),

  /** Deletes dead letters of a kind or with an id. Returns their number. */
  drop: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => (await createJobRepository(knex).takeDead(kindOrId, MAX_JOBS_AT_ONCE)).length),
});
