import type { Knex } from 'knex';
import type { DatabaseDialect } from '../database/database-dialect';

/** Error with which the first run of each write ends, as if a concurrent write had changed what it has read. */
class LostFirstRunError extends Error {}

/**
 * Changes a dialect so that the work of each write runs twice, of which only the second run commits. A test that passes
 * on it shows that the work keeps nothing of its first run.
 */
export const withWritesTwice = (dialect: DatabaseDialect): DatabaseDialect => {
  const firstRuns = new WeakSet<Knex.Transaction>();
  return {
    ...dialect,
    lock(trx, isAlone) {
      if (!isAlone) firstRuns.add(trx);
      return dialect.lock(trx, isAlone);
    },
    isConflict: (error) => error instanceof LostFirstRunError || dialect.isConflict(error),
    async checkBeforeCommit(trx) {
      if (firstRuns.has(trx))
        throw new LostFirstRunError('The first run of this write fails by the choice of the test');
      await dialect.checkBeforeCommit(trx);
    },
  };
};
