import type { Clock, Database, Worker } from '../types';
import { createPeriodicJobRepository } from './periodic-job-repository';

// Each gateway asks that often within one pace whether it is due.
const LOOKS = 4;

/** Makes the work of one gateway at a time of what each would do: whoever finds it due first does it, the others wait for the next time. One that fails or dies is done again then. */
export const createPeriodicJob = (job: Worker, { database, clock }: { readonly database: Database; readonly clock: Pick<Clock, 'realNow'> }): Worker => {
  const claim = (): Promise<boolean> => database.write(async ({ knex }) => {
    const periodicJobs = createPeriodicJobRepository(knex);
    if (!(await periodicJobs.isDue(job.name, clock.realNow()))) return false;
    await periodicJobs.postpone(job.name, clock.realNow() + job.everyMs);
    return true;
  });

  return {
    name: job.name,
    everyMs: Math.ceil(job.everyMs / LOOKS),
    async run() {
      // Not due mostly: that must not cost the writer's lock.
      if ((await createPeriodicJobRepository(database.knex).isDue(job.name, clock.realNow())) && (await claim())) await job.run();
    },
  };
};

/** Makes all of them due: the domain clock has moved, and with it what they look for. */
export const makePeriodicJobsDue = async (database: Database): Promise<void> => {
  await database.write(({ knex }) => createPeriodicJobRepository(knex).makeAllDue());
};
