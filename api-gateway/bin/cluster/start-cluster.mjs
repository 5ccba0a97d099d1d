import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './child-process.mjs';
import { createClusterGateway, isReady } from './gateway-process.mjs';
import { findPostgresPrograms, startPostgresServer } from './postgres-server.mjs';
import { startProxy } from './proxy-server.mjs';
import { startRedisServer } from './redis-server.mjs';

/** Connections that a gateway may open, and those of commands beside the gateways. */
const CONNECTIONS_PER_GATEWAY = 12;
const SPARE_CONNECTIONS = 20;

/** Milliseconds for which a gateway drains; the proxy checks each gateway every 500 ms. */
const DRAIN_MS = 1_500;

/** Returns a given server that runs elsewhere, or starts one; the result names it and stops what was started. */
const givenOrStarted = (givenUrl, startServer) =>
  givenUrl === undefined ? startServer() : { url: givenUrl, stop: async () => undefined };

const withoutPassword = (text) => {
  const url = new URL(text);
  url.password = '';
  return url.href;
};

const environmentOf = ({ environment, folder, port, sandboxPort, database, redis }) => ({
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

/**
 * Starts PostgreSQL, Redis, gateways and a proxy in front of them, all on this machine. `environment` holds further
 * variables of the gateways; DATABASE_URL and REDIS_URL choose servers that already run. The data stays in `folder`.
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
  signal,
  onLine = () => {},
  onGatewayEnd = () => {},
}) => {
  mkdirSync(folder, { recursive: true });
  const stops = [];
  const stop = async () => {
    // In the reverse order of the start: nothing loses a server that it needs.
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    const database = await givenOrStarted(environment.DATABASE_URL, () =>
      startPostgresServer({
        dataFolder: join(folder, 'postgres'),
        maxConnections: gatewayCount * CONNECTIONS_PER_GATEWAY + SPARE_CONNECTIONS,
      }),
    );
    stops.push(database.stop);
    signal?.throwIfAborted();
    const redis = await givenOrStarted(environment.REDIS_URL, startRedisServer);
    stops.push(redis.stop);
    signal?.throwIfAborted();

    const [port, sandboxPort] = [chosenPort || (await findFreePort()), chosenSandboxPort || (await findFreePort())];
    const gatewayEnvironment = environmentOf({ environment, folder, port, sandboxPort, database, redis });
    const [gatewayPorts, sandboxPorts] = [[], []];
    const gateways = [];
    for (let number = 1; number <= gatewayCount; number += 1) {
      gatewayPorts.push(await findFreePort());
      sandboxPorts.push(await findFreePort());
      const gateway = createClusterGateway({
        name: `gateway${number}`,
        product,
        port: gatewayPorts.at(-1),
        environment: { ...gatewayEnvironment, SANDBOX_PORT: String(sandboxPorts.at(-1)) },
        onLine: (line) => onLine(gateway, line),
        onEnd: () => onGatewayEnd(gateway),
      });
      gateways.push(gateway);
    }
    // Gateways register their webhooks at the sandbox, which they reach through the proxy.
    const proxy = await startProxy({
      configFile: join(folder, 'haproxy.cfg'),
      ...{ port, gatewayPorts, sandboxPort, sandboxPorts },
    });
    stops.push(proxy.stop);
    stops.push(() => Promise.all(gateways.map((gateway) => gateway.stop())));
    // The first gateway makes the database ready, so that the others have nothing to wait for.
    const [firstGateway, ...otherGateways] = gateways;
    await firstGateway.start();
    signal?.throwIfAborted();
    await Promise.all(otherGateways.map((gateway) => gateway.start()));
    signal?.throwIfAborted();
    while (!(await isReady(port))) await delay(50);
    return {
      address: proxy.address,
      sandboxUrl: gatewayEnvironment.SANDBOX_URL,
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
