import { pino } from 'pino';
import { createMetrics } from '../metrics';
import type { LiveHarness } from '../testing/live-harness';
import { deltaKeysOf, followList, FOLLOWED_TOPIC, openLiveHarnesses, waitForKey } from '../testing/live-followers';
import { describeOnRedis, testRedis } from '../testing/redis-server';
import { describeOnDefaultEngine } from '../testing/temporary-database';
import { waitUntil } from '../testing/until';
import { createRedisBus } from './redis-bus';
import { createRedisConnection, defaultRedisTimes } from './redis-connection';
import type { RedisConnection } from './redis-connection';

describeOnRedis('hints by Redis', () => {
  const redis = testRedis();
  const connections: RedisConnection[] = [];

  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });

  const openBus = async (namespace = 'mahlzeit:test') => {
    // Long timeouts for the test: a machine that is busy with tests may let Redis wait, and a lost connection would
    // lose hints.
    const times = { ...defaultRedisTimes, commandMs: 20_000, connectMs: 20_000, minRetryMs: 1, maxRetryMs: 20 };
    const connection = createRedisConnection({ url: redis().url, times, log: pino({ level: 'silent' }) });
    connections.push(connection);
    const metrics = createMetrics();
    const bus = createRedisBus({ connection, namespace, metrics });
    const [hints, followed]: [string[], string[]] = [[], []];
    bus.onHint((topic, seq) => void hints.push(`${topic} ${seq}`));
    bus.onFollowed((topics) => void followed.push(...topics));
    await connection.start();
    return { bus, connection, hints, followed, metrics };
  };

  const sentCount = async ({ metrics }: Awaited<ReturnType<typeof openBus>>): Promise<number> =>
    (await metrics.hintsSent.get()).values[0]?.value ?? 0;

  it('arrive at the gateways that follow their topic, the last one of a turn alone', async () => {
    const [sender, reader] = [await openBus(), await openBus()];
    reader.bus.follow('chat/a');
    reader.bus.follow('chat/c');
    await waitUntil(() => reader.followed.length === 2);
    sender.bus.publish('chat/b', 1);
    sender.bus.publish('chat/a', 7);
    sender.bus.publish('chat/a', 9);
    sender.bus.publish('chat/a', 8);
    sender.bus.publish('chat/c', 1);
    await waitUntil(() => reader.hints.length === 2);
    expect([reader.hints, await sentCount(sender)]).toEqual([['chat/a 9', 'chat/c 1'], 3]);
  });

  it('end with the request for them, and begin again with the next one', async () => {
    const [sender, reader] = [await openBus(), await openBus()];
    for (const topic of ['a', 'b']) reader.bus.follow(topic);
    await waitUntil(() => reader.followed.length === 2);
    reader.bus.unfollow('a');
    reader.bus.follow('c');
    await waitUntil(() => reader.followed.length === 3);
    reader.bus.unfollow('b');
    reader.bus.follow('b');
    for (const topic of ['a', 'b', 'c']) sender.bus.publish(topic, 1);
    await waitUntil(() => reader.hints.length >= 2);
    reader.bus.follow('a');
    await waitUntil(() => reader.followed.at(-1) === 'a');
    sender.bus.publish('a', 2);
    await waitUntil(() => reader.hints.length >= 3);
    expect(reader.hints).toEqual(['b 1', 'c 1', 'a 2']);
  });

  it('stay apart from those of another database', async () => {
    const [stranger, sender, reader] = [await openBus('mahlzeit:other'), await openBus(), await openBus()];
    reader.bus.follow('a');
    await waitUntil(() => reader.followed.length === 1);
    stranger.bus.publish('a', 1);
    await waitUntil(async () => (await sentCount(stranger)) === 1);
    sender.bus.publish('a', 2);
    await waitUntil(() => reader.hints.length > 0);
    expect(reader.hints).toEqual(['a 2']);
  });

  it('are lost without a server, and all topics begin anew on the next connection', async () => {
    const [sender, reader] = [await openBus(), await openBus()];
    reader.bus.follow('a');
    await waitUntil(() => reader.followed.length === 1);
    await redis().kill();
    await waitUntil(() => !sender.bus.isConnected() && !reader.bus.isConnected());
    sender.bus.publish('a', 1);
    reader.bus.follow('b');
    await redis().restart();
    await waitUntil(() => sender.bus.isConnected() && reader.bus.isConnected());
    expect(reader.followed).toEqual(['a', 'a', 'b']);
    sender.bus.publish('b', 2);
    await waitUntil(() => reader.hints.length > 0);
    expect(reader.hints).toEqual(['b 2']);
  });

  describeOnDefaultEngine('between two hubs', (databases) => {
    const { open, put } = openLiveHarnesses(databases);

    // Opens two gateways that compare positions only once an hour, so that nothing but a hint brings the changes of the
    // other gateway.
    const openPair = async (): Promise<readonly [LiveHarness, LiveHarness]> => [
      await open({ bus: (await openBus()).bus }),
      await open({ bus: (await openBus()).bus }),
    ];

    const areAllReady = (): boolean => connections.every((connection) => connection.isReady());

    it('bring a change to a subscriber at the other one, once', async () => {
      const [writer, reader] = await openPair();
      const client = await reader.connectClient();
      await followList(client);
      await put(writer, '1');
      await put(reader, '2');
      await put(writer, '3');
      await waitForKey(client, '3');
      expect(deltaKeysOf(client.frames)).toEqual(['1', '2', '3']);
    });

    it('bring after an outage what was changed during it, once', async () => {
      const [writer, reader] = await openPair();
      const client = await reader.connectClient();
      await followList(client);
      await put(writer, '1');
      await waitForKey(client, '1');
      await redis().kill();
      await waitUntil(() => connections.every((connection) => !connection.isReady()));
      for (const key of ['2', '3']) await put(writer, key);
      expect(deltaKeysOf(client.frames)).toEqual(['1']);
      await redis().restart();
      await waitForKey(client, '3');
      await waitUntil(areAllReady);
      await put(writer, '4');
      await waitForKey(client, '4');
      expect(deltaKeysOf(client.frames)).toEqual(['1', '2', '3', '4']);
    });

    it('are subscribed to while somebody follows the topic', async () => {
      const [, reader] = await openPair();
      const client = await reader.connectClient();
      await followList(client);
      const isSubscribed = async () => (await redis().channels()).some((channel) => channel.endsWith(FOLLOWED_TOPIC));
      await waitUntil(isSubscribed);
      client.say({ op: 'unsub', id: FOLLOWED_TOPIC });
      await waitUntil(async () => !(await isSubscribed()));
    });
  });
});
