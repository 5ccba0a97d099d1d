import type { MovableClock } from '../clock';

/** A clock that moves only when a test moves it. */
export interface TestClock extends MovableClock {
  /** Advances by `ms` both the gateway's clock (domain time) and real time. */
  advance(ms: number): void;
}

/** Creates a clock with two times that both start at `startTime`: real time, and domain time, which tests can move. */
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
