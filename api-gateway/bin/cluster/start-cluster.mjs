import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './child-process.mjs';
import { createClusterGateway } from './gateway-process.mjs';
import { findPostgresPrograms } from './postgres-programs.mjs';
import { startPostgresServer } from './postgres-server.mjs';
import { startProxy } from './proxy-server.mjs';
import { startRedisServer } from './redis-server.mjs';

/**
 * Number of database connections that one gateway may open; below it the number for commands that run beside the
 * gateways.
 */
const CONNECTIONS_PER_GATEWAY = 12;
const SPARE_CONNECTIONS = 20;

/**
 * Milliseconds for which a stopping gateway still serves requests. The proxy notices within that time, because it
 * checks each gateway every 500 ms.
 */
const DRAIN_MS = 1_500;

/**
 * Returns the URL of a server that already runs elsewhere, or starts a server. The function `stop` of the result ends a
 * started server only.
 */
const givenOrStarted = (givenUrl, startServer) =>
  givenUrl === undefined ? startServer() : { url: givenUrl, stop: async () => undefined };

const withoutPassword = (text) => {
  const url = new URL(text);
  url.password = '';
  return url.href;
};

const sharedEnvironmentOf = ({ environment, folder, port, sandboxPort, database, redis }) => ({
  LOG_LEVEL: 'warn',
  DRAIN_MS: String(DRAIN_MS),
  ...environment,
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  REDIS_URL: redis.url,
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  TRUST_PROXY: '1',
  SANDBOX_URL: `http://localhost:${sandboxPort}`,
});

/** Checks whether this machine has PostgreSQL, Redis and HAProxy. */
export const hasClusterParts = () =>
  findPostgresPrograms() !== null &&
  ['redis-server', 'haproxy'].every((program) => spawnSync(program, ['-v']).error === undefined);

/** Chooses a name, a port and a port of the sandbox for each gateway. */
const choosePlaces = async (gatewayCount) => {
  const places = [];
  for (let number = 1; number <= gatewayCount; number += 1)
    places.push({ name: `gateway${number}`, port: await findFreePort(), sandboxPort: await findFreePort() });
  return places;
};

/** Creates the gateways without starting them. */
const createGateways = (places, { environmentOf, proxy, ...shared }) =>
  places.map(({ name, port, sandboxPort }, index) => {
    const gateway = createClusterGateway({
      ...shared,
      name,
      port,
      environment: { ...environmentOf(index + 1), SANDBOX_PORT: String(sandboxPort) },
      isServed: () => proxy.serves(name),
      onLine: (line) => shared.onLine(gateway, line),
      onEnd: () => shared.onEnd(gateway),
    });
    return gateway;
  });

/**
 * Starts the gateways and waits until the proxy sends requests to all of them. In a new folder the first gateway starts
 * alone: it creates the secrets and migrates the database, so that the others start without waiting.
 */
const startGateways = async (gateways, { isNewFolder, signal }) => {
  const firstGateways = isNewFolder ? gateways.slice(0, 1) : gateways;
  await Promise.all(firstGateways.map((gateway) => gateway.start()));
  signal?.throwIfAborted();
  await Promise.all(gateways.slice(firstGateways.length).map((gateway) => gateway.start()));
};

/**
 * Starts PostgreSQL, Redis, gateways and a proxy in front of them, all on this machine. `environment` holds further
 * variables of the gateways, `environmentOf` those of one gateway by its number from 1; DATABASE_URL and REDIS_URL
 * choose servers that already run. The data stays in `folder`.
 *
 * The gateways share one folder and one sandbox, which only gateways on one machine can do. After `signal` was aborted
 * the start ends with an error, and everything that was started has ended.
 */
export const startCluster = async ({
  product,
  folder,
  gatewayCount,
  port: chosenPort,
  sandboxPort: chosenSandboxPort,
  environment,
  environmentOf = () => ({}),
  signal,
  onLine = () => {},
  onGatewayEnd = () => {},
}) => {
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'haproxy.cfg');
  const isNewFolder = !existsSync(configFile);
  const stopFunctions = [];
  const stop = async () => {
    // Stops the servers in the reverse order of their start, so that no server loses another one that it needs.
    for (const stopPart of stopFunctions.splice(0).reverse()) await stopPart();
  };
  const started = (part) => {
    stopFunctions.push(part.stop);
    signal?.throwIfAborted();
    return part;
  };
  try {
    const database = started(
      await givenOrStarted(environment.DATABASE_URL, () =>
        startPostgresServer({
          dataFolder: join(folder, 'postgres'),
          maxConnections: gatewayCount * CONNECTIONS_PER_GATEWAY + SPARE_CONNECTIONS,
        }),
      ),
    );
    const redis = started(await givenOrStarted(environment.REDIS_URL, startRedisServer));
    const [port, sandboxPort] = [chosenPort || (await findFreePort()), chosenSandboxPort || (await findFreePort())];
    const shared = sharedEnvironmentOf({ environment, folder, port, sandboxPort, database, redis });
    const places = await choosePlaces(gatewayCount);
    // Gateways register their webhooks at the sandbox, which they reach through the proxy.
    const proxy = started(await startProxy({ configFile, port, sandboxPort, places }));
    const gateways = createGateways(places, {
      product,
      environmentOf: (number) => ({ ...shared, ...environmentOf(number) }),
      proxy,
      onLine,
      onEnd: onGatewayEnd,
    });
    stopFunctions.push(() => Promise.all(gateways.map((gateway) => gateway.stop())));
    await startGateways(gateways, { isNewFolder, signal });
    return {
      address: proxy.address,
      sandboxUrl: shared.SANDBOX_URL,
      gateways,
      database: withoutPassword(database.url),
      redis: withoutPassword(redis.url),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
