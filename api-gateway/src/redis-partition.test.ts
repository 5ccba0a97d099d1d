import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerFrame } from '@mahlzeit/contract';
import { pino } from 'pino';
import { realNow } from './platform/clock';
import { readHead } from './platform/database/change-log';
import { openDatabase } from './platform/database/open-database';
import type { OpenDatabase } from './platform/database/open-database';
import { defaultLiveLimits } from './platform/live/live-limits';
import type { LiveBus } from './platform/live/live-bus';
import { createMetrics } from './platform/metrics';
import { createRedisBus } from './platform/redis/redis-bus';
import { createRedisConnection, defaultRedisTimes } from './platform/redis/redis-connection';
import { createRedisStore } from './platform/redis/redis-store';
import { openFaultyLink } from './platform/testing/faulty-link';
import type { FaultyLink } from './platform/testing/faulty-link';
import { changeThings, openLiveHarness, readThings } from './platform/testing/live-harness';
import type { LiveHarness } from './platform/testing/live-harness';
import type { LiveTestClient } from './platform/testing/live-test-client';
import { describeOnRedis, testRedis } from './platform/testing/redis-server';
import type { TestRedis } from './platform/testing/redis-server';
import { isLongRun } from './platform/testing/rounds';
import { engineOfRun } from './platform/testing/test-engines';
import { waitUntil } from './platform/testing/until';
import { createRandom } from './seeds/seeded-random';

const LOAD_DURATION_MS = isLongRun ? 600_000 : 4_000;
const LISTS = ['a', 'b', 'c', 'd'] as const;
const CLIENTS_PER_GATEWAY = 3;
const WRITE_PAUSE_MS = 40;
const POLL_MS = defaultLiveLimits.headPollMs;
/**
 * Maximum time of a delivery in the long run: the poll interval and the time for reading and sending. The short run
 * sets no limit.
 */
const MAX_DELIVERY_MS = isLongRun ? POLL_MS + 300 : Number.POSITIVE_INFINITY;

const random = createRandom(process.env['PARTITION_SEED'] ?? String(randomInt(2 ** 31)));
const isChosen = (share: number): boolean => random() < share;
const pauseUpTo = (ms: number): Promise<void> => delay(random() * ms);

/** Returns a bus that loses, doubles and delays the hints of another bus. */
const disturbHints = (bus: LiveBus): LiveBus => ({
  ...bus,
  publish(topic, seq) {
    if (isChosen(0.02)) return;
    if (isChosen(0.05)) bus.publish(topic, seq);
    if (isChosen(0.05)) void pauseUpTo(300).then(() => bus.publish(topic, seq));
    else bus.publish(topic, seq);
  },
});

/** Times at which the test's texts were committed, by text. */
const commitTimes = new Map<string, number>();

/**
 * Creates a client that follows all lists of the test, checks that no change is skipped or repeated, and measures how
 * late the changes come.
 */
const createFollower = (gateway: LiveHarness) => {
  const cursors = new Map<string, string>();
  const items = new Map<string, Map<string, unknown>>();
  const sequenceErrors: string[] = [];
  const deliveryTimes: number[] = [];
  const liveTopics = new Set<string>();
  let client: LiveTestClient | null = null;
  let readFrames = 0;

  const applyDelta = (frame: Extract<ServerFrame, { op: 'delta' }>): void => {
    const [epoch, seq] = (cursors.get(frame.id) ?? '').split('.');
    const [nextEpoch, nextSeq] = frame.cursor.split('.');
    if (epoch !== nextEpoch || Number(nextSeq) - Number(seq) !== frame.ops.length)
      sequenceErrors.push(`${frame.id}: ${cursors.get(frame.id)} -> ${frame.cursor} with ${frame.ops.length} ops`);
    for (const op of frame.ops) {
      if (op.kind === 'del') {
        items.get(frame.id)?.delete(op.key);
        continue;
      }
      items.get(frame.id)?.set(op.key, op.value);
      const committedAt = commitTimes.get(JSON.stringify(op.value));
      // Counts no delay for a change that arrives before the writer knows of its own commit.
      if (liveTopics.has(frame.id)) deliveryTimes.push(committedAt === undefined ? 0 : performance.now() - committedAt);
    }
  };

  const applyFrame = (frame: ServerFrame): void => {
    if (frame.op === 'snap') items.set(frame.id, new Map(frame.items.map(({ key, value }) => [key, value])));
    if (frame.op === 'delta') applyDelta(frame);
    if (frame.op === 'live') liveTopics.add(frame.id);
    if (frame.op === 'snap' || frame.op === 'delta' || frame.op === 'live') cursors.set(frame.id, frame.cursor);
  };

  const readNewFrames = (): void => {
    for (; client !== null && readFrames < client.frames.length; readFrames += 1) {
      const frame = client.frames[readFrames];
      if (frame !== undefined) applyFrame(frame);
    }
  };

  return {
    sequenceErrors,
    deliveryTimes,
    items,
    readNewFrames,
    cursorOf: (topic: string) => cursors.get(topic),
    /** Opens a new connection, which continues from the positions of the earlier one. */
    async connect(): Promise<void> {
      readNewFrames();
      client?.terminate();
      liveTopics.clear();
      client = await gateway.connectClient();
      readFrames = 0;
      for (const list of LISTS) {
        const [id, cursor] = [`list/${list}`, cursors.get(`list/${list}`)];
        client.say({ op: 'sub', id, topic: id, ...(cursor === undefined ? {} : { cursor }) });
      }
      await waitUntil(() => {
        readNewFrames();
        return liveTopics.size === LISTS.length;
      });
    },
    close: () => client?.terminate(),
  };
};

type Follower = ReturnType<typeof createFollower>;

interface PartitionedGateway {
  readonly harness: LiveHarness;
  readonly link: FaultyLink;
  readonly followers: readonly Follower[];
  readonly isConnected: () => boolean;
  /** Uses a rate limit and a shared result. Returns the milliseconds for which each of them has waited. */
  useStore(): Promise<readonly number[]>;
  close(): Promise<void>;
}

const openGateway = async (redis: TestRedis, database: OpenDatabase): Promise<PartitionedGateway> => {
  const link = await openFaultyLink(Number(new URL(redis.url).port));
  const connection = createRedisConnection({
    url: `redis://127.0.0.1:${link.port}`,
    times: defaultRedisTimes,
    log: pino({ level: 'silent' }),
  });
  connection.onHeartbeat((client) => client.ping());
  const bus = disturbHints(createRedisBus({ connection, namespace: 'mahlzeit:test', metrics: createMetrics() }));
  const harness = await openLiveHarness(database, { bus, limits: { headPollMs: POLL_MS } });
  await connection.start();
  const followers = Array.from({ length: CLIENTS_PER_GATEWAY }, () => createFollower(harness));
  for (const follower of followers) await follower.connect();
  const store = createRedisStore({
    ...{ connection, namespace: 'mahlzeit:test', secret: 'secret', program: 'test' },
    realNow,
  });
  const limiter = store.createRateLimiter('test', { points: 1_000_000, durationMs: 60_000 });
  const results = store.createSharedResults('test');
  return {
    harness,
    link,
    followers,
    isConnected: connection.isReady,
    async useStore() {
      const startedAt = performance.now();
      await limiter.consume('anna');
      const consumedAt = performance.now();
      await results.find(String(Math.round(random() * 10)));
      return [consumedAt - startedAt, performance.now() - consumedAt];
    },
    async close() {
      for (const follower of followers) follower.close();
      await harness.close();
      connection.close();
      await link.close();
      await database.close();
    },
  };
};

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0);

describeOnRedis('live topics while Redis is behind a faulty link', () => {
  const redis = testRedis();
  const engine = engineOfRun();
  let gateways: readonly PartitionedGateway[] = [];
  let removeDatabase = async (): Promise<void> => {};

  beforeAll(async () => {
    const site = await engine.create();
    removeDatabase = () => site.remove();
    const openConnection = () => openDatabase({ dialect: site.openDialect(), realNow });
    gateways = [await openGateway(redis(), openConnection()), await openGateway(redis(), openConnection())];
  });

  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await removeDatabase();
  });

  const breakLink = async (link: FaultyLink): Promise<void> => {
    const fault = random();
    if (fault < 0.3) link.delay(random() * 400);
    else if (fault < 0.6) link.cut();
    else link.swallow();
    await pauseUpTo(2000);
    link.restore();
  };

  const breakServer = async (): Promise<void> => {
    if (isChosen(0.8)) {
      redis().freeze();
      await pauseUpTo(1000);
      redis().thaw();
    } else {
      await redis().kill();
      await pauseUpTo(1000);
      await redis().restart();
    }
  };

  it(
    'lose, repeat and reorder nothing, and come no later than by comparing heads',
    async () => {
      const end = performance.now() + LOAD_DURATION_MS;
      const isRunning = (): boolean => performance.now() < end;
      const waits: number[] = [];
      let writes = 0;

      const write = async ({ harness }: PartitionedGateway): Promise<void> => {
        while (isRunning()) {
          writes += 1;
          const list = LISTS[Math.floor(random() * LISTS.length)] ?? 'a';
          const text = isChosen(0.2) ? null : `text ${writes}`;
          await changeThings(harness.database, list, [{ key: String(Math.floor(random() * 10)), text }]);
          commitTimes.set(JSON.stringify({ text }), performance.now());
          await pauseUpTo(2 * WRITE_PAUSE_MS);
        }
      };
      const breakLinks = async ({ link }: PartitionedGateway): Promise<void> => {
        while (isRunning()) {
          await pauseUpTo(1000);
          await breakLink(link);
        }
      };
      const breakServers = async (): Promise<void> => {
        while (isRunning()) {
          await pauseUpTo(5000);
          await breakServer();
        }
      };
      // Reads until all other work has ended, so that the time of a delivery is the time at which the client reads it.
      const readTimer = setInterval(() => {
        for (const { followers } of gateways) for (const follower of followers) follower.readNewFrames();
      }, 5);
      const reconnect = async ({ followers: [follower] }: PartitionedGateway): Promise<void> => {
        while (isRunning()) {
          await pauseUpTo(1000);
          await follower?.connect();
        }
      };
      const useStore = async (gateway: PartitionedGateway): Promise<void> => {
        while (isRunning()) {
          waits.push(...(await gateway.useStore()));
          await delay(20);
        }
      };
      await Promise.all([
        ...gateways.flatMap((gateway) => [write, reconnect, useStore, breakLinks].map((work) => work(gateway))),
        breakServers(),
      ]);

      const followers = gateways.flatMap((gateway) => gateway.followers);
      for (const list of LISTS) {
        const database = gateways[0]?.harness.database;
        if (database === undefined) throw new Error('There is no gateway');
        const { epoch, seq } = await readHead(database.knex, `list/${list}`);
        const rows = new Map((await readThings(database.knex, list)).map(({ key, text }) => [key, { text }]));
        for (const follower of followers) {
          await waitUntil(() => follower.cursorOf(`list/${list}`) === `${epoch}.${seq}`);
          expect(new Map([...(follower.items.get(`list/${list}`) ?? [])].sort())).toEqual(rows);
        }
      }
      clearInterval(readTimer);
      const times = followers.flatMap((follower) => follower.deliveryTimes);
      const percentiles = [0.5, 0.99, 1].map((share) => percentile(times, share));
      process.stderr.write(
        `partition (${engine.name}): ${writes} writes, ${times.length} deliveries, ${percentiles.join('/')} ms (p50/p99/max), ` +
          `${percentile(waits, 0.99)}/${percentile(waits, 1)} ms wait for Redis (p99/max)\n`,
      );
      expect(followers.flatMap((follower) => follower.sequenceErrors)).toEqual([]);
      expect(times.length).toBeGreaterThan(writes);
      expect(percentiles[1]).toBeLessThanOrEqual(MAX_DELIVERY_MS);
      await waitUntil(() => gateways.every(({ isConnected }) => isConnected()));
    },
    LOAD_DURATION_MS + 60_000,
  );
});
