import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { openDatabase, type Dialect, type OpenDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';

/** An engine that the repository suites run on. */
interface TestEngine {
  readonly name: string;
  dialectIn(folder: string): Dialect;
}

const engines: readonly TestEngine[] = [{ name: 'better-sqlite3', dialectIn: (folder) => createSqliteDialect(join(folder, 'test.db')) }];

/** What a suite gets: `open` answers the migrated database of this test, a second call another connection to the same one. */
export interface TestDatabases {
  open(options?: { realNow?: () => number }): Promise<OpenDatabase>;
}

/** A migrated database in a folder of its own. */
export interface TemporaryDatabase {
  readonly database: OpenDatabase;
  /** Closes and deletes it. */
  remove(): Promise<void>;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));

/** Opens a new database for what is no repository's own suite. */
export const openTemporaryDatabase = async (realNow: () => number): Promise<TemporaryDatabase> => {
  const folder = newFolder();
  const database = openDatabase({ dialect: createSqliteDialect(join(folder, 'test.db')), realNow });
  await database.migrate(migrations);
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
  describe.each(engines.map((engine) => [engine.name, engine] as const))(`${title} (%s)`, (_name, engine) => {
    const opened: OpenDatabase[] = [];
    let folder = '';

    beforeEach(() => {
      folder = newFolder();
    });

    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const open: TestDatabases['open'] = async ({ realNow = () => Date.parse('2026-06-24T09:30:00Z') } = {}) => {
      const database = openDatabase({ dialect: engine.dialectIn(folder), realNow });
      opened.push(database);
      await database.migrate(migrations);
      return database;
    };

    suite({ open });
  });
};
