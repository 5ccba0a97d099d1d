import { openPreparedDatabase } from '../../prepare-database';
import type { GatewayConfig } from '../config/config';
import { POSTGRES_DEFAULTS, type PostgresConfig } from '../config/database-config';
import { createPostgresDialect } from '../database/postgres-dialect';
import { errorCodeOf } from '../errors';
import { DEMO_START } from './demo-template';
import { postgresUrlOf, runAsSuperuser } from './postgres-server';
import { migrateTemplate, seedEmptyWorld } from './seed-template';

/** Name of the template database with tables but no rows. */
export const MIGRATED_TEMPLATE = 'template_migrated';

/** Name of the template database of a gateway without demo data. */
const EMPTY_WORLD_TEMPLATE = 'template_empty_world';

/** Name of the template database of a gateway that starts in the demo town at `DEMO_START`. */
const DEMO_WORLD_TEMPLATE = 'template_demo_world';

const DUPLICATE_DATABASE = '42P04';
const UNDEFINED_DATABASE = '3D000';

/** Returns the configuration by which a process uses a database of this test run's PostgreSQL server. */
export const postgresConfigOf = (databaseName: string): PostgresConfig => ({
  driver: 'pg',
  url: postgresUrlOf(databaseName),
  ...POSTGRES_DEFAULTS,
});

/** Runs an SQL statement. Returns false if it fails with this error code. */
const succeedsBut = async (errorCode: string, statement: string): Promise<boolean> => {
  try {
    await runAsSuperuser(statement);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === errorCode) return false;
    throw error;
  }
};

/**
 * Creates a database as a copy of a template database's files, which takes half the time of the usual way. Returns
 * false if it exists already.
 */
export const copyPostgresTemplate = (template: string, databaseName: string): Promise<boolean> =>
  succeedsBut(DUPLICATE_DATABASE, `create database "${databaseName}" template ${template} strategy file_copy`);

/** Deletes a database and ends its connections. */
export const dropPostgresDatabase = (databaseName: string): Promise<void> =>
  runAsSuperuser(`drop database "${databaseName}" with (force)`);

/** Creates the template databases of this test run on its new PostgreSQL server. */
export const createPostgresTemplates = async (dataFolder: string): Promise<void> => {
  await runAsSuperuser(`create database ${MIGRATED_TEMPLATE}`);
  await migrateTemplate(createPostgresDialect(postgresConfigOf(MIGRATED_TEMPLATE)));
  await copyPostgresTemplate(MIGRATED_TEMPLATE, EMPTY_WORLD_TEMPLATE);
  await seedEmptyWorld(dataFolder, postgresUrlOf(EMPTY_WORLD_TEMPLATE));
};

/**
 * Creates the template database with the demo data. Several workers may do this at the same time, so each uses a
 * separate database first.
 */
const seedDemoTemplate = async (config: GatewayConfig): Promise<void> => {
  const temporaryName = `${DEMO_WORLD_TEMPLATE}_${process.pid}`;
  await copyPostgresTemplate(MIGRATED_TEMPLATE, temporaryName);
  const { database } = await openPreparedDatabase({ ...config, database: postgresConfigOf(temporaryName) });
  await database.close();
  const renameStatement = `alter database ${temporaryName} rename to ${DEMO_WORLD_TEMPLATE}`;
  if (!(await succeedsBut(DUPLICATE_DATABASE, renameStatement))) await dropPostgresDatabase(temporaryName);
};

const templateFor = ({ world, startAt }: GatewayConfig): string => {
  if (world === 'empty' && startAt === null) return EMPTY_WORLD_TEMPLATE;
  return world === 'demo' && startAt === Date.parse(DEMO_START) ? DEMO_WORLD_TEMPLATE : MIGRATED_TEMPLATE;
};

/**
 * Creates the database of a test gateway as a copy of the right template database. Returns false if it exists already.
 * The first test file that needs the template with the demo data creates it.
 */
export const createPostgresGatewayDatabase = async (config: GatewayConfig, databaseName: string): Promise<boolean> => {
  const template = templateFor(config);
  try {
    return await copyPostgresTemplate(template, databaseName);
  } catch (error) {
    if (template !== DEMO_WORLD_TEMPLATE || errorCodeOf(error) !== UNDEFINED_DATABASE) throw error;
    await seedDemoTemplate(config);
    return copyPostgresTemplate(template, databaseName);
  }
};
