import type { MovableClock } from '../clock';
import type { Database } from '../database/database';
import { writeSetting } from '../database/rows';

/**
 * Name of the setting that stores by how many milliseconds the gateway's clock, which tests can move, is ahead of real
 * time.
 */
export const CLOCK_OFFSET_SETTING = 'clockOffsetMs';

/** Moves the gateway's clock and notifies everything that depends on it. */
export interface Timekeeper {
  /** Sets the clock and stores the offset for restarts. Resolves after all listeners have finished. */
  moveTo(instant: number): Promise<void>;
  /** Adds a listener. Listeners run after each move, one after the other, in the order of their registration. */
  onMoved(listener: () => Promise<void>): void;
}

/** Creates the timekeeper. Each gateway has only one, so that moves of its clock run one after the other. */
export const createTimekeeper = ({
  clock,
  database,
}: {
  readonly clock: MovableClock;
  readonly database: Database;
}): Timekeeper => {
  const moveListeners: (() => Promise<void>)[] = [];
  let lastClockMove: Promise<void> = Promise.resolve();

  const moveClock = async (newNow: number): Promise<void> => {
    clock.moveTo(newNow);
    await database.write(({ knex }) => writeSetting(knex, CLOCK_OFFSET_SETTING, String(clock.now() - clock.realNow())));
    for (const moveListener of moveListeners) await moveListener();
  };

  return {
    moveTo(newNow) {
      const currentClockMove = lastClockMove.then(() => moveClock(newNow));
      // The next move starts after this one, even when this one fails. The caller of the failed move gets the error.
      lastClockMove = currentClockMove.catch(() => undefined);
      return currentClockMove;
    },
    onMoved: (moveListener) => void moveListeners.push(moveListener),
  };
};
