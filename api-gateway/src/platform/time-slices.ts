import { setImmediate as onNextTurn } from 'node:timers';
import { monotonicNow } from './clock';
import { createFairQueue } from './fair-queue';

/**
 * Milliseconds of one piece of work, after which the others have their turn. A turn costs some microseconds, so a
 * shorter piece would buy little.
 */
const MAX_PIECE_MS = 3;

interface TimeSlicesOptions {
  readonly nextTurn?: (run: () => void) => void;
  /** Time that passes while the event loop is busy, in milliseconds. */
  readonly now?: () => number;
}

/** Waits for a turn where the present one has lasted too long. */
type PauseWhenLong = () => Promise<void>;

/**
 * Slices of time in which pieces of work run, one slice in each turn of the event loop. Work that pauses for the first
 * time takes turns with work that has paused before. So short work, like one read of a login, waits for a piece of one
 * long work, like a search, and not for a piece of each.
 */
interface TimeSlices {
  /** Begins some work, which calls the returned function between its pieces. */
  beginWork(): PauseWhenLong;
  /** Converts each item, and lets others have their turn in between. */
  mapInTurns<Item, Result>(items: Iterable<Item>, convert: (item: Item) => Result): Promise<Result[]>;
}

/** Creates the slices of an event loop. */
export const createTimeSlices = ({ nextTurn = onNextTurn, now = monotonicNow }: TimeSlicesOptions = {}): TimeSlices => {
  const waitingWork = createFairQueue();
  let pieceBegan: number | null = null;
  let isTurnPlanned = false;

  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    nextTurn(startTurn);
  };

  const startTurn = (): void => {
    isTurnPlanned = false;
    pieceBegan = null;
    const nextWork = waitingWork.take();
    if (nextWork === null) return;
    beginPiece();
    nextWork.start();
  };

  const beginPiece = (): void => {
    pieceBegan = now();
    planTurn();
  };

  const isLong = (): boolean => {
    if (pieceBegan === null) beginPiece();
    return now() - (pieceBegan ?? 0) >= MAX_PIECE_MS;
  };

  const waitForTurn = (length: 'short' | 'long'): Promise<void> =>
    new Promise((resolve) => {
      waitingWork.add(length, { isAbandoned: () => false, start: resolve });
      planTurn();
    });

  const createPause = () => {
    let hasPaused = false;
    const pause = (): Promise<void> => {
      const turn = waitForTurn(hasPaused ? 'long' : 'short');
      hasPaused = true;
      return turn;
    };
    return pause;
  };

  return {
    beginWork() {
      const pause = createPause();
      return async () => {
        if (isLong()) await pause();
      };
    },
    async mapInTurns(items, convert) {
      const pause = createPause();
      const results = [];
      for (const item of items) {
        if (isLong()) await pause();
        results.push(convert(item));
      }
      return results;
    },
  };
};

/** The slices of this process, which has one event loop. */
export const { beginWork, mapInTurns } = createTimeSlices();
