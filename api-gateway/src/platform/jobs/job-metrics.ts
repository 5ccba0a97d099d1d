import { Gauge } from 'prom-client';
import type { Database } from '../database/database';
import type { Metrics } from '../metrics';
import { createJobRepository } from './job-repository';
import type { BoundJob } from './job-types';

interface JobMetricsDeps {
  readonly metrics: Metrics;
  readonly database: Database;
  /** Kinds of jobs that the metrics contain even when none of their jobs is waiting. */
  readonly boundJobs: readonly BoundJob[];
}

/** Counts the jobs in the database each time the metrics are read. Simultaneous readers share one count. */
export const measureJobs = ({
  metrics: { registry, jobsDone, jobsFailed },
  database,
  boundJobs,
}: JobMetricsDeps): void => {
  const jobKinds = boundJobs.map(({ kind }) => kind.name);
  let pendingJobCounts: ReturnType<ReturnType<typeof createJobRepository>['count']> | null = null;
  const countJobsOnce = () =>
    (pendingJobCounts ??= createJobRepository(database.knex)
      .count()
      .finally(() => {
        pendingJobCounts = null;
      }));

  const addGauge = (jobState: 'waiting' | 'dead', helpText: string): void => {
    new Gauge({
      name: `mahlzeit_jobs_${jobState}`,
      help: helpText,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const jobCounts = (await countJobsOnce())[jobState];
        this.reset();
        for (const jobKind of jobKinds) this.set({ kind: jobKind }, 0);
        for (const [kind, jobCount] of jobCounts) this.set({ kind }, jobCount);
      },
    });
  };

  addGauge('waiting', 'Jobs in the database that are to be done');
  addGauge('dead', 'Jobs in the database that were given up');
  for (const kind of jobKinds) {
    jobsDone.inc({ kind }, 0);
    jobsFailed.inc({ kind }, 0);
  }
};
