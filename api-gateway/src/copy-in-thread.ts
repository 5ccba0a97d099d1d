import { startThread } from './platform';
import { DatabaseFacts } from './platform/database/backup';
import type { SnapshotJob } from './platform/database/backup';

const MINUTE_MS = 60_000;

/** Milliseconds after which copying a database counts as hanging. */
const COPY_DEADLINE_MS = 30 * MINUTE_MS;

// Program of the thread that copies a database. In src it is a TypeScript file, in dist a bundle; both are in the
// folder of this file.
const THREAD_PROGRAM_URL = new URL(
  import.meta.url.endsWith('.ts') ? 'backup-thread.ts' : 'backup-thread.js',
  import.meta.url,
);

/**
 * Creates the function that copies a SQLite database in a separate thread of low priority, because the copy would block
 * the calling thread. Aborting the signal ends the copy.
 */
export const copyInThread =
  (stopSignal?: AbortSignal) =>
  async (job: SnapshotJob): Promise<DatabaseFacts> => {
    const thread = startThread({
      file: THREAD_PROGRAM_URL,
      name: 'copyDatabase',
      deadlineMs: COPY_DEADLINE_MS,
      hasLowPriority: true,
    });
    const endThread = (): void => void thread.close();
    stopSignal?.addEventListener('abort', endThread, { once: true });
    try {
      return DatabaseFacts.parse(await thread.runJob(job));
    } finally {
      stopSignal?.removeEventListener('abort', endThread);
      await thread.close();
    }
  };
