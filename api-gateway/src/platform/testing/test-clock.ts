import type { MovableClock } from '../clock';

/** A clock that moves only when a test moves it. */
export interface TestClock extends MovableClock {
  /** Advances domain and real time together. */
  advance(ms: number): void;
}

/** Creates a clock whose domain time and real time are both at an instant. */
export const createTestClock = (start: string | number): TestClock => {
  let real = typeof start === 'number' ? start : Date.parse(start);
  let ahead = 0;
  return {
    now: () => real + ahead,
    realNow: () => real,
    moveTo(instant) {
      ahead = instant - real;
    },
    advance(ms) {
      real += ms;
    },
  };
};
