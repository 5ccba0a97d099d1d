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

/** Time that a restore waits for another process to close the file. */
const BUSY_TIMEOUT_MS = 1_000;

/** Endings of the files that SQLite keeps beside a database. With another database they would destroy it. */
const COMPANION_ENDINGS = ['-wal', '-shm', '-journal'] as const;

/** Number of faults that a refusal names. */
const MAX_NAMED_FAULTS = 5;

const refuse = (line: string): never => {
  throw new BackupRefusedError([line]);
};

/** Checks each page, index and reference of an unpacked database, and compares its rows with the manifest. */
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

/** The file that a restore replaces. The restore holds it, so that no other process uses it meanwhile. */
interface HeldTarget {
  /** Whether there is anything that a restore would replace. */
  readonly isUsed: boolean;
  release(): void;
}

const isEmptyDatabase = (connection: BetterSqlite.Database): boolean =>
  connection.prepare('select 1 from sqlite_schema limit 1').get() === undefined;

/** Errors of a file that SQLite can't use. Such a file is the reason for many a restore. */
const UNUSABLE_FILE = /^SQLITE_(NOTADB|CORRUPT|IOERR)/;

const holdTarget = (file: string): HeldTarget => {
  const hasCompanion = COMPANION_ENDINGS.some((ending) => existsSync(file + ending));
  if (!existsSync(file)) return { isUsed: hasCompanion, release: () => undefined };
  const connection = new BetterSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // In this mode SQLite needs the file for itself. Each gateway and command keeps the file open while it runs. The
    // other journal makes SQLite put everything into the one file, so that it can be kept without its companions.
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.pragma('journal_mode = DELETE');
    connection.exec('begin exclusive; commit');
    // In this mode SQLite leaves an empty journal behind.
    rmSync(`${file}-journal`, { force: true });
    return { isUsed: !isEmptyDatabase(connection), release: () => void connection.close() };
  } catch (error) {
    connection.close();
    if (errorCodeOf(error)?.startsWith('SQLITE_BUSY') === true) refuse(fillText(texts.restoreTargetBusy, { file }));
    if (UNUSABLE_FILE.test(errorCodeOf(error) ?? '')) return { isUsed: true, release: () => undefined };
    throw error;
  }
};

/** Gives the present database and its companions a new name, under which SQLite can still open it. */
const keepAside = (file: string, keptFile: string): void => {
  for (const ending of ['', ...COMPANION_ENDINGS])
    if (existsSync(file + ending)) renameSync(file + ending, keptFile + ending);
};

export interface RestoreTarget {
  readonly migrations: readonly Migration[];
  readonly manifest: BackupManifest;
  readonly realNow: () => number;
  readonly isForced: boolean;
}

/** A restored database. */
export interface RestoredDatabase extends Pick<DatabaseFacts, 'epoch' | 'tables' | 'migrations'> {
  /** Name under which the former database was kept; null where there was none. */
  readonly kept: string | null;
}

const refuseUsed = (isUsed: boolean, isForced: boolean, target: string): void => {
  if (isUsed && !isForced) refuse(fillText(texts.restoreTargetUsed, { target }));
};

/** Refuses a file that a process uses, or that holds a database where the restore isn't forced. Changes nothing. */
export const checkSqliteTarget = (file: string, isForced: boolean): void => {
  const heldTarget = holdTarget(file);
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
 * Puts an unpacked and checked database in the place of a SQLite file, whose former content is kept under another name.
 * Throws `BackupRefusedError` like `checkSqliteTarget`.
 */
export const restoreSqlite = async (
  databaseFile: string,
  targetFile: string,
  restoreTarget: RestoreTarget,
): Promise<RestoredDatabase> => {
  await prepareDatabase(databaseFile, restoreTarget);
  const { facts } = await inspectSqliteFile({ driver: 'better-sqlite3', file: databaseFile });
  const heldTarget = holdTarget(targetFile);
  try {
    refuseUsed(heldTarget.isUsed, restoreTarget.isForced, targetFile);
    const keptFile = `${targetFile}.before-restore-${instantInName(restoreTarget.realNow())}`;
    keepAside(targetFile, keptFile);
    // Unlike a renamed file, a link doesn't replace a file that a starting gateway has just created.
    linkSync(databaseFile, targetFile);
    return { ...facts, kept: heldTarget.isUsed ? keptFile : null };
  } finally {
    heldTarget.release();
  }
};
