import { comparedRateOf, exceedsRate, MAX_FAILURE_RATIO, MIN_WITHDRAWAL_FAILURES } from '@mahlzeit/contract/rules';
import type { VisitorCounts } from '@mahlzeit/contract/rules';

/** Counts that decide whether a release is taken back. */
export interface WithdrawalFacts {
  /** Counts of the release on the last day, one entry for each address. */
  readonly byAddress: readonly VisitorCounts[];
  /** Counts of the release before, since its last delivery. */
  readonly before: VisitorCounts;
  /** Whether visitors from at least two addresses have ever reported on the remote. */
  readonly hasSeveralAddresses: boolean;
}

/**
 * Number of visitors from other addresses for whom the release must fail as well, where the remote has visitors from
 * several addresses.
 */
const MIN_FAILURES_ELSEWHERE = 2;

const sumOf = (counts: readonly VisitorCounts[]): VisitorCounts =>
  counts.reduce(
    (sum, { visitors, failures }) => ({ visitors: sum.visitors + visitors, failures: sum.failures + failures }),
    { visitors: 0, failures: 0 },
  );

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
  if (!fails(sumOf(byAddress), MIN_WITHDRAWAL_FAILURES)) return false;
  return !hasSeveralAddresses || fails(countsElsewhere(byAddress), MIN_FAILURES_ELSEWHERE);
};
