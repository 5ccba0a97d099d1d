import { pino } from 'pino';
import { openFaultyLink, type FaultyLink } from '../testing/faulty-link';
import { describeOnRedis, testRedis } from '../testing/redis-server';
import { waitUntil } from '../testing/until';
import { createRedisConnection, RedisUnavailableError } from './redis-connection';
import type { RedisConnection, RedisTimes } from './redis-connection';

const quickTimes: RedisTimes = { commandMs: 100, connectMs: 500, minRetryMs: 1, maxRetryMs: 20, heartbeatMs: 20 };

const patientTimes: RedisTimes = { ...quickTimes, commandMs: 20_000, connectMs: 20_000 };

describeOnRedis('the connection to Redis', () => {
  const redis = testRedis();
  const connections: RedisConnection[] = [];
  let link: FaultyLink;
  let logLines: { readonly msg: string }[];

  beforeEach(async () => {
    logLines = [];
    link = await openFaultyLink(Number(new URL(redis().url).port));
  });

  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.close();
    await link.close();
  });

  const openConnection = (times: RedisTimes, url = `redis://127.0.0.1:${link.port}`): RedisConnection => {
    const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(JSON.parse(line)) });
    const connection = createRedisConnection({ url, times, log });
    connections.push(connection);
    connection.onHeartbeat((client) => client.ping());
    return connection;
  };

  const ping = (connection: RedisConnection): Promise<string> => connection.run((client) => client.ping());

  const messages = (): readonly string[] => logLines.map(({ msg }) => msg);

  it('starts without a server, refuses commands at once, and is ready when the server comes', async () => {
    link.cut();
    const connection = openConnection(patientTimes);
    await connection.start();
    expect(connection.isReady()).toBe(false);
    await expect(ping(connection)).rejects.toThrow(RedisUnavailableError);
    link.restore();
    await waitUntil(connection.isReady);
    expect(await ping(connection)).toBe('PONG');
    expect(messages()).toEqual([
      'Redis is unavailable; limits count for this gateway alone',
      'Redis is available again',
    ]);
  });

  it.each([
    ['is cut', (faultyLink: FaultyLink) => faultyLink.cut()],
    ['loses everything', (faultyLink: FaultyLink) => faultyLink.swallow()],
    ['answers too late', (faultyLink: FaultyLink) => faultyLink.delay(400)],
  ])('notices by itself that the link %s, and that it is well again', async (_title, breakLink) => {
    const connection = openConnection(quickTimes);
    await connection.start();
    breakLink(link);
    await waitUntil(() => !connection.isReady());
    await expect(ping(connection)).rejects.toThrow(RedisUnavailableError);
    link.restore();
    await waitUntil(connection.isReady);
  });

  it('lets a command of a hanging server fail, and all later commands at once', async () => {
    const connection = openConnection({ ...quickTimes, heartbeatMs: 60_000 });
    await connection.start();
    redis().freeze();
    try {
      const pings = [ping(connection), ping(connection)];
      for (const hangingPing of pings) await expect(hangingPing).rejects.toThrow(RedisUnavailableError);
      expect(connection.isReady()).toBe(false);
    } finally {
      redis().thaw();
    }
    await waitUntil(connection.isReady);
    expect(messages()).toEqual([
      'Redis is unavailable; limits count for this gateway alone',
      'Redis is available again',
    ]);
  });

  it('does the work of a new connection before it is ready', async () => {
    const connection = openConnection(patientTimes);
    const preparedWhileReady: boolean[] = [];
    connection.onConnect(async (client) => {
      await client.ping();
      preparedWhileReady.push(connection.isReady());
    });
    await connection.start();
    link.cut();
    await waitUntil(() => !connection.isReady());
    link.restore();
    await waitUntil(connection.isReady);
    expect(preparedWhileReady).toEqual([false, false]);
  });

  it('stays ready after a refused command, and logs its reason once', async () => {
    const connection = openConnection(patientTimes);
    await connection.start();
    const refuse = () => connection.run((client) => client.sendCommand(['NONSENSE']));
    await expect(refuse()).rejects.toThrow(/unknown command/);
    await expect(refuse()).rejects.toThrow(/unknown command/);
    expect(connection.isReady()).toBe(true);
    expect(messages()).toEqual(['Redis has refused a command']);
  });

  it('logs no password', async () => {
    const connection = openConnection(quickTimes, `redis://anna:geheim@127.0.0.1:${link.port}`);
    await connection.start();
    expect(connection.isReady()).toBe(false);
    expect(messages()).toEqual(['Redis is unavailable; limits count for this gateway alone']);
    expect(JSON.stringify(logLines)).not.toContain('geheim');
  });
});
