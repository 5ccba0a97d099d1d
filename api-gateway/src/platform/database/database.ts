import type { Op } from '@mahlzeit/contract';
import type { FairScheduler } from '../fair-scheduler';

/**
 * A database connection or transaction whose content other code can't see. Only repositories can open it (`knexOf`);
 * other code passes it on. At run time it is knex's own object.
 */
export interface Connection {
  readonly __knex__: string;
}

/** A write transaction. Rows and their entries in the change log commit together or not at all. */
export interface WriteTransaction {
  readonly knex: Connection;
  /**
   * Records `op`, a change of an item, in the change log of the live topic `topic`. Subscribers get it after the
   * commit.
   */
  record(topic: string, op: Op): void;
  /** Runs `work` after the commit, and never after a rollback. Errors of `work` are logged only. */
  afterCommit(work: () => void): void;
}

/** The database as modules use it: writes behave as if they ran one at a time, and reads are consistent (ADR 55). */
export interface Database {
  /** Connection for reads that need no consistent snapshot of several statements. It refuses writes. */
  readonly knex: Connection;
  /**
   * Runs a write transaction, which takes the write lock as its first step. Must not be called inside another `write`.
   * On PostgreSQL, `work` runs a second time when its first run conflicts with another write. It must therefore have no
   * effects except through `tx`.
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** Runs a read transaction with a consistent snapshot. */
  read<T>(work: (knex: Connection) => Promise<T>): Promise<T>;
  /**
   * Turns for costly reads, like searches and the first reads of live topics. All of them together use at most half of
   * the reading connections, so that everybody else finds a free one. Clients take turns.
   */
  readonly costlyReads: FairScheduler;
}
