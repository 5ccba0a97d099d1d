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
import { builtProduct, laidWorldOf } from './product';

/** Position of the canteens, and of the visitor in these tests. */
export const ARCISSTRASSE = { latitude: 48.14742, longitude: 11.56722 };

/** The middle of the demo town. */
export const DEMO_TOWN = { latitude: 53.55, longitude: 9.99 };

/** At its edge: few places are near, so that the page behind a sheet is small. */
export const TOWN_EDGE = { latitude: 53.52, longitude: 9.88 };

/** Lunch is over at most places of the demo town; some still serve it. */
export const AFTERNOON = `${TODAY}T15:20:00+02:00`;

/** The middle of lunch. */
export const NOON = `${TODAY}T12:00:00+02:00`;

/** A gateway with its own database and port, and the people who act on it from outside. */
export interface World {
  /** The same after a restart. */
  readonly url: string;
  /** Address of the sandbox beside the gateway: mails, clock, sign-in pages. */
  readonly sandboxUrl: string;
  /** Its database, which others may write into beside it. */
  readonly databaseFile: string;
  readonly api: GatewayApi;
  readonly partner: Partner;
  /** Imports a file by the command of the product; answers its last line. */
  importFile(file: string): Promise<string>;
  /** Ends the gateway without a goodbye. */
  kill(): Promise<void>;
  /** Starts it again on the same port and database. */
  restart(): Promise<void>;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

/** How a world differs from the ordinary. */
interface WorldOptions {
  /** Start of its clock; by default noon of a Wednesday, half an hour early. */
  readonly now?: string;
  /** Folder of the built product. */
  readonly product?: string;
  /** Initial content; none by default. */
  readonly content?: 'demo' | 'empty';
  /** Further settings of its gateway, as in docs/operations.md. */
  readonly settings?: Readonly<Record<string, string>>;
}

const PARTNER_TOKEN = 'partner-token-of-the-tests';

interface Place {
  readonly product: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the program behind `npm run import`. */
const importInto = async ({ product, environment }: Place, file: string): Promise<string> => {
  const child = spawn(process.execPath, [join(product, 'api-gateway/dist/import-main.js'), file], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import ended with ${String(code)}:\n${complained}`);
  return said.trimEnd().split('\n').at(-1) ?? '';
};

const USUAL = `${TODAY}T11:30:00+02:00`;

/** Starts a world that keeps in a folder what it has, also after its end. */
const startIn = async (
  folder: string,
  { now = USUAL, product = builtProduct, content = 'empty', settings = {} }: WorldOptions,
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
    importFile: (file) => importInto({ product, environment }, file),
    kill: () => gateway.end('SIGKILL'),
    async restart() {
      gateway = await startGatewayProcess(product, {
        ...environment,
        PORT: new URL(url).port,
        SANDBOX_PORT: new URL(sandboxUrl).port,
      });
    },
    stop: () => gateway.end('SIGTERM'),
  };
};

const importCanteens = async (world: World): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-feed-'));
  const file = join(folder, 'canteens.json');
  writeInventedFeed(file);
  await world.importFile(file);
  rmSync(folder, { recursive: true });
};

/** Begins a world as a copy of what was laid beside its product; false where nothing of that kind was. */
const beginAsLaid = (name: string, { now, product = builtProduct }: WorldOptions, folder: string): boolean => {
  const laid = laidWorldOf(product, name);
  if (now !== undefined || !existsSync(laid)) return false;
  cpSync(laid, folder, { recursive: true });
  return true;
};

const inFolderOfItsOwn = async (start: (folder: string) => Promise<World>): Promise<World> => {
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

/** Starts a world; without more it knows no restaurants yet. */
export const startWorld = (options: WorldOptions = {}): Promise<World> =>
  inFolderOfItsOwn((folder) => {
    if (options.content === 'demo') beginAsLaid('demo', options, folder);
    return startIn(folder, options);
  });

/** Starts a world with the invented canteens. */
export const startInventedWorld = (options: WorldOptions = {}): Promise<World> =>
  inFolderOfItsOwn(async (folder) => {
    const hasCanteens = options.content !== 'demo' && beginAsLaid('canteens', options, folder);
    const world = await startIn(folder, options);
    if (!hasCanteens) await importCanteens(world);
    return world;
  });

/** Lays the worlds that most tests begin in beside their product: a copy starts in half the time. */
export const layWorlds = async (product: string): Promise<void> => {
  const town = await startIn(laidWorldOf(product, 'demo'), { product, content: 'demo' });
  await town.stop();
  const canteens = await startIn(laidWorldOf(product, 'canteens'), { product });
  await importCanteens(canteens);
  await canteens.stop();
};
