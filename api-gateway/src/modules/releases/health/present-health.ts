import type { ReleaseHealth } from '@mahlzeit/contract';
import type { HealthCounts, PeriodCounts } from './health-repository';

/** Milliseconds of one period in which the results of releases are counted. */
export const PERIOD_MS = 5 * 60_000;

const PERIODS_PER_HOUR = 12;

/** Returns the beginning of the period to which a time belongs. */
export const periodOf = (at: number): number => Math.floor(at / PERIOD_MS) * PERIOD_MS;

/** Returns the beginnings of the last hour's periods, the oldest first. */
export const recentPeriods = (now: number): number[] =>
  Array.from({ length: PERIODS_PER_HOUR }, (_, index) => periodOf(now) - (PERIODS_PER_HOUR - 1 - index) * PERIOD_MS);

/** Returns the counts of a release without any report since its last delivery. */
export const emptyCounts = (since: number): Omit<HealthCounts, 'visitorSecret'> => ({
  since,
  visitors: 0,
  loads: 0,
  failures: 0,
  phases: { entry: 0, chunk: 0, mount: 0, update: 0, runtime: 0 },
  warnedAt: null,
});

interface HealthParts {
  readonly version: string;
  readonly counts: Omit<HealthCounts, 'visitorSecret'>;
  readonly periods: readonly PeriodCounts[];
  readonly loadTimes: readonly { readonly upToMs: number; readonly visitors: number }[];
  readonly withdrawnAt: number | null;
  readonly now: number;
}

/** Returns the milliseconds within which three of four visitors had loaded the release; null without loads. */
const thirdQuartileOf = (loadTimes: HealthParts['loadTimes']): number | null => {
  const total = loadTimes.reduce((sum, { visitors }) => sum + visitors, 0);
  let counted = 0;
  for (const { upToMs, visitors } of loadTimes) {
    counted += visitors;
    if (counted * 4 >= total * 3) return upToMs;
  }
  return null;
};

/** Converts the counts of a release to the contract's form `ReleaseHealth`. */
export const presentHealth = ({
  version,
  counts: { visitors, loads, failures, phases, since },
  periods,
  loadTimes,
  withdrawnAt,
  now,
}: HealthParts): ReleaseHealth => ({
  version,
  visitors,
  loads,
  failures,
  phases,
  p75Ms: thirdQuartileOf(loadTimes),
  since,
  withdrawnAt,
  recent: recentPeriods(now).map((at) => {
    const period = periods.find((candidate) => candidate.at === at);
    return { at, loads: period?.loads ?? 0, failures: period?.failures ?? 0 };
  }),
});
