import type { LiveBus } from '../live/live-bus';
import type { Metrics } from '../metrics';
import type { RedisClient, RedisConnection } from './redis-connection';

// Maximum number of topics in one command, so that other commands of the same connection don't wait long.
const MAX_TOPICS_PER_COMMAND = 500;

interface BusDeps {
  readonly connection: RedisConnection;
  /** Beginning of all keys and channels of this database's gateways. */
  readonly namespace: string;
  readonly metrics: Pick<Metrics, 'hintsSent' | 'hintsReceived'>;
}

/**
 * Creates the publisher of hints. All hints of one turn leave together, and only the last one of a topic. Without a
 * connection they are lost.
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
      // The connection reports its own loss, and the other gateways find the changes in the log.
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

/** Creates the keeper of subscriptions, which follows the requested topics on each new connection. */
const createSubscriptions = ({ connection, subscribe, unsubscribe, onSubscribed }: SubscriptionDeps) => {
  const followedTopics = new Set<string>();
  /** Topics of the present connection. */
  const subscribedTopics = new Set<string>();
  /** Topics whose subscription may differ from the request. */
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
      // The connection reports its own loss, and the next one subscribes to everything.
    } finally {
      // Nothing comes between the last look at the changes and this line, so no change waits for another one.
      isSyncing = false;
    }
  };

  connection.onConnect(async (client) => {
    subscribedTopics.clear();
    changedTopics.clear();
    for (const topic of followedTopics) changedTopics.add(topic);
    while (changedTopics.size > 0) await syncChunk(client);
  });

  // All changes of one turn are sent together, and chunks one after the other: the client mixes up commands for the
  // same channel that overlap.
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

/** Creates a bus whose hints are published by Redis, on one channel for each topic. */
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
