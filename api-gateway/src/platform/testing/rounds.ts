const SHARE = 10;
/** Fewest rounds that say something about a race. */
const MIN_ROUNDS = 5;

/**
 * Returns the rounds that a test of a race plays: a tenth, like properties (`.ci/scaled-fast-check.cjs`), and all of
 * them in `npm run test:long`.
 */
export const roundsOf = (rounds: number): number =>
  process.env['PROPERTY_RUNS'] === 'all' ? rounds : Math.max(Math.min(rounds, MIN_ROUNDS), Math.ceil(rounds / SHARE));
