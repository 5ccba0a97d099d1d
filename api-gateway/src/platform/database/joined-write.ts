import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { WriteTransaction } from '../types';
import type { RecordedOp } from './change-log';

type Work<T> = (tx: WriteTransaction) => Promise<T>;

/** One transaction that several reads and writes share. */
interface Joined {
  readonly trx: Knex.Transaction;
  readonly ops: RecordedOp[];
  readonly afterCommit: (() => void)[];
  isOver: boolean;
}

/** The transaction that whatever runs now is part of. */
export interface OpenJoin {
  readonly trx: Knex.Transaction;
  /** A part of it: fails alone, counts when the whole is committed. */
  write<T>(work: Work<T>): Promise<T>;
  afterCommit(work: () => void): void;
}

/** What a shared transaction leaves behind for its commit. */
export interface JoinedOutcome<T> {
  readonly value: T;
  readonly ops: readonly RecordedOp[];
  readonly afterCommit: readonly (() => void)[];
}

/** Lets code that knows nothing of it read and write in one transaction, as long as it runs inside `run`. */
export const createJoin = () => {
  const joins = new AsyncLocalStorage<Joined>();
  const parts = new AsyncLocalStorage<{ isOver: boolean }>();

  const writePart = async <T>(joined: Joined, work: Work<T>): Promise<T> => {
    if (parts.getStore()?.isOver === false) throw new Error('a write must not begin inside another: hand the transaction on');
    const ops: RecordedOp[] = [];
    const part = { isOver: false };
    try {
      // A savepoint: what throws and is caught by its caller leaves nothing.
      const value = await joined.trx.transaction((knex) => parts.run(part, () => work({ knex, record: (topic, op) => void ops.push({ topic, op }) })));
      joined.ops.push(...ops);
      return value;
    } finally {
      part.isOver = true;
    }
  };

  return {
    /** null where nothing is shared, also for what a shared work left running. */
    current(): OpenJoin | null {
      const joined = joins.getStore();
      if (joined === undefined || joined.isOver) return null;
      return { trx: joined.trx, write: (work) => writePart(joined, work), afterCommit: (work) => void joined.afterCommit.push(work) };
    },

    /** Runs some work whose reads and writes all belong to `trx`. */
    async run<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<JoinedOutcome<T>> {
      const joined: Joined = { trx, ops: [], afterCommit: [], isOver: false };
      try {
        const value = await joins.run(joined, work);
        return { value, ops: joined.ops, afterCommit: joined.afterCommit };
      } finally {
        joined.isOver = true;
      }
    },
  };
};
