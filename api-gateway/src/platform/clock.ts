import type { Clock } from './types';

/** The one place that reads the machine's time. */
export const realNow = (): number => Date.now();

/** Milliseconds that only ever grow, for measuring how long something takes. */
export const monotonicNow = (): number => performance.now();

/** A domain clock that runs beside real time at a fixed distance, so that a chosen instant runs on over restarts. */
export const createClock = (offsetMs: number): Clock => ({
  now: () => realNow() + offsetMs,
  realNow,
});
