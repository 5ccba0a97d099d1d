import type { Clock } from '../../../platform';

/** A clock that stands still until a test moves it; domain and real time start apart, so that a mix-up shows. */
export const createFakeClock = (start = { now: 1_782_300_600_000, realNow: 1_750_000_000_000 }): Clock & { advance(ms: number): void } => {
  let passed = 0;
  return {
    now: () => start.now + passed,
    realNow: () => start.realNow + passed,
    advance: (ms) => { passed += ms; },
  };
};
