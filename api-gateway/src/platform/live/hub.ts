import type { ResetReason, ServerFrame } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import { createBatch } from '../batch';
import { readHeads, RIGHTS_TOPIC } from '../database/change-log';
import type { AppendedWrite } from '../database/change-log';
import type { Database } from '../database/database';
import type { Metrics } from '../metrics';
import { monotonicNow } from '../clock';
import { createChannel } from './channel';
import type { Channel, ChannelMeasurement, Subscriber, Subscription } from './channel';
import type { LiveBus } from './live-bus';
import type { LiveLimits } from './live-limits';
import { createRecentSnapshots } from './recent-snapshots';
import { createRightsFollower } from './rights-changes';
import type { ChangedRights } from './rights-changes';
import type { TopicSource } from './topic';
import {
  createTopicIndex,
  encodeDeltas,
  encodeFrame,
  encodeSnapshot,
  formatCursor,
  readLogParts,
  readSubscriptionStart,
} from './topic-reader';
import type { CursorPoint, LogPart, LogPosition, SubscriptionStart } from './topic-reader';

interface RunnerDeps {
  readonly database: Database;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Reads the changes of the log after a position. */
  readLogPart(logName: string, point: CursorPoint): Promise<LogPart>;
  /** Removes the subscription from the hub. Nothing more is sent for it. */
  end(subscription: Subscription): void;
}

const internalRetryMs = 2000;

/**
 * Creates the function that starts subscriptions. It sends a subscriber a snapshot or the changes after the client's
 * position, until the subscription follows its channel.
 */
const createSubscriptionRunner = (deps: RunnerDeps) => {
  const { database, limits, metrics, log, end: endSubscription } = deps;
  const recentSnapshots = createRecentSnapshots(monotonicNow);

  const emitFrame = (subscription: Subscription, frame: ServerFrame): void => {
    if (!subscription.hasEnded) subscription.subscriber.sendBuffer.send(encodeFrame(frame));
  };

  const refuseSubscription = (subscription: Subscription, errorCode: 'notFound' | 'internal'): void => {
    emitFrame(subscription, {
      op: 'err',
      id: subscription.id,
      code: errorCode,
      ...(errorCode === 'internal' ? { retryMs: internalRetryMs } : {}),
    });
    endSubscription(subscription);
  };

  const sendFrames = async (
    subscription: Subscription,
    frames: readonly Buffer[],
    afterEachFrame: (index: number) => void = () => {},
  ): Promise<void> => {
    for (const [index, frame] of frames.entries()) {
      await subscription.subscriber.sendBuffer.whenNotFull();
      if (subscription.hasEnded) return;
      subscription.subscriber.sendBuffer.send(frame);
      afterEachFrame(index);
    }
  };

  const announceReset = (subscription: Subscription, reason: ResetReason): void => {
    metrics.resets.inc({ reason });
    emitFrame(subscription, { op: 'reset', id: subscription.id, reason });
  };

  const sendSnapshot = async (
    subscription: Subscription,
    snapshotStart: SubscriptionStart & { readonly kind: 'snapshot' },
  ): Promise<void> => {
    if (snapshotStart.reason !== null) announceReset(subscription, snapshotStart.reason);
    await sendFrames(
      subscription,
      encodeSnapshot(subscription.id, formatCursor(snapshotStart.point), {
        items: snapshotStart.items,
        frameBytes: limits.frameBytes,
      }),
    );
  };

  // Reads the change log until the subscription has reached the channel's position. From there the subscription follows
  // the channel.
  const catchUp = async (
    subscription: Subscription,
    { isAtHead, onFollow }: { isAtHead: boolean; onFollow: () => void },
  ): Promise<void> => {
    for (let hasReachedHead = isAtHead; !subscription.hasEnded;) {
      await subscription.subscriber.sendBuffer.whenNotFull();
      if (hasReachedHead && !subscription.hasEnded && subscription.channel.follow(subscription)) return onFollow();
      const { epoch } = subscription.position;
      if (subscription.hasEnded) return;
      const logPart = await database.costlyReads.run(subscription.subscriber.client, () =>
        deps.readLogPart(subscription.channel.logName, subscription.position),
      );
      if (logPart.kind === 'reset') return startAfresh(subscription, logPart.reason);
      const deltas = encodeDeltas({ id: subscription.id, epoch, frameBytes: limits.frameBytes }, logPart.changes);
      await sendFrames(
        subscription,
        deltas.map((delta) => delta.bytes),
        (index) => {
          subscription.position = { epoch, seq: deltas[index]?.seq ?? subscription.position.seq };
        },
      );
      hasReachedHead = logPart.isAtHead;
    }
  };

  const beginSubscription = async (subscription: Subscription, cursor: string | undefined): Promise<void> => {
    const { resolvedTopic, channel, subscriber } = subscription;
    const subscriptionStart = await database.costlyReads.run(subscriber.client, () =>
      database.read((knex) =>
        readSubscriptionStart(knex, {
          resolvedTopic,
          session: subscriber.session,
          logName: channel.logName,
          recentSnapshots,
          cursor,
        }),
      ),
    );
    if (subscription.hasEnded) return;
    if (subscriptionStart.kind === 'forbidden') return refuseSubscription(subscription, 'notFound');
    subscription.position = subscriptionStart.point;
    (subscriptionStart.kind === 'resume' ? metrics.resumes : metrics.snapshots).inc();
    if (subscriptionStart.kind === 'snapshot') await sendSnapshot(subscription, subscriptionStart);
    await catchUp(subscription, {
      isAtHead: subscriptionStart.kind === 'snapshot' || subscriptionStart.isAtHead,
      onFollow: () =>
        emitFrame(subscription, { op: 'live', id: subscription.id, cursor: formatCursor(subscription.position) }),
    });
  };

  const startAfresh = async (subscription: Subscription, reason: ResetReason): Promise<void> => {
    announceReset(subscription, reason);
    await beginSubscription(subscription, undefined);
  };

  const runWithErrorHandling = async (subscription: Subscription, runWork: () => Promise<unknown>): Promise<void> => {
    try {
      await runWork();
    } catch (error) {
      log.error({ err: error, topic: subscription.channel.logName }, 'subscription failed');
      refuseSubscription(subscription, 'internal');
    }
  };

  return {
    /** Starts a subscription from the client's position; without a position, from a snapshot. */
    begin: (subscription: Subscription, cursor: string | undefined) =>
      runWithErrorHandling(subscription, () => beginSubscription(subscription, cursor)),
    /** Resumes a subscription after its client's buffer was full. */
    resume: (subscription: Subscription) =>
      runWithErrorHandling(subscription, () => catchUp(subscription, { isAtHead: false, onFollow: () => {} })),
    /** Sends the reason of a reset to the client and starts the subscription again, from a snapshot. */
    startAfresh: (subscription: Subscription, reason: ResetReason) =>
      runWithErrorHandling(subscription, () => startAfresh(subscription, reason)),
    /** Ends a subscription whose reader has lost the right to read the topic. */
    withdraw(subscription: Subscription): void {
      announceReset(subscription, 'rights');
      refuseSubscription(subscription, 'notFound');
    },
  };
};

interface HubDeps {
  readonly database: Database;
  readonly bus: LiveBus;
  readonly topics: readonly TopicSource[];
  readonly limits: LiveLimits;
  readonly realNow: () => number;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Hub: sends every change of a live topic to all its followers, once and in sequence. */
export interface Hub {
  subscribe(subscriber: Subscriber, topic: string, cursor: string | undefined): void;
  unsubscribe(subscriber: Subscriber, topic: string): void;
  /** Sends changes that this process has committed, and notifies the other gateways. */
  deliverWrite(write: AppendedWrite): void;
  /** Ends all subscriptions of a client that has disconnected from the hub. */
  leave(subscriber: Subscriber): void;
  /**
   * Checks again whether a client may read the topics of its subscriptions, and ends the subscriptions that it may not
   * read.
   */
  recheckRights(subscriber: Subscriber): Promise<void>;
  /**
   * Sets the function to call when rights have changed on any gateway. Later changes are sent only after this function
   * has finished.
   */
  onRightsChanged(recheck: (changedRights: ChangedRights) => Promise<void>): void;
  /** Ends all of a client's subscriptions. */
  withdrawAll(subscriber: Subscriber): void;
  /**
   * Compares the positions up to which changes were sent with the latest positions in the change log. This finds the
   * writes of other processes, and changes whose hints got lost.
   */
  compareHeads(): Promise<void>;
}

// Maximum number of topics in one statement, below the parameter limits of SQLite and PostgreSQL. A statement of
// limited size stays in the statement cache.
const maxHeadsPerRead = 500;
const MS_PER_SECOND = 1_000;

/** Creates the hub of this gateway. Channels exist only for topics that have subscriptions on this gateway. */
export const createHub = ({ database, bus, topics, limits, realNow, metrics, log }: HubDeps): Hub => {
  const findTopic = createTopicIndex(topics);
  const channels = new Map<string, Channel>();
  const recheckListeners: ((changedRights: ChangedRights) => Promise<void>)[] = [];

  const endSubscription = (subscription: Subscription): void => {
    if (subscription.hasEnded) return;
    subscription.hasEnded = true;
    subscription.subscriber.subscriptions.delete(subscription.id);
    metrics.subscriptions.dec();
    const { channel } = subscription;
    channel.leave(subscription);
    if (channel.subscriptions.size > 0) return;
    channels.delete(channel.logName);
    bus.unfollow(channel.logName);
  };

  const rightsFollower = createRightsFollower({
    database,
    recheck: async (changedRights) => {
      for (const recheck of recheckListeners) await recheck(changedRights);
    },
  });

  // Reads the change log for all hints of one turn at once, because one write usually changes several topics.
  const readLog = createBatch(async (positions: readonly LogPosition[]) => {
    const { parts, rightsHead } = await readLogParts(database.knex, positions);
    return parts.map((part) => ({ part, rightsHead }));
  });

  // Reads changes only after removing readers who lost the right to read before the change was committed.
  const readCheckedLog = async (logName: string, point: CursorPoint): Promise<LogPart> => {
    const { part, rightsHead } = await readLog({ logName, point });
    await rightsFollower.reach(rightsHead);
    return part;
  };

  const compareRights = async (): Promise<void> => rightsFollower.reach(await rightsFollower.readHead(database.knex));

  const runner = createSubscriptionRunner({
    database,
    limits,
    metrics,
    log,
    readLogPart: readCheckedLog,
    end: endSubscription,
  });

  const channelMeasurement: ChannelMeasurement = {
    onSent: (durationMs) => metrics.fanOut.observe(durationMs / MS_PER_SECOND),
    // The clocks of two machines may differ a little.
    onRead: (writtenAt) => metrics.lag.observe(Math.max(0, realNow() - writtenAt) / MS_PER_SECOND),
    onGap: () => metrics.gaps.inc(),
  };

  const openChannel = (logName: string, id: string): Channel => {
    const channel = createChannel(logName, {
      readLogPart: (point) => readCheckedLog(logName, point),
      encode(epoch, changes) {
        const deltas = encodeDeltas({ id, epoch, frameBytes: limits.frameBytes }, changes);
        metrics.deltas.inc(deltas.length);
        return deltas;
      },
      // Needs no error handling, because `runner` reports its own errors.
      onBehind: (subscription) => void runner.resume(subscription),
      onReset: (subscription, reason) => void runner.startAfresh(subscription, reason),
      onFailure: (error) => log.error({ err: error, topic: logName }, 'reading the change log failed'),
      measure: channelMeasurement,
    });
    channels.set(logName, channel);
    bus.follow(logName);
    return channel;
  };

  const subscribe = (subscriber: Subscriber, topic: string, cursor: string | undefined): void => {
    const previousSubscription = subscriber.subscriptions.get(topic);
    if (previousSubscription !== undefined) endSubscription(previousSubscription);
    if (subscriber.subscriptions.size >= limits.subscriptions) {
      subscriber.sendBuffer.send(encodeFrame({ op: 'err', id: topic, code: 'tooManySubscriptions' }));
      return;
    }
    const resolvedTopic = findTopic(topic);
    if (resolvedTopic === null) {
      subscriber.sendBuffer.send(encodeFrame({ op: 'err', id: topic, code: 'notFound' }));
      return;
    }
    const logName = resolvedTopic.source.logName?.(subscriber.session, resolvedTopic.param) ?? topic;
    const channel = channels.get(logName) ?? openChannel(logName, topic);
    const subscription: Subscription = {
      id: topic,
      resolvedTopic,
      subscriber,
      channel,
      position: { epoch: '', seq: 0 },
      hasEnded: false,
    };
    // Registers the subscription before anything is read, so that it misses no later write.
    channel.subscriptions.add(subscription);
    subscriber.subscriptions.set(topic, subscription);
    metrics.subscriptions.inc();
    // Needs no waiting, because `runner` reports its own errors.
    void runner.begin(subscription, cursor);
  };

  const compareHeads = async (topicNames: readonly string[] = [...channels.keys()]): Promise<void> => {
    await compareRights();
    for (let batchStart = 0; batchStart < topicNames.length; batchStart += maxHeadsPerRead) {
      const heads = await readHeads(database.knex, topicNames.slice(batchStart, batchStart + maxHeadsPerRead));
      for (const head of heads) channels.get(head.name)?.compare(head);
    }
  };

  const takeHint = (topic: string, seq: number): void => {
    if (topic === RIGHTS_TOPIC)
      compareRights().catch((error: unknown) => log.error({ err: error }, 'checking changed rights failed'));
    else channels.get(topic)?.hint(seq);
  };

  const takeAppended = ({ topics: topicsWritten, rights: head }: AppendedWrite): void => {
    // Sends the changes directly only if all changes of rights up to this write are known. Otherwise readers without a
    // right must be found in the database and removed first; the changes are then read from the log later.
    if (rightsFollower.hasReached(head))
      for (const topicChanges of topicsWritten) channels.get(topicChanges.head.name)?.onCommitted(topicChanges);
    for (const {
      head: { name, seq },
    } of topicsWritten) {
      takeHint(name, seq);
      bus.publish(name, seq);
    }
  };

  const recheckRights = async (subscriber: Subscriber): Promise<void> => {
    for (const subscription of [...subscriber.subscriptions.values()]) {
      const { source, param } = subscription.resolvedTopic;
      const mayRead = await database.read((knex) => source.mayRead(subscriber.session, param, knex));
      if (!mayRead && !subscription.hasEnded) runner.withdraw(subscription);
    }
  };

  bus.onHint(takeHint);
  bus.follow(RIGHTS_TOPIC);
  bus.onFollowed((topicNames) => {
    compareHeads(topicNames).catch((error: unknown) => log.error({ err: error }, 'comparing heads failed'));
  });

  return {
    subscribe,
    unsubscribe(subscriber, topic) {
      const subscription = subscriber.subscriptions.get(topic);
      if (subscription !== undefined) endSubscription(subscription);
    },
    deliverWrite: takeAppended,
    leave(subscriber) {
      for (const subscription of [...subscriber.subscriptions.values()]) endSubscription(subscription);
    },
    recheckRights,
    onRightsChanged: (recheck) => void recheckListeners.push(recheck),
    withdrawAll(subscriber) {
      for (const subscription of [...subscriber.subscriptions.values()]) runner.withdraw(subscription);
    },
    compareHeads: () => compareHeads(),
  };
};
