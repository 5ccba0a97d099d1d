import { migrations } from '../migrations';
import { createClock, realNow } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import { createDialect } from './platform/database/create-dialect';
import { openDatabase } from './platform/database/open-database';
import type { PreparedDatabase } from './prepare-database';
import { readSeededDatabase } from './seeded-database';

/** Opens the configured database and migrates it; returns null for a new database, which has no seed data yet. */
const openSeededDatabase = async (config: GatewayConfig): Promise<PreparedDatabase | null> => {
  const database = openDatabase({ dialect: createDialect(config.database), realNow });
  try {
    await database.migrate(migrations);
    const seededDatabase = await readSeededDatabase(database.knex, config);
    if (seededDatabase !== null)
      return { database, clock: createClock(seededDatabase.offsetMs), world: seededDatabase.world };
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  return null;
};

/**
 * Opens the configured database for a command, and migrates it. Loads the seed data only for a new database, because
 * most commands don't need them and loading takes longer than all other work of a command.
 */
export const openCommandDatabase = async (config: GatewayConfig): Promise<PreparedDatabase> => {
  const seededDatabase = await openSeededDatabase(config);
  if (seededDatabase !== null) return seededDatabase;
  const { openPreparedDatabase } = await import('./prepare-database');
  return openPreparedDatabase(config);
};
