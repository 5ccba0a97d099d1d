import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { addGauges } from '../metrics';
import type { GaugeValue, Metrics } from '../metrics';
import { createSingleFlight } from '../single-flight';
import { createJobRepository } from './job-repository';
import type { WaitingCounts } from './job-repository';
import type { BoundJob } from './job-types';

interface JobMetricsDeps {
  readonly metrics: Metrics;
  readonly database: Database;
  readonly clock: Clock;
  /** Kinds of jobs that are reported even when none of their jobs is waiting. */
  readonly boundJobs: readonly BoundJob[];
}

const MS_PER_SECOND = 1_000;

/** Counts the jobs in the database each time the metrics are read. Simultaneous readers share one count. */
export const measureJobs = ({ metrics, database, clock, boundJobs }: JobMetricsDeps): void => {
  const jobKinds = boundJobs.map(({ kind }) => kind.name);
  const waitingCounts = createSingleFlight<WaitingCounts>();
  const countWaiting = (): Promise<WaitingCounts> =>
    waitingCounts.run('jobs', () =>
      createJobRepository(database.knex).countWaiting({ now: clock.now(), realNow: clock.realNow() }),
    );

  const valuesOf = (numberByKind: ReadonlyMap<string, number>): readonly GaugeValue[] =>
    Array.from(new Map([...jobKinds.map((kind) => [kind, 0] as const), ...numberByKind]), ([kind, value]) => ({
      labels: { kind },
      value,
    }));

  addGauges(metrics, [
    {
      name: 'mahlzeit_jobs_waiting',
      help: 'Unfinished jobs in the database, also those that are not due yet',
      labelNames: ['kind'],
      read: async () => valuesOf((await countWaiting()).count),
    },
    {
      name: 'mahlzeit_jobs_overdue_seconds',
      help: 'Time for which the longest due job has waited for a gateway',
      labelNames: ['kind'],
      async read() {
        const { overdueMs } = await countWaiting();
        return valuesOf(new Map(Array.from(overdueMs, ([kind, overdue]) => [kind, overdue / MS_PER_SECOND])));
      },
    },
    {
      name: 'mahlzeit_jobs_dead',
      help: 'Dead letters: jobs in the database that were given up',
      labelNames: ['kind'],
      read: async () => valuesOf(await createJobRepository(database.knex).countDead()),
    },
  ]);
  for (const kind of jobKinds) {
    metrics.jobsDone.inc({ kind }, 0);
    metrics.jobsFailed.inc({ kind }, 0);
  }
};
