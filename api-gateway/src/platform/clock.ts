/**
 * The only source of time, in epoch milliseconds. `now` reads the domain clock, which can be moved; `realNow` reads
 * real time, which can't.
 */
export interface Clock {
  now(): number;
  realNow(): number;
}

/** Reads the machine's time. No other code of the gateway does this. */
export const realNow = (): number => Date.now();

/** Returns monotonic milliseconds for measuring durations. */
export const monotonicNow = (): number => performance.now();

/** A clock with settable domain time. Real time is not affected. */
export interface MovableClock extends Clock {
  /** Sets the domain time to an instant in epoch milliseconds. The clock continues from that instant. */
  moveTo(instant: number): void;
}

/** Creates a domain clock with a constant offset to real time, so that a chosen instant continues across restarts. */
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
