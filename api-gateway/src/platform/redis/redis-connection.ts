import { createClient } from '@redis/client';
import type { Logger } from 'pino';

const createRedisClient = (url: string, connectMs: number) =>
  createClient({
    url,
    // Uses version 3 of the protocol, in which one connection carries both commands and hints.
    RESP: 3,
    // Makes a command fail at once when there is no connection.
    disableOfflineQueue: true,
    // Disables the library's timeout, which limits only the wait before a command is sent. The connection has a limit
    // for the whole command.
    commandOptions: { timeout: undefined },
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });

/** Redis client of one connection. After a loss, a new client is created. */
export type RedisClient = ReturnType<typeof createRedisClient>;

/** Error: the Redis server can't be reached, or has not answered in time. */
export class RedisUnavailableError extends Error {}

/** Timeouts and pauses of a Redis connection, in real milliseconds. */
export const defaultRedisTimes = {
  /** Time within which the Redis server must answer a command. After that the connection counts as lost. */
  commandMs: 150,
  /** Time within which a new Redis connection must be ready. */
  connectMs: 2000,
  /** Shortest pause between attempts to connect; the next field is the longest. */
  minRetryMs: 50,
  maxRetryMs: 1000,
  /** Interval of the heartbeat, which notices a lost server even when no command is sent. */
  heartbeatMs: 1000,
};

/** Timeouts and pauses of a Redis connection; tests use others than the default ones. */
export type RedisTimes = Readonly<Record<keyof typeof defaultRedisTimes, number>>;

type RedisClientAction = (client: RedisClient) => Promise<unknown>;

/** A connection to Redis that replaces itself after each loss. */
export interface RedisConnection {
  /** Returns whether the Redis server answers, as far as this gateway has noticed. */
  isReady(): boolean;
  /**
   * Runs Redis commands. Rejects with `RedisUnavailableError` at once without a connection, or when the server hasn't
   * answered in time; rejects with the server's own error for a refused command.
   */
  run<T>(runCommands: (client: RedisClient) => Promise<T>): Promise<T>;
  /**
   * Adds work that runs on each new Redis connection before it is ready. If the work fails, the connection counts as
   * lost.
   */
  onConnect(prepare: RedisClientAction): void;
  /** Adds work that runs with each heartbeat. If the work fails, the connection counts as lost. */
  onHeartbeat(beat: RedisClientAction): void;
  /** Connects to Redis, and resolves after the first attempt, whether it has succeeded or not. */
  start(): Promise<void>;
  /** Ends the Redis connection. Commands that have no answer yet fail. */
  close(): void;
}

/** Resolves with the result of Redis commands. Rejects when there is none after that time. */
const withDeadline = <T>(result: Promise<T>, deadlineMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const rejectLate = (): void => reject(new RedisUnavailableError(`no answer within ${deadlineMs} ms`));
    // Reads the socket once more before rejecting: after a long turn of this process, the answer may have arrived
    // already. The socket is read before the callback of `setImmediate`.
    const timer = setTimeout(() => setImmediate(rejectLate), deadlineMs);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const disconnect = (client: RedisClient): void => {
  if (client.isOpen) client.destroy();
};

/**
 * Creates the log of a Redis connection. It logs each change of the state once, and never the URL, which may contain a
 * password.
 */
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
    /**
     * Logs a command that Redis has refused, for instance because of a missing permission. A repeated reason is logged
     * once.
     */
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

/** Creates a Redis connection that isn't open yet. */
export const createRedisConnection = ({ url, times, log }: ConnectionDeps): RedisConnection => {
  const preparations: RedisClientAction[] = [];
  const heartbeatActions: RedisClientAction[] = [];
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
    // Connects again after a random pause, so that gateways that have lost the server at the same time don't all
    // connect at once.
    retryTimer = setTimeout(() => void connect(), pauseMs * (0.5 + Math.random() / 2));
  };

  const handleLostConnection = (client: RedisClient, cause: unknown): void => {
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
    client.on('error', (error: unknown) => handleLostConnection(client, error));
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
      if (error instanceof RedisUnavailableError) handleLostConnection(client, error);
      if (client !== readyClient) throw new RedisUnavailableError('the connection is lost', { cause: error });
      stateLog.refused(error);
      throw error;
    }
  };

  const runHeartbeat = async (client: RedisClient): Promise<void> => {
    try {
      await withDeadline(Promise.all(heartbeatActions.map((beatOnce) => beatOnce(client))), times.commandMs);
    } catch (error) {
      handleLostConnection(client, error);
    }
  };

  return {
    isReady: () => readyClient !== null,
    run,
    onConnect: (prepareClient) => void preparations.push(prepareClient),
    onHeartbeat: (beatOnce) => void heartbeatActions.push(beatOnce),
    start() {
      heartbeatTimer = setInterval(() => {
        if (readyClient !== null) void runHeartbeat(readyClient); // A failed beat ends the connection.
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
