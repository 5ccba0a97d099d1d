/** Visitors of a release, and those of them for whom it has failed. */
export interface VisitorCounts {
  readonly visitors: number;
  readonly failures: number;
}

/** Counts that decide whether a release is taken back. */
export interface WithdrawalFacts {
  /** Counts of the release on the last day, one entry for each address. */
  readonly byAddress: readonly VisitorCounts[];
  /** Counts of the release before, since its last delivery. */
  readonly before: VisitorCounts;
  /** Whether visitors from at least two addresses have ever reported on the remote. */
  readonly hasSeveralAddresses: boolean;
}

/** Number of visitors for whom a release must fail before it is taken back. */
export const MIN_FAILURES = 20;

/** A release is taken back when it fails more than so many times as often as the one before. */
const MAX_FAILURE_RATIO = 3;

// A few visitors say little about a release: one failure among two visitors would excuse every later release.
const MIN_COMPARED_VISITORS = 20;

// Rate that counts for a release without failures, and with too few visitors. Without this floor, twenty visitors with
// broken browsers among a hundred thousand would be infinitely more than none.
const RATE_FLOOR: VisitorCounts = { visitors: 100, failures: 1 };

/**
 * Number of visitors from other addresses for whom the release must fail as well, where the remote has visitors from
 * several addresses.
 */
const MIN_FAILURES_ELSEWHERE = 2;

/** Returns true if `left` is more than `factor` times the rate of `right`. Multiplies, because division would round. */
const exceedsRate = (left: VisitorCounts, right: VisitorCounts, factor: number): boolean =>
  left.failures * right.visitors > factor * right.failures * left.visitors;

const sumOf = (counts: readonly VisitorCounts[]): VisitorCounts =>
  counts.reduce(
    (sum, { visitors, failures }) => ({ visitors: sum.visitors + visitors, failures: sum.failures + failures }),
    { visitors: 0, failures: 0 },
  );

const comparedRateOf = (before: VisitorCounts): VisitorCounts =>
  before.visitors >= MIN_COMPARED_VISITORS && exceedsRate(before, RATE_FLOOR, 1) ? before : RATE_FLOOR;

/** Returns the counts of all addresses except the one with the most failures. */
const countsElsewhere = (byAddress: readonly VisitorCounts[]): VisitorCounts => {
  const byFailures = [...byAddress].sort((left, right) => right.failures - left.failures);
  return sumOf(byFailures.slice(1));
};

/**
 * Whether a release fails for so many visitors that it is taken back: for at least twenty, and more than
 * three times as often as the one before. Anybody can invent visitors at one address, and the proxy of one company can
 * break files. The visitors of other addresses must therefore say the same, unless the remote has never had any: then
 * the one address, for example that of the company whose canteen this is, stands for all.
 */
export const shouldWithdraw = ({ byAddress, before, hasSeveralAddresses }: WithdrawalFacts): boolean => {
  const comparedRate = comparedRateOf(before);
  const fails = (counts: VisitorCounts, minFailures: number): boolean =>
    counts.failures >= minFailures && exceedsRate(counts, comparedRate, MAX_FAILURE_RATIO);
  if (!fails(sumOf(byAddress), MIN_FAILURES)) return false;
  return !hasSeveralAddresses || fails(countsElsewhere(byAddress), MIN_FAILURES_ELSEWHERE);
};
