import type { MovableClock } from '../clock';

/** A clock that moves only when a test moves it. */
export interface TestClock extends MovableClock {
  /** Advances domain and real time together. */
  advance(ms: number): void;
}

/** Creates a clock whose domain time and real time are both at an instant. */
export const createTestClock = (start: string | number): TestClock => {
  let realTime = typeof start === 'number' ? start : Date.parse(start);
  let domainOffset = 0;
  return {
    now: () => realTime + domainOffset,
    realNow: () => realTime,
    moveTo(instant) {
      domainOffset = instant - realTime;
    },
    advance(ms) {
      realTime += ms;
    },
  };
};
