import { createBatch } from '../batch';
import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { createJobRepository } from './job-repository';
import type { JobKind } from './job-types';

/** Type of the function that checks whether at least one job of a kind is due. */
export type DueCheck = (kind: Pick<JobKind<never>, 'name' | 'clock'>) => Promise<boolean>;

interface DueCheckDeps {
  readonly database: Pick<Database, 'knex'>;
  readonly clock: Clock;
}

/**
 * Creates the function that checks for due jobs. All workers check at the same interval, so one statement answers all
 * checks of one turn of the event loop. Usually no job is due.
 */
export const createDueCheck = ({ database, clock }: DueCheckDeps): DueCheck =>
  createBatch(async (kinds) => {
    const dueKinds = await createJobRepository(database.knex).findDueKinds(kinds, {
      now: clock.now(),
      realNow: clock.realNow(),
    });
    return kinds.map(({ name }) => dueKinds.has(name));
  });
