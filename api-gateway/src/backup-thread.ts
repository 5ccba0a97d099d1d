import { takeSqliteSnapshot } from './platform/database/backup';
import type { SnapshotJob } from './platform/database/backup';

/** Program of the thread: copies a SQLite database. The gateway's own thread would answer nobody meanwhile. */
export const copyDatabase = (job: SnapshotJob) => takeSqliteSnapshot(job);
