import type { Knex } from 'knex';
import type { RunAtOnce } from './statement';

/**
 * Differences between the database engines in how transactions begin, wait and fail. `engine-sql.ts` contains the other
 * differences.
 */
export interface DatabaseDialect {
  readonly name: string;
  /** Settings of knex for the writing connections; `reader` has those for the reading ones. */
  readonly writer: Knex.Config;
  readonly reader: Knex.Config;
  /**
   * Takes the write lock by the transaction's first statement. Returns the number of this write. With `isAlone` no
   * other write runs at the same time; on SQLite this is always the case.
   */
  lock(trx: Knex.Transaction, isAlone: boolean): Promise<string>;
  /** Takes the write lock before the platform's own tables exist, for the migrations. */
  lockForMigration(trx: Knex.Transaction): Promise<void>;
  /**
   * `writeAtOnce` returns a function that runs statements synchronously on the writing connection. `readAtOnce` does
   * the same on a connection that reads committed data. Both are null when the driver can't run synchronously.
   */
  writeAtOnce(): RunAtOnce | null;
  readonly readAtOnce: RunAtOnce | null;
  /**
   * Checks whether an error means that another process holds the write lock. The failed statement has written nothing,
   * so a retry is safe.
   */
  isLockBusy(error: unknown): boolean;
  /** Checks whether an error may come from another write at the same time. The write then runs again, alone. */
  isConflict(error: unknown): boolean;
  /**
   * Checks whether an error means that the database can't be reached, or not in time. The client may repeat the
   * request.
   */
  isUnavailable(error: unknown): boolean;
  /** Checks whether an error means that the database's disk is full. Such an error is `isUnavailable` as well. */
  isDiskFull(error: unknown): boolean;
  /** Throws for a transaction that the engine would roll back on commit. */
  checkBeforeCommit(trx: Knex.Transaction): Promise<void>;
  /** Closes all resources of the engine except the connection pools of the writer and the readers. */
  close(): void;
}
