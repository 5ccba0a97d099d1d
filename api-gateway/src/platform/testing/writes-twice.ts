import type { Knex } from 'knex';
import type { DatabaseDialect } from '../database/database-dialect';

/** Error that ends the first run of a write in tests, as if a concurrent write had changed what it has read. */
class LostFirstRunError extends Error {}

interface FirstRun {
  readonly trx: Knex.Transaction;
  /** True when another write has run at the same time as this first run. */
  hasMetOthers: boolean;
}

/** First runs of writes in this process, in all databases. Runs that have failed stay until the next write. */
const openRuns = new Set<FirstRun>();

const beginFirstRun = (trx: Knex.Transaction): FirstRun => {
  for (const openRun of openRuns) if (openRun.trx.isCompleted()) openRuns.delete(openRun);
  for (const openRun of openRuns) openRun.hasMetOthers = true;
  const firstRun = { trx, hasMetOthers: openRuns.size > 0 };
  openRuns.add(firstRun);
  return firstRun;
};

/**
 * Changes a database dialect for tests: the work of each write without concurrent writes runs twice, and only the
 * second run commits. A test that passes with it shows that the work stores nothing outside of its transaction.
 * Concurrent writes conflict as in production.
 */
export const withWritesTwice = (dialect: DatabaseDialect): DatabaseDialect => {
  const firstRuns = new WeakMap<Knex.Transaction, FirstRun>();
  return {
    ...dialect,
    lock(trx, isAlone) {
      if (!isAlone) firstRuns.set(trx, beginFirstRun(trx));
      return dialect.lock(trx, isAlone);
    },
    isConflict: (error) => error instanceof LostFirstRunError || dialect.isConflict(error),
    async checkBeforeCommit(trx) {
      const firstRun = firstRuns.get(trx);
      if (firstRun !== undefined && !firstRun.hasMetOthers)
        throw new LostFirstRunError('The first run of this write fails by the choice of the test');
      await dialect.checkBeforeCommit(trx);
    },
  };
};
