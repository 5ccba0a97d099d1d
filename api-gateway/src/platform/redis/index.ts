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
  /** Secret of the database. Gateways with the same secret share their hints, limits and results. */
  readonly secret: string;
  /** Port on which this gateway listens, with the version and the commit of its program. */
  readonly gateway: { readonly port: number; readonly version: string; readonly commit: string };
  readonly clock: Pick<Clock, 'realNow'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Times that differ from the default ones, for tests. */
  readonly times?: Partial<RedisTimes>;
}

/** Everything that the gateways of one database share by Redis. Nothing of it must be kept. */
export interface RedisServices {
  readonly bus: LiveBus;
  readonly store: EphemeralStore;
  readonly gauges: readonly ModuleGauge[];
  isReady(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the connection to Redis and waits for its first attempt. Without a reachable server all services work for this
 * gateway alone, and the connection goes on trying.
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
  // Deployments that share a server, even one of its databases, stay apart: channels belong to the whole server.
  const namespace = `mahlzeit:${createHmac('sha256', secret).update('namespace').digest('hex').slice(0, 12)}`;
  // The announcement comes first on a new connection, because it fails where Redis takes no writes.
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
