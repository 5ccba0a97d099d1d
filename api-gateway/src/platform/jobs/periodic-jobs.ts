import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import type { Worker } from '../worker';
import { createPeriodicJobRepository } from './periodic-job-repository';

// Each gateway asks that often within one pace whether it is due.
const LOOKS = 4;

// A gateway that dies keeps its job from the others for no longer.
const LEASE_MS = 60_000;

// Two of these may fail before the lease ends.
const PROLONGATIONS = 3;

export interface PeriodicJobDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly leaseMs?: number;
}

/**
 * Makes the work of one gateway at a time of what each would do: whoever finds it due first does it and holds a lease
 * for as long as that takes; the others wait for the next time. One that fails is done again then, one whose gateway
 * dies once the lease has ended and it is due.
 */
export const createPeriodicJob = (job: Worker, { database, clock, leaseMs = LEASE_MS }: PeriodicJobDeps): Worker => {
  const { name, everyMs } = job;

  /** Returns the lease; null where another gateway was faster. */
  const begin = (): Promise<string | null> =>
    database.write(async ({ knex }) => {
      const [periodicJobs, realNow] = [createPeriodicJobRepository(knex), clock.realNow()];
      if (!(await periodicJobs.isDue(name, realNow))) return null;
      const lease = randomKey();
      await periodicJobs.begin(name, { lease, leasedUntil: realNow + leaseMs, dueAt: realNow + everyMs });
      return lease;
    });

  const keep = (lease: string): (() => void) => {
    const prolong = (): Promise<void> =>
      database.write(({ knex }) =>
        createPeriodicJobRepository(knex).prolong(name, { lease, leasedUntil: clock.realNow() + leaseMs }),
      );
    // One that fails is followed by another; where all of them do, the lease ends as if the gateway had died.
    const timer = setInterval(() => void prolong().catch(() => undefined), leaseMs / PROLONGATIONS);
    return () => clearInterval(timer);
  };

  return {
    name,
    everyMs: Math.ceil(everyMs / LOOKS),
    async run(stopping) {
      // Not due mostly: that must not cost the writer's lock.
      if (!(await createPeriodicJobRepository(database.knex).isDue(name, clock.realNow()))) return;
      const lease = await begin();
      if (lease === null) return;
      const letGo = keep(lease);
      try {
        await job.run(stopping);
      } finally {
        letGo();
        await database.write(({ knex }) => createPeriodicJobRepository(knex).end(name, lease));
      }
    },
  };
};

/** Makes all of them due: the domain clock has moved, and with it what they look for. */
export const makePeriodicJobsDue = async (database: Database): Promise<void> => {
  await database.write(({ knex }) => createPeriodicJobRepository(knex).makeAllDue());
};
