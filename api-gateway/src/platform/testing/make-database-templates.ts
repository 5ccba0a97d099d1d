import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { openPreparedDatabase } from '../../prepare-database';
import { parseConfig } from '../config/config';
import { POSTGRES_DEFAULTS } from '../config/database-config';
import type { DatabaseDialect } from '../database/database-dialect';
import { openDatabase } from '../database/open-database';
import { createPostgresDialect } from '../database/postgres-dialect';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { EMPTY_WORLD_TEMPLATE, setTemplateFolder, templatePath } from './database-templates';
import { postgresUrlOf, POSTGRES_TEMPLATE, runAsSuperuser, startPostgres } from './postgres-server';
import { sqliteDrivers } from './test-engines';

const migrateTemplate = async (dialect: DatabaseDialect): Promise<void> => {
  const database = openDatabase({ dialect, realNow: () => 0 });
  await database.migrate(migrations);
  await database.close();
};

/**
 * Global setup of Jest: migrates a database on each engine and seeds a database without demo data. Tests copy these
 * files.
 */
const makeDatabaseTemplates = async (): Promise<void> => {
  const templatesFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-templates-'));
  for (const driver of sqliteDrivers)
    await migrateTemplate(createSqliteDialect({ file: templatePath(templatesFolder, driver), driver }));
  if (await startPostgres()) {
    await runAsSuperuser(`create database ${POSTGRES_TEMPLATE}`);
    await migrateTemplate(
      createPostgresDialect({ driver: 'pg', url: postgresUrlOf(POSTGRES_TEMPLATE), ...POSTGRES_DEFAULTS }),
    );
  }
  const gatewayConfig = parseConfig(
    {
      DATA_DIR: templatesFolder,
      DATABASE_URL: `sqlite:${templatePath(templatesFolder, EMPTY_WORLD_TEMPLATE)}`,
      MAHLZEIT_WORLD: 'empty',
    },
    { version: '5.0.1', frontsDir: templatesFolder },
  );
  if (!gatewayConfig.ok) throw new Error(gatewayConfig.error.join('\n'));
  const { database } = await openPreparedDatabase(gatewayConfig.value);
  await database.close();
  setTemplateFolder(templatesFolder);
};

export default makeDatabaseTemplates;
