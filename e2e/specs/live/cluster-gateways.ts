import { POSTGRES_DEFAULTS } from '../../../api-gateway/src/platform/config/database-config';
import { setTimeout as delay } from 'node:timers/promises';
import { createDialect } from '../../../api-gateway/src/platform/database/create-dialect';
import { openDatabase } from '../../../api-gateway/src/platform/database/open-database';
import type { OpenDatabase } from '../../../api-gateway/src/platform/database/open-database';
import { createKeyRing, encodeKeyRing } from '../../../api-gateway/src/platform/secrets/key-ring';
import { openFaultyLink } from '../../../api-gateway/src/platform/testing/faulty-link';
import type { FaultyLink } from '../../../api-gateway/src/platform/testing/faulty-link';
import { openPostgresProxy } from '../../../api-gateway/src/platform/testing/postgres-proxy';
import type { PostgresProxy } from '../../../api-gateway/src/platform/testing/postgres-proxy';
import { createPostgresServer } from '../../../api-gateway/src/platform/testing/postgres-server';
import type { TestRedis } from '../../../api-gateway/src/platform/testing/redis-server';
import { createTestClock } from '../../../api-gateway/src/platform/testing/test-clock';
import type { TestClock } from '../../../api-gateway/src/platform/testing/test-clock';
import type { TestGateway, TestGateways } from '../../../api-gateway/src/platform/testing/test-gateway';

export const GATEWAY_COUNT = 3;

/** Pause in ms between two requests that ask for a gateway's state, so that the servers get processor time. */
const PAUSE_MS = 5;

/** Messages to clients are limited to this size, so that snapshots are split into several messages. */
const FRAME_BYTES = 4_096;
/** A busy machine may let Redis wait. The connection to Redis counts as lost only where a test breaks it. */
const redisTimes = { commandMs: 5_000, connectMs: 5_000, minRetryMs: 50, maxRetryMs: 200, heartbeatMs: 100 };

/** Public URL that all gateways share, because the names of their cookies depend on it. */
const PUBLIC_URL = 'http://mahlzeit.test';

/** Secret keys that all gateways share, although each has a data folder of its own. */
const SECRET_KEYS = encodeKeyRing(createKeyRing());

/** Gateway that reaches clients, PostgreSQL and Redis over network links of its own, which a test can break. */
interface LinkedGateway {
  readonly gateway: TestGateway;
  readonly clientLink: FaultyLink;
  readonly postgresLink: PostgresProxy;
  readonly redisLink: FaultyLink;
}

/** Ways in which a gateway loses Redis: its connections are reset, or they stay open and transport no data. */
export type RedisFault = 'cut' | 'swallow';

/** Three gateways with one PostgreSQL server and one Redis server, all of which a test can break. */
export interface Cluster {
  /** Clock of all gateways. */
  readonly clock: TestClock;
  /** The test's own connections to PostgreSQL. */
  readonly database: OpenDatabase;
  /**
   * Ends all gateways, and starts new ones. They compare their change numbers (heads) at this interval. Redis and its
   * network links work again.
   */
  startAfresh(headPollMs: number): Promise<void>;
  /** Returns any of the running gateways. */
  anyGateway(): TestGateway;
  /** Returns the URLs of all running gateways. */
  urls(): readonly string[];
  /**
   * Kills a gateway, unless it is the last one that runs: it loses all connections at once, so its transactions break,
   * and nothing that it does afterwards has an effect.
   */
  kill(index: number): void;
  /**
   * Kills a gateway as soon as it has sent this number of further bytes to PostgreSQL, so mostly in the middle of a
   * write. The last gateway that runs loses its connections to PostgreSQL instead.
   */
  killAfter(index: number, bytes: number): void;
  /** Number of gateways that were killed so far. */
  deathCount(): number;
  /** Starts a gateway again after it was killed. */
  start(index: number): Promise<void>;
  /**
   * Starts all gateways that aren't running. A gateway that `killAfter` hasn't killed yet is killed and started again.
   */
  startAll(): Promise<void>;
  breakRedisLink(index: number, fault: RedisFault): void;
  restoreRedisLink(index: number): void;
  /** Ends the Redis server, which loses all its data. */
  killRedis(): Promise<void>;
  startRedis(): Promise<void>;
  /**
   * Cuts all gateways off from Redis at the same time and connects them again. Resolves when all of them are connected.
   */
  reconnectRedis(): Promise<void>;
  /** Ends the PostgreSQL server while gateways are connected to it, and starts it again. */
  restartPostgres(end: 'stop' | 'crash'): Promise<void>;
  close(): Promise<void>;
}

const createLinkedGateway = async (
  gateways: TestGateways,
  options: {
    readonly clock: TestClock;
    readonly postgres: { readonly url: string; readonly folder: string };
    readonly redisPort: number;
    readonly headPollMs: number;
  },
): Promise<LinkedGateway> => {
  const { clock, postgres, redisPort, headPollMs } = options;
  const postgresLink = await openPostgresProxy(postgres.folder);
  const redisLink = await openFaultyLink(redisPort);
  const gateway = await gateways.start({
    clock,
    environment: {
      PUBLIC_URL,
      SECRET_KEYS,
      DATABASE_URL: postgresLink.urlOf(postgres.url),
      REDIS_URL: `redis://127.0.0.1:${redisLink.port}`,
    },
    liveLimits: { frameBytes: FRAME_BYTES, headPollMs },
    redisTimes,
  });
  return { gateway, postgresLink, redisLink, clientLink: await openFaultyLink(gateway.address.port) };
};

const urlOf = ({ clientLink }: LinkedGateway): string => `http://127.0.0.1:${clientLink.port}`;

/** Waits until a gateway has noticed that its Redis is back or gone. */
const waitForRedis = async (linkedGateway: LinkedGateway, isConnected: boolean): Promise<void> => {
  const readReadiness = async (): Promise<string> => (await fetch(`${urlOf(linkedGateway)}/readyz`)).text();
  while (!(await readReadiness()).includes(`"bus":${isConnected}`)) await delay(PAUSE_MS);
};

/** Starts PostgreSQL for a cluster of gateways. The gateways themselves start with `startAfresh`. */
export const openCluster = async (gateways: TestGateways, redis: TestRedis): Promise<Cluster> => {
  const clock = createTestClock('2026-06-24T11:30:00+02:00');
  const postgres = createPostgresServer();
  await postgres.start();
  const database = openDatabase({
    dialect: createDialect({ driver: 'pg', url: postgres.url, ...POSTGRES_DEFAULTS }),
    realNow: clock.realNow,
  });
  const linkedGateways: (LinkedGateway | null)[] = Array.from({ length: GATEWAY_COUNT }, () => null);
  const doomedGateways = new Set<LinkedGateway>();
  const endings: Promise<unknown>[] = [];
  let headPollMs = 0;
  let isRedisRunning = true;
  let deathCount = 0;

  const runningGateways = (): readonly LinkedGateway[] =>
    linkedGateways.filter((linkedGateway) => linkedGateway !== null);

  const closeGatewayLinks = (index: number): void => {
    const linkedGateway = linkedGateways[index];
    if (linkedGateway === undefined || linkedGateway === null) return;
    linkedGateways[index] = null;
    doomedGateways.delete(linkedGateway);
    const { gateway, clientLink, postgresLink, redisLink } = linkedGateway;
    endings.push(clientLink.close(), postgresLink.close(), redisLink.close(), gateway.close());
  };

  const kill = (index: number): void => {
    if (linkedGateways[index] === null || runningGateways().length === 1) return;
    deathCount += 1;
    closeGatewayLinks(index);
  };

  const start = async (index: number): Promise<void> => {
    if (linkedGateways[index] !== null) return;
    await Promise.all(endings.splice(0));
    const redisPort = Number(new URL(redis.url).port);
    linkedGateways[index] = await createLinkedGateway(gateways, { clock, postgres, redisPort, headPollMs });
  };

  const startAll = async (): Promise<void> => {
    for (const [index, linkedGateway] of linkedGateways.entries())
      if (linkedGateway !== null && doomedGateways.has(linkedGateway)) closeGatewayLinks(index);
    for (let index = 0; index < GATEWAY_COUNT; index += 1) await start(index);
  };

  const startRedis = async (): Promise<void> => {
    if (!isRedisRunning) await redis.restart();
    isRedisRunning = true;
  };

  return {
    clock,
    database,
    async startAfresh(newHeadPollMs) {
      headPollMs = newHeadPollMs;
      for (let index = 0; index < GATEWAY_COUNT; index += 1) closeGatewayLinks(index);
      await startRedis();
      await startAll();
    },
    anyGateway() {
      const [linkedGateway] = runningGateways();
      if (linkedGateway === undefined) throw new Error('No gateway runs');
      return { ...linkedGateway.gateway, url: urlOf(linkedGateway) };
    },
    urls: () => runningGateways().map(urlOf),
    kill,
    killAfter(index, bytes) {
      const linkedGateway = linkedGateways[index];
      if (linkedGateway === undefined || linkedGateway === null) return;
      doomedGateways.add(linkedGateway);
      linkedGateway.postgresLink.stopAfter(bytes, () => {
        doomedGateways.delete(linkedGateway);
        // The gateway is killed after this turn of the event loop, so that responses to its last bytes may still
        // arrive.
        setImmediate(() => {
          if (linkedGateways[index] === linkedGateway) kill(index);
          linkedGateway.postgresLink.cutConnections();
        });
      });
    },
    deathCount: () => deathCount,
    start,
    startAll,
    breakRedisLink(index, fault) {
      linkedGateways[index]?.redisLink[fault]();
    },
    restoreRedisLink(index) {
      linkedGateways[index]?.redisLink.restore();
    },
    async killRedis() {
      isRedisRunning = false;
      await redis.kill();
    },
    startRedis,
    async reconnectRedis() {
      await startRedis();
      for (const { redisLink } of runningGateways()) redisLink.cut();
      await Promise.all(runningGateways().map((linkedGateway) => waitForRedis(linkedGateway, false)));
      for (const { redisLink } of runningGateways()) redisLink.restore();
      await Promise.all(runningGateways().map((linkedGateway) => waitForRedis(linkedGateway, true)));
    },
    async restartPostgres(end) {
      await postgres[end]();
      await postgres.start();
    },
    async close() {
      for (let index = 0; index < GATEWAY_COUNT; index += 1) closeGatewayLinks(index);
      await database.close();
      await Promise.all(endings.splice(0));
      await postgres.stop();
      postgres.remove();
    },
  };
};
