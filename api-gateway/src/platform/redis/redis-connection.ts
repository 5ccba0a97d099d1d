import { createClient } from '@redis/client';
import type { Logger } from 'pino';

const createRedisClient = (url: string, connectMs: number) =>
  createClient({
    url,
    // With version 3 of the protocol, one connection carries commands and hints. Its end is the end of both.
    RESP: 3,
    // A command without a connection fails at once.
    disableOfflineQueue: true,
    // The library ends the wait for a command only before it has sent the command. The connection has a limit for both.
    commandOptions: { timeout: undefined },
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });

/** Client of one connection. A lost connection gets a new client. */
export type RedisClient = ReturnType<typeof createRedisClient>;

/** The server can't be reached, or has not answered in time. */
export class RedisUnavailableError extends Error {}

/** Times of a connection, in real milliseconds. */
export const defaultRedisTimes = {
  /** Time within which the server answers a command. After that the connection counts as lost. */
  commandMs: 150,
  /** Time within which a new connection is ready. */
  connectMs: 2000,
  /** Pauses between attempts to connect: the first one, and the longest. */
  minRetryMs: 50,
  maxRetryMs: 1000,
  /** Interval of the heartbeat, which notices that the server is gone although nobody needs it. */
  heartbeatMs: 1000,
};

/** Times of a connection; tests use others than the default ones. */
export type RedisTimes = Readonly<Record<keyof typeof defaultRedisTimes, number>>;

type UseClient = (client: RedisClient) => Promise<unknown>;

/** A connection to Redis that replaces itself after each loss. */
export interface RedisConnection {
  /** Whether the server answers, as far as this gateway has noticed. */
  isReady(): boolean;
  /**
   * Runs commands. Rejects with `RedisUnavailableError` at once without a connection, or when the server hasn't
   * answered in time; rejects with the server's own error for a refused command.
   */
  run<T>(runCommands: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Adds work that a new connection does before it is ready. If the work fails, the connection counts as lost. */
  onConnect(prepare: UseClient): void;
  /** Adds work that the connection repeats. If the work fails, the connection counts as lost. */
  onHeartbeat(beat: UseClient): void;
  /** Connects, and resolves after the first attempt, whether it has succeeded or not. */
  start(): Promise<void>;
  /** Ends the connection. Commands without an answer fail. */
  close(): void;
}

/** Resolves with the result of the commands. Rejects when there is none after that time. */
const withDeadline = <T>(result: Promise<T>, deadlineMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const rejectLate = (): void => reject(new RedisUnavailableError(`no answer within ${deadlineMs} ms`));
    // After a long turn of this process, the answer may lie in the socket already. The socket is read before the
    // callback of `setImmediate`.
    const timer = setTimeout(() => setImmediate(rejectLate), deadlineMs);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const disconnect = (client: RedisClient): void => {
  if (client.isOpen) client.destroy();
};

/** Logs each change of the connection's state once, and never the URL, which may contain a password. */
const createStateLog = (log: Pick<Logger, 'warn' | 'info' | 'error'>) => {
  let isGone = false;
  let refusalMessage = '';
  return {
    gone(cause: unknown): void {
      if (!isGone) log.warn({ err: cause }, 'Redis is unavailable; limits count for this gateway alone');
      isGone = true;
    },
    back(): void {
      if (isGone) log.info('Redis is available again');
      isGone = false;
    },
    /** Logs a refused command, for instance for want of a right. Repetitions of one reason are logged once. */
    refused(cause: unknown): void {
      if (String(cause) !== refusalMessage) log.error({ err: cause }, 'Redis has refused a command');
      refusalMessage = String(cause);
    },
  };
};

interface ConnectionDeps {
  readonly url: string;
  readonly times: RedisTimes;
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>;
}

/** Creates a connection that isn't open yet. */
export const createRedisConnection = ({ url, times, log }: ConnectionDeps): RedisConnection => {
  const preparations: UseClient[] = [];
  const beats: UseClient[] = [];
  const stateLog = createStateLog(log);
  let readyClient: RedisClient | null = null;
  let connectingClient: RedisClient | null = null;
  let isClosed = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;
  let failedAttempts = 0;

  const retryLater = (): void => {
    const pauseMs = Math.min(times.maxRetryMs, times.minRetryMs * 2 ** failedAttempts);
    failedAttempts += 1;
    // Gateways that have lost the server at the same time come back at different times.
    retryTimer = setTimeout(() => void connect(), pauseMs * (0.5 + Math.random() / 2));
  };

  const lose = (client: RedisClient, cause: unknown): void => {
    if (client !== readyClient) return;
    readyClient = null;
    disconnect(client);
    stateLog.gone(cause);
    retryLater();
  };

  const prepare = async (client: RedisClient): Promise<void> => {
    await client.connect();
    for (const prepareClient of preparations) await prepareClient(client);
  };

  const connect = async (): Promise<void> => {
    const client = createRedisClient(url, times.connectMs);
    connectingClient = client;
    client.on('error', (error: unknown) => lose(client, error));
    try {
      await withDeadline(prepare(client), times.connectMs);
      if (!client.isReady) throw new RedisUnavailableError('the connection was closed');
      readyClient = client;
      failedAttempts = 0;
      stateLog.back();
    } catch (error) {
      disconnect(client);
      if (isClosed) return;
      stateLog.gone(error);
      retryLater();
    } finally {
      connectingClient = null;
    }
  };

  const run = async <T>(runCommands: (client: RedisClient) => Promise<T>): Promise<T> => {
    const client = readyClient;
    if (client === null) throw new RedisUnavailableError('there is no connection');
    try {
      return await withDeadline(runCommands(client), times.commandMs);
    } catch (error) {
      if (error instanceof RedisUnavailableError) lose(client, error);
      if (client !== readyClient) throw new RedisUnavailableError('the connection is lost', { cause: error });
      stateLog.refused(error);
      throw error;
    }
  };

  const beat = async (client: RedisClient): Promise<void> => {
    try {
      await withDeadline(Promise.all(beats.map((beatOnce) => beatOnce(client))), times.commandMs);
    } catch (error) {
      lose(client, error);
    }
  };

  return {
    isReady: () => readyClient !== null,
    run,
    onConnect: (prepareClient) => void preparations.push(prepareClient),
    onHeartbeat: (beatOnce) => void beats.push(beatOnce),
    start() {
      heartbeatTimer = setInterval(() => {
        if (readyClient !== null) void beat(readyClient); // A failed beat ends the connection.
      }, times.heartbeatMs);
      return connect();
    },
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      clearInterval(heartbeatTimer);
      for (const client of [readyClient, connectingClient]) if (client !== null) disconnect(client);
      readyClient = null;
    },
  };
};
