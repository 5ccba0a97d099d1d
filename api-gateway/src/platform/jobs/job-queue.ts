import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import { createJobRepository } from './job-repository';
import type { JobQueue } from './job-types';

/** The queue with what only the composition root needs of it. */
export interface WakingJobQueue extends JobQueue {
  /** Tells each time that jobs of a kind may be due. */
  onWake(listener: (kind: string) => void): void;
  /** Jobs of this kind may be due. */
  wake(kind: string): void;
}

/** The queue of this database. */
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
      // What is due later is found by its workers themselves.
      if (dueAt === undefined) tx.afterCommit(() => wake(kind.name));
    },
    onWake: (listener) => void listeners.push(listener),
    wake,
  };
};

/** How long dead letters are kept, in real time: long enough for whoever comes back from a week off. */
export const DEAD_RETENTION_MS = 10 * 24 * 60 * 60_000;

/** Forgets dead letters that are older than their retention. */
export const pruneDeadJobs = async (database: Database, realNow: number): Promise<void> => {
  await database.write(({ knex }) => createJobRepository(knex).removeDeadBefore(realNow - DEAD_RETENTION_MS));
};

const MAX_AT_ONCE = 1000;

/** Dead letters for whoever runs the gateways. */
export const createDeadLetters = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** The last ones, without their payload. */
  list: async () =>
    (await createJobRepository(database.knex).listDead(MAX_AT_ONCE)).map(
      ({ id, kind, reason, attempts, queuedAt, diedAt }) => ({ id, kind, reason, attempts, queuedAt, diedAt }),
    ),

  /**
   * Queues those of a kind or with an id again, as if they were new; returns how many there were. One whose kind and
   * key are queued meanwhile has a successor and is dropped.
   */
  retry: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => {
      const jobs = createJobRepository(knex);
      const dead = await jobs.takeDead(kindOrId, MAX_AT_ONCE);
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

  /** Forgets those of a kind or with an id; returns how many there were. */
  drop: (kindOrId: string): Promise<number> =>
    database.write(async ({ knex }) => (await createJobRepository(knex).takeDead(kindOrId, MAX_AT_ONCE)).length),
});
