/** The only source of time. `now` is the domain clock (may be moved), `realNow` never is; both epoch milliseconds. */
export interface Clock {
  now(): number;
  realNow(): number;
}

/** The one place that reads the machine's time. */
export const realNow = (): number => Date.now();

/** Milliseconds that only ever grow, for measuring how long something takes. */
export const monotonicNow = (): number => performance.now();

/** A clock whose domain time can be set; real time goes on as it does. */
export interface MovableClock extends Clock {
  /** From now on domain time runs on from that instant, epoch milliseconds. */
  moveTo(instant: number): void;
}

/** A domain clock that runs beside real time at a distance, so that a chosen instant runs on over restarts. */
export const createClock = (offsetMs: number): MovableClock => {
  let offset = offsetMs;
  return {
    now: () => realNow() + offset,
    realNow,
    moveTo(instant) {
      offset = instant - realNow();
    },
  };
};
