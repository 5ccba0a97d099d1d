import { pino } from 'pino';
import type { SharedResults } from '../ephemeral-store';
import { describeOnRedis, testRedis } from '../testing/redis-server';
import { createRedisConnection, defaultRedisTimes } from './redis-connection';
import type { RedisConnection } from './redis-connection';
import { createSharedResultsOn } from './shared-results';

const picture = new Uint8Array([0x89, 0x50, 0x00, 0xff]);

describeOnRedis('results that gateways share', () => {
  const redis = testRedis();
  const connections: RedisConnection[] = [];

  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });

  const openResults = async ({ program = 'test', commandMs = 5_000 } = {}): Promise<SharedResults> => {
    const times = { ...defaultRedisTimes, commandMs, connectMs: 20_000 };
    const connection = createRedisConnection({ url: redis().url, times, log: pino({ level: 'silent' }) });
    connections.push(connection);
    await connection.start();
    return createSharedResultsOn({ connection, namespace: 'mahlzeit:test', program })('map');
  };

  const refuseToProduce = (): never => {
    throw new Error('Another gateway has this result');
  };

  it('are produced once by two gateways that need them at the same time', async () => {
    const [first, second] = [await openResults(), await openResults()];
    let finishDrawing = () => {};
    const started = new Promise<void>((resolve) => {
      const firstResult = first.produceOnce('park', () => {
        resolve();
        return new Promise((finish) => {
          finishDrawing = () => finish(picture);
        });
      });
      void firstResult; // The second gateway's result is the same.
    });
    await started;
    expect(await second.find('park')).toBeUndefined();
    const secondResult = second.produceOnce('park', refuseToProduce);
    finishDrawing();
    expect([...(await secondResult)]).toEqual([...picture]);
    expect([...((await second.find('park')) ?? [])]).toEqual([...picture]);
  });

  it('are produced again after a failure, by the gateway that waits', async () => {
    const [first, second] = [await openResults(), await openResults()];
    let failDrawing = () => {};
    let firstResult: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      firstResult = first.produceOnce('lake', () => {
        resolve();
        return new Promise((_, reject) => {
          failDrawing = () => reject(new Error('no room'));
        });
      });
    });
    const secondResult = second.produceOnce('lake', async () => picture);
    failDrawing();
    await expect(firstResult).rejects.toThrow('no room');
    expect(await secondResult).toEqual(picture);
  });

  it('are produced by a gateway itself when another one takes too long', async () => {
    const [first, second] = [await openResults(), await openResults()];
    await new Promise<void>((resolve) => {
      void first.produceOnce('hill', () => {
        resolve();
        return new Promise(() => {}); // This gateway hangs.
      });
    });
    expect(await second.produceOnce('hill', async () => picture)).toEqual(picture);
  });

  it('are not taken from another version of the program', async () => {
    const [older, newer] = [await openResults({ program: '5.0.1' }), await openResults({ program: '5.0.2' })];
    await older.produceOnce('road', async () => picture);
    expect(await newer.find('road')).toBeUndefined();
  });

  it('are produced by each gateway while Redis hangs', async () => {
    const results = await openResults({ commandMs: 50 });
    redis().freeze();
    try {
      expect(await results.find('bridge')).toBeUndefined();
      expect(await results.produceOnce('bridge', async () => picture)).toEqual(picture);
    } finally {
      redis().thaw();
    }
  });
});
