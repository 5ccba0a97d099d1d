import type { Logger } from 'pino';
import type { Clock } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import { createMemoryStore, withoutRateLimits } from './platform/ephemeral-store';
import type { EphemeralStore } from './platform/ephemeral-store';
import { createInProcessBus } from './platform/live/live-bus';
import type { LiveBus } from './platform/live/live-bus';
import { addGauges } from './platform/metrics';
import type { Metrics } from './platform/metrics';
import { openRedis } from './platform/redis';
import type { RedisServices, RedisTimes } from './platform/redis';
import type { Secrets } from './platform/secrets';

/** State that the gateways of one database share by Redis, if Redis is configured. Its loss does no harm. */
export interface SharedState {
  readonly bus: LiveBus;
  readonly store: EphemeralStore;
  /** Returns whether Redis is configured but doesn't answer, so that this gateway works alone. */
  isDegraded(): boolean;
  close(): Promise<void>;
}

interface SharedStateDeps {
  readonly config: Pick<GatewayConfig, 'redisUrl' | 'hasRateLimits' | 'version' | 'commit'>;
  readonly secrets: Pick<Secrets, 'derive'>;
  readonly clock: Clock;
  /** Port on which this gateway listens. */
  readonly port: number;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Timeouts of the connection to Redis that differ from the default ones. */
  readonly redisTimes: Partial<RedisTimes> | undefined;
}

const openConfiguredRedis = async ({
  config,
  secrets,
  clock,
  port,
  metrics,
  log,
  redisTimes,
}: SharedStateDeps): Promise<RedisServices | null> => {
  if (config.redisUrl === null) return null;
  const redis = await openRedis({
    url: config.redisUrl,
    secret: secrets.derive('redis'),
    gateway: { port, version: config.version, commit: config.commit },
    clock,
    metrics,
    log,
    ...(redisTimes === undefined ? {} : { times: redisTimes }),
  });
  addGauges(metrics, redis.gauges);
  return redis;
};

/** Opens the state that gateways share: in Redis if it is configured, else in the memory of this process. */
export const openSharedState = async (deps: SharedStateDeps): Promise<SharedState> => {
  const redis = await openConfiguredRedis(deps);
  const store = redis?.store ?? createMemoryStore(deps.clock);
  return {
    bus: redis?.bus ?? createInProcessBus(),
    store: deps.config.hasRateLimits ? store : withoutRateLimits(store),
    isDegraded: () => redis !== null && !redis.isReady(),
    close: async () => redis?.close(),
  };
};
