/** Number of visitors of a release, and number of those for whom it has failed. */
export interface VisitorCounts {
  readonly visitors: number;
  readonly failures: number;
}

/** Minimum number of visitors for whom a release must fail before the gateway withdraws it. */
export const MIN_WITHDRAWAL_FAILURES = 20;

/**
 * The gateway withdraws a release whose failure rate is more than this many times the rate of the release before it.
 */
export const MAX_FAILURE_RATIO = 3;

// Minimum number of visitors of the earlier release for a comparison. A few visitors say little: one failure among two
// visitors would excuse every later release.
const MIN_COMPARED_VISITORS = 20;

// Failure rate assumed for an earlier release without failures or with too few visitors. Without this minimum, twenty
// visitors with broken browsers among a hundred thousand would be infinitely more than none.
const RATE_FLOOR: VisitorCounts = { visitors: 100, failures: 1 };

/**
 * Returns true if the failure rate of `left` is more than `factor` times that of `right`. Multiplies, because a
 * division would round.
 */
export const exceedsRate = (left: VisitorCounts, right: VisitorCounts, factor: number): boolean =>
  left.failures * right.visitors > factor * right.failures * left.visitors;

/** Returns the counts with which a new release is compared, from the counts of the release before it. */
export const comparedRateOf = (before: VisitorCounts): VisitorCounts =>
  before.visitors >= MIN_COMPARED_VISITORS && exceedsRate(before, RATE_FLOOR, 1) ? before : RATE_FLOOR;
