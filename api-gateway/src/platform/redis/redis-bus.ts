import type { LiveBus } from '../live/live-bus';
import type { Metrics } from '../metrics';
import type { RedisClient, RedisConnection } from './redis-connection';

// Maximum number of topics in one Redis command, so that other commands of the same connection don't wait long.
const MAX_TOPICS_PER_COMMAND = 500;

interface BusDeps {
  readonly connection: RedisConnection;
  /** Prefix of all Redis keys and channels of the gateways that share a database. */
  readonly namespace: string;
  readonly metrics: Pick<Metrics, 'hintsSent' | 'hintsReceived'>;
}

/**
 * Creates the publisher of hints about changed topics. All hints of one turn of the event loop are sent together, and
 * of each topic only the last one. Without a connection they are lost.
 */
const createHintPublisher = ({ connection, metrics }: BusDeps, channelOf: (topic: string) => string) => {
  const seqByTopic = new Map<string, number>();

  const send = (): void => {
    const hints = [...seqByTopic];
    seqByTopic.clear();
    if (!connection.isReady()) return;
    metrics.hintsSent.inc(hints.length);
    connection
      .run((client) => Promise.all(hints.map(([topic, seq]) => client.publish(channelOf(topic), String(seq)))))
      // Ignores the error: the connection reports its own loss, and the other gateways find the changes in the log.
      .catch(() => undefined);
  };

  return (topic: string, seq: number): void => {
    if (seqByTopic.size === 0) setImmediate(send);
    seqByTopic.set(topic, Math.max(seq, seqByTopic.get(topic) ?? 0));
  };
};

interface SubscriptionDeps {
  readonly connection: RedisConnection;
  subscribe(client: RedisClient, topics: readonly string[]): Promise<unknown>;
  unsubscribe(client: RedisClient, topics: readonly string[]): Promise<unknown>;
  onSubscribed(topics: readonly string[]): void;
}

/** Creates the manager of Redis subscriptions, which follows the requested topics on each new connection. */
const createSubscriptions = ({ connection, subscribe, unsubscribe, onSubscribed }: SubscriptionDeps) => {
  const followedTopics = new Set<string>();
  /** Topics to which the present connection is subscribed. */
  const subscribedTopics = new Set<string>();
  /** Topics whose subscription may differ from the requested state. */
  const changedTopics = new Set<string>();
  let isSyncing = false;

  const syncChunk = async (client: RedisClient): Promise<void> => {
    const topics = [...changedTopics].slice(0, MAX_TOPICS_PER_COMMAND);
    for (const topic of topics) changedTopics.delete(topic);
    const addedTopics = topics.filter((topic) => followedTopics.has(topic) && !subscribedTopics.has(topic));
    const removedTopics = topics.filter((topic) => !followedTopics.has(topic) && subscribedTopics.has(topic));
    for (const topic of addedTopics) subscribedTopics.add(topic);
    for (const topic of removedTopics) subscribedTopics.delete(topic);
    if (removedTopics.length > 0) await unsubscribe(client, removedTopics);
    if (addedTopics.length === 0) return;
    await subscribe(client, addedTopics);
    onSubscribed(addedTopics);
  };

  const syncReadyConnection = async (): Promise<void> => {
    try {
      while (changedTopics.size > 0 && connection.isReady()) await connection.run(syncChunk);
    } catch {
      // Ignores the error: the connection reports its own loss, and the next connection subscribes to everything.
    } finally {
      // No code runs between the last check of the changes and this line, so no change waits for another one.
      isSyncing = false;
    }
  };

  connection.onConnect(async (client) => {
    subscribedTopics.clear();
    changedTopics.clear();
    for (const topic of followedTopics) changedTopics.add(topic);
    while (changedTopics.size > 0) await syncChunk(client);
  });

  // Sends all changes of one turn together, and chunks of them one after the other: the Redis client confuses
  // overlapping commands for the same channel.
  const planSync = (topic: string): void => {
    changedTopics.add(topic);
    if (isSyncing) return;
    isSyncing = true;
    setImmediate(() => void syncReadyConnection());
  };

  return {
    follow(topic: string): void {
      followedTopics.add(topic);
      planSync(topic);
    },
    unfollow(topic: string): void {
      followedTopics.delete(topic);
      planSync(topic);
    },
  };
};

/** Creates a bus between gateways whose hints are published by Redis, on one channel for each topic. */
export const createRedisBus = (deps: BusDeps): LiveBus => {
  const { connection, namespace, metrics } = deps;
  const prefix = `${namespace}:hint:`;
  const channelOf = (topic: string): string => prefix + topic;
  const hintListeners: ((topic: string, seq: number) => void)[] = [];
  const followedListeners: ((topics: readonly string[]) => void)[] = [];

  const takeMessage = (message: string, channel: string): void => {
    const seq = Number(message);
    if (!Number.isSafeInteger(seq)) return;
    metrics.hintsReceived.inc();
    for (const listener of hintListeners) listener(channel.slice(prefix.length), seq);
  };

  const subscriptions = createSubscriptions({
    connection,
    subscribe: (client, topics) => client.subscribe(topics.map(channelOf), takeMessage),
    unsubscribe: (client, topics) => client.unsubscribe(topics.map(channelOf)),
    onSubscribed: (topics) => followedListeners.forEach((listener) => listener(topics)),
  });

  return {
    publish: createHintPublisher(deps, channelOf),
    ...subscriptions,
    onHint: (listener) => void hintListeners.push(listener),
    onFollowed: (listener) => void followedListeners.push(listener),
    isConnected: connection.isReady,
  };
};
