import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { createSandbox } from '../../api-gateway/sandbox/src/sandbox';
import { openKitchen } from '../../api-gateway/src/modules/ordering/testing/counter';
import { openDatabase } from '../../api-gateway/src/platform/database/open-database';
import type { OpenDatabase } from '../../api-gateway/src/platform/database/open-database';
import { createSqliteDialect } from '../../api-gateway/src/platform/database/sqlite-dialect';
import type { GatewayProcess } from '../world/gateway-process';
import { startGatewayProcess } from '../world/gateway-process';
import { root } from '../world/product';

/**
 * When a gateway is killed: before a provider hears its question, once that has done it and not answered yet, or so
 * many milliseconds behind the answer.
 */
export interface Death {
  readonly stage: 'asking' | 'done' | 'answered';
  /** Pattern of the request's path. */
  readonly path: RegExp;
  readonly afterMs: number;
}

/** A gateway in a process of its own that is killed again and again, and the providers, who are not. */
export interface FaultWorld {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly database: OpenDatabase;
  readonly clock: { now(): number; realNow(): number };
  /** Token of the restaurants. */
  readonly partnerToken: string;
  /** How often it has died. */
  deaths(): number;
  /** Kills the gateway at the next such moment, whoever's it is. */
  dieAt(death: Death): void;
  /** Resolves once there is a gateway. */
  alive(): Promise<void>;
  /** Lets real time pass for the gateway and the providers: it is killed and starts again so much later. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

const NOON = '2026-06-24T11:30:00+02:00';
/** A killed gateway holds a request for 15 seconds (ADR 24). */
const LEASE_MS = 16_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts the world with one kitchen that takes orders. */
export const startFaultWorld = async (onGatewayError: (line: string) => void): Promise<FaultWorld> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-faults-'));
  const partnerToken = randomUUID();
  let [aheadMs, deaths] = [0, 0];
  let waitingDeaths: Death[] = [];
  let gateway: GatewayProcess | null = null;
  let rebirth: Promise<void> = Promise.resolve();
  let gatewayUrl = '';
  const realNow = (): number => Date.now() + aheadMs;

  let handle: Handler = (_request, response) => void response.destroy();
  const server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const sandboxUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const sandbox = await createSandbox({
    file: join(folder, 'sandbox.db'),
    url: sandboxUrl,
    gatewayUrl: 'http://127.0.0.1',
    clock: { now: realNow, realNow, moveTo: async () => undefined },
    onUnexpectedError: (error) => onGatewayError(`sandbox: ${String(error)}`),
  });
  const { mangopay, paypal } = sandbox.payments;

  const start = async (): Promise<void> => {
    gateway = await startGatewayProcess(root, {
      DATA_DIR: folder,
      MAHLZEIT_WORLD: 'empty',
      MAHLZEIT_NOW: NOON,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      PARTNER_TOKEN: partnerToken,
      PORT: gatewayUrl === '' ? '0' : new URL(gatewayUrl).port,
      MANGOPAY_URL: sandboxUrl,
      MANGOPAY_CLIENT_ID: mangopay.clientId,
      MANGOPAY_API_KEY: mangopay.apiKey,
      PAYPAL_URL: sandboxUrl,
      PAYPAL_CLIENT_ID: paypal.clientId,
      PAYPAL_CLIENT_SECRET: paypal.clientSecret,
      AHEAD_MS: String(aheadMs),
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'move-time.cjs')}`,
    });
    gatewayUrl = gateway.url;
  };

  const restart = (ms: number): Promise<void> => {
    const lastRebirth = rebirth;
    rebirth = (async () => {
      await lastRebirth;
      await gateway?.end('SIGKILL');
      deaths += 1;
      aheadMs += ms;
      await start();
    })();
    return rebirth;
  };
  const die = (): void => void restart(LEASE_MS); // Whoever needs a gateway waits for it in `alive`.

  handle = (request, response) => {
    const death = waitingDeaths.find(({ path }) => path.test(`${request.method ?? ''} ${request.url ?? ''}`));
    waitingDeaths = waitingDeaths.filter((candidate) => candidate !== death);
    if (death?.stage === 'asking') {
      die();
      return void request.destroy();
    }
    if (death?.stage === 'done') {
      // All that the provider does is done when it answers.
      response.end = () => {
        die();
        return response.destroy();
      };
    }
    // Real providers have an origin of their own, and nothing in front of their paths.
    request.url = (request.url ?? '').replace(/^\/(?=v2\.01\/)/, '/psp/').replace(/^\/(?=v[12]\/)/, '/paypal/');
    if (death?.stage === 'answered') response.once('finish', () => void delay(death.afterMs).then(die));
    sandbox.app(request, response);
  };

  await start();
  const database = openDatabase({
    dialect: createSqliteDialect({ file: join(folder, 'mahlzeit.db'), driver: 'better-sqlite3' }),
    realNow,
  });
  await openKitchen({ database }, { place: aRestaurant(), dish: anOffer() });
  return {
    url: gatewayUrl,
    sandboxUrl,
    database,
    partnerToken,
    clock: { now: () => Date.parse(NOON), realNow },
    deaths: () => deaths,
    dieAt: (death) => void waitingDeaths.push(death),
    alive: () => rebirth,
    passTime: restart,
    async close() {
      await rebirth;
      await gateway?.end('SIGTERM');
      await database.close();
      sandbox.close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
