import { pino } from 'pino';
import type { EphemeralStore } from '../ephemeral-store';
import { describeEphemeralStore } from '../testing/ephemeral-store-suite';
import { describeOnRedis, testRedis } from '../testing/redis-server';
import { createTestClock } from '../testing/test-clock';
import { createRedisConnection, defaultRedisTimes } from './redis-connection';
import type { RedisConnection } from './redis-connection';
import { createRedisStore } from './redis-store';

describeOnRedis('the store on Redis', () => {
  const redis = testRedis();
  const connections: RedisConnection[] = [];
  let openedStores = 0;

  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });

  /** Opens the Redis store of one gateway. Gateways with the same namespace share their limits. */
  const openStore = async (namespace: string, clock = createTestClock(0)): Promise<EphemeralStore> => {
    const connection = createRedisConnection({
      url: redis().url,
      // Long timeouts, because a machine that is busy with tests may let Redis wait.
      times: { ...defaultRedisTimes, commandMs: 20_000, connectMs: 20_000 },
      log: pino({ level: 'silent' }),
    });
    connections.push(connection);
    await connection.start();
    return createRedisStore({ connection, namespace, secret: 'secret', program: 'test', realNow: clock.realNow });
  };

  const newNamespace = (): string => `mahlzeit:test-${(openedStores += 1)}`;

  describeEphemeralStore('on Redis', async () => {
    const clock = createTestClock(0);
    return {
      store: await openStore(newNamespace(), clock),
      async passTime(ms) {
        clock.advance(ms);
        await redis().passTime(ms);
      },
    };
  });

  it('counts the attempts at all gateways, and refunds and forgets them for all', async () => {
    const namespace = newNamespace();
    const limit = { points: 10, durationMs: 60_000 };
    const stores = [await openStore(namespace), await openStore(namespace)];
    const limiters = stores.map((store) => store.createRateLimiter('login', limit));
    const attempts = await Promise.all(
      Array.from({ length: 30 }, (_, index) => limiters[index % 2]?.consume('anna@mahlzeit.test')),
    );
    expect(attempts.filter((attempt) => attempt?.ok)).toHaveLength(10);
    await limiters[0]?.refund('anna@mahlzeit.test', 21);
    expect((await limiters[1]?.consume('anna@mahlzeit.test'))?.ok).toBe(true);
    expect((await limiters[0]?.consume('anna@mahlzeit.test'))?.ok).toBe(false);
    await limiters[1]?.forget('anna@mahlzeit.test');
    expect((await limiters[0]?.consume('anna@mahlzeit.test'))?.ok).toBe(true);
  });

  it('writes no address and no other key in readable form, and keeps nothing without an end', async () => {
    const namespace = newNamespace();
    const store = await openStore(namespace);
    await store.createRateLimiter('login', { points: 1, durationMs: 60_000 }).consume('anna@mahlzeit.test');
    await store.createSharedResults('map').produceOnce('anna', async () => new Uint8Array([1]));
    const keys = (await redis().keys()).filter((key) => key.startsWith(namespace));
    expect(keys).toHaveLength(2);
    expect(keys.join(' ')).not.toContain('anna');
    await redis().passTime(60_000);
    expect((await redis().keys()).filter((key) => key.startsWith(namespace))).toEqual([]);
  });
});
