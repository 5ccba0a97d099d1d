import knexFactory, { type Knex } from 'knex';
import type { Database, WriteTransaction } from '../types';
import { appendChanges, type RecordedOp } from './change-log';
import type { Dialect } from './dialect';
import { createWithLock } from './exclusively';
import { createAmbientTransaction } from './joined-write';
import { migrateUp, type Migration } from './migrate';
import type { TopicHead } from './topic-head';

/** The database with what only the platform and the composition root need. */
export interface OpenDatabase extends Database {
  /** Runs pending migrations, all or none. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Tells after each commit of this process how far the written topics have come. */
  onCommit(listener: (heads: readonly TopicHead[]) => void): void;
  /** One transaction for all that `work` reads and writes through this database, its own `knex` included: all of it counts or nothing. */
  writeInTransaction<T>(work: (knex: Knex.Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` after the ambient transaction has committed, and at once where there is none. */
  afterCommit(work: () => void): void;
  close(): Promise<void>;
}

interface Written<T> {
  readonly value: T;
  readonly ops: readonly RecordedOp[];
  readonly afterCommit?: readonly (() => void)[];
}

const writeAlone = async <T>(trx: Knex.Transaction, work: (tx: WriteTransaction) => Promise<T>): Promise<Written<T>> => {
  const ops: RecordedOp[] = [];
  const value = await work({ knex: trx, record: (topic, op) => void ops.push({ topic, op }) });
  return { value, ops };
};

/** Opens the database: one connection writes, others read, so that neither waits for the other. */
export const openDatabase = ({ dialect, realNow }: { dialect: Dialect; realNow: () => number }): OpenDatabase => {
  const writer = knexFactory(dialect.writer);
  const reader = knexFactory(dialect.reader);
  const withLock = createWithLock(writer, dialect.isLockBusy);
  const ambient = createAmbientTransaction();
  const listeners: ((heads: readonly TopicHead[]) => void)[] = [];

  const commit = async <T>(work: (trx: Knex.Transaction) => Promise<Written<T>>): Promise<T> => {
    const { value, heads, afterCommit } = await withLock(dialect.lock, async (trx, tx) => {
      const written = await work(trx);
      return { ...written, heads: await appendChanges(trx, { tx, at: realNow(), ops: written.ops }) };
    });
    if (heads.length > 0) for (const listener of listeners) listener(heads);
    for (const after of afterCommit ?? []) after();
    return value;
  };

  return {
    get knex() {
      return ambient.current()?.trx ?? reader;
    },
    write: (work) => ambient.current()?.write(work) ?? commit((trx) => writeAlone(trx, work)),
    // A transaction, so that rows and topic heads are of one instant.
    read: <T>(work: (knex: Knex) => Promise<T>) => {
      const open = ambient.current();
      return open === null ? reader.transaction(work) : work(open.trx);
    },
    writeInTransaction: (work) => commit((trx) => ambient.run(trx, () => work(trx))),
    afterCommit(work) {
      const open = ambient.current();
      if (open === null) work();
      else open.afterCommit(work);
    },
    // Nobody else sees an ambient transaction yet.
    dataVersion: () => (ambient.current() === null ? dialect.dataVersion() : null),
    migrate: (migrations) => withLock(dialect.lockForMigration, (trx) => migrateUp(trx, migrations)),
    onCommit: (listener) => void listeners.push(listener),
    async close() {
      dialect.close();
      await reader.destroy();
      await writer.destroy();
    },
  };
};
