import type { MovableClock } from '../clock';

/** A clock that moves only when a test moves it. */
export interface TestClock extends MovableClock {
  /** Advances domain and real time together. */
  advance(ms: number): void;
}

/** Creates a clock whose domain time and real time are both at an instant. */
export const createTestClock = (startTime: string | number): TestClock => {
  let realTime = typeof startTime === 'number' ? startTime : Date.parse(startTime);
  let domainOffsetMs = 0;
  return {
    now: () => realTime + domainOffsetMs,
    realNow: () => realTime,
    moveTo(instant) {
      domainOffsetMs = instant - realTime;
    },
    advance(ms) {
      realTime += ms;
    },
  };
};
