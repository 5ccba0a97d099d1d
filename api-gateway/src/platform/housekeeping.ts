import { defaultRetention, pruneChangeLog } from './database/prune-change-log';
import { pruneIdempotency } from './http/idempotency';
import type { Database, Worker } from './types';

const tenMinutes = 10 * 60 * 1000;
const hour = 60 * 60 * 1000;

/** The platform's cleanup jobs: delete what is past its retention. */
export const createCleanupJobs = ({ database, realNow }: { database: Database; realNow: () => number }): readonly Worker[] => [
  { name: 'change-log', everyMs: tenMinutes, run: () => pruneChangeLog(database, { retention: defaultRetention, realNow: realNow() }) },
  { name: 'idempotency', everyMs: hour, run: () => database.write((tx) => pruneIdempotency(tx.knex, realNow())) },
];
