const REDUCTION_FACTOR = 10;
/** Minimum number of rounds; with fewer, a test of a race would prove nothing. */
const MIN_ROUNDS = 5;

/** Whether `npm run test:long` runs the tests, at their full length. */
export const isLongRun = process.env['PROPERTY_RUNS'] === 'all';

/**
 * Returns how many rounds a test of a race runs. `npm run test:long` runs all of them, other runs only a tenth, as for
 * property tests (`.ci/scaled-fast-check.cjs`).
 */
export const reducedRounds = (fullRounds: number): number =>
  isLongRun ? fullRounds : Math.max(Math.min(fullRounds, MIN_ROUNDS), Math.ceil(fullRounds / REDUCTION_FACTOR));
