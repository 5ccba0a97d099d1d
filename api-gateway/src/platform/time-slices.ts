import { setImmediate as onNextTurn } from 'node:timers';
import { monotonicNow } from './clock';
import { currentClient } from './current-client';
import { createClientQueue } from './fair-queue';

/**
 * Milliseconds after which long work pauses for other work. A turn of the event loop costs some microseconds, so
 * shorter slices would bring little.
 */
const MAX_PIECE_MS = 3;

interface TimeSlicesOptions {
  readonly nextTurn?: (run: () => void) => void;
  /** Returns the time in milliseconds that passes while the event loop is busy. */
  readonly now?: () => number;
}

/** Splits long work into slices of time, one slice in each turn of the event loop. */
interface TimeSlices {
  /**
   * Waits for a turn where the present one has lasted too long. Clients whose work waits take turns, one piece in each
   * turn of the event loop. So the one read of a login waits for a piece of one search, and not for a piece of each.
   */
  pauseLongWork(): Promise<void>;
  /** Converts each item of a list, and lets other work run in between. */
  mapInTurns<Item, Result>(items: Iterable<Item>, convert: (item: Item) => Result): Promise<Result[]>;
}

/** Creates the time slices of an event loop. */
export const createTimeSlices = ({ nextTurn = onNextTurn, now = monotonicNow }: TimeSlicesOptions = {}): TimeSlices => {
  const waitingWork = createClientQueue();
  let pieceBegan: number | null = null;
  let isTurnPlanned = false;

  const scheduleTurn = (): void => {
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
    scheduleTurn();
  };

  const isLong = (): boolean => {
    if (pieceBegan === null) beginPiece();
    return now() - (pieceBegan ?? 0) >= MAX_PIECE_MS;
  };

  const waitForTurn = (): Promise<void> =>
    new Promise((resolve) => {
      waitingWork.add(currentClient(), { isAbandoned: () => false, start: resolve });
      scheduleTurn();
    });

  return {
    async pauseLongWork() {
      if (isLong()) await waitForTurn();
    },
    async mapInTurns(items, convert) {
      const results = [];
      for (const item of items) {
        if (isLong()) await waitForTurn();
        results.push(convert(item));
      }
      return results;
    },
  };
};

/** The time slices of this process, which has one event loop. */
export const { pauseLongWork, mapInTurns } = createTimeSlices();
