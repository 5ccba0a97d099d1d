import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { createMemoryStore, limiterOf } from '../ephemeral-store';
import type { CreateRateLimiter, EphemeralStore } from '../ephemeral-store';
import type { RedisConnection } from './redis-connection';
import { createSharedResultsOn } from './shared-results';

interface StoreDeps {
  readonly connection: RedisConnection;
  /** Prefix of all Redis keys of the gateways that share a database. */
  readonly namespace: string;
  /** Secret with which names in Redis are hashed. Otherwise Redis would store e-mail and IP addresses. */
  readonly secret: string;
  /** Version of the program: its drawings may differ from those of another version. */
  readonly program: string;
  readonly realNow: () => number;
}

/** Creates the part of a Redis client that the rate limiter's library calls. Each call uses the present connection. */
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
        // Counts in the memory of each gateway while Redis can't be reached.
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
 * Creates the store whose rate limits count the attempts at all gateways, by Redis. Its caches stay in memory: their
 * content is checked faster than Redis answers, and somebody who can write to Redis must not be able to sign in.
 */
export const createRedisStore = (deps: StoreDeps): EphemeralStore => ({
  createRateLimiter: createLimitersOn(deps),
  createCache: createMemoryStore(deps).createCache,
  createSharedResults: createSharedResultsOn(deps),
});
