import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { WriteTransaction } from '../types';
import type { RecordedOp } from './change-log';

type Work<T> = (tx: WriteTransaction) => Promise<T>;

/** One transaction that several reads and writes share. */
interface SharedTransaction {
  readonly trx: Knex.Transaction;
  readonly ops: RecordedOp[];
  readonly afterCommit: (() => void)[];
  isOver: boolean;
}

/** The transaction that whatever runs now is part of. */
export interface AmbientTransaction {
  readonly trx: Knex.Transaction;
  /** A part of it: fails alone, counts when the whole is committed. */
  write<T>(work: Work<T>): Promise<T>;
  afterCommit(work: () => void): void;
}

/** What a shared transaction leaves behind for its commit. */
export interface AmbientResult<T> {
  readonly value: T;
  readonly ops: readonly RecordedOp[];
  readonly afterCommit: readonly (() => void)[];
}

/** Lets code that knows nothing of it read and write in one transaction, as long as it runs inside `run`. */
export const createAmbientTransaction = () => {
  const transactions = new AsyncLocalStorage<SharedTransaction>();
  const parts = new AsyncLocalStorage<{ isOver: boolean }>();

  const writePart = async <T>(shared: SharedTransaction, work: Work<T>): Promise<T> => {
    if (parts.getStore()?.isOver === false) throw new Error('a write must not begin inside another: hand the transaction on');
    const ops: RecordedOp[] = [];
    const part = { isOver: false };
    try {
      // A savepoint: what throws and is caught by its caller leaves nothing.
      const value = await shared.trx.transaction((knex) => parts.run(part, () => work({ knex, record: (topic, op) => void ops.push({ topic, op }) })));
      shared.ops.push(...ops);
      return value;
    } finally {
      part.isOver = true;
    }
  };

  return {
    /** null where nothing is shared, also for what a shared work left running. */
    current(): AmbientTransaction | null {
      const shared = transactions.getStore();
      if (shared === undefined || shared.isOver) return null;
      return { trx: shared.trx, write: (work) => writePart(shared, work), afterCommit: (work) => void shared.afterCommit.push(work) };
    },

    /** Runs some work whose reads and writes all belong to `trx`. */
    async run<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<AmbientResult<T>> {
      const shared: SharedTransaction = { trx, ops: [], afterCommit: [], isOver: false };
      try {
        const value = await transactions.run(shared, work);
        return { value, ops: shared.ops, afterCommit: shared.afterCommit };
      } finally {
        shared.isOver = true;
      }
    },
  };
};
