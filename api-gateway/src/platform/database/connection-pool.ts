import type { Knex } from 'knex';
import { monotonicNow } from '../clock';

/** Connections of one use and the work that waits for them, as far as metrics look at them. */
export interface ConnectionPool {
  numUsed(): number;
  /** Returns how much work waits for a connection. */
  numWaiting(): number;
  /** Calls the listener with the milliseconds that each work has waited, also if it has given up. */
  onWaited(listener: (waitedMs: number) => void): void;
}

/** Waits of work for a connection. */
export interface ConnectionWaits extends Pick<ConnectionPool, 'numWaiting' | 'onWaited'> {
  /** Begins a wait. Returns the function that ends it; further calls of that function do nothing. */
  begin(): () => void;
}

/** Creates the waits of one pool. */
export const createConnectionWaits = (): ConnectionWaits => {
  const listeners: ((waitedMs: number) => void)[] = [];
  let waitingCount = 0;
  return {
    numWaiting: () => waitingCount,
    onWaited: (listener) => void listeners.push(listener),
    begin() {
      const startedAt = monotonicNow();
      let isWaiting = true;
      waitingCount += 1;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        waitingCount -= 1;
        for (const listener of listeners) listener(monotonicNow() - startedAt);
      };
    },
  };
};

/** Pool of knex, whose events name each request for a connection by a number. */
interface KnexPool {
  numUsed(): number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (requestId: number) => void): void;
}

/** Returns the pool of a knex whose work waits for a connection in the pool itself. */
export const poolOf = (knex: Knex): ConnectionPool => {
  const pool: KnexPool = knex.client.pool;
  const waits = createConnectionWaits();
  const endById = new Map<number, () => void>();
  const endWait = (requestId: number): void => {
    endById.get(requestId)?.();
    endById.delete(requestId);
  };
  pool.on('acquireRequest', (requestId) => void endById.set(requestId, waits.begin()));
  pool.on('acquireSuccess', endWait);
  pool.on('acquireFail', endWait);
  return { numUsed: () => pool.numUsed(), numWaiting: waits.numWaiting, onWaited: waits.onWaited };
};
