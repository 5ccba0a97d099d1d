import type { MovableClock } from '../clock';
import type { Database } from '../database/database';
import { readSetting, writeSetting } from '../database/rows';
import type { Worker } from '../worker';

/**
 * Name of the setting that stores by how many milliseconds the gateway's clock, which tests can move, is ahead of real
 * time.
 */
export const CLOCK_OFFSET_SETTING = 'clockOffsetMs';

/** Milliseconds between two checks whether another gateway has moved the clock. */
const FOLLOW_INTERVAL_MS = 1_000;

/**
 * Maximum milliseconds by which a clock and its stored offset may differ without a move, because they are read one
 * after the other.
 */
const OFFSET_TOLERANCE_MS = 20;

/** Moves the gateway's clock and calls everything that depends on it. */
export interface Timekeeper {
  /** Sets the clock and stores the offset for restarts. Resolves after all listeners have finished. */
  moveTo(instant: number): Promise<void>;
  /**
   * Adds a function that is called after each move of the clock. These functions run one after the other, in the
   * sequence of their registration.
   */
  onMoved(listener: () => Promise<void>): void;
  /**
   * Worker that moves this gateway's clock when another gateway has moved its clock. That gateway does the work that
   * became due.
   */
  readonly follower: Worker;
}

/**
 * Creates the object that moves the clock. Each gateway has only one, so that moves run one after the other.
 * `onFollowed` is called after the clock was moved because another gateway has moved its clock.
 */
export const createTimekeeper = ({
  clock,
  database,
  onFollowed,
}: {
  readonly clock: MovableClock;
  readonly database: Database;
  readonly onFollowed: () => void;
}): Timekeeper => {
  const moveListeners: (() => Promise<void>)[] = [];
  let lastClockMove: Promise<void> = Promise.resolve();
  let requestedMoveCount = 0;
  let finishedMoveCount = 0;

  const moveClock = async (newNow: number): Promise<void> => {
    clock.moveTo(newNow);
    await database.write(({ knex }) => writeSetting(knex, CLOCK_OFFSET_SETTING, String(clock.now() - clock.realNow())));
    for (const moveListener of moveListeners) await moveListener();
  };

  const followStoredClock = async (): Promise<void> => {
    // Does nothing during a move: a listener of the move may run this worker, so it can't wait for the move.
    if (finishedMoveCount < requestedMoveCount) return;
    const moveCountBefore = requestedMoveCount;
    const storedNow = clock.realNow() + Number((await readSetting(database.knex, CLOCK_OFFSET_SETTING)) ?? 0);
    // Ignores the offset if a move has begun since it was read.
    if (requestedMoveCount > moveCountBefore) return;
    if (Math.abs(storedNow - clock.now()) <= OFFSET_TOLERANCE_MS) return;
    clock.moveTo(storedNow);
    onFollowed();
  };

  return {
    moveTo(newNow) {
      requestedMoveCount += 1;
      const currentClockMove = lastClockMove.then(() => moveClock(newNow));
      // Starts the next move after this one, even when this one fails. The caller of the failed move gets the error.
      lastClockMove = currentClockMove
        .catch(() => undefined)
        .then(() => {
          finishedMoveCount += 1;
        });
      return currentClockMove;
    },
    onMoved: (moveListener) => void moveListeners.push(moveListener),
    follower: { name: 'clock', everyMs: FOLLOW_INTERVAL_MS, run: followStoredClock },
  };
};
