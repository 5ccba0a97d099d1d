import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { monotonicNow } from '../clock';
import { AppError } from '../errors';

const giveUpAfterMs = 5000;
const longestPauseMs = 12;

type Lock<L> = (trx: Knex.Transaction) => Promise<L>;
type LockedWork<L, T> = (trx: Knex.Transaction, locked: L) => Promise<T>;

/** Makes `withLock(lock, work)`: a transaction that waits for the lock between tries, so that the process goes on meanwhile. Throws `unavailable` when the lock isn't had in five seconds. */
export const createWithLock = (writer: Knex, isLockBusy: (error: unknown) => boolean) => {
  // What a work starts and nobody awaits still runs in its context when it is over.
  const inside = new AsyncLocalStorage<{ isOver: boolean }>();

  const runInside = async <T>(work: () => Promise<T>): Promise<T> => {
    const stay = { isOver: false };
    try {
      return await inside.run(stay, work);
    } finally {
      stay.isOver = true;
    }
  };

  const attempt = async <L, T>(lock: Lock<L>, work: LockedWork<L, T>): Promise<{ value: T } | null> => {
    let isLocked = false;
    try {
      return await writer.transaction(async (trx) => {
        const locked = await lock(trx);
        isLocked = true;
        return { value: await runInside(() => work(trx, locked)) };
      });
    } catch (error) {
      if (!isLocked && isLockBusy(error)) return null;
      throw error;
    }
  };

  return async <L, T>(lock: Lock<L>, work: LockedWork<L, T>): Promise<T> => {
    // It would wait for itself until the pool gives up.
    if (inside.getStore()?.isOver === false) throw new Error('a write must not begin inside another: hand the transaction on');
    const startedAt = monotonicNow();
    for (;;) {
      const done = await attempt(lock, work);
      if (done !== null) return done.value;
      if (monotonicNow() - startedAt > giveUpAfterMs) throw new AppError('unavailable', { retryAfterMs: 1000 });
      await delay(1 + Math.random() * longestPauseMs);
    }
  };
};
