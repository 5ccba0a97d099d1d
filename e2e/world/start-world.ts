import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayApi } from './gateway-api';
import { createGatewayApi } from './gateway-api';
import type { GatewayProcess } from './gateway-process';
import { startGatewayProcess } from './gateway-process';
import { writeInventedFeed } from './invented-feed';
import type { Partner } from './partner';
import { createPartner, TODAY } from './partner';
import { builtProductFolder, preparedWorldFolder } from './product';

/** Position of the canteens, and default position of the visitor in these tests. */
export const ARCISSTRASSE = { latitude: 48.14742, longitude: 11.56722 };

/** Position in the middle of the demo town. */
export const DEMO_TOWN = { latitude: 53.55, longitude: 9.99 };

/** Position at the edge of the demo town. Few restaurants are near, so the page behind a sheet is small. */
export const TOWN_EDGE = { latitude: 53.52, longitude: 9.88 };

/** Time at which most restaurants of the demo town have finished lunch and some still serve it. */
export const AFTERNOON = `${TODAY}T15:20:00+02:00`;

/** Time in the middle of lunch. */
export const NOON = `${TODAY}T12:00:00+02:00`;

/** Gateway with its own database and port, and clients that act on it from outside. */
export interface World {
  /** URL of the gateway; it stays the same after a restart. */
  readonly url: string;
  /** URL of the sandbox that runs with the gateway: mails, clock, sign-in pages. */
  readonly sandboxUrl: string;
  /** Database file of the gateway. Other processes may write into it while the gateway runs. */
  readonly databaseFile: string;
  readonly api: GatewayApi;
  readonly partner: Partner;
  /** Imports a file with the product's import command; returns the last line of its output. */
  importFile(file: string): Promise<string>;
  /** Kills the gateway, without time to shut down. */
  kill(): Promise<void>;
  /** Restarts the gateway on the same port and database. */
  restart(): Promise<void>;
  /** Stops the gateway and removes its data folder. */
  stop(): Promise<void>;
}

/** Options in which a world differs from the default. */
interface WorldOptions {
  /** Start of the world's clock; by default 11:30 on a Wednesday. */
  readonly now?: string;
  /** Folder of the built product; by default the copy made at the start of the test run. */
  readonly product?: string;
  /** Initial content; `empty` by default. */
  readonly content?: 'demo' | 'empty';
  /** Further settings of the world's gateway, as in docs/operations.md. */
  readonly settings?: Readonly<Record<string, string>>;
}

const PARTNER_TOKEN = 'partner-token-of-the-tests';

interface WorldLocation {
  readonly product: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the program behind `npm run import`; returns the last line of its output. */
const runImport = async ({ product, environment }: WorldLocation, file: string): Promise<string> => {
  const child = spawn(process.execPath, [join(product, 'api-gateway/dist/import-main.js'), file], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let [outputText, errorText] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (outputText += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errorText += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import ended with ${String(code)}:\n${errorText}`);
  return outputText.trimEnd().split('\n').at(-1) ?? '';
};

const DEFAULT_START = `${TODAY}T11:30:00+02:00`;

/** Starts a world whose data stay in a folder, even after the world was stopped. */
const startWorldIn = async (
  folder: string,
  { now = DEFAULT_START, product = builtProductFolder, content = 'empty', settings = {} }: WorldOptions,
): Promise<World> => {
  const environment = {
    DATA_DIR: folder,
    MAHLZEIT_WORLD: content,
    MAHLZEIT_NOW: now,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    PARTNER_TOKEN,
    ...settings,
  };
  let gateway: GatewayProcess = await startGatewayProcess(product, { ...environment, PORT: '0' });
  const { url, sandboxUrl } = gateway;
  if (sandboxUrl === null) throw new Error('The gateway of the world has no sandbox');
  const api = createGatewayApi(url);

  return {
    url,
    sandboxUrl,
    databaseFile: join(folder, 'mahlzeit.db'),
    api,
    partner: await createPartner(api, PARTNER_TOKEN),
    importFile: (file) => runImport({ product, environment }, file),
    kill: () => gateway.endProcess('SIGKILL'),
    async restart() {
      gateway = await startGatewayProcess(product, {
        ...environment,
        PORT: new URL(url).port,
        SANDBOX_PORT: new URL(sandboxUrl).port,
      });
    },
    stop: () => gateway.endProcess('SIGTERM'),
  };
};

const importCanteens = async (world: World): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-feed-'));
  const file = join(folder, 'canteens.json');
  writeInventedFeed(file);
  await world.importFile(file);
  rmSync(folder, { recursive: true });
};

/** Copies a prepared world (see `prepareWorlds`) into the folder of a new one; false if none fits. */
const copyPreparedWorld = (
  name: string,
  { now, product = builtProductFolder }: WorldOptions,
  folder: string,
): boolean => {
  const preparedFolder = preparedWorldFolder(product, name);
  if (now !== undefined || !existsSync(preparedFolder)) return false;
  cpSync(preparedFolder, folder, { recursive: true });
  return true;
};

const withTemporaryFolder = async (start: (folder: string) => Promise<World>): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-world-'));
  const world = await start(folder);
  return {
    ...world,
    async stop() {
      await world.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Starts a world; by default it has no restaurants. */
export const startWorld = (options: WorldOptions = {}): Promise<World> =>
  withTemporaryFolder((folder) => {
    if (options.content === 'demo') copyPreparedWorld('demo', options, folder);
    return startWorldIn(folder, options);
  });

/** Starts a world with the invented canteens. */
export const startInventedWorld = (options: WorldOptions = {}): Promise<World> =>
  withTemporaryFolder(async (folder) => {
    const hasCanteens = options.content !== 'demo' && copyPreparedWorld('canteens', options, folder);
    const world = await startWorldIn(folder, options);
    if (!hasCanteens) await importCanteens(world);
    return world;
  });

/**
 * Prepares the two worlds in which most tests start, in the folder of the product: a copy of a prepared world starts in
 * half the time.
 */
export const prepareWorlds = async (product: string): Promise<void> => {
  const demoWorld = await startWorldIn(preparedWorldFolder(product, 'demo'), { product, content: 'demo' });
  await demoWorld.stop();
  const canteenWorld = await startWorldIn(preparedWorldFolder(product, 'canteens'), { product });
  await importCanteens(canteenWorld);
  await canteenWorld.stop();
};
