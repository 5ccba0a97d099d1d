import { Gauge } from 'prom-client';
import type { Database } from '../database/database';
import type { Metrics } from '../metrics';
import { createJobRepository } from './job-repository';
import type { BoundJob } from './job-types';

interface JobMetricsDeps {
  readonly metrics: Metrics;
  readonly database: Database;
  /** Kinds of jobs that are reported even when none of their jobs is waiting. */
  readonly boundJobs: readonly BoundJob[];
}

/** Counts the jobs in the database each time the metrics are read. Simultaneous readers share one count. */
export const measureJobs = ({
  metrics: { registry, jobsDone, jobsFailed },
  database,
  boundJobs,
}: JobMetricsDeps): void => {
  const kinds = boundJobs.map(({ kind }) => kind.name);
  let pendingCount: ReturnType<ReturnType<typeof createJobRepository>['count']> | null = null;
  const countJobs = () =>
    (pendingCount ??= createJobRepository(database.knex)
      .count()
      .finally(() => {
        pendingCount = null;
      }));

  const addGauge = (jobState: 'waiting' | 'dead', help: string): void => {
    new Gauge({
      name: `mahlzeit_jobs_${jobState}`,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const jobCounts = (await countJobs())[jobState];
        this.reset();
        for (const kind of kinds) this.set({ kind }, 0);
        for (const [kind, jobs] of jobCounts) this.set({ kind }, jobs);
      },
    });
  };

  addGauge('waiting', 'Jobs in the database that are to be done');
  addGauge('dead', 'Jobs in the database that were given up');
  for (const kind of kinds) {
    jobsDone.inc({ kind }, 0);
    jobsFailed.inc({ kind }, 0);
  }
};
