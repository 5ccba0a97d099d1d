import { createHmac } from 'node:crypto';
import type { ReleaseEvent } from '@mahlzeit/contract';
import type { HealthGrowth, ReleaseId } from './health-repository';
import type { VisitorResult } from './visitor-repository';

/** Result of one release in one page: it has loaded or failed. */
export interface ReleaseReport extends ReleaseId, VisitorResult {
  /** Loading time in milliseconds; null when the release wasn't loaded. */
  readonly loadMs: number | null;
}

/** Combines the events of one page into one report for each release. */
export const reportsOf = (events: readonly ReleaseEvent[]): ReleaseReport[] => {
  const reportById = new Map<string, ReleaseReport>();
  for (const { name, version, kind, phase, ms } of events) {
    const id = JSON.stringify([name, version]);
    const report = reportById.get(id) ?? {
      name,
      version,
      hasLoaded: false,
      hasFailed: false,
      phases: [],
      loadMs: null,
    };
    const isNewPhase = kind === 'failed' && phase !== undefined && !report.phases.includes(phase);
    reportById.set(id, {
      ...report,
      hasLoaded: report.hasLoaded || kind === 'loaded',
      hasFailed: report.hasFailed || kind === 'failed',
      phases: isNewPhase ? [...report.phases, phase] : report.phases,
      loadMs: kind === 'loaded' ? (report.loadMs ?? ms ?? null) : report.loadMs,
    });
  }
  return [...reportById.values()];
};

/** Combines two results of a release for one visitor. */
export const joinResults = (left: VisitorResult | null, right: VisitorResult): VisitorResult => ({
  hasLoaded: left?.hasLoaded === true || right.hasLoaded,
  hasFailed: left?.hasFailed === true || right.hasFailed,
  phases: [...new Set([...(left?.phases ?? []), ...right.phases])],
});

const STEPS_PER_DECADE = 20;

/** Returns the upper bound of the step to which a loading time belongs. Each step is an eighth longer than the last. */
export const loadTimeStepOf = (ms: number): number =>
  Math.round(10 ** (Math.ceil(Math.log10(Math.max(ms, 1)) * STEPS_PER_DECADE) / STEPS_PER_DECADE));

/**
 * Returns what a report adds to the counts of its release, if the visitor has already reported the result `former` on
 * this day; null if it adds nothing.
 */
export const growthOf = (former: VisitorResult | null, report: ReleaseReport): HealthGrowth | null => {
  const isNewLoad = report.hasLoaded && former?.hasLoaded !== true;
  const isNewFailure = report.hasFailed && former?.hasFailed !== true;
  const newPhases = report.phases.filter((phase) => former?.phases.includes(phase) !== true);
  if (!isNewLoad && !isNewFailure && newPhases.length === 0) return null;
  return {
    visitors: former === null ? 1 : 0,
    loads: isNewLoad ? 1 : 0,
    failures: isNewFailure ? 1 : 0,
    phases: newPhases,
    loadMs: isNewLoad && report.loadMs !== null ? loadTimeStepOf(report.loadMs) : null,
  };
};

/**
 * Hashes a visitor or an IP address with a secret, so that nobody can tell who it is. The secret belongs to one release
 * and is deleted with its counts; only with the same secret the hash is the same again.
 */
export const hashWith = (secret: string, kind: 'visitor' | 'address', value: string): string =>
  createHmac('sha256', secret).update(`${kind} ${value}`).digest('base64url');
