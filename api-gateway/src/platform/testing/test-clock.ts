import type { Clock } from '../types';

/** A clock that stands until a test moves it. */
export interface TestClock extends Clock {
  /** Moves domain and real time on together. */
  advance(ms: number): void;
}

/** Makes a clock that stands at an instant, which is domain and real time at once. */
export const createTestClock = (at: string | number): TestClock => {
  let now = typeof at === 'number' ? at : Date.parse(at);
  return {
    now: () => now,
    realNow: () => now,
    advance(ms) {
      now += ms;
    },
  };
};
