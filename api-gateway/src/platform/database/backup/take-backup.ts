import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseConfig } from '../../config/database-config';
import { checkFile, writeArchive } from './backup-archive';
import type { CheckedFile } from './backup-archive';
import { BACKUP_FORMAT } from './backup-manifest';
import type { BackupManifest } from './backup-manifest';
import type { DatabaseFacts } from './backup-manifest';
import { flushWhileWritten } from './flush-while-written';
import { takePostgresSnapshot } from './postgres-snapshot';
import { takeSqliteSnapshot } from './sqlite-snapshot';
import type { SnapshotJob } from './sqlite-snapshot';

export interface TakeBackupDeps {
  readonly database: DatabaseConfig;
  /** Version of the product, which the backup names. */
  readonly version: string;
  readonly realNow: () => number;
  /** Copies a SQLite database. By default the copy runs on this thread, which it blocks. */
  readonly snapshotSqlite?: (job: SnapshotJob) => Promise<DatabaseFacts>;
  /** Signal that ends a running dump of PostgreSQL when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A backup that was written to a file. */
export interface StoredBackup extends CheckedFile {
  readonly file: string;
  readonly manifest: BackupManifest;
}

const takeSnapshot = (
  snapshotFile: string,
  { database, snapshotSqlite = takeSqliteSnapshot, signal }: TakeBackupDeps,
): Promise<DatabaseFacts> =>
  flushWhileWritten(snapshotFile, () =>
    database.driver === 'pg'
      ? takePostgresSnapshot(database, snapshotFile, signal)
      : snapshotSqlite({ database, snapshotFile }),
  );

/** Middle part of the name of the folders in which backups are written until they are complete. */
export const PARTIAL_MARK = '.part-';

/**
 * Backs up a database to one file while other processes use the database. The file appears when it is complete. Throws
 * `BackupRefusedError` where that isn't possible.
 */
export const takeBackup = async (file: string, deps: TakeBackupDeps): Promise<StoredBackup> => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Creates the folder for the incomplete backup beside the file, because a hard link can't lead to another disk.
  // Nobody else can enter the folder.
  const workFolder = mkdtempSync(join(dirname(file), `.${basename(file)}${PARTIAL_MARK}`));
  try {
    const snapshotFile = join(workFolder, 'snapshot');
    // Time of the backup: all writes before this instant are in it.
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
