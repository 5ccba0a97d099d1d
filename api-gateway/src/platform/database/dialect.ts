import type { Knex } from 'knex';

/** What differs from engine to engine; everything else is the same SQL on all of them. */
export interface Dialect {
  readonly name: string;
  /** knex settings of the one connection that writes, and of those that read. */
  readonly writer: Knex.Config;
  readonly reader: Knex.Config;
  /** Takes the write lock as the transaction's first statement and answers the number of this write. */
  lock(trx: Knex.Transaction): Promise<string>;
  /** Takes the write lock before the platform's own tables exist. */
  lockForMigration(trx: Knex.Transaction): Promise<void>;
  /** A number that changes with each commit, whoever made it; null where the engine has none. */
  dataVersion(): number | null;
  /** Whether the lock is held by somebody else: nothing has happened yet, another try is safe. */
  isLockBusy(error: unknown): boolean;
  /** Lets go of whatever it holds beside the two pools. */
  close(): void;
}
