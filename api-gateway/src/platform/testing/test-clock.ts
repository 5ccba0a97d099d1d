import type { MovableClock } from '../clock';

/** A clock that stands until a test moves it. */
export interface TestClock extends MovableClock {
  /** Moves domain and real time on together. */
  advance(ms: number): void;
}

/** Makes a clock that stands at an instant, which is domain and real time at once. */
export const createTestClock = (at: string | number): TestClock => {
  let real = typeof at === 'number' ? at : Date.parse(at);
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
