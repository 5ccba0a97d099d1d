import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { createSandbox } from '../../api-gateway/sandbox/src/sandbox';
import { createBrowser, sessionOf, TEST_PASSWORD } from '../../api-gateway/src/modules/identity/testing/people';
import { insertPayingRestaurant } from '../../api-gateway/src/modules/ordering/testing/counter';
import { openDatabase } from '../../api-gateway/src/platform/database/open-database';
import type { OpenDatabase } from '../../api-gateway/src/platform/database/open-database';
import { startFaultGateways } from './fault-gateways';

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
 * World of the fault suite: gateways in their own processes, which are killed again and again, and the payment
 * providers, which keep running.
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
  /** Number of times that a gateway has been killed so far. */
  deathCount(): number;
  /** Kills the gateway that sends the next matching request, no matter which diner caused it. */
  killGatewayAt(death: GatewayDeath): void;
  /** Resolves once all gateways run again after the last kill. */
  alive(): Promise<void>;
  /**
   * Moves the real time of the gateways and the providers forward by `ms`: the gateways are killed and start again with
   * the later time.
   */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Start of the simulated time: five and a half hours before the gateway refunds an order of these rounds that the
 * restaurant hasn't accepted. Kills and the settling move the clock by three hours; the rest is left for a slow
 * machine.
 */
const START_TIME = '2026-06-24T09:30:00+02:00';
/**
 * Time by which the clock moves at each kill. The lease of a killed gateway on a request lasts 15 seconds (ADR 24), so
 * it has expired when the new gateway starts.
 */
const STEP_LEASE_MS = 16_000;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts an HTTP server on a free port of this machine, and returns its address. */
const listenOnFreePort = async (handleRequest: RequestHandler): Promise<{ server: Server; url: string }> => {
  const server = createServer(handleRequest).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serverAddress = server.address();
  return {
    server,
    url: `http://127.0.0.1:${typeof serverAddress === 'object' && serverAddress !== null ? serverAddress.port : 0}`,
  };
};

/**
 * Starts the world with one restaurant that takes orders. `onGatewayError` receives unexpected errors of the sandbox,
 * one line each. Several gateways share PostgreSQL and Redis behind a proxy.
 */
export const startFaultWorld = async (
  onGatewayError: (errorLine: string) => void,
  gatewayCount = 1,
): Promise<FaultWorld> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-faults-'));
  const partnerToken = randomUUID();
  let [clockAheadMs, deathCount] = [0, 0];
  let pendingDeaths: GatewayDeath[] = [];
  let currentRestart: Promise<void> = Promise.resolve();
  const realNow = (): number => Date.now() + clockAheadMs;

  // Each gateway has an address of its own for the providers, so that its requests show which gateway sends them.
  let handleRequest: (gatewayNumber: number, ...exchange: Parameters<RequestHandler>) => void = (
    _,
    _request,
    response,
  ) => void response.destroy();
  const providerServers = await Promise.all(
    Array.from({ length: gatewayCount }, (_, index) =>
      listenOnFreePort((request, response) => handleRequest(index + 1, request, response)),
    ),
  );
  const sandboxUrl = providerServers[0]?.url ?? '';
  const sandbox = await createSandbox({
    file: join(dataFolder, 'providers.db'),
    url: sandboxUrl,
    gatewayUrl: 'http://127.0.0.1',
    clock: { now: realNow, realNow, moveTo: async () => undefined },
    onUnexpectedError: (error) => onGatewayError(`sandbox: ${String(error)}`),
  });
  const { mangopay, paypal } = sandbox.payments;

  const gateways = await startFaultGateways({
    dataFolder,
    gatewayCount,
    environmentOf: (gatewayNumber) => {
      const providersUrl = providerServers[gatewayNumber - 1]?.url ?? '';
      return {
        MAHLZEIT_WORLD: 'empty',
        MAHLZEIT_NOW: START_TIME,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        PARTNER_TOKEN: partnerToken,
        MANGOPAY_URL: providersUrl,
        MANGOPAY_CLIENT_ID: mangopay.clientId,
        MANGOPAY_API_KEY: mangopay.apiKey,
        PAYPAL_URL: providersUrl,
        PAYPAL_CLIENT_ID: paypal.clientId,
        PAYPAL_CLIENT_SECRET: paypal.clientSecret,
      };
    },
  });

  /** Runs a restart of a gateway as soon as the previous restart has ended. */
  const queueRestart = (restart: () => Promise<void>): Promise<void> => {
    const previousRestart = currentRestart;
    currentRestart = (async () => {
      await previousRestart;
      deathCount += 1;
      await restart();
    })();
    return currentRestart;
  };
  // Starts the restart of a gateway without waiting for it; callers wait for the new gateway in `alive`.
  const killGateway = (gatewayNumber: number): void =>
    void queueRestart(() => gateways.restartAfterKill(gatewayNumber, (clockAheadMs += STEP_LEASE_MS)));

  handleRequest = (gatewayNumber, request, response) => {
    const death = pendingDeaths.find(({ path }) => path.test(`${request.method ?? ''} ${request.url ?? ''}`));
    pendingDeaths = pendingDeaths.filter((pendingDeath) => pendingDeath !== death);
    if (death?.stage === 'asking') {
      killGateway(gatewayNumber);
      return void request.destroy();
    }
    if (death?.stage === 'done') {
      // The provider has done all its work when it calls `end`. The gateway is killed instead of receiving the
      // response.
      response.end = () => {
        killGateway(gatewayNumber);
        return response.destroy();
      };
    }
    // Real providers have their own origin and no prefix in front of their paths. The sandbox serves both providers and
    // needs the prefix.
    request.url = (request.url ?? '').replace(/^\/(?=v2\.01\/)/, '/psp/').replace(/^\/(?=v[12]\/)/, '/paypal/');
    if (death?.stage === 'answered')
      response.once('finish', () => void delay(death.afterMs).then(() => killGateway(gatewayNumber)));
    sandbox.app(request, response);
  };

  const database = openDatabase({ dialect: gateways.openDialect(), realNow });
  await insertPayingRestaurant({ database }, { place: aRestaurant(), dish: anOffer() });
  const guest = sessionOf(
    await createBrowser(gateways.url).call('POST', '/api/auth/register', {
      body: { email: 'eingeladen@mahlzeit.test', password: TEST_PASSWORD, visible: true, policyAccepted: true },
    }),
  );
  return {
    url: gateways.url,
    sandboxUrl,
    database,
    partnerToken,
    guestUid: guest.account.uid,
    clock: { now: () => Date.parse(START_TIME), realNow },
    deathCount: () => deathCount,
    killGatewayAt: (death) => void pendingDeaths.push(death),
    alive: () => currentRestart,
    passTime: (ms) => queueRestart(() => gateways.restartAll((clockAheadMs += ms))),
    async close() {
      await currentRestart;
      await database.close();
      await gateways.stop();
      sandbox.close();
      for (const { server } of providerServers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};
