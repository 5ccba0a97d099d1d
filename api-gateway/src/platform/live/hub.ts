import type { Logger } from 'pino';
import type { Bus } from '../bus';
import { readHeads } from '../database/change-log';
import type { Metrics } from '../metrics';
import type { Database, TopicSource } from '../types';
import { createSemaphore } from '../work-slots';
import { createChannel, type Channel } from './channel';
import { encodeDeltas, encodeFrame } from './frames';
import type { LiveLimits } from './live-limits';
import { readOn } from './log-reader';
import type { Subscriber, Subscription } from './subscription';
import { createSubscriptionRunner } from './subscription-runner';
import { createTopicIndex } from './topic-index';

export interface HubDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly topics: readonly TopicSource[];
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Brings every change of a topic to everybody who follows it, in order and once. */
export interface Hub {
  subscribe(subscriber: Subscriber, topic: string, cursor: string | undefined): void;
  unsubscribe(subscriber: Subscriber, topic: string): void;
  /** The client is gone. */
  leave(subscriber: Subscriber): void;
  /** Checks all of a client's subscriptions again. */
  recheckRights(subscriber: Subscriber): Promise<void>;
  /** Takes all of a client's topics away. */
  withdrawAll(subscriber: Subscriber): void;
  /** Compares what was sent with the log: finds what other processes wrote and what hints got lost. */
  compareHeads(): Promise<void>;
}

// Half of the connections that read stay free for requests when thousands of clients come back at once.
const startsAtOnce = 4;
// SQLite takes far more parameters, PostgreSQL too; a bounded statement stays in the statement cache.
const headsAtOnce = 500;

/** Makes the hub of this gateway. */
export const createHub = ({ database, bus, topics, limits, metrics, log }: HubDeps): Hub => {
  const findTopic = createTopicIndex(topics);
  const channels = new Map<string, Channel>();

  const end = (subscription: Subscription): void => {
    if (subscription.isOver) return;
    subscription.isOver = true;
    subscription.subscriber.subscriptions.delete(subscription.id);
    metrics.subscriptions.dec();
    const { channel } = subscription;
    channel.leave(subscription);
    if (channel.subscriptions.size === 0) channels.delete(channel.logName);
  };

  const runner = createSubscriptionRunner({ database, limits, metrics, log, semaphore: createSemaphore(startsAtOnce), end });

  const openChannel = (logName: string, id: string): Channel => {
    const channel = createChannel(logName, {
      readOn: (point) => database.read((knex) => readOn(knex, logName, point)),
      encode(epoch, part) {
        const deltas = encodeDeltas({ id, epoch, frameBytes: limits.frameBytes }, part.changes);
        metrics.deltas.inc(deltas.length);
        return deltas;
      },
      onBehind: (subscription) => void runner.resume(subscription), // The runner reports its own failures.
      onReset: (subscription, reason) => void runner.startAfresh(subscription, reason), // Likewise.
      onFailure: (error) => log.error({ err: error, topic: logName }, 'reading the change log failed'),
    });
    channels.set(logName, channel);
    return channel;
  };

  const subscribe = (subscriber: Subscriber, topic: string, cursor: string | undefined): void => {
    const before = subscriber.subscriptions.get(topic);
    if (before !== undefined) end(before);
    if (subscriber.subscriptions.size >= limits.subscriptions) {
      subscriber.sendBuffer.send(encodeFrame({ op: 'err', id: topic, code: 'tooManySubscriptions' }));
      return;
    }
    const found = findTopic(topic);
    if (found === null) {
      subscriber.sendBuffer.send(encodeFrame({ op: 'err', id: topic, code: 'notFound' }));
      return;
    }
    const logName = found.source.logName?.(subscriber.session, found.param) ?? topic;
    const channel = channels.get(logName) ?? openChannel(logName, topic);
    const subscription: Subscription = { id: topic, found, subscriber, channel, position: { epoch: '', seq: 0 }, isOver: false };
    // Registered before anything is read: whatever is written from now on is heard of.
    channel.subscriptions.add(subscription);
    subscriber.subscriptions.set(topic, subscription);
    metrics.subscriptions.inc();
    void runner.begin(subscription, cursor); // The runner reports its own failures.
  };

  const compareHeads = async (): Promise<void> => {
    const names = [...channels.keys()];
    for (let start = 0; start < names.length; start += headsAtOnce) {
      const heads = await readHeads(database.knex, names.slice(start, start + headsAtOnce));
      for (const head of heads) channels.get(head.name)?.compare(head);
    }
  };

  const recheckRights = async (subscriber: Subscriber): Promise<void> => {
    for (const subscription of [...subscriber.subscriptions.values()]) {
      const { source, param } = subscription.found;
      const mayRead = await database.read((knex) => source.mayRead(subscriber.session, param, knex));
      if (!mayRead && !subscription.isOver) runner.withdraw(subscription);
    }
  };

  bus.onHint((topic, seq) => channels.get(topic)?.hint(seq));
  bus.onReconnect(() => {
    compareHeads().catch((error: unknown) => log.error({ err: error }, 'comparing heads failed'));
  });

  return {
    subscribe,
    unsubscribe(subscriber, topic) {
      const subscription = subscriber.subscriptions.get(topic);
      if (subscription !== undefined) end(subscription);
    },
    leave(subscriber) {
      for (const subscription of [...subscriber.subscriptions.values()]) end(subscription);
    },
    recheckRights,
    withdrawAll(subscriber) {
      for (const subscription of [...subscriber.subscriptions.values()]) runner.withdraw(subscription);
    },
    compareHeads,
  };
};
