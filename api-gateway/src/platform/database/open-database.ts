import knexFactory, { type Knex } from 'knex';
import type { Database, WriteTransaction } from '../types';
import { appendChanges, type RecordedOp } from './change-log';
import type { Dialect } from './dialect';
import { createExclusively } from './exclusively';
import { migrateUp, type Migration } from './migrate';
import type { TopicHead } from './topic-head';

/** The database with what only the composition root needs. */
export interface OpenDatabase extends Database {
  /** Runs pending migrations, all or none. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Tells after each commit of this process how far the written topics have come. */
  onCommit(listener: (heads: readonly TopicHead[]) => void): void;
  close(): Promise<void>;
}

/** Opens the database: one connection writes, others read, so that neither waits for the other. */
export const openDatabase = ({ dialect, realNow }: { dialect: Dialect; realNow: () => number }): OpenDatabase => {
  const writer = knexFactory(dialect.writer);
  const reader = knexFactory(dialect.reader);
  const exclusively = createExclusively(writer, dialect.isLockBusy);
  const listeners: ((heads: readonly TopicHead[]) => void)[] = [];

  const write = async <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    const { value, heads } = await exclusively(dialect.lock, async (trx, tx) => {
      const ops: RecordedOp[] = [];
      const written = await work({ knex: trx, record: (topic, op) => void ops.push({ topic, op }) });
      return { value: written, heads: await appendChanges(trx, { tx, at: realNow(), ops }) };
    });
    if (heads.length > 0) for (const listener of listeners) listener(heads);
    return value;
  };

  return {
    knex: reader,
    write,
    // A transaction, so that rows and topic heads are of one instant.
    read: <T>(work: (knex: Knex) => Promise<T>) => reader.transaction(work),
    migrate: (migrations) => exclusively(dialect.lockForMigration, (trx) => migrateUp(trx, migrations)),
    onCommit: (listener) => void listeners.push(listener),
    async close() {
      await reader.destroy();
      await writer.destroy();
    },
  };
};
