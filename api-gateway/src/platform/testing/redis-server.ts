import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';

const READY_WITHIN_MS = 10_000;

const isInstalled = (): boolean => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).error === undefined;

/** Defines a test suite that needs Redis. If no Redis server is installed, its tests are skipped. */
export const describeOnRedis = (title: string, defineTests: () => void): void =>
  (isInstalled() ? describe : describe.skip)(title, defineTests);

/** A Redis server for one test file, which stores nothing on the disk. */
export interface TestRedis {
  readonly url: string;
  /** Stops the Redis process without closing its connections, like a machine that hangs. */
  freeze(): void;
  /** Lets a frozen Redis process continue. */
  thaw(): void;
  /** Ends the Redis process at once. All its data are lost. */
  kill(): Promise<void>;
  /** Starts the Redis server again on its port, without data. */
  restart(): Promise<void>;
  /** Lets time pass for all Redis keys: each of them expires that much earlier. */
  passTime(ms: number): Promise<void>;
  /** Lists all keys in Redis. */
  keys(): Promise<readonly string[]>;
  /** Lists all Redis channels with subscribers. */
  channels(): Promise<readonly string[]>;
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The machine has no free port');
  return address.port;
};

const createTestClient = (url: string) => createClient({ url, RESP: 3, socket: { reconnectStrategy: false } });

const runOn = async <T>(url: string, run: (client: ReturnType<typeof createTestClient>) => Promise<T>): Promise<T> => {
  const client = createTestClient(url);
  // Ignores the event, because the command rejects with the same error.
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    client.destroy();
  }
};

const waitUntilReady = async (url: string): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += 10) {
    try {
      await runOn(url, (client) => client.ping());
      return;
    } catch (error) {
      if (waitedMs > READY_WITHIN_MS) throw error;
      await delay(10);
    }
  }
};

const EXPIRE_EARLIER_SCRIPT = `
for _, key in ipairs(redis.call('keys', '*')) do
  local ttl = redis.call('pttl', key)
  if ttl >= 0 then redis.call('pexpire', key, ttl - ARGV[1]) end
end`;

/** Starts a Redis server on a free port. It ends after the last test of the file. */
export const startTestRedis = async (): Promise<TestRedis> => {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const startedServer = spawn('redis-server', settings, { stdio: 'ignore', cwd: tmpdir() });
    server = startedServer;
    // Ends the Redis server when this process exits, because an interrupted test run doesn't come to its end.
    const killServer = (): void => void startedServer.kill('SIGKILL');
    process.once('exit', killServer);
    startedServer.once('exit', () => void process.removeListener('exit', killServer));
    await waitUntilReady(url);
  };

  const kill = async (): Promise<void> => {
    const killedServer = server;
    server = null;
    if (killedServer === null) return;
    const ended = once(killedServer, 'exit');
    killedServer.kill('SIGKILL');
    await ended;
  };

  await start();
  return {
    url,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill,
    restart: start,
    passTime: (ms) =>
      runOn(url, async (client) => {
        await client.eval(EXPIRE_EARLIER_SCRIPT, { arguments: [String(ms)] });
      }),
    keys: () => runOn(url, (client) => client.keys('*')),
    channels: () => runOn(url, (client) => client.pubSubChannels()),
  };
};

/** Starts a Redis server before the first test of this `describe`, and ends it after the last one. */
export const testRedis = (): (() => TestRedis) => {
  let redis: TestRedis | null = null;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis?.kill());
  return () => {
    if (redis === null) throw new Error('Redis starts before the first test');
    return redis;
  };
};
