import { migrations } from '../migrations';
import {
  DEMO_ACCOUNTS,
  DEMO_COUNTER_PLACE,
  DEMO_PAYMENT_USERS,
  demoNotifications,
  demoPartnerToken,
} from './seeds/demo/accounts';
import { demoChats } from './seeds/demo/chats';
import { demoSeed } from './seeds/demo/demo-seed';
import { DEMO_PEOPLE, DEMO_CONTACTS } from './seeds/demo/people';
import { privacy, seedContent } from './seeds/empty/content';
import { seedDiscovery } from './seeds/empty/discovery';
import { refreshGazetteer } from './seeds/gazetteer/gazetteer';
import { refreshSeed, seedDatabase, seedLunchData } from './seeds/seed-database';
import { seedChats } from './modules/chat';
import { seedContacts } from './modules/contacts';
import { deletePartnerToken, findRestaurantByRoutingName, putPartnerToken } from './modules/discovery';
import { seedAccounts } from './modules/identity';
import { notify } from './modules/notifications';
import { seedPaymentUsers } from './modules/ordering';
import { announceUpgrade } from './announce-upgrade';
import { createClock, realNow } from './platform/clock';
import type { MovableClock } from './platform/clock';
import { CLOCK_OFFSET_SETTING } from './platform/composition/timekeeper';
import type { GatewayConfig } from './platform/config/config';
import { createDialect } from './platform/database/create-dialect';
import type { WriteTransaction } from './platform/database/database';
import { openDatabase } from './platform/database/open-database';
import type { DatabaseDeps, OpenDatabase } from './platform/database/open-database';
import { writeSetting } from './platform/database/rows';
import type { Tracer } from './platform/tracing';
import { readSeededDatabase } from './seeded-database';
import type { SeededDatabase } from './seeded-database';

type SeedName = GatewayConfig['world'];

/** A migrated database with seed data, and the gateway's clock. */
export interface PreparedDatabase {
  readonly database: OpenDatabase;
  readonly clock: MovableClock;
  /** Name of the seed data with which the database was created. */
  readonly world: SeedName;
}

const seedDemo = async (tx: WriteTransaction, now: number): Promise<void> => {
  await seedDatabase(tx, demoSeed, now);
  await seedAccounts(tx.knex, [...DEMO_ACCOUNTS, ...DEMO_PEOPLE], { now, policyVersion: privacy.version });
  await seedContacts(tx.knex, DEMO_CONTACTS, now);
  await seedChats(tx.knex, demoChats(now));
  await seedPaymentUsers(tx, DEMO_PAYMENT_USERS);
  await seedLunchData(tx, demoSeed, now);
  for (const notification of demoNotifications(now)) await notify(tx, notification);
};

const seedNewDatabase = async (tx: WriteTransaction, { startAt, world }: GatewayConfig): Promise<SeededDatabase> => {
  for (const seedData of [seedContent, seedDiscovery]) await seedData(tx.knex);
  const offsetMs = startAt === null ? 0 : startAt - realNow();
  if (world === 'demo') await seedDemo(tx, realNow() + offsetMs);
  await writeSetting(tx.knex, CLOCK_OFFSET_SETTING, String(offsetMs));
  await writeSetting(tx.knex, 'world', world);
  return { world, offsetMs };
};

// Makes the partner token of the demo data valid or invalid. It is public, so it must not be valid in a gateway with
// real providers.
const settleDemoCounter = async (
  tx: WriteTransaction,
  { sandbox }: Pick<GatewayConfig, 'sandbox'>,
  now: number,
): Promise<void> => {
  const counterRestaurant = await findRestaurantByRoutingName(tx.knex, DEMO_COUNTER_PLACE);
  if (sandbox.isForbidden || counterRestaurant === null) return deletePartnerToken(tx, demoPartnerToken);
  await putPartnerToken(tx, { token: demoPartnerToken, restaurantKey: counterRestaurant.key, at: now });
};

// Returns the seed data and the clock's offset of the database. A new database gets the configured ones; at later
// starts both stay as they are, whatever the configuration says.
const chooseSeed = async (tx: WriteTransaction, config: GatewayConfig): Promise<SeededDatabase> => {
  const seededDatabase = await readSeededDatabase(tx.knex, config);
  if (seededDatabase === null) return seedNewDatabase(tx, config);
  if (seededDatabase.world !== 'demo') return seededDatabase;
  // Adds the demo menus again, because a gateway that was off for weeks has no menus for today.
  await refreshSeed(tx, demoSeed, realNow() + seededDatabase.offsetMs);
  return seededDatabase;
};

const prepareSeed = async (tx: WriteTransaction, config: GatewayConfig): Promise<SeededDatabase> => {
  await refreshGazetteer(tx);
  const seededDatabase = await chooseSeed(tx, config);
  if (seededDatabase.world === 'demo') await settleDemoCounter(tx, config, realNow() + seededDatabase.offsetMs);
  return seededDatabase;
};

interface PreparedDatabaseOptions {
  /** Handles errors of work that runs after a commit. */
  readonly onError?: (error: unknown) => void;
  readonly onDiskFull?: DatabaseDeps['onDiskFull'];
  /** Reports each write as a span. */
  readonly tracer?: Tracer;
  /** Creates the dialect that tests use instead of the engine's own one. */
  readonly openDialect?: typeof createDialect;
  /** Prints a line for the operator, by default on stderr, because scripts read the output of some commands. */
  readonly print?: (line: string) => void;
}

const printOnStderr = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Opens the configured database, migrates it and seeds it if it is new. An upgrade takes a backup first. Several
 * processes may do this at the same time.
 */
export const openPreparedDatabase = async (
  config: GatewayConfig,
  { openDialect = createDialect, print = printOnStderr, ...databaseOptions }: PreparedDatabaseOptions = {},
): Promise<PreparedDatabase> => {
  const database = openDatabase({ dialect: openDialect(config.database), realNow, ...databaseOptions });
  try {
    await announceUpgrade({ config, database, print });
    await database.migrate(migrations);
    const { world, offsetMs } = await database.write((tx) => prepareSeed(tx, config));
    return { database, clock: createClock(offsetMs), world };
  } catch (error) {
    await database.close();
    throw error;
  }
};
