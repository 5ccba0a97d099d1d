import type { MovableClock } from '../clock';
import type { Database } from '../database/database';
import { readSetting, writeSetting } from '../database/rows';
import type { Worker } from '../worker';

/**
 * Name of the setting that stores by how many milliseconds the gateway's clock, which tests can move, is ahead of real
 * time.
 */
export const CLOCK_OFFSET_SETTING = 'clockOffsetMs';

/** Milliseconds between two looks for a move at another gateway. */
const FOLLOW_INTERVAL_MS = 1_000;

/** Milliseconds by which a clock and its stored offset may differ, because they are read one after the other. */
const OFFSET_TOLERANCE_MS = 20;

/** Moves the gateway's clock and notifies everything that depends on it. */
export interface Timekeeper {
  /** Sets the clock and stores the offset for restarts. Resolves after all listeners have finished. */
  moveTo(instant: number): Promise<void>;
  /** Adds a listener. Listeners run after each move, one after the other, in the order of their registration. */
  onMoved(listener: () => Promise<void>): void;
  /** Moves this gateway's clock after another gateway's, whose listeners do the work of a move. */
  readonly follower: Worker;
}

/**
 * Creates the timekeeper. Each gateway has only one, so that moves of its clock run one after the other. `onFollowed`
 * is called after the clock has followed another gateway's.
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
    // A listener of a move may run this worker, so it can't wait for the move.
    if (finishedMoveCount < requestedMoveCount) return;
    const moveCountBefore = requestedMoveCount;
    const storedNow = clock.realNow() + Number((await readSetting(database.knex, CLOCK_OFFSET_SETTING)) ?? 0);
    // The offset was read before a move that has begun in the meantime.
    if (requestedMoveCount > moveCountBefore) return;
    if (Math.abs(storedNow - clock.now()) <= OFFSET_TOLERANCE_MS) return;
    clock.moveTo(storedNow);
    onFollowed();
  };

  return {
    moveTo(newNow) {
      requestedMoveCount += 1;
      const currentClockMove = lastClockMove.then(() => moveClock(newNow));
      // The next move starts after this one, even when this one fails. The caller of the failed move gets the error.
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
