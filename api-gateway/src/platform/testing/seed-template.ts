import { migrations } from '../../../migrations';
import { openPreparedDatabase } from '../../prepare-database';
import { parseConfig } from '../config/config';
import type { DatabaseDialect } from '../database/database-dialect';
import { openDatabase } from '../database/open-database';

/** Creates the tables of a template database without rows. */
export const migrateTemplate = async (dialect: DatabaseDialect): Promise<void> => {
  const database = openDatabase({ dialect, realNow: () => 0 });
  await database.migrate(migrations);
  await database.close();
};

/** Fills a template database with the data of a gateway without demo data. */
export const seedEmptyWorld = async (dataFolder: string, databaseUrl: string): Promise<void> => {
  const gatewayConfig = parseConfig(
    { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, MAHLZEIT_WORLD: 'empty' },
    { version: '5.0.1', frontsDir: dataFolder },
  );
  if (!gatewayConfig.ok) throw new Error(gatewayConfig.error.join('\n'));
  const { database } = await openPreparedDatabase(gatewayConfig.value);
  await database.close();
};
