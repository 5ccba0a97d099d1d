import type { Op } from '@mahlzeit/contract';
import type { FairScheduler } from '../fair-scheduler';

/**
 * An opaque connection or transaction. Only repositories can open it (`knexOf`); other code passes it on. At run time
 * it is knex's own object.
 */
export interface Connection {
  readonly __knex__: string;
}

/** A write transaction. Rows and their change-log rows commit together or not at all. */
export interface WriteTransaction {
  readonly knex: Connection;
  /** Appends `op` to the change log of `topic` in this transaction. Subscribers get it after the commit. */
  record(topic: string, op: Op): void;
  /** Runs `work` after the commit, and never after a rollback. Errors of `work` are logged only. */
  afterCommit(work: () => void): void;
}

/**
 * The database as modules use it: writes have the effect of running one at a time, and reads are consistent (ADR 55).
 */
export interface Database {
  /** Connection for reads that need no common snapshot; refuses writes. */
  readonly knex: Connection;
  /**
   * Runs a write transaction, which takes the write lock as its first step. Must not be called inside another `write`.
   * On PostgreSQL, `work` runs a second time when its first run met another write. It therefore has no effects but
   * through `tx`.
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
