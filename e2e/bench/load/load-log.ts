import { percentile99 } from '../measure/figure';
import type { LoadReport } from './load-target';

/** Times, failures and unfinished work of the running load. */
export interface LoadLog {
  /** Stores the time of a successful request or delivery. */
  succeed(kind: string, ms: number): void;
  /** Counts a failure with its outcome: status and code of the response, or the reason for which there is none. */
  fail(kind: string, outcome: string): void;
  countDelta(): void;
  countLostConnection(): void;
  /** Runs work, and counts it as unfinished until its promise is settled. */
  track(work: Promise<unknown>): void;
  unfinishedCount(): number;
  /** Forgets the times, failures and deltas of the run before. Lost connections stay counted. */
  reset(): void;
  report(): Omit<LoadReport, 'isOverloaded' | 'cpuShare' | 'ownDelayP99Ms'>;
}

/** Creates an empty log. */
export const createLoadLog = (): LoadLog => {
  const timesByKind = new Map<string, number[]>();
  const countByFailure = new Map<string, number>();
  let [deltas, lostConnections, unfinished] = [0, 0, 0];
  const fail = (kind: string, outcome: string): void => {
    const failure = `${kind}: ${outcome}`;
    countByFailure.set(failure, (countByFailure.get(failure) ?? 0) + 1);
  };
  return {
    succeed(kind, ms) {
      const times = timesByKind.get(kind);
      if (times === undefined) timesByKind.set(kind, [ms]);
      else times.push(ms);
    },
    fail,
    countDelta: () => void (deltas += 1),
    countLostConnection: () => void (lostConnections += 1),
    track(work) {
      unfinished += 1;
      void work.catch((error: unknown) => fail('bench', String(error))).finally(() => (unfinished -= 1));
    },
    unfinishedCount: () => unfinished,
    reset() {
      timesByKind.clear();
      countByFailure.clear();
      deltas = 0;
    },
    report: () => ({
      times: Object.fromEntries(
        [...timesByKind].map(([kind, times]) => [kind, { count: times.length, p99Ms: percentile99(times) }]),
      ),
      failures: Object.fromEntries(countByFailure),
      deltas,
      lostConnections,
    }),
  };
};
