import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RESP_TYPES } from '@redis/client';
import { monotonicNow } from '../clock';
import type { CreateSharedResults } from '../ephemeral-store';
import type { RedisClient, RedisConnection } from './redis-connection';

/** Milliseconds for which a shared result is stored in Redis. Each gateway caches the results that it often needs. */
const RESULT_TTL_MS = 60_000;
/** Maximum size in bytes of a result that is shared by Redis. */
const MAX_RESULT_BYTES = 1_000_000;
/** Milliseconds after which the lock of a gateway that has died ends. */
const LOCK_TTL_MS = 5_000;
/** Milliseconds between two checks of a gateway that waits for another gateway's result. */
const LOOK_MS = 20;
/**
 * Milliseconds for which the first caller waits for another gateway's result, before this gateway knows how long the
 * work takes.
 */
const FIRST_WAIT_MS = 250;

// Redis script that removes a lock only if this gateway still holds it: another gateway may hold it by now.
const UNLOCK_SCRIPT = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const withBuffers = (client: RedisClient) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });

interface SharedResultsDeps {
  readonly connection: RedisConnection;
  /** Prefix of all Redis keys of the gateways that share a database. */
  readonly namespace: string;
  /** Version of the program, because another version may compute another result for the same key. */
  readonly program: string;
}

/**
 * Creates the results that one gateway computes for all, by Redis. If Redis is missing or slow at any step, this
 * gateway continues alone.
 */
export const createSharedResultsOn =
  ({ connection, namespace, program }: SharedResultsDeps): CreateSharedResults =>
  (resultName) => {
    let lastDurationMs = FIRST_WAIT_MS;

    const keysOf = (key: string) => {
      const hashedKey = createHash('sha256').update(`${program} ${key}`).digest('base64url');
      return {
        result: `${namespace}:result:${resultName}:${hashedKey}`,
        lock: `${namespace}:lock:${resultName}:${hashedKey}`,
      };
    };

    /** Runs Redis commands whose failure only causes additional work; returns undefined for a failure. */
    const attempt = <T>(runCommands: (client: RedisClient) => Promise<T>): Promise<T | undefined> =>
      connection.isReady() ? connection.run(runCommands).catch(() => undefined) : Promise.resolve(undefined);

    const find = async (key: string): Promise<Uint8Array | undefined> =>
      (await attempt((client) => withBuffers(client).get(keysOf(key).result))) ?? undefined;

    /** Waits for another gateway's result, no longer than the same work has last taken on this gateway. */
    const waitForOther = async (key: string): Promise<Uint8Array | undefined> => {
      const { result, lock } = keysOf(key);
      const waitUntil = monotonicNow() + Math.min(lastDurationMs, LOCK_TTL_MS);
      while (monotonicNow() < waitUntil) {
        await delay(LOOK_MS);
        const [foundResult, lockHolder] = (await attempt((client) => withBuffers(client).mGet([result, lock]))) ?? [];
        if (foundResult !== undefined && foundResult !== null) return foundResult;
        // Stops waiting: the other gateway has failed, or Redis can't be reached.
        if (lockHolder === undefined || lockHolder === null) return undefined;
      }
      return undefined;
    };

    const produceLocally = async (key: string, produce: () => Promise<Uint8Array>): Promise<Uint8Array> => {
      const startedAt = monotonicNow();
      const producedResult = await produce();
      lastDurationMs = monotonicNow() - startedAt;
      if (producedResult.byteLength <= MAX_RESULT_BYTES)
        await attempt((client) =>
          client.set(keysOf(key).result, Buffer.from(producedResult), {
            expiration: { type: 'PX', value: RESULT_TTL_MS },
          }),
        );
      return producedResult;
    };

    return {
      find,
      async produceOnce(key, produce) {
        const { result, lock } = keysOf(key);
        const token = randomUUID();
        // Searches the result after taking the lock, because another gateway frees its lock after it has stored its
        // result.
        const [lockAnswer, storedResult] =
          (await attempt((client) =>
            Promise.all([
              client.set(lock, token, { condition: 'NX', expiration: { type: 'PX', value: LOCK_TTL_MS } }),
              withBuffers(client).get(result),
            ]),
          )) ?? [];
        const existingResult = storedResult ?? (lockAnswer === null ? await waitForOther(key) : undefined);
        try {
          return existingResult ?? (await produceLocally(key, produce));
        } finally {
          if (lockAnswer === 'OK')
            await attempt((client) => client.eval(UNLOCK_SCRIPT, { keys: [lock], arguments: [token] }));
        }
      },
    };
  };
