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

/** An empty or migrated database of a test, on one engine. */
export interface TestDatabaseSite {
  /** False when the run has no template, so that the test must migrate the database. */
  readonly isMigrated: boolean;
  /** Creates the dialect of one more process that uses the database. */
  openDialect(): DatabaseDialect;
  /** Deletes the database, whose connections are closed. */
  remove(): Promise<void>;
}

/** A database engine on which the suites of repositories run. */
export interface TestEngine {
  readonly name: string;
  /** Code of the driver's error for a write on a reading connection. */
  readonly readOnlyErrorCode: string;
  /** True where one write waits for another; else writes run at the same time. */
  readonly hasOneWriter: boolean;
  /** Creates a database as a copy of the template. */
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

/** SQLite through its default driver. */
export const defaultSqliteEngine = createSqliteEngine('better-sqlite3');

/** Drivers of SQLite whose databases have a template each. */
export const sqliteDrivers = ['better-sqlite3', 'sqlite3'] as const satisfies readonly SqliteConfig['driver'][];

/** A database of this run's own PostgreSQL server. */
export interface PostgresSite extends TestDatabaseSite {
  readonly databaseName: string;
  /** Settings of a process that uses the database, with other limits than the default ones. */
  configOf(limits?: Partial<PostgresConfig>): PostgresConfig;
}

/** An empty database of this run's own PostgreSQL server, which no migration has touched. */
export interface EmptyPostgres {
  readonly url: string;
  /** Deletes the database, and with it all connections to it. */
  remove(): Promise<void>;
}

/** Creates an empty database; `properties` are the end of its SQL statement. */
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

/** PostgreSQL on this run's own server. */
export const postgresEngine = {
  name: 'pg',
  readOnlyErrorCode: '25006',
  hasOneWriter: false,
  create: createPostgresSite,
} as const satisfies TestEngine;

/** Returns the engines of this run: both drivers of SQLite, or PostgreSQL. */
export const enginesOfRun = (): readonly TestEngine[] =>
  isPostgresRun() ? [postgresEngine] : [defaultSqliteEngine, createSqliteEngine('sqlite3')];

/** Returns the engine of suites that need only one. */
export const engineOfRun = (): TestEngine => (isPostgresRun() ? postgresEngine : defaultSqliteEngine);
