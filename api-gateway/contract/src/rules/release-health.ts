/** Visitors of a release, and those of them for whom it has failed. */
export interface VisitorCounts {
  readonly visitors: number;
  readonly failures: number;
}

/** Number of visitors for whom a release must fail before it is taken back. */
export const MIN_WITHDRAWAL_FAILURES = 20;

/** A release is taken back when it fails more than so many times as often as the one before. */
export const MAX_FAILURE_RATIO = 3;

// A few visitors say little about a release: one failure among two visitors would excuse every later release.
const MIN_COMPARED_VISITORS = 20;

// Rate that counts for a release without failures, and with too few visitors. Without this floor, twenty visitors with
// broken browsers among a hundred thousand would be infinitely more than none.
const RATE_FLOOR: VisitorCounts = { visitors: 100, failures: 1 };

/** Returns true if `left` is more than `factor` times the rate of `right`. Multiplies, because division would round. */
export const exceedsRate = (left: VisitorCounts, right: VisitorCounts, factor: number): boolean =>
  left.failures * right.visitors > factor * right.failures * left.visitors;

/** Returns the counts with which a release is compared, by the counts of the release before it. */
export const comparedRateOf = (before: VisitorCounts): VisitorCounts =>
  before.visitors >= MIN_COMPARED_VISITORS && exceedsRate(before, RATE_FLOOR, 1) ? before : RATE_FLOOR;
