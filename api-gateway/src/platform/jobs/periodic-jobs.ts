import type { Clock } from '../clock';
import type { Connection, Database } from '../database/database';
import type { OpenDatabase } from '../database/open-database';
import { randomKey } from '../database/rows';
import { LeaseLostError } from '../errors';
import type { Worker } from '../worker';
import { createPeriodicJobRepository } from './periodic-job-repository';

// Number of times within one period that each gateway checks whether a periodic job is due.
const CHECKS_PER_PERIOD = 4;

// Maximum milliseconds for which a gateway that has died blocks its periodic job.
const LEASE_MS = 60_000;

// Number of times that a running job prolongs its lease within the lease's duration. Two of them may fail before the
// lease ends.
const PROLONGATIONS_PER_LEASE = 3;

/** Work that all gateways of a database share. `everyMs` is real time. */
export interface PeriodicJob extends Worker {
  /** Clock on which the result of the work depends: `domain` is the gateway's clock, which may be moved. */
  readonly clock: 'real' | 'domain';
}

export interface PeriodicJobDeps {
  readonly database: Pick<OpenDatabase, 'knex' | 'write' | 'guardWrites'>;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly leaseMs?: number;
}

/**
 * Makes a worker of each gateway a periodic job that all gateways share. The first gateway that finds the job due
 * leases it and runs it; the others skip it. After a failed run the job runs again at its next due time. After a
 * gateway has died, the job runs once its lease has ended and it is due. A gateway that was paused for so long, and
 * wakes in the middle of its run, writes nothing more.
 */
export const createPeriodicJob = (
  periodicJob: PeriodicJob,
  { database, clock, leaseMs = LEASE_MS }: PeriodicJobDeps,
): Worker => {
  const { name, everyMs } = periodicJob;

  /** Begins a run of the periodic job and returns its lease; null when another gateway has begun the run first. */
  const beginRun = (): Promise<string | null> =>
    database.write(async ({ knex }) => {
      const [periodicJobs, realNow] = [createPeriodicJobRepository(knex), clock.realNow()];
      if (!(await periodicJobs.isDue(name, realNow))) return null;
      const lease = randomKey();
      await periodicJobs.beginRun(name, { lease, leasedUntil: realNow + leaseMs, dueAt: realNow + everyMs });
      return lease;
    });

  const refuseTakenOver = async (knex: Connection, lease: string): Promise<void> => {
    if (!(await createPeriodicJobRepository(knex).isHeld(name, lease)))
      throw new LeaseLostError(`Another gateway has begun the next run of ${name}`);
  };

  const startProlonging = (lease: string): (() => void) => {
    const prolongLease = (): Promise<void> =>
      database.write(({ knex }) =>
        createPeriodicJobRepository(knex).prolong(name, { lease, leasedUntil: clock.realNow() + leaseMs }),
      );
    // Prolongs the lease again and again. After a failure the timer tries again; if all fail, the lease ends as if the
    // gateway had died.
    const prolongTimer = setInterval(
      () => void prolongLease().catch(() => undefined),
      leaseMs / PROLONGATIONS_PER_LEASE,
    );
    return () => clearInterval(prolongTimer);
  };

  return {
    name,
    everyMs: Math.ceil(everyMs / CHECKS_PER_PERIOD),
    async run(stopSignal) {
      // Reads first, without the write lock, because usually the job isn't due.
      if (!(await createPeriodicJobRepository(database.knex).isDue(name, clock.realNow()))) return;
      const lease = await beginRun();
      if (lease === null) return;
      const stopProlonging = startProlonging(lease);
      try {
        await database.guardWrites(
          (trx) => refuseTakenOver(trx, lease),
          () => periodicJob.run(stopSignal),
        );
      } finally {
        stopProlonging();
        await database.write(({ knex }) => createPeriodicJobRepository(knex).end(name, lease));
      }
    },
  };
};

/** Makes those periodic jobs due whose work depends on the gateway's clock. Called after this clock was moved. */
export const makeClockJobsDue = async (database: Database, periodicJobs: readonly PeriodicJob[]): Promise<void> => {
  const clockJobNames = periodicJobs.filter(({ clock }) => clock === 'domain').map(({ name }) => name);
  await database.write(({ knex }) => createPeriodicJobRepository(knex).makeDue(clockJobNames));
};
