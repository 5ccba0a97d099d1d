import { createHmac, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../clock';
import type { EphemeralStore } from '../ephemeral-store';
import type { LiveBus } from '../live/live-bus';
import type { Metrics, ModuleGauge } from '../metrics';
import { announceGateway, gatewaysGauge } from './gateway-presence';
import { createRedisBus } from './redis-bus';
import { createRedisConnection, defaultRedisTimes } from './redis-connection';
import type { RedisTimes } from './redis-connection';
import { createRedisStore } from './redis-store';

export { createRedisConnection, defaultRedisTimes } from './redis-connection';
export type { RedisTimes } from './redis-connection';

interface RedisDeps {
  readonly url: string;
  /** Secret of the database. Gateways with the same secret share their hints, limits and results in Redis. */
  readonly secret: string;
  /** Entry of this gateway in the list of gateways: its port, and the version and commit of its program. */
  readonly gateway: { readonly port: number; readonly version: string; readonly commit: string };
  readonly clock: Pick<Clock, 'realNow'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Timeouts that differ from the default ones, for tests. */
  readonly times?: Partial<RedisTimes>;
}

/** Services that the gateways of one database share by Redis. None of their data needs to survive. */
export interface RedisServices {
  readonly bus: LiveBus;
  readonly store: EphemeralStore;
  readonly gauges: readonly ModuleGauge[];
  isReady(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the connection to Redis and waits for its first attempt. Without a reachable server all services work for this
 * gateway alone, and the connection continues to try.
 */
export const openRedis = async ({
  url,
  secret,
  gateway: { port, version, commit },
  clock: { realNow },
  metrics,
  log,
  times,
}: RedisDeps): Promise<RedisServices> => {
  const connection = createRedisConnection({ url, times: { ...defaultRedisTimes, ...times }, log });
  // Prefix of keys and channels, by which deployments that share a Redis server stay separate: channels belong to the
  // whole server.
  const namespace = `mahlzeit:${createHmac('sha256', secret).update('namespace').digest('hex').slice(0, 12)}`;
  // Announces this gateway first on a new connection, because the announcement fails where Redis refuses writes.
  const presences = announceGateway({
    connection,
    namespace,
    ownPresence: { id: randomUUID(), version, startedAt: realNow(), address: `${hostname()}:${port}` },
  });
  const bus = createRedisBus({ connection, namespace, metrics });
  await connection.start();
  return {
    bus,
    store: createRedisStore({ connection, namespace, secret, program: `${version}-${commit}`, realNow }),
    gauges: [
      gatewaysGauge(presences),
      {
        name: 'mahlzeit_redis_connected',
        help: 'Whether Redis answers this gateway',
        labelNames: [],
        read: async () => [{ labels: {}, value: connection.isReady() ? 1 : 0 }],
      },
    ],
    isReady: connection.isReady,
    async close() {
      await presences.leave();
      connection.close();
    },
  };
};
