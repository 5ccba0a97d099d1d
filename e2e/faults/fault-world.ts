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
import { createBrowser, sessionOf, TEST_PASSWORD } from '../../api-gateway/src/modules/identity/testing/people';
import { insertPayingRestaurant } from '../../api-gateway/src/modules/ordering/testing/counter';
import { openDatabase } from '../../api-gateway/src/platform/database/open-database';
import type { OpenDatabase } from '../../api-gateway/src/platform/database/open-database';
import { createSqliteDialect } from '../../api-gateway/src/platform/database/sqlite-dialect';
import type { GatewayProcess } from '../world/gateway-process';
import { startGatewayProcess } from '../world/gateway-process';
import { repositoryRoot } from '../world/product';

/**
 * Moment at which the gateway is killed: before its request reaches a provider (`asking`), after the provider did the
 * work but before it responds (`done`), or `afterMs` milliseconds after the response (`answered`).
 */
export interface GatewayDeath {
  readonly stage: 'asking' | 'done' | 'answered';
  /** Pattern of the request's method and path, for instance `POST /…/refunds`. */
  readonly path: RegExp;
  readonly afterMs: number;
}

/**
 * World of the fault suite: a gateway in its own process, which is killed again and again, and the payment providers,
 * which keep running.
 */
export interface FaultWorld {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly database: OpenDatabase;
  readonly clock: { now(): number; realNow(): number };
  /** Token of the partner API, which the restaurants use. */
  readonly partnerToken: string;
  /** Uid of a user whom the diners invite. */
  readonly guestUid: string;
  /** Number of times that the gateway has been killed so far. */
  deathCount(): number;
  /** Kills the gateway at the next request that matches, no matter which diner caused it. */
  killGatewayAt(death: GatewayDeath): void;
  /** Resolves once the gateway runs again after the last kill. */
  alive(): Promise<void>;
  /**
   * Moves the real time of the gateway and the providers forward by `ms`: the gateway is killed and starts again with
   * the later time.
   */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Five and a half hours before an order of these rounds that nobody has accepted is given back. Kills and the settling
 * move the clock by three hours; the rest is left for a slow machine.
 */
const START_TIME = '2026-06-24T09:30:00+02:00';
/**
 * Time by which the clock moves at each kill. The lease of a killed gateway on a request lasts 15 seconds (ADR 24), so
 * it has expired when the new gateway starts.
 */
const STEP_LEASE_MS = 16_000;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Starts the world with one restaurant that takes orders. `onGatewayError` receives unexpected errors of the sandbox,
 * one line each.
 */
export const startFaultWorld = async (onGatewayError: (errorLine: string) => void): Promise<FaultWorld> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-faults-'));
  const partnerToken = randomUUID();
  let [clockAheadMs, deathCount] = [0, 0];
  let pendingDeaths: GatewayDeath[] = [];
  let gateway: GatewayProcess | null = null;
  let currentRestart: Promise<void> = Promise.resolve();
  let gatewayUrl = '';
  const realNow = (): number => Date.now() + clockAheadMs;

  let handleRequest: RequestHandler = (_request, response) => void response.destroy();
  const server = createServer((request, response) => handleRequest(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serverAddress = server.address();
  const sandboxUrl = `http://127.0.0.1:${typeof serverAddress === 'object' && serverAddress !== null ? serverAddress.port : 0}`;
  const sandbox = await createSandbox({
    file: join(dataFolder, 'sandbox.db'),
    url: sandboxUrl,
    gatewayUrl: 'http://127.0.0.1',
    clock: { now: realNow, realNow, moveTo: async () => undefined },
    onUnexpectedError: (error) => onGatewayError(`sandbox: ${String(error)}`),
  });
  const { mangopay, paypal } = sandbox.payments;

  const startGateway = async (): Promise<void> => {
    gateway = await startGatewayProcess(repositoryRoot, {
      DATA_DIR: dataFolder,
      MAHLZEIT_WORLD: 'empty',
      MAHLZEIT_NOW: START_TIME,
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
      AHEAD_MS: String(clockAheadMs),
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'move-time.cjs')}`,
    });
    gatewayUrl = gateway.url;
  };

  const restartGateway = (ms: number): Promise<void> => {
    const previousRestart = currentRestart;
    currentRestart = (async () => {
      await previousRestart;
      await gateway?.endProcess('SIGKILL');
      deathCount += 1;
      clockAheadMs += ms;
      await startGateway();
    })();
    return currentRestart;
  };
  // Callers don't wait here; they wait for the new gateway in `alive`.
  const killGateway = (): void => void restartGateway(STEP_LEASE_MS);

  handleRequest = (request, response) => {
    const death = pendingDeaths.find(({ path }) => path.test(`${request.method ?? ''} ${request.url ?? ''}`));
    pendingDeaths = pendingDeaths.filter((pendingDeath) => pendingDeath !== death);
    if (death?.stage === 'asking') {
      killGateway();
      return void request.destroy();
    }
    if (death?.stage === 'done') {
      // The provider has done all its work when it calls `end`. The gateway is killed instead of receiving the
      // response.
      response.end = () => {
        killGateway();
        return response.destroy();
      };
    }
    // Real providers have their own origin and no prefix in front of their paths. The sandbox serves both providers and
    // needs the prefix.
    request.url = (request.url ?? '').replace(/^\/(?=v2\.01\/)/, '/psp/').replace(/^\/(?=v[12]\/)/, '/paypal/');
    if (death?.stage === 'answered') response.once('finish', () => void delay(death.afterMs).then(killGateway));
    sandbox.app(request, response);
  };

  await startGateway();
  const database = openDatabase({
    dialect: createSqliteDialect({ file: join(dataFolder, 'mahlzeit.db'), driver: 'better-sqlite3' }),
    realNow,
  });
  await insertPayingRestaurant({ database }, { place: aRestaurant(), dish: anOffer() });
  const guest = sessionOf(
    await createBrowser(gatewayUrl).call('POST', '/api/auth/register', {
      body: { email: 'eingeladen@mahlzeit.test', password: TEST_PASSWORD, visible: true, policyAccepted: true },
    }),
  );
  return {
    url: gatewayUrl,
    sandboxUrl,
    database,
    partnerToken,
    guestUid: guest.account.uid,
    clock: { now: () => Date.parse(START_TIME), realNow },
    deathCount: () => deathCount,
    killGatewayAt: (death) => void pendingDeaths.push(death),
    alive: () => currentRestart,
    passTime: restartGateway,
    async close() {
      await currentRestart;
      await gateway?.endProcess('SIGTERM');
      await database.close();
      sandbox.close();
      server.closeAllConnections();
      server.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};
