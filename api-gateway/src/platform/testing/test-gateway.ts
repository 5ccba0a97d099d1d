import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createGateway, type Gateway, type GatewayOverrides } from '../../app';
import { parseConfig, type GatewayConfig } from '../config/config';
import type { DatabaseConfig } from '../config/database-config';
import { createDialect } from '../database/create-dialect';
import { copyTemplate, EMPTY_WORLD_TEMPLATE } from './database-templates';
import { copyDemoTemplate } from './demo-template';
import { postgresUrlOf } from './postgres-server';
import { createPostgresGatewayDatabase, dropPostgresDatabase } from './postgres-templates';
import { isPostgresRun } from './postgres-run';
import { withWritesTwice } from './writes-twice';
import { createTestClock, type TestClock } from './test-clock';

interface TestGatewayOptions extends Omit<GatewayOverrides, 'clock'> {
  /** Initial time of the test gateway's clock; by default Wednesday, 24 June 2026, 11:30 in Berlin. */
  readonly now?: string | number;
  /** Clock that several gateways share; by default each gateway has its own. */
  readonly clock?: TestClock;
  /**
   * Environment variables of the test gateway, in addition to those that every test gateway has: no rate limits, no log
   * output.
   */
  readonly environment?: Readonly<Record<string, string>>;
  /** Data folder of an earlier test gateway, so that the new one starts on the same database. */
  readonly folder?: string;
}

/** A complete gateway for tests, on a free port of this machine. */
export interface TestGateway extends Gateway {
  readonly url: string;
  readonly clock: TestClock;
  readonly config: GatewayConfig;
  readonly folder: string;
  /** URL of the test gateway's database, for another gateway with a separate folder. */
  readonly databaseUrl: string;
  /** Environment of a command, for example `npm run jobs`, that uses the test gateway's database. */
  readonly commandEnvironment: Readonly<Record<string, string | undefined>>;
}

/** Functions that start gateways for a test file. The gateways are closed afterwards. */
export interface TestGateways {
  start(options?: TestGatewayOptions): Promise<TestGateway>;
}

const partnerToken = 'partner-token-of-the-tests';

// Limits of the connections of one test gateway: a test file may have many gateways open, and each new connection costs
// the server a process.
const FEW_CONNECTIONS = { readers: 4, writers: 3 } as const;

/** Returns the name of the PostgreSQL database that belongs to a test gateway's data folder. */
const databaseNameOf = (folder: string): string => `gateway_${basename(folder)}`;

const databaseVariableOf = (folder: string): { readonly DATABASE_URL?: string } =>
  isPostgresRun() ? { DATABASE_URL: postgresUrlOf(databaseNameOf(folder)) } : {};

const createConfig = (folder: string, environment: Readonly<Record<string, string>>): GatewayConfig => {
  const environmentVariables = {
    PORT: '0',
    DATA_DIR: folder,
    MAHLZEIT_WORLD: 'empty',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    PARTNER_TOKEN: partnerToken,
    ...databaseVariableOf(folder),
    ...environment,
  };
  const parsedConfig = parseConfig(environmentVariables, { version: '5.0.1', frontsDir: folder });
  if (!parsedConfig.ok) throw new Error(parsedConfig.error.join('\n'));
  const { database } = parsedConfig.value;
  return { ...parsedConfig.value, database: database.driver === 'pg' ? { ...database, ...FEW_CONNECTIONS } : database };
};

const openTestDialect = (database: DatabaseConfig) => withWritesTwice(createDialect(database));

/**
 * Creates the database of a test gateway as a copy of a template database, unless its folder has one. Returns a
 * function that deletes the new database if the folder doesn't contain it.
 */
const createDatabase = async (config: GatewayConfig): Promise<(() => Promise<void>) | null> => {
  if (config.database.driver === 'pg') {
    // Creates no database if the test names one, because the test has then created it.
    if (config.database.url !== databaseVariableOf(config.dataDir).DATABASE_URL) return null;
    const databaseName = databaseNameOf(config.dataDir);
    const isNew = await createPostgresGatewayDatabase(config, databaseName);
    return isNew ? () => dropPostgresDatabase(databaseName) : null;
  }
  if (config.world === 'empty' && config.startAt === null) copyTemplate(EMPTY_WORLD_TEMPLATE, config.database.file);
  if (config.world === 'demo') await copyDemoTemplate(config);
  return null;
};

type Closer = () => Promise<void>;

const closeInReverse = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

/**
 * Creates the functions that start test gateways. Must be called at the top of a `describe` or file. A gateway that a
 * test or its `beforeEach` has started is closed after that test, so that its workers don't run beside the next ones.
 * All others are closed after the last test.
 */
export const testGateways = (): TestGateways => {
  const [closersOfSuite, closersOfTest]: [Closer[], Closer[]] = [[], []];
  let currentClosers = closersOfSuite;

  beforeEach(() => {
    currentClosers = closersOfTest;
  });

  afterEach(async () => {
    currentClosers = closersOfSuite;
    await closeInReverse(closersOfTest);
  });

  afterAll(() => closeInReverse(closersOfSuite));

  const dataFolderOf = (chosenFolder: string | undefined): string => {
    if (chosenFolder !== undefined) return chosenFolder;
    const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
    currentClosers.push(async () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  return {
    async start({
      now = '2026-06-24T11:30:00+02:00',
      clock = createTestClock(now),
      environment = {},
      folder: existingFolder,
      ...overrides
    } = {}) {
      // Keeps the list of this test: a test that has run out of time may still be starting a gateway.
      const closers = currentClosers;
      const folder = dataFolderOf(existingFolder);
      const config = createConfig(folder, environment);
      const removeDatabase = await createDatabase(config);
      if (removeDatabase !== null) closers.push(removeDatabase);
      const gateway = await createGateway(config, {
        clock,
        checksAnswers: true,
        ...(isPostgresRun() ? { openDialect: openTestDialect } : {}),
        passwordCost: { memoryCost: 64, timeCost: 1 },
        // Accepts each password without an estimate, because the thread that estimates takes longer to start than most
        // tests.
        estimateGuesses: async () => Infinity,
        ...overrides,
      });
      let closePromise: Promise<void> | null = null;
      const closeGateway: Closer = () => (closePromise ??= gateway.close());
      closers.push(closeGateway);
      return {
        ...gateway,
        clock,
        config,
        folder,
        databaseUrl: config.database.driver === 'pg' ? config.database.url : `sqlite:${config.database.file}`,
        commandEnvironment: {
          PATH: process.env['PATH'],
          MAHLZEIT_WORLD: 'empty',
          DATA_DIR: folder,
          ...databaseVariableOf(folder),
        },
        url: `http://127.0.0.1:${gateway.address.port}`,
        close: closeGateway,
      };
    },
  };
};
