import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import texts from '../../../../locales/de.json';
import type { DatabaseConfig } from '../../config/database-config';
import { fillText } from '../../escape';
import { findUnknownMigrations, schemaOf } from '../open-database';
import type { Migration } from '../open-database';
import { unpackArchive } from './backup-archive';
import type { UnpackedBackup } from './backup-archive';
import { BackupRefusedError } from './backup-manifest';
import type { BackupManifest } from './backup-manifest';
import { checkPostgresTarget, restorePostgres } from './restore-postgres';
import { checkSqliteBackup, checkSqliteTarget, restoreSqlite } from './restore-sqlite';
import type { RestoredDatabase } from './restore-sqlite';

export interface RestoreDeps {
  readonly database: DatabaseConfig;
  /** All migrations of this release. */
  readonly migrations: readonly Migration[];
  readonly realNow: () => number;
  /**
   * Whether the restore may replace a database with content, which is then kept under another name. If not, the restore
   * needs an empty database.
   */
  readonly isForced: boolean;
  /** Whether the restore only checks everything and changes nothing. */
  readonly isDryRun: boolean;
  /** Returns the line for the operator if the backup belongs to other secret keys; null if the keys match. */
  readonly findKeyMistake: (ring: string | null) => string | null;
}

/** A checked backup, and the database that was restored from it; null if the restore only checks the backup. */
export interface RestoreResult {
  readonly manifest: BackupManifest;
  readonly restored: RestoredDatabase | null;
}

const refuseUnfitBackup = (file: string, manifest: BackupManifest, deps: RestoreDeps): void => {
  if (findUnknownMigrations(manifest.migrations, deps.migrations).length > 0)
    throw new BackupRefusedError([fillText(texts.restoreFileNewer, { file, schema: schemaOf(manifest.migrations) })]);
  const engine = deps.database.driver === 'pg' ? 'postgres' : 'sqlite';
  if (manifest.engine !== engine)
    throw new BackupRefusedError([
      fillText(manifest.engine === 'postgres' ? texts.restoreNeedsPostgres : texts.restoreNeedsSqlite, { file }),
    ]);
  const keyMistake = deps.findKeyMistake(manifest.ring);
  if (keyMistake !== null) throw new BackupRefusedError([keyMistake]);
};

const restoreInto = async (
  file: string,
  { manifest, databaseFile }: UnpackedBackup,
  { database, isDryRun, ...target }: RestoreDeps,
): Promise<RestoredDatabase | null> => {
  if (database.driver === 'pg') {
    if (!isDryRun) return restorePostgres(databaseFile, database, { ...target, manifest });
    await checkPostgresTarget(database, target.isForced);
    return null;
  }
  await checkSqliteBackup(databaseFile, { manifest, file });
  if (!isDryRun) return restoreSqlite(databaseFile, database.file, { ...target, manifest });
  checkSqliteTarget(database.file, target.isForced);
  return null;
};

/**
 * Restores a backup: checks the whole file first, then replaces the configured database by the backup. Throws
 * `BackupRefusedError` where that isn't possible; the present database then stays as it is.
 */
export const restoreBackup = async (file: string, deps: RestoreDeps): Promise<RestoreResult> => {
  // Uses the folder of SQLite's file for the unpacked database, because a hard link can't lead to another disk.
  const parentFolder = deps.database.driver === 'pg' ? tmpdir() : dirname(deps.database.file);
  mkdirSync(parentFolder, { recursive: true, mode: 0o700 });
  const workFolder = mkdtempSync(join(parentFolder, '.mahlzeit-restore-'));
  try {
    const unpackedBackup = await unpackArchive(file, workFolder);
    refuseUnfitBackup(file, unpackedBackup.manifest, deps);
    return {
      manifest: unpackedBackup.manifest,
      restored: await restoreInto(file, unpackedBackup, deps),
    };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
};
