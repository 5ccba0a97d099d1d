import { takeSqliteSnapshot } from './platform/database/backup';
import type { SnapshotJob } from './platform/database/backup';

/**
 * Program of a worker thread that copies a SQLite database. In the gateway's own thread, the copy would block all
 * requests.
 */
export const copyDatabase = (job: SnapshotJob) => takeSqliteSnapshot(job);
