import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresConfig, SqliteConfig } from '../config/database-config';
import type { DatabaseDialect } from '../database/database-dialect';
import { createPostgresDialect } from '../database/postgres-dialect';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { copyTemplate } from './database-templates';
import { isPostgresRun } from './postgres-run';
import { postgresUrlOf, runAsSuperuser } from './postgres-server';
import { copyPostgresTemplate, dropPostgresDatabase, MIGRATED_TEMPLATE, postgresConfigOf } from './postgres-templates';

/** An empty or migrated database of a test, on one database engine. */
export interface TestDatabaseSite {
  /** False when the run has no template database, so that the test must migrate the database. */
  readonly isMigrated: boolean;
  /** Creates the dialect of one more process that uses the database. */
  openDialect(): DatabaseDialect;
  /** Deletes the database of the test, whose connections must be closed. */
  remove(): Promise<void>;
}

/** A database engine on which the tests of repositories run. */
export interface TestEngine {
  readonly name: string;
  /** Code of the driver's error for a write on a reading connection. */
  readonly readOnlyErrorCode: string;
  /** Whether one write waits for another on this engine. If not, writes run at the same time. */
  readonly hasOneWriter: boolean;
  /** Creates a database of a test as a copy of the template database. */
  create(): Promise<TestDatabaseSite>;
}

const createSqliteEngine = (driver: SqliteConfig['driver']): TestEngine => ({
  name: driver,
  readOnlyErrorCode: 'SQLITE_READONLY',
  hasOneWriter: true,
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
    const file = join(folder, 'test.db');
    return {
      isMigrated: copyTemplate(driver, file),
      openDialect: () => createSqliteDialect({ file, driver }),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

/** The engine SQLite, used by its default driver. */
export const defaultSqliteEngine = createSqliteEngine('better-sqlite3');

/** Drivers of SQLite; for the databases of each there is a template. */
export const sqliteDrivers = ['better-sqlite3', 'sqlite3'] as const satisfies readonly SqliteConfig['driver'][];

/** A test's database on this test run's PostgreSQL server. */
export interface PostgresSite extends TestDatabaseSite {
  readonly databaseName: string;
  /** Returns the configuration of a process that uses the database, with other limits than the default ones. */
  configOf(limits?: Partial<PostgresConfig>): PostgresConfig;
}

/** An empty database on this test run's PostgreSQL server, which no migration has touched. */
export interface EmptyPostgres {
  readonly url: string;
  /** Deletes the empty database, and ends all connections to it. */
  remove(): Promise<void>;
}

/** Creates an empty PostgreSQL database for a test; `properties` are the end of its SQL statement. */
export const createEmptyPostgres = async (properties = 'template template0'): Promise<EmptyPostgres> => {
  const databaseName = `test_${randomUUID()}`;
  await runAsSuperuser(`create database "${databaseName}" ${properties}`);
  return {
    url: postgresUrlOf(databaseName),
    remove: () => dropPostgresDatabase(databaseName),
  };
};

const createPostgresSite = async (): Promise<PostgresSite> => {
  const databaseName = `test_${randomUUID()}`;
  await copyPostgresTemplate(MIGRATED_TEMPLATE, databaseName);
  const configOf = (limits: Partial<PostgresConfig> = {}): PostgresConfig => ({
    ...postgresConfigOf(databaseName),
    ...limits,
  });
  return {
    databaseName,
    configOf,
    isMigrated: true,
    openDialect: () => createPostgresDialect(configOf()),
    remove: () => dropPostgresDatabase(databaseName),
  };
};

/** The engine PostgreSQL, on this test run's server. */
export const postgresEngine = {
  name: 'pg',
  readOnlyErrorCode: '25006',
  hasOneWriter: false,
  create: createPostgresSite,
} as const satisfies TestEngine;

/** Returns the database engines of this test run: both drivers of SQLite, or PostgreSQL. */
export const enginesOfRun = (): readonly TestEngine[] =>
  isPostgresRun() ? [postgresEngine] : [defaultSqliteEngine, createSqliteEngine('sqlite3')];

/** Returns the database engine of test suites that need only one. */
export const engineOfRun = (): TestEngine => (isPostgresRun() ? postgresEngine : defaultSqliteEngine);
