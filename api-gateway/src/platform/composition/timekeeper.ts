import type { MovableClock } from '../clock';
import type { Database } from '../database/database';
import { writeSetting } from '../database/rows';

/** Name of the setting with the offset of domain time to real time, in milliseconds. */
export const CLOCK_OFFSET_SETTING = 'clockOffsetMs';

/** Moves the domain clock and notifies everything that depends on it. */
export interface Timekeeper {
  /** Sets the clock and stores the offset for restarts. Resolves after all listeners have finished. */
  moveTo(instant: number): Promise<void>;
  /** Adds a listener. Listeners run after each move, one after the other, in the order of their registration. */
  onMoved(listener: () => Promise<void>): void;
}

/** Creates the gateway's only timekeeper. */
export const createTimekeeper = ({
  clock,
  database,
}: {
  readonly clock: MovableClock;
  readonly database: Database;
}): Timekeeper => {
  const listeners: (() => Promise<void>)[] = [];
  let lastMove: Promise<void> = Promise.resolve();

  const moveClock = async (instant: number): Promise<void> => {
    clock.moveTo(instant);
    await database.write(({ knex }) => writeSetting(knex, CLOCK_OFFSET_SETTING, String(clock.now() - clock.realNow())));
    for (const listener of listeners) await listener();
  };

  return {
    moveTo(instant) {
      const currentMove = lastMove.then(() => moveClock(instant));
      // The next move starts after this one, even when this one fails. The caller of the failed move gets the error.
      lastMove = currentMove.catch(() => undefined);
      return currentMove;
    },
    onMoved: (listener) => void listeners.push(listener),
  };
};
