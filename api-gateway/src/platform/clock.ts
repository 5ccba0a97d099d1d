/**
 * The only source of time, in epoch milliseconds. `now` reads the gateway's clock, which tests and the sandbox can
 * move; `realNow` reads real time, which can't be moved.
 */
export interface Clock {
  now(): number;
  realNow(): number;
}

/** Returns the machine's time in epoch milliseconds. No other code of the gateway reads it. */
export const realNow = (): number => Date.now();

/** Returns milliseconds of a clock that never goes back, for measuring durations. */
export const monotonicNow = (): number => performance.now();

/** A clock whose time `now` can be set. `realNow` is not affected. */
export interface MovableClock extends Clock {
  /** Sets `now` to an instant in epoch milliseconds. The clock continues from that instant. */
  moveTo(instant: number): void;
}

/** Creates a clock whose `now` is `offsetMs` ahead of real time, so that a moved clock continues after a restart. */
export const createClock = (offsetMs: number): MovableClock => {
  let currentOffsetMs = offsetMs;
  return {
    now: () => realNow() + currentOffsetMs,
    realNow,
    moveTo(newNow) {
      currentOffsetMs = newNow - realNow();
    },
  };
};
