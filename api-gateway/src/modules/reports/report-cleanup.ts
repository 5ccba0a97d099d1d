import type { Clock, Database, PeriodicJob, TextSealing } from '../../platform';
import { createReportRepository } from './report-repository';

/** Name of the job that deletes decided reports. */
export const REPORT_CLEANUP_NAME = 'reports/cleanup';

/**
 * Time in milliseconds for which a report is kept after its decision: somebody may still object to the decision (Art.
 * 20 DSA).
 */
export const CLOSED_REPORT_RETENTION_MS = 365 * 24 * 60 * 60_000;

const CLEANUP_INTERVAL_MS = 60 * 60_000;
const CLEANUP_BATCH_SIZE = 500;

/** Creates the job that deletes reports which were decided more than `CLOSED_REPORT_RETENTION_MS` ago. */
export const createReportCleanup = ({
  database,
  clock,
  secrets,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: TextSealing;
}): PeriodicJob => ({
  name: REPORT_CLEANUP_NAME,
  everyMs: CLEANUP_INTERVAL_MS,
  clock: 'domain',
  run: () =>
    database.write((tx) =>
      createReportRepository(tx.knex, secrets).removeClosed({
        before: clock.now() - CLOSED_REPORT_RETENTION_MS,
        limit: CLEANUP_BATCH_SIZE,
      }),
    ),
});
