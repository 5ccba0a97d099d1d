import { comparedRateOf, MAX_FAILURE_RATIO, MIN_WITHDRAWAL_FAILURES } from '@mahlzeit/contract/rules';
import { deliveredReleasesOf, rollbackTargetOf } from '../../releases/delivered-releases';
import type { LoadCount, RemoteOverview, TeamFacts, VersionHealth } from '../../releases/overview';

/** Period that the diagrams show, in ms. */
export const PLOT_DURATION_MS = 3_600_000;

const BUCKET_COUNT = 12;
const BUCKET_MS = PLOT_DURATION_MS / BUCKET_COUNT;

const PER_MILLE = 1_000;

/** Returns the failures per thousand visits; null if there were no visits. */
export const rateOf = ({ visits, failures }: Pick<LoadCount, 'visits' | 'failures'>): number | null =>
  visits === 0 ? null : (failures / visits) * PER_MILLE;

/** Adds up counts of visits and failures; `at` is the time of the earliest one. */
const sumOf = (counts: readonly LoadCount[], at: number): LoadCount => ({
  at,
  visits: counts.reduce((sum, { visits }) => sum + visits, 0),
  failures: counts.reduce((sum, { failures }) => sum + failures, 0),
});

/** Returns the visits of the last hour before `now`, divided into twelve periods of equal length, oldest first. */
export const bucketsOf = (minutes: readonly LoadCount[], now: number): readonly LoadCount[] =>
  Array.from({ length: BUCKET_COUNT }, (_, index) => {
    const bucketStart = now - PLOT_DURATION_MS + index * BUCKET_MS;
    // The last period includes the current minute.
    const bucketEnd = index === BUCKET_COUNT - 1 ? Infinity : bucketStart + BUCKET_MS;
    return sumOf(
      minutes.filter(({ at }) => at >= bucketStart && at < bucketEnd),
      bucketStart,
    );
  });

/** Returns the visits of the last hour to all releases of a remote. */
export const lastHourOf = (health: readonly VersionHealth[], now: number): LoadCount =>
  sumOf(
    health.flatMap(({ minutes }) => minutes).filter(({ at }) => at >= now - PLOT_DURATION_MS),
    now - PLOT_DURATION_MS,
  );

/** Returns the health of one release; null if no visitor has reported about it. */
export const healthOfVersion = (
  health: readonly VersionHealth[] | null,
  version: string | null,
): VersionHealth | null => health?.find((candidate) => candidate.version === version) ?? null;

/**
 * Returns the number of failures per thousand visits above which the gateway takes a remote's release back; null if
 * there is no earlier release.
 */
export const returnRateOf = (team: TeamFacts): number | null => {
  const rollbackTarget = rollbackTargetOf(team);
  if (rollbackTarget === null) return null;
  const targetHealth = healthOfVersion(team.health, rollbackTarget);
  const comparedRate = comparedRateOf({ visitors: targetHealth?.visits ?? 0, failures: targetHealth?.failures ?? 0 });
  return (comparedRate.failures / comparedRate.visitors) * PER_MILLE * MAX_FAILURE_RATIO;
};

/** Returns whether a release fails so often that the gateway would take it back. */
const isFailing = (health: VersionHealth, limit: number | null): boolean => {
  const rate = rateOf(health);
  return limit !== null && rate !== null && health.failures >= MIN_WITHDRAWAL_FAILURES && rate > limit;
};

/**
 * Health of a remote. `unknown`: no visitor has reported; `failing`: a release that visitors get fails too often;
 * `withdrawn`: the gateway has taken a release back within the last hour.
 */
export type RemoteHealth = 'healthy' | 'failing' | 'withdrawn' | 'unknown';

/** Returns the health of a remote; null for a remote of another team, because only its own team knows its health. */
export const remoteHealthOf = ({ team }: RemoteOverview, now: number): RemoteHealth | null => {
  if (team === null) return null;
  const health = team.health ?? [];
  const { stable, trial } = deliveredReleasesOf(team);
  const shownHealth = healthOfVersion(health, (trial?.release ?? stable)?.version ?? null);
  if (shownHealth !== null && isFailing(shownHealth, returnRateOf(team))) return 'failing';
  if (health.some(({ withdrawnAt }) => withdrawnAt !== null && withdrawnAt >= now - PLOT_DURATION_MS))
    return 'withdrawn';
  return health.every(({ visits }) => visits === 0) ? 'unknown' : 'healthy';
};

/** Numbers of all remotes and of healthy remotes, for the summary. */
export interface HealthSummary {
  readonly known: number;
  readonly healthy: number;
}

/** Counts the remotes whose health the owner of the token knows, and the healthy ones among them. */
export const summarizeHealth = (remotes: readonly RemoteOverview[], now: number): HealthSummary => {
  const knownHealthStates = remotes
    .map((remote) => remoteHealthOf(remote, now))
    .filter((health) => health !== null && health !== 'unknown');
  return {
    known: knownHealthStates.length,
    healthy: knownHealthStates.filter((health) => health === 'healthy').length,
  };
};

/** Returns the upper end of a diagram's scale: a round number that no value exceeds. */
export const scaleTopOf = (values: readonly number[]): number => {
  const largestValue = Math.max(1, ...values);
  const powerOfTen = 10 ** Math.floor(Math.log10(largestValue));
  return [1, 2, 5, 10].map((step) => step * powerOfTen).find((top) => top >= largestValue) ?? largestValue;
};

/** Point of a line in a diagram. Both coordinates are between 0 and 1; `y` is 0 at the lower edge. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the lines of a diagram through the failure rates of consecutive periods. A period without visits interrupts
 * the line.
 */
export const linesThrough = (rates: readonly (number | null)[], top: number): readonly (readonly PlotPoint[])[] => {
  const lines: PlotPoint[][] = [];
  let line: PlotPoint[] = [];
  for (const [index, rate] of rates.entries()) {
    if (rate !== null) line.push({ x: index / Math.max(1, rates.length - 1), y: Math.min(1, rate / top) });
    if (line.length > 0 && (rate === null || index === rates.length - 1)) {
      lines.push(line);
      line = [];
    }
  }
  return lines;
};
