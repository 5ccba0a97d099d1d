import type { MovableClock } from '../clock';

/** A clock for tests, which moves only when a test moves it. */
export interface TestClock extends MovableClock {
  /** Advances both times of the clock by `ms`: the gateway's clock and real time. */
  advance(ms: number): void;
}

/**
 * Creates a clock for tests with two times that both start at `startTime`: real time, and the time of the gateway's
 * clock.
 */
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
