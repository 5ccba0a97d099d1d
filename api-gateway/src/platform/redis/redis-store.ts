import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { createMemoryStore, limiterOf } from '../ephemeral-store';
import type { CreateRateLimiter, EphemeralStore } from '../ephemeral-store';
import type { RedisConnection } from './redis-connection';
import { createSharedResultsOn } from './shared-results';

interface StoreDeps {
  readonly connection: RedisConnection;
  /** Beginning of all keys of this database's gateways. */
  readonly namespace: string;
  /** Key with which names in Redis are hashed. Otherwise Redis would list e-mail and IP addresses. */
  readonly secret: string;
  /** Version of the program, whose drawings may differ from those of another version. */
  readonly program: string;
  readonly realNow: () => number;
}

/** The part of a client that the library calls. Each call takes the present connection. */
const createLimiterClient = (connection: RedisConnection) => ({
  get isReady(): boolean {
    return connection.isReady();
  },
  eval: (script: string, scriptInput: { readonly keys: string[]; readonly arguments: string[] }) =>
    connection.run((client) => client.eval(script, scriptInput)),
  del: (key: string) => connection.run((client) => client.del(key)),
});

const createLimitersOn = ({ connection, namespace, secret }: StoreDeps): CreateRateLimiter => {
  const storeClient = createLimiterClient(connection);
  return (limiterName, { points, durationMs }) => {
    const limit = { points, duration: durationMs / 1000 };
    const rateLimiter = limiterOf(
      new RateLimiterRedis({
        ...limit,
        storeClient,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `${namespace}:limit:${limiterName}`,
        // While Redis is gone, each gateway counts for itself.
        insuranceLimiter: new RateLimiterMemory(limit),
      }),
    );
    const hashKey = (key: string): string => createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);
    return {
      consume: (key, attemptCount) => rateLimiter.consume(hashKey(key), attemptCount),
      refund: (key, attemptCount) => rateLimiter.refund(hashKey(key), attemptCount),
      forget: (key) => rateLimiter.forget(hashKey(key)),
    };
  };
};

/**
 * Creates a store whose limits count the attempts at all gateways. Its caches stay in memory: they hold what each
 * gateway can check itself faster than Redis answers, and nobody who writes to Redis must be able to sign in.
 */
export const createRedisStore = (deps: StoreDeps): EphemeralStore => ({
  createRateLimiter: createLimitersOn(deps),
  createCache: createMemoryStore(deps).createCache,
  createSharedResults: createSharedResultsOn(deps),
});
