import type { MovableClock } from '../clock';
import type { Database } from '../database/database';
import { writeSetting } from '../database/rows';

/** Name of the setting that keeps how far domain time is ahead of real time, in milliseconds. */
export const CLOCK_OFFSET_SETTING = 'clockOffsetMs';

/** Sets the domain clock with everything that goes by it. */
export interface Timekeeper {
  /** Sets it and keeps that over restarts; who waits for moves has been told when it resolves. */
  moveTo(instant: number): Promise<void>;
  /** Told after each move, in the order of asking, one after the other. */
  onMoved(listener: () => Promise<void>): void;
}

/** Makes the one timekeeper of a gateway. */
export const createTimekeeper = ({
  clock,
  database,
}: {
  readonly clock: MovableClock;
  readonly database: Database;
}): Timekeeper => {
  const listeners: (() => Promise<void>)[] = [];
  let turn: Promise<void> = Promise.resolve();

  const move = async (instant: number): Promise<void> => {
    clock.moveTo(instant);
    await database.write(({ knex }) => writeSetting(knex, CLOCK_OFFSET_SETTING, String(clock.now() - clock.realNow())));
    for (const listener of listeners) await listener();
  };

  return {
    moveTo(instant) {
      const moved = turn.then(() => move(instant));
      // The next one begins behind this one, whatever becomes of it; its own caller hears of a failure.
      turn = moved.catch(() => undefined);
      return moved;
    },
    onMoved: (listener) => void listeners.push(listener),
  };
};
