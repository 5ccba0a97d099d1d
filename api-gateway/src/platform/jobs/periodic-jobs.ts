import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import type { Worker } from '../worker';
import { createPeriodicJobRepository } from './periodic-job-repository';

// Checks of each gateway within one period.
const LOOKS = 4;

// Maximum milliseconds for which a dead gateway blocks its job.
const LEASE_MS = 60_000;

// Two prolongations may fail before the lease ends.
const PROLONGATIONS = 3;

export interface PeriodicJobDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly leaseMs?: number;
}

/**
 * Turns a worker of each gateway into one of all gateways: the first gateway that finds it due runs it under a lease;
 * the others skip it. A failed run is repeated at the next due time; after a gateway's death, once the lease has ended
 * and the job is due.
 */
export const createPeriodicJob = (job: Worker, { database, clock, leaseMs = LEASE_MS }: PeriodicJobDeps): Worker => {
  const { name, everyMs } = job;

  /** Returns the lease; null when another gateway was faster. */
  const beginRun = (): Promise<string | null> =>
    database.write(async ({ knex }) => {
      const [periodicJobs, realNow] = [createPeriodicJobRepository(knex), clock.realNow()];
      if (!(await periodicJobs.isDue(name, realNow))) return null;
      const lease = randomKey();
      await periodicJobs.beginRun(name, { lease, leasedUntil: realNow + leaseMs, dueAt: realNow + everyMs });
      return lease;
    });

  const keepLease = (lease: string): (() => void) => {
    const prolong = (): Promise<void> =>
      database.write(({ knex }) =>
        createPeriodicJobRepository(knex).prolong(name, { lease, leasedUntil: clock.realNow() + leaseMs }),
      );
    // A failed prolongation is followed by another one. When all of them fail, the lease ends as if the gateway had
    // died.
    const timer = setInterval(() => void prolong().catch(() => undefined), leaseMs / PROLONGATIONS);
    return () => clearInterval(timer);
  };

  return {
    name,
    everyMs: Math.ceil(everyMs / LOOKS),
    async run(stopSignal) {
      // Usually nothing is due, and that must not take the writer's lock.
      if (!(await createPeriodicJobRepository(database.knex).isDue(name, clock.realNow()))) return;
      const lease = await beginRun();
      if (lease === null) return;
      const release = keepLease(lease);
      try {
        await job.run(stopSignal);
      } finally {
        release();
        await database.write(({ knex }) => createPeriodicJobRepository(knex).end(name, lease));
      }
    },
  };
};

/** Makes all periodic jobs due, after the domain clock was moved. */
export const makePeriodicJobsDue = async (database: Database): Promise<void> => {
  await database.write(({ knex }) => createPeriodicJobRepository(knex).makeAllDue());
};
