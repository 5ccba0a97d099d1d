import type { Knex } from 'knex';
import { migrations } from '../migrations';
import { createClock, realNow } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import { openDatabase, type OpenDatabase } from './platform/database/open-database';
import { readSetting, writeSetting } from './platform/database/setting';
import { createSqliteDialect } from './platform/database/sqlite-dialect';
import type { Clock } from './platform/types';
import { seedContent } from '../worlds/empty/content';
import { seedDiscovery } from '../worlds/empty/discovery';

/** A database that can be worked with: migrated, its world there, its clock running. */
export interface PreparedDatabase {
  readonly database: OpenDatabase;
  readonly clock: Clock;
}

const seeds: readonly ((knex: Knex.Transaction) => Promise<void>)[] = [seedContent, seedDiscovery];

const beginWorld = async (trx: Knex.Transaction, config: GatewayConfig): Promise<number> => {
  for (const seed of seeds) await seed(trx);
  const offsetMs = config.startAt === null ? 0 : config.startAt - realNow();
  await writeSetting(trx, 'clockOffsetMs', String(offsetMs));
  await writeSetting(trx, 'world', 'empty');
  return offsetMs;
};

// World and clock are chosen once, when the database is new: later starts find both as they were.
const continueWorld = async (trx: Knex.Transaction, config: GatewayConfig): Promise<number> => {
  const isNew = (await readSetting(trx, 'world')) === null;
  return isNew ? beginWorld(trx, config) : Number((await readSetting(trx, 'clockOffsetMs')) ?? 0);
};

/** Opens the configured database, migrates it and fills it where it is new; works beside other processes that do the same. */
export const openPreparedDatabase = async (config: GatewayConfig): Promise<PreparedDatabase> => {
  const database = openDatabase({ dialect: createSqliteDialect(config.databaseFile), realNow });
  try {
    await database.migrate(migrations);
    const offsetMs = await database.write((tx) => continueWorld(tx.knex, config));
    return { database, clock: createClock(offsetMs) };
  } catch (error) {
    await database.close();
    throw error;
  }
};
