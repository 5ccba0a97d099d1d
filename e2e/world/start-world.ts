import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../../api-gateway/bin/cluster/start-cluster.mjs';
import { CLOCK_OFFSET_SETTING } from '../../api-gateway/src/platform/composition/timekeeper';
import { openDatabase } from '../../api-gateway/src/platform/database/open-database';
import { writeSetting } from '../../api-gateway/src/platform/database/rows';
import { createSqliteDialect } from '../../api-gateway/src/platform/database/sqlite-dialect';
import type { GatewayApi } from './gateway-api';
import { createGatewayApi } from './gateway-api';
import type { GatewayProcess } from './gateway-process';
import { startGatewayProcess } from './gateway-process';
import { writeInventedFeed } from './invented-feed';
import type { Partner } from './partner';
import { createPartner, TEST_DAY } from './partner';
import { builtProductFolder, preparedWorldFolder } from './product';

/** Position of the canteens, and default position of the visitor in these tests. */
export const ARCISSTRASSE_POSITION = { latitude: 48.14742, longitude: 11.56722 };

/** Position in the middle of the demo town. */
export const DEMO_TOWN_POSITION = { latitude: 53.55, longitude: 9.99 };

/** Position at the edge of the demo town. Few restaurants are near, so the page behind a sheet is small. */
export const TOWN_EDGE_POSITION = { latitude: 53.52, longitude: 9.88 };

/** Time at which most restaurants of the demo town have finished lunch and some still serve it. */
export const AFTERNOON_TIME = `${TEST_DAY}T15:20:00+02:00`;

/** Time at which all restaurants of the demo town serve lunch. */
export const NOON_TIME = `${TEST_DAY}T12:00:00+02:00`;

/**
 * Running product of the tests: a gateway with its own database and port, and clients with which a test sends requests
 * to this gateway.
 */
export interface World {
  /** URL of the gateway; it stays the same after a restart. */
  readonly url: string;
  /** URLs of the single gateways. If there are several, `url` leads to them through a proxy. */
  readonly gatewayUrls: readonly string[];
  /**
   * URL of the sandbox that runs with the gateway. The sandbox shows mails, moves the gateway's clock, and simulates
   * the sign-in pages of third parties.
   */
  readonly sandboxUrl: string;
  /** Database file of a product with one gateway. Other processes may write into it while the gateway runs. */
  readonly databaseFile: string;
  /** URL of the PostgreSQL database of several gateways; null for a product with one gateway, which has a file. */
  readonly databaseUrl: string | null;
  readonly api: GatewayApi;
  readonly partner: Partner;
  /** Runs the program behind a command of the product, like `backup`, on the world's database. Returns its output. */
  runCommand(...commandLine: readonly [string, ...string[]]): Promise<string>;
  /** Imports a file with the product's import command; returns the last line of its output. */
  importFile(importedFile: string): Promise<string>;
  /** Returns the ids of the gateways' present processes. */
  gatewayProcessIds(): readonly number[];
  /** Kills the gateway, without time to shut down. */
  kill(): Promise<void>;
  /** Restarts the gateway on the same port and database. */
  restart(): Promise<void>;
  /** Stops the gateway and removes its data folder. */
  stop(): Promise<void>;
}

/** Options in which a started product differs from the default. */
export interface WorldOptions {
  /** Time at which the gateway's clock starts; by default 11:30 on a Wednesday. */
  readonly now?: string;
  /** Folder of the built product; by default the copy made at the start of the test run. */
  readonly product?: string;
  /** Initial content of the database; `empty` by default. */
  readonly content?: 'demo' | 'empty';
  /** Further settings of the gateway, as in docs/operations.md. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Number of gateways on PostgreSQL and Redis behind a proxy; 0 is one gateway on SQLite. By default, the environment
   * chooses.
   */
  readonly clusterSize?: number;
  /** Receives each line that a gateway prints, from its start on. */
  readonly onLogLine?: (line: string) => void;
}

/**
 * Name of the environment variable with the number of gateways that this process starts for each product; one by
 * default.
 */
export const GATEWAYS_VARIABLE = 'MAHLZEIT_TEST_GATEWAYS';

const clusterSizeOf = (gatewayCount: number): number => (gatewayCount === 1 ? 0 : gatewayCount);

const clusterSizeOfWorlds = (): number => clusterSizeOf(Number(process.env[GATEWAYS_VARIABLE] ?? 1));

const PARTNER_TOKEN = 'partner-token-of-the-tests';

interface WorldLocation {
  readonly product: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLogLine?: ((line: string) => void) | undefined;
}

/** Running gateway processes of a started product: one gateway, or several behind a proxy. */
interface WorldProcesses {
  readonly url: string;
  readonly gatewayUrls: readonly string[];
  readonly sandboxUrl: string;
  /** Environment variables with which a command reaches the database of these processes. */
  readonly databaseVariables: Readonly<Record<string, string>>;
  gatewayProcessIds(): readonly number[];
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const startOneGateway = async ({ product, environment, onLogLine }: WorldLocation): Promise<WorldProcesses> => {
  let gatewayProcess: GatewayProcess = await startGatewayProcess(product, { ...environment, PORT: '0' }, onLogLine);
  const { url, sandboxUrl } = gatewayProcess;
  if (sandboxUrl === null) throw new Error('The gateway of the world has no sandbox');
  return {
    url,
    gatewayUrls: [url],
    sandboxUrl,
    databaseVariables: {},
    gatewayProcessIds: () => [gatewayProcess.processId],
    kill: () => gatewayProcess.endProcess('SIGKILL'),
    async restart() {
      gatewayProcess = await startGatewayProcess(
        product,
        { ...environment, PORT: new URL(url).port, SANDBOX_PORT: new URL(sandboxUrl).port },
        onLogLine,
      );
    },
    stop: () => gatewayProcess.endProcess('SIGTERM'),
  };
};

/** Starts gateways on PostgreSQL and Redis. The proxy sends each request to the next gateway in turn. */
const startGateways = async (
  { product, environment, onLogLine = () => undefined }: WorldLocation,
  gatewayCount: number,
): Promise<WorldProcesses> => {
  const cluster = await startCluster({
    ...{ product, gatewayCount, folder: environment.DATA_DIR ?? '', port: 0, sandboxPort: 0 },
    environment: { ...environment, DRAIN_MS: '0' },
    onLine: (_gateway, line) => onLogLine(line),
  });
  const { address, sandboxUrl, gateways, database } = cluster;
  return {
    url: address,
    gatewayUrls: gateways.map((gateway) => gateway.url),
    sandboxUrl,
    databaseVariables: { DATABASE_URL: database },
    gatewayProcessIds: () => gateways.flatMap((gateway) => gateway.processId() ?? []),
    kill: async () => void (await Promise.all(gateways.map((gateway) => gateway.kill()))),
    restart: async () => void (await Promise.all(gateways.map((gateway) => gateway.start()))),
    stop: () => cluster.stop(),
  };
};

/** Runs the program behind a command of the product. Returns its output; throws with the error output on a failure. */
const runProgram = async (
  { product, environment }: WorldLocation,
  [name, ...programArguments]: readonly [string, ...string[]],
): Promise<string> => {
  const program = join(product, `api-gateway/dist/${name}-main.js`);
  const child = spawn(process.execPath, [program, ...programArguments], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let [output, errorOutput] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`${name} ended with ${String(exitCode)}:\n${errorOutput}`);
  return output;
};

const databaseFileOf = (worldFolder: string): string => join(worldFolder, 'mahlzeit.db');

const DEFAULT_START_TIME = `${TEST_DAY}T11:30:00+02:00`;

/** Starts a gateway with its data in a folder. The folder and its data remain after the gateway was stopped. */
const startWorldIn = async (
  worldFolder: string,
  {
    now = DEFAULT_START_TIME,
    product = builtProductFolder,
    content = 'empty',
    settings = {},
    clusterSize = clusterSizeOfWorlds(),
    onLogLine,
  }: WorldOptions,
): Promise<World> => {
  const environment = {
    DATA_DIR: worldFolder,
    MAHLZEIT_WORLD: content,
    MAHLZEIT_NOW: now,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    PARTNER_TOKEN,
    ...settings,
  };
  const { databaseVariables, ...processes } =
    clusterSize === 0
      ? await startOneGateway({ product, environment, onLogLine })
      : await startGateways({ product, environment, onLogLine }, clusterSize);
  const { url } = processes;
  const api = createGatewayApi(url);
  const runCommand: World['runCommand'] = (...commandLine) =>
    runProgram({ product, environment: { ...environment, ...databaseVariables } }, commandLine);

  return {
    ...processes,
    databaseFile: databaseFileOf(worldFolder),
    databaseUrl: databaseVariables.DATABASE_URL ?? null,
    api,
    partner: await createPartner(api, PARTNER_TOKEN),
    runCommand,
    importFile: async (importedFile) => (await runCommand('import', importedFile)).trimEnd().split('\n').at(-1) ?? '',
  };
};

const importCanteens = async (world: World): Promise<void> => {
  const feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-feed-'));
  const feedFile = join(feedFolder, 'canteens.json');
  writeInventedFeed(feedFile);
  await world.importFile(feedFile);
  rmSync(feedFolder, { recursive: true });
};

// Returns the name of the prepared data. A single gateway has a SQLite database, several gateways have a PostgreSQL
// database.
const preparedNameOf = (worldName: string, clusterSize: number): string =>
  clusterSize === 0 ? worldName : `${worldName}-of-gateways`;

/** Maximum time in ms for which prepared data are made, so that nothing in them is later than the start of a world. */
const PREPARATION_MS = 30_000;

/** Sets the clock of stored data to the time at which worlds start: it has gone on since the data were prepared. */
const resetStoredClock = async (databaseFile: string): Promise<void> => {
  const database = openDatabase({
    dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
    realNow: Date.now,
  });
  const clockOffsetMs = Date.parse(DEFAULT_START_TIME) + PREPARATION_MS - Date.now();
  await database.write(({ knex }) => writeSetting(knex, CLOCK_OFFSET_SETTING, String(clockOffsetMs)));
  await database.close();
};

/**
 * Copies prepared data (see `prepareWorlds`) into the folder of a new gateway. Returns false if the gateway needs
 * another start time, or if no such data was prepared.
 */
const copyPreparedWorld = async (
  worldName: string,
  { now, product = builtProductFolder, clusterSize = clusterSizeOfWorlds() }: WorldOptions,
  worldFolder: string,
): Promise<boolean> => {
  const preparedFolder = preparedWorldFolder(product, preparedNameOf(worldName, clusterSize));
  if (now !== undefined || !existsSync(preparedFolder)) return false;
  // `cp -a` keeps the owner of the files, as PostgreSQL requires.
  execFileSync('cp', ['-a', `${preparedFolder}/.`, worldFolder]);
  // The data of several gateways are in PostgreSQL, which isn't running yet.
  if (clusterSize === 0) await resetStoredClock(databaseFileOf(worldFolder));
  return true;
};

const withTemporaryFolder = async (startInFolder: (worldFolder: string) => Promise<World>): Promise<World> => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-world-'));
  const world = await startInFolder(temporaryFolder);
  return {
    ...world,
    async stop() {
      await world.stop();
      rmSync(temporaryFolder, { recursive: true, force: true });
    },
  };
};

/** Starts the product for a test; by default it has no restaurants. */
export const startWorld = (worldOptions: WorldOptions = {}): Promise<World> =>
  withTemporaryFolder(async (worldFolder) => {
    if (worldOptions.content === 'demo') await copyPreparedWorld('demo', worldOptions, worldFolder);
    return startWorldIn(worldFolder, worldOptions);
  });

/** Starts the product for a test, with the invented canteens around the Arcisstraße. */
export const startInventedWorld = (options: WorldOptions = {}): Promise<World> =>
  withTemporaryFolder(async (worldFolder) => {
    const hasCanteens = options.content !== 'demo' && (await copyPreparedWorld('canteens', options, worldFolder));
    const world = await startWorldIn(worldFolder, options);
    if (!hasCanteens) await importCanteens(world);
    return world;
  });

/**
 * Prepares the data `demo` and `canteens`, with which most tests start, in the folder of the product. Starting a
 * gateway with a copy of prepared data takes half the time. For several gateways, both are prepared in the same way.
 */
export const prepareWorlds = async (product: string, gatewayCount: number): Promise<void> => {
  const clusterSize = clusterSizeOf(gatewayCount);
  const folderOf = (worldName: string): string => preparedWorldFolder(product, preparedNameOf(worldName, clusterSize));
  const demoWorld = await startWorldIn(folderOf('demo'), { product, content: 'demo', clusterSize });
  await demoWorld.stop();
  const canteenWorld = await startWorldIn(folderOf('canteens'), { product, clusterSize });
  await importCanteens(canteenWorld);
  await canteenWorld.stop();
};
