import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RESP_TYPES } from '@redis/client';
import { monotonicNow } from '../clock';
import type { CreateSharedResults } from '../ephemeral-store';
import type { RedisClient, RedisConnection } from './redis-connection';

/** Time for which a result can be found, in milliseconds. Each gateway keeps a copy of what it often needs. */
const RESULT_TTL_MS = 60_000;
/** Largest result in bytes that is shared. */
const MAX_RESULT_BYTES = 1_000_000;
/** Time after which the lock of a gateway that has died ends. */
const LOCK_TTL_MS = 5_000;
/** Interval at which a waiting gateway looks for the result. */
const LOOK_MS = 20;
/** Time for which the first caller waits for another gateway, before this gateway knows how long the work takes. */
const FIRST_WAIT_MS = 250;

// Another gateway may hold the lock by now.
const UNLOCK_SCRIPT = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

const withBuffers = (client: RedisClient) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });

interface SharedResultsDeps {
  readonly connection: RedisConnection;
  /** Beginning of all keys of this database's gateways. */
  readonly namespace: string;
  /** Version of the program. Another version may produce another result for the same key. */
  readonly program: string;
}

/**
 * Creates results that one gateway produces for all. Redis may be gone or slow at any step: then this gateway goes on
 * alone.
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

    /** Runs commands whose failure only costs work; undefined for a failure. */
    const attempt = <T>(runCommands: (client: RedisClient) => Promise<T>): Promise<T | undefined> =>
      connection.isReady() ? connection.run(runCommands).catch(() => undefined) : Promise.resolve(undefined);

    const find = async (key: string): Promise<Uint8Array | undefined> =>
      (await attempt((client) => withBuffers(client).get(keysOf(key).result))) ?? undefined;

    /** Waits for another gateway's result, no longer than the last work of this gateway has taken. */
    const waitForOther = async (key: string): Promise<Uint8Array | undefined> => {
      const { result, lock } = keysOf(key);
      const waitUntil = monotonicNow() + Math.min(lastDurationMs, LOCK_TTL_MS);
      while (monotonicNow() < waitUntil) {
        await delay(LOOK_MS);
        const [foundResult, lockHolder] = (await attempt((client) => withBuffers(client).mGet([result, lock]))) ?? [];
        if (foundResult !== undefined && foundResult !== null) return foundResult;
        // The other gateway has failed, or Redis is gone.
        if (lockHolder === undefined || lockHolder === null) return undefined;
      }
      return undefined;
    };

    const produceHere = async (key: string, produce: () => Promise<Uint8Array>): Promise<Uint8Array> => {
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
        // The search comes after the lock, because another gateway frees its lock after it has stored its result.
        const [lockAnswer, storedResult] =
          (await attempt((client) =>
            Promise.all([
              client.set(lock, token, { condition: 'NX', expiration: { type: 'PX', value: LOCK_TTL_MS } }),
              withBuffers(client).get(result),
            ]),
          )) ?? [];
        const existingResult = storedResult ?? (lockAnswer === null ? await waitForOther(key) : undefined);
        try {
          return existingResult ?? (await produceHere(key, produce));
        } finally {
          if (lockAnswer === 'OK')
            await attempt((client) => client.eval(UNLOCK_SCRIPT, { keys: [lock], arguments: [token] }));
        }
      },
    };
  };
