import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { RecordedOp } from './change-log';
import type { WriteTransaction } from './database';
import type { DatabaseDialect } from './database-dialect';
import { withRunAtOnce } from './write-lock';

/** A write transaction with an open connection, for the platform and tests. */
export interface OpenWriteTransaction extends WriteTransaction {
  readonly knex: Knex.Transaction;
}

/**
 * Type of the work in a write transaction. On an engine with several writers it may run twice, see `Database.write`.
 */
export type TransactionWork<T> = (tx: OpenWriteTransaction) => Promise<T>;

/** Effects of a write that happen with its commit: recorded changes of live topics (ops) and callbacks. */
interface PendingEffects {
  readonly ops: RecordedOp[];
  readonly afterCommit: (() => void)[];
}

export type WriteResult<T> = PendingEffects & { readonly value: T };

const noPendingEffects = (): PendingEffects => ({ ops: [], afterCommit: [] });

/**
 * Creates the write transaction that modules get. The recorded changes and callbacks of the modules go to
 * `pendingEffects`.
 */
const writeTransactionOf = (knex: Knex.Transaction, pendingEffects: PendingEffects): OpenWriteTransaction => ({
  knex,
  record: (topicName, recordedOp) => void pendingEffects.ops.push({ topic: topicName, op: recordedOp }),
  afterCommit: (commitCallback) => void pendingEffects.afterCommit.push(commitCallback),
});

/** Runs the work of a write in a transaction that it shares with no other write. */
export const writeAlone = async <T>(trx: Knex.Transaction, writeWork: TransactionWork<T>): Promise<WriteResult<T>> => {
  const pendingEffects = noPendingEffects();
  return { ...pendingEffects, value: await writeWork(writeTransactionOf(trx, pendingEffects)) };
};

/** A transaction in which several separate reads and writes run. */
interface SharedTransaction extends PendingEffects {
  readonly trx: Knex.Transaction;
  isOver: boolean;
}

/** The shared transaction to which the running code belongs. */
interface AmbientTransaction {
  readonly trx: Knex.Transaction;
  /**
   * Runs a write as part of the shared transaction. If the write fails, only its own changes are undone; otherwise it
   * commits together with the transaction.
   */
  write<T>(work: TransactionWork<T>): Promise<T>;
}

/**
 * Creates the shared transaction for code that knows nothing about it: its reads and writes join the transaction while
 * the code runs inside `run`.
 */
export const createAmbientTransaction = (writeAtOnce: DatabaseDialect['writeAtOnce']) => {
  const transactionStorage = new AsyncLocalStorage<SharedTransaction>();
  const nestedWriteStorage = new AsyncLocalStorage<{ isOver: boolean }>();

  const writeNested = async <T>(sharedTransaction: SharedTransaction, writeWork: TransactionWork<T>): Promise<T> => {
    if (nestedWriteStorage.getStore()?.isOver === false)
      throw new Error('A write must not begin inside another write: pass on the transaction');
    const pendingEffects = noPendingEffects();
    const nestedWrite = { isOver: false };
    try {
      // Uses a savepoint, which undoes a nested write that fails, even when the caller catches the error.
      const value = await sharedTransaction.trx.transaction((knex) =>
        withRunAtOnce(knex, writeAtOnce(), () =>
          nestedWriteStorage.run(nestedWrite, () => writeWork(writeTransactionOf(knex, pendingEffects))),
        ),
      );
      sharedTransaction.ops.push(...pendingEffects.ops);
      sharedTransaction.afterCommit.push(...pendingEffects.afterCommit);
      return value;
    } finally {
      nestedWrite.isOver = true;
    }
  };

  return {
    /**
     * Returns the shared transaction to which the running code belongs; null without one, and for unawaited work after
     * the end of the transaction.
     */
    current(): AmbientTransaction | null {
      const sharedTransaction = transactionStorage.getStore();
      if (sharedTransaction === undefined || sharedTransaction.isOver) return null;
      return { trx: sharedTransaction.trx, write: (writeWork) => writeNested(sharedTransaction, writeWork) };
    },

    /** Runs work so that all its reads and writes belong to the transaction `trx`. */
    async run<T>(trx: Knex.Transaction, ambientWork: () => Promise<T>): Promise<WriteResult<T>> {
      const sharedTransaction: SharedTransaction = { trx, ...noPendingEffects(), isOver: false };
      try {
        const value = await transactionStorage.run(sharedTransaction, ambientWork);
        return { value, ops: sharedTransaction.ops, afterCommit: sharedTransaction.afterCommit };
      } finally {
        sharedTransaction.isOver = true;
      }
    },

    close() {
      transactionStorage.disable();
      nestedWriteStorage.disable();
    },
  };
};
