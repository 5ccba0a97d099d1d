import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import texts from '../../../../locales/de.json';
import { errorCodeOf } from '../../errors';
import { fillText } from '../../escape';
import { startNewEpoch } from '../change-log';
import { noteRestore } from '../last-restore';
import { openDatabase } from '../open-database';
import type { Migration } from '../open-database';
import { createSqliteDialect } from '../sqlite-dialect';
import { BackupRefusedError } from './backup-manifest';
import { findDifferentTables } from './database-facts';
import type { DatabaseFacts } from './backup-manifest';
import type { BackupManifest } from './backup-manifest';
import { instantInName } from './rotation';
import { inspectSqliteFile } from './sqlite-snapshot';

/** Milliseconds for which a restore waits until another process closes the file. */
const BUSY_TIMEOUT_MS = 1_000;

/**
 * Endings of the files that SQLite creates beside a database file. Beside a restored database, old ones would destroy
 * it.
 */
const COMPANION_ENDINGS = ['-wal', '-shm', '-journal'] as const;

/** Maximum number of faults of a database that the message to the operator names. */
const MAX_NAMED_FAULTS = 5;

const refuse = (line: string): never => {
  throw new BackupRefusedError([line]);
};

/**
 * Checks each page, index and reference of a backup's unpacked database, and compares the numbers of its rows with the
 * manifest.
 */
export const checkSqliteBackup = async (
  databaseFile: string,
  { manifest, file }: { readonly manifest: BackupManifest; readonly file: string },
): Promise<void> => {
  const { facts, faults } = await inspectSqliteFile({ driver: 'better-sqlite3', file: databaseFile });
  const differentTables = findDifferentTables(facts.tables, manifest.tables);
  const findings = [...faults.slice(0, MAX_NAMED_FAULTS), ...differentTables];
  if (findings.length > 0)
    throw new BackupRefusedError([fillText(texts.restoreContentBroken, { file, reason: findings.join(', ') })]);
};

/** The SQLite file that a restore replaces. The restore keeps it locked, so that no other process uses it meanwhile. */
interface HeldTarget {
  /** Whether the file contains anything that the restore would replace. */
  readonly isUsed: boolean;
  release(): void;
}

const isEmptyDatabase = (connection: BetterSqlite.Database): boolean =>
  connection.prepare('select 1 from sqlite_schema limit 1').get() === undefined;

/** Error codes of a file that SQLite can't use. Such a file is often the reason for a restore. */
const UNUSABLE_FILE = /^SQLITE_(NOTADB|CORRUPT|IOERR)/;

const lockTarget = (file: string): HeldTarget => {
  const hasCompanion = COMPANION_ENDINGS.some((ending) => existsSync(file + ending));
  if (!existsSync(file)) return { isUsed: hasCompanion, release: () => undefined };
  const connection = new BetterSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // Locks the file exclusively, which fails while a gateway or command runs, because it keeps the file open. The
    // journal mode after it makes SQLite put everything into the one file, so that the file alone can be kept.
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.pragma('journal_mode = DELETE');
    connection.exec('begin exclusive; commit');
    // Removes the empty journal that SQLite leaves behind in this mode.
    rmSync(`${file}-journal`, { force: true });
    return { isUsed: !isEmptyDatabase(connection), release: () => void connection.close() };
  } catch (error) {
    connection.close();
    if (errorCodeOf(error)?.startsWith('SQLITE_BUSY') === true) refuse(fillText(texts.restoreTargetBusy, { file }));
    if (UNUSABLE_FILE.test(errorCodeOf(error) ?? '')) return { isUsed: true, release: () => undefined };
    throw error;
  }
};

/**
 * Renames the present database file and the files that SQLite created beside it. SQLite can still open it under the new
 * name.
 */
const renameDatabaseFiles = (file: string, keptFile: string): void => {
  for (const ending of ['', ...COMPANION_ENDINGS])
    if (existsSync(file + ending)) renameSync(file + ending, keptFile + ending);
};

export interface RestoreTarget {
  readonly migrations: readonly Migration[];
  readonly manifest: BackupManifest;
  readonly realNow: () => number;
  readonly isForced: boolean;
}

/** A database that was restored from a backup. */
export interface RestoredDatabase extends Pick<DatabaseFacts, 'epoch' | 'tables' | 'migrations'> {
  /** Name under which the former database was kept; null if there was none. */
  readonly kept: string | null;
}

const refuseUsed = (isUsed: boolean, isForced: boolean, target: string): void => {
  if (isUsed && !isForced) refuse(fillText(texts.restoreTargetUsed, { target }));
};

/**
 * Refuses a file that another process uses, and a file with a database unless the restore is forced. Changes nothing.
 */
export const checkSqliteTarget = (file: string, isForced: boolean): void => {
  const heldTarget = lockTarget(file);
  heldTarget.release();
  refuseUsed(heldTarget.isUsed, isForced, file);
};

/** Migrates an unpacked database and begins a new history in it, before it replaces anything. */
const prepareDatabase = async (
  databaseFile: string,
  { migrations, manifest, realNow }: RestoreTarget,
): Promise<void> => {
  const database = openDatabase({
    dialect: createSqliteDialect({ driver: 'better-sqlite3', file: databaseFile }),
    realNow,
  });
  try {
    await database.migrate(migrations);
    // Every client takes a fresh snapshot, so that no page keeps what was written after the backup.
    await database.write(async ({ knex }) => {
      await startNewEpoch(knex);
      await noteRestore(knex, { takenAt: manifest.takenAt, restoredAt: realNow() });
    });
  } finally {
    await database.close();
  }
};

/**
 * Replaces a SQLite file by the unpacked and checked database of a backup. The former file is kept under another name.
 * Throws `BackupRefusedError` like `checkSqliteTarget`.
 */
export const restoreSqlite = async (
  databaseFile: string,
  targetFile: string,
  restoreTarget: RestoreTarget,
): Promise<RestoredDatabase> => {
  await prepareDatabase(databaseFile, restoreTarget);
  const { facts } = await inspectSqliteFile({ driver: 'better-sqlite3', file: databaseFile });
  const heldTarget = lockTarget(targetFile);
  try {
    refuseUsed(heldTarget.isUsed, restoreTarget.isForced, targetFile);
    const keptFile = `${targetFile}.before-restore-${instantInName(restoreTarget.realNow())}`;
    renameDatabaseFiles(targetFile, keptFile);
    // Uses a hard link instead of renaming: a link can't replace a file that a starting gateway has just created.
    linkSync(databaseFile, targetFile);
    return { ...facts, kept: heldTarget.isUsed ? keptFile : null };
  } finally {
    heldTarget.release();
  }
};
