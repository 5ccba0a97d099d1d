import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import type { DatabaseConfig } from '../config/config';
import { openDatabase, type DatabaseDeps, type DatabaseDialect, type OpenDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { copyTemplate } from './database-templates';

/** A database engine on which the suites of repositories run. */
interface TestEngine {
  readonly name: string;
  dialectOf(databaseFile: string): DatabaseDialect;
}

const createSqliteEngine = (driver: DatabaseConfig['driver']): TestEngine => ({
  name: driver,
  dialectOf: (file) => createSqliteDialect({ file, driver }),
});

const defaultEngine = createSqliteEngine('better-sqlite3');

/** Every engine with its name, as arguments of `describe.each`. */
export const testEngines = [defaultEngine, createSqliteEngine('sqlite3')].map(
  (engine) => [engine.name, engine] as const,
);

/**
 * Databases of a test suite. `open` returns the migrated database of the present test; a second call in the same test
 * returns another connection to it.
 */
export interface TestDatabases {
  open(options?: { realNow?: () => number; onError?: (error: unknown) => void }): Promise<OpenDatabase>;
}

/** A migrated database in its own folder. */
export interface TemporaryDatabase {
  readonly database: OpenDatabase;
  /** Closes and deletes the database. */
  remove(): Promise<void>;
}

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));

const openMigratedDatabase = async (
  engine: TestEngine,
  folder: string,
  deps: Omit<DatabaseDeps, 'dialect'>,
): Promise<OpenDatabase> => {
  const file = join(folder, 'test.db');
  const isTemplateCopied = copyTemplate(engine.name, file);
  const database = openDatabase({ dialect: engine.dialectOf(file), ...deps });
  if (!isTemplateCopied) await database.migrate(migrations);
  return database;
};

/** Opens a new migrated database, for suites that need only one engine, or for several tests that share it. */
export const openTemporaryDatabase = async (
  realNow: () => number,
  engine: TestEngine = defaultEngine,
): Promise<TemporaryDatabase> => {
  const folder = createFolder();
  const database = await openMigratedDatabase(engine, folder, { realNow });
  return {
    database,
    async remove() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/**
 * Defines a suite that runs once on each engine, with the engine's name in its title. Every test gets its own database,
 * which is removed after the test.
 */
export const describeOnEachEngine = (
  suiteTitle: string,
  describeSuite: (databases: TestDatabases, engineName: string) => void,
): void => {
  describe.each(testEngines)(`${suiteTitle} (%s)`, (name, engine) => {
    const openDatabases: OpenDatabase[] = [];
    let folder = '';

    beforeEach(() => {
      folder = createFolder();
    });

    afterEach(async () => {
      for (const database of openDatabases.splice(0)) await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const openTrackedDatabase: TestDatabases['open'] = async ({
      realNow = () => Date.parse('2026-06-24T09:30:00Z'),
      ...openOptions
    } = {}) => {
      const database = await openMigratedDatabase(engine, folder, { realNow, ...openOptions });
      openDatabases.push(database);
      return database;
    };

    describeSuite({ open: openTrackedDatabase }, name);
  });
};
