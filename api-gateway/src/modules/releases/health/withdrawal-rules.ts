import { comparedRateOf, exceedsRate, MAX_FAILURE_RATIO, MIN_WITHDRAWAL_FAILURES } from '@mahlzeit/contract/rules';
import type { VisitorCounts } from '@mahlzeit/contract/rules';

/** Numbers of visitors that decide whether a release is withdrawn. */
export interface WithdrawalFacts {
  /** Numbers of the release's visitors and failures on the last day, one entry for each IP address. */
  readonly byAddress: readonly VisitorCounts[];
  /** Numbers of visitors and failures of the release before, since its last delivery. */
  readonly before: VisitorCounts;
  /** Whether visitors from at least two IP addresses have ever reported on the remote. */
  readonly hasSeveralAddresses: boolean;
}

/**
 * Number of visitors from other IP addresses for whom the release must fail as well, if the remote has visitors from
 * several addresses.
 */
const MIN_FAILURES_ELSEWHERE = 2;

const sumOf = (counts: readonly VisitorCounts[]): VisitorCounts =>
  counts.reduce(
    (sum, { visitors, failures }) => ({ visitors: sum.visitors + visitors, failures: sum.failures + failures }),
    { visitors: 0, failures: 0 },
  );

/** Returns the numbers of visitors and failures of all IP addresses except the one with the most failures. */
const countsElsewhere = (byAddress: readonly VisitorCounts[]): VisitorCounts => {
  const byFailures = [...byAddress].sort((left, right) => right.failures - left.failures);
  return sumOf(byFailures.slice(1));
};

/**
 * Returns whether a release fails for so many visitors that it must be withdrawn: for at least twenty, and more than
 * three times as often as the release before. Anybody can invent visitors at one IP address, and the proxy of one
 * company can break files. The release must therefore fail for visitors of other addresses as well. If the remote has
 * never had visitors of other addresses, for example in a company's canteen, the one address is enough.
 */
export const shouldWithdraw = ({ byAddress, before, hasSeveralAddresses }: WithdrawalFacts): boolean => {
  const comparedRate = comparedRateOf(before);
  const fails = (counts: VisitorCounts, minFailures: number): boolean =>
    counts.failures >= minFailures && exceedsRate(counts, comparedRate, MAX_FAILURE_RATIO);
  if (!fails(sumOf(byAddress), MIN_WITHDRAWAL_FAILURES)) return false;
  return !hasSeveralAddresses || fails(countsElsewhere(byAddress), MIN_FAILURES_ELSEWHERE);
};
