import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseConfig } from '../../config/database-config';
import { checkFile, writeArchive } from './backup-archive';
import type { CheckedFile } from './backup-archive';
import { BACKUP_FORMAT } from './backup-manifest';
import type { BackupManifest } from './backup-manifest';
import type { DatabaseFacts } from './backup-manifest';
import { takePostgresSnapshot } from './postgres-snapshot';
import { takeSqliteSnapshot } from './sqlite-snapshot';
import type { SnapshotJob } from './sqlite-snapshot';

export interface TakeBackupDeps {
  readonly database: DatabaseConfig;
  /** Version of the product. */
  readonly version: string;
  readonly realNow: () => number;
  /** Copies a SQLite database, by default on this thread, which it blocks for the time. */
  readonly snapshotSqlite?: (job: SnapshotJob) => Promise<DatabaseFacts>;
  /** Ends a running dump of PostgreSQL when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A stored backup. */
export interface StoredBackup extends CheckedFile {
  readonly file: string;
  readonly manifest: BackupManifest;
}

const takeSnapshot = (
  snapshotFile: string,
  { database, snapshotSqlite = takeSqliteSnapshot, signal }: TakeBackupDeps,
): Promise<DatabaseFacts> =>
  database.driver === 'pg'
    ? takePostgresSnapshot(database, snapshotFile, signal)
    : snapshotSqlite({ database, snapshotFile });

/** Middle of the name of the folders in which backups are written until they are complete. */
export const PARTIAL_MARK = '.part-';

/**
 * Takes a backup of a database beside processes that use it, and writes it as one file. The file appears once it is
 * complete. Throws `BackupRefusedError` where that isn't possible.
 */
export const takeBackup = async (file: string, deps: TakeBackupDeps): Promise<StoredBackup> => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The folder is beside the file, because a link leads to the same disk only. Nobody else can enter it.
  const workFolder = mkdtempSync(join(dirname(file), `.${basename(file)}${PARTIAL_MARK}`));
  try {
    const snapshotFile = join(workFolder, 'snapshot');
    // All writes before this instant are in the backup.
    const takenAt = deps.realNow();
    const facts = await takeSnapshot(snapshotFile, deps);
    const isPostgres = deps.database.driver === 'pg';
    const manifest: BackupManifest = {
      mahlzeitBackup: BACKUP_FORMAT,
      version: deps.version,
      takenAt,
      engine: isPostgres ? 'postgres' : 'sqlite',
      ...facts,
      database: { name: isPostgres ? 'database.dump' : 'database.sqlite', ...(await checkFile(snapshotFile)) },
    };
    return { file, manifest, ...(await writeArchive(file, manifest, snapshotFile)) };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
};
