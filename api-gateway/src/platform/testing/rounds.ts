const REDUCTION_FACTOR = 10;
/** Minimum number of rounds of a test about a race; with fewer, it would prove nothing. */
const MIN_ROUNDS = 5;

/** Whether the tests run at their full length, by `npm run test:long`. */
export const isLongRun = process.env['PROPERTY_RUNS'] === 'all';

/**
 * Returns how many rounds a test of a race runs. `npm run test:long` runs all of them, other runs only a tenth, as for
 * property tests (`.ci/scaled-fast-check.cjs`).
 */
export const reducedRounds = (fullRounds: number): number =>
  isLongRun ? fullRounds : Math.max(Math.min(fullRounds, MIN_ROUNDS), Math.ceil(fullRounds / REDUCTION_FACTOR));
