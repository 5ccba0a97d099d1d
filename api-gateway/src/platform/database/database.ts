import type { Op } from '@mahlzeit/contract';

/**
 * A connection to the database or a transaction on one, closed: who isn't a repository can only hand it on. It is
 * knex's own object, of which this is all that shows; `knexOf` opens it.
 */
export interface Connection {
  readonly __knex__: string;
}

/** One write transaction: rows and their change-log rows commit together or not at all. */
export interface WriteTransaction {
  readonly knex: Connection;
  /** Appends `op` to the change log of `topic` in this transaction; subscribers hear of it after the commit. */
  record(topic: string, op: Op): void;
  /**
   * Runs `work` once all of this is committed, and never where it isn't; what it throws is logged and reaches nobody.
   */
  afterCommit(work: () => void): void;
}

/** The database as modules see it: one writer at a time, consistent reads. */
export interface Database {
  /** For single reads; refuses to write. */
  readonly knex: Connection;
  /** One transaction; the lock is taken first. Must not be called inside another `write`. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** One read transaction: everything in it is of one instant. */
  read<T>(work: (knex: Connection) => Promise<T>): Promise<T>;
}
