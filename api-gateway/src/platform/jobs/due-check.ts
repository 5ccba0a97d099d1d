import { createBatch } from '../batch';
import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { createJobRepository } from './job-repository';
import type { JobKind } from './job-types';

/** Checks whether at least one job of a kind is due. */
export type DueCheck = (kind: Pick<JobKind<never>, 'name' | 'clock'>) => Promise<boolean>;

interface DueCheckDeps {
  readonly database: Pick<Database, 'knex'>;
  readonly clock: Clock;
}

/**
 * Creates a check that answers all workers of one turn by one statement. All workers wake at the same interval, and
 * usually no job is due.
 */
export const createDueCheck = ({ database, clock }: DueCheckDeps): DueCheck =>
  createBatch(async (kinds) => {
    const dueKinds = await createJobRepository(database.knex).findDueKinds(kinds, {
      now: clock.now(),
      realNow: clock.realNow(),
    });
    return kinds.map(({ name }) => dueKinds.has(name));
  });
