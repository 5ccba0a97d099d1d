import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import type { DatabaseConfig } from '../config/config';
import { openDatabase, type DatabaseDeps, type Dialect, type OpenDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { beginAsTemplate } from './database-templates';

/** An engine that the repository suites run on. */
interface TestEngine {
  readonly name: string;
  dialectOf(file: string): Dialect;
}

const sqliteThrough = (driver: DatabaseConfig['driver']): TestEngine => ({
  name: driver,
  dialectOf: (file) => createSqliteDialect({ file, driver }),
});

const defaultEngine = sqliteThrough('better-sqlite3');

/** Every engine with its name, for `describe.each`. */
export const testEngines = [defaultEngine, sqliteThrough('sqlite3')].map((engine) => [engine.name, engine] as const);

/**
 * What a suite gets: `open` answers the migrated database of this test, a second call another connection to the same
 * one.
 */
export interface TestDatabases {
  open(options?: { realNow?: () => number; onError?: (error: unknown) => void }): Promise<OpenDatabase>;
}

/** A migrated database in a folder of its own. */
export interface TemporaryDatabase {
  readonly database: OpenDatabase;
  /** Closes and deletes it. */
  remove(): Promise<void>;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));

const openMigrated = async (
  engine: TestEngine,
  folder: string,
  deps: Omit<DatabaseDeps, 'dialect'>,
): Promise<OpenDatabase> => {
  const file = join(folder, 'test.db');
  const isMigrated = beginAsTemplate(engine.name, file);
  const database = openDatabase({ dialect: engine.dialectOf(file), ...deps });
  if (!isMigrated) await database.migrate(migrations);
  return database;
};

/** Opens a new database for what is no repository's own suite, or shares one among its tests. */
export const openTemporaryDatabase = async (
  realNow: () => number,
  engine: TestEngine = defaultEngine,
): Promise<TemporaryDatabase> => {
  const folder = newFolder();
  const database = await openMigrated(engine, folder, { realNow });
  return {
    database,
    async remove() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Runs a suite once on each engine; every test gets a database of its own, which is closed and removed behind it. */
export const describeOnEachEngine = (title: string, suite: (databases: TestDatabases) => void): void => {
  describe.each(testEngines)(`${title} (%s)`, (_name, engine) => {
    const opened: OpenDatabase[] = [];
    let folder = '';

    beforeEach(() => {
      folder = newFolder();
    });

    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const open: TestDatabases['open'] = async ({
      realNow = () => Date.parse('2026-06-24T09:30:00Z'),
      ...rest
    } = {}) => {
      const database = await openMigrated(engine, folder, { realNow, ...rest });
      opened.push(database);
      return database;
    };

    suite({ open });
  });
};
