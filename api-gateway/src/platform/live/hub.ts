import type { ResetReason, ServerFrame } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import { readHeads, RIGHTS_TOPIC } from '../database/change-log';
import type { AppendedWrite } from '../database/change-log';
import type { Database } from '../database/database';
import type { Metrics } from '../metrics';
import { createSemaphore } from '../semaphore';
import type { Semaphore } from '../semaphore';
import { createChannel } from './channel';
import type { Channel, Subscriber, Subscription } from './channel';
import type { LiveLimits } from './live-limits';
import { createRightsFollower } from './rights-changes';
import type { ChangedRights } from './rights-changes';
import type { TopicSource } from './topic';
import {
  createTopicIndex,
  encodeDeltas,
  encodeFrame,
  encodeSnapshot,
  formatCursor,
  readOn,
  readSubscriptionStart,
} from './topic-reader';
import type { CursorPoint, LogPart, SubscriptionStart } from './topic-reader';

/** Carries hints between gateways: something has happened in a topic. Hints may get lost; the log has the data. */
export interface Bus {
  publish(topic: string, seq: number): void;
  onHint(listener: (topic: string, seq: number) => void): void;
  /** Hints may have been missed: everybody compares heads. */
  onReconnect(listener: () => void): void;
  isConnected(): boolean;
}

/** The bus of a gateway that is alone: it never loses its connection to itself. */
export const createInProcessBus = (): Bus => {
  const listeners: ((topic: string, seq: number) => void)[] = [];
  return {
    publish(topic, seq) {
      for (const listener of listeners) listener(topic, seq);
    },
    onHint: (listener) => void listeners.push(listener),
    onReconnect: () => {},
    isConnected: () => true,
  };
};

interface RunnerDeps {
  readonly database: Database;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Bounds the reads of many clients that come back at once. */
  readonly semaphore: Semaphore;
  /** Reads the log behind a point. */
  readOn(logName: string, point: CursorPoint): Promise<LogPart>;
  /** Ends the subscription on the hub's side. */
  end(subscription: Subscription): void;
}

const internalRetryMs = 2000;

/** Makes what brings a subscription from nothing, or from where it left off, to following its channel. */
const createSubscriptionRunner = (deps: RunnerDeps) => {
  const { database, limits, metrics, log, semaphore, end } = deps;

  const emit = (subscription: Subscription, frame: ServerFrame): void => {
    if (!subscription.isOver) subscription.subscriber.sendBuffer.send(encodeFrame(frame));
  };

  const refuse = (subscription: Subscription, code: 'notFound' | 'internal'): void => {
    emit(subscription, {
      op: 'err',
      id: subscription.id,
      code,
      ...(code === 'internal' ? { retryMs: internalRetryMs } : {}),
    });
    end(subscription);
  };

  const sendAll = async (
    subscription: Subscription,
    frames: readonly Buffer[],
    afterEach: (index: number) => void = () => {},
  ): Promise<void> => {
    for (const [index, frame] of frames.entries()) {
      await subscription.subscriber.sendBuffer.whenRoomy();
      if (subscription.isOver) return;
      subscription.subscriber.sendBuffer.send(frame);
      afterEach(index);
    }
  };

  const announceReset = (subscription: Subscription, reason: ResetReason): void => {
    metrics.resets.inc({ reason });
    emit(subscription, { op: 'reset', id: subscription.id, reason });
  };

  const sendSnapshot = async (
    subscription: Subscription,
    start: SubscriptionStart & { readonly kind: 'snapshot' },
  ): Promise<void> => {
    if (start.reason !== null) announceReset(subscription, start.reason);
    await sendAll(
      subscription,
      encodeSnapshot(subscription.id, formatCursor(start.point), { items: start.items, frameBytes: limits.frameBytes }),
    );
  };

  // Reads on until the subscription stands where the others stand, and follows from there.
  const catchUp = async (
    subscription: Subscription,
    { isAtHead, onFollow }: { isAtHead: boolean; onFollow: () => void },
  ): Promise<void> => {
    for (let isThere = isAtHead; !subscription.isOver;) {
      await subscription.subscriber.sendBuffer.whenRoomy();
      if (isThere && !subscription.isOver && subscription.channel.follow(subscription)) return onFollow();
      const { epoch } = subscription.position;
      if (subscription.isOver) return;
      const part = await semaphore.run(() => deps.readOn(subscription.channel.logName, subscription.position));
      if (part.kind === 'reset') return startAfresh(subscription, part.reason);
      const deltas = encodeDeltas({ id: subscription.id, epoch, frameBytes: limits.frameBytes }, part.changes);
      await sendAll(
        subscription,
        deltas.map((delta) => delta.bytes),
        (index) => {
          subscription.position = { epoch, seq: deltas[index]?.seq ?? subscription.position.seq };
        },
      );
      isThere = part.isAtHead;
    }
  };

  const begin = async (subscription: Subscription, cursor: string | undefined): Promise<void> => {
    const { found, channel, subscriber } = subscription;
    const start = await semaphore.run(() =>
      database.read((knex) =>
        readSubscriptionStart(knex, { found, session: subscriber.session, logName: channel.logName, cursor }),
      ),
    );
    if (subscription.isOver) return;
    if (start.kind === 'forbidden') return refuse(subscription, 'notFound');
    subscription.position = start.point;
    if (start.kind === 'snapshot') await sendSnapshot(subscription, start);
    await catchUp(subscription, {
      isAtHead: start.kind === 'snapshot' || start.isAtHead,
      onFollow: () =>
        emit(subscription, { op: 'live', id: subscription.id, cursor: formatCursor(subscription.position) }),
    });
  };

  const startAfresh = async (subscription: Subscription, reason: ResetReason): Promise<void> => {
    announceReset(subscription, reason);
    await begin(subscription, undefined);
  };

  const guarded = async (subscription: Subscription, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, topic: subscription.channel.logName }, 'subscription failed');
      refuse(subscription, 'internal');
    }
  };

  return {
    /** Starts a subscription from a cursor or from nothing. */
    begin: (subscription: Subscription, cursor: string | undefined) =>
      guarded(subscription, () => begin(subscription, cursor)),
    /** Takes it up again after its client had no room. */
    resume: (subscription: Subscription) =>
      guarded(subscription, () => catchUp(subscription, { isAtHead: false, onFollow: () => {} })),
    /** Tells why nothing can be continued and begins with a snapshot. */
    startAfresh: (subscription: Subscription, reason: ResetReason) =>
      guarded(subscription, () => startAfresh(subscription, reason)),
    /** The right to read is gone. */
    withdraw(subscription: Subscription): void {
      announceReset(subscription, 'rights');
      refuse(subscription, 'notFound');
    },
  };
};

interface HubDeps {
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
  /** Sends on what this process has just committed, and hints at it to the others. */
  take(write: AppendedWrite): void;
  /** The client is gone. */
  leave(subscriber: Subscriber): void;
  /** Checks all of a client's subscriptions again. */
  recheckRights(subscriber: Subscriber): Promise<void>;
  /**
   * `recheck` is called when rights have changed, on this gateway or another; nothing that was written later is sent
   * before it is done.
   */
  onRightsChanged(recheck: (changed: ChangedRights) => Promise<void>): void;
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
  const rechecks: ((changed: ChangedRights) => Promise<void>)[] = [];

  const end = (subscription: Subscription): void => {
    if (subscription.isOver) return;
    subscription.isOver = true;
    subscription.subscriber.subscriptions.delete(subscription.id);
    metrics.subscriptions.dec();
    const { channel } = subscription;
    channel.leave(subscription);
    if (channel.subscriptions.size === 0) channels.delete(channel.logName);
  };

  const rights = createRightsFollower({
    database,
    recheck: async (changed) => {
      for (const recheck of rechecks) await recheck(changed);
    },
  });

  // Whoever has lost the right to a change by the instant of which it is read is gone before it is sent.
  const readChecked = async (logName: string, point: CursorPoint): Promise<LogPart> => {
    const { part, head } = await database.read(async (knex) => ({
      part: await readOn(knex, logName, point),
      head: await rights.readHead(knex),
    }));
    await rights.reach(head);
    return part;
  };

  const compareRights = async (): Promise<void> => rights.reach(await rights.readHead(database.knex));

  const runner = createSubscriptionRunner({
    database,
    limits,
    metrics,
    log,
    semaphore: createSemaphore(startsAtOnce),
    readOn: readChecked,
    end,
  });

  const openChannel = (logName: string, id: string): Channel => {
    const channel = createChannel(logName, {
      readOn: (point) => readChecked(logName, point),
      encode(epoch, changes) {
        const deltas = encodeDeltas({ id, epoch, frameBytes: limits.frameBytes }, changes);
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
    const subscription: Subscription = {
      id: topic,
      found,
      subscriber,
      channel,
      position: { epoch: '', seq: 0 },
      isOver: false,
    };
    // Registered before anything is read: whatever is written from now on is heard of.
    channel.subscriptions.add(subscription);
    subscriber.subscriptions.set(topic, subscription);
    metrics.subscriptions.inc();
    void runner.begin(subscription, cursor); // The runner reports its own failures.
  };

  const compareHeads = async (): Promise<void> => {
    await compareRights();
    const names = [...channels.keys()];
    for (let start = 0; start < names.length; start += headsAtOnce) {
      const heads = await readHeads(database.knex, names.slice(start, start + headsAtOnce));
      for (const head of heads) channels.get(head.name)?.compare(head);
    }
  };

  const take = ({ topics: written, rights: head }: AppendedWrite): void => {
    // Whoever has lost a right by then must be gone first: that takes reading, and the log has it all.
    if (rights.hasReached(head)) for (const appended of written) channels.get(appended.head.name)?.take(appended);
    for (const {
      head: { name, seq },
    } of written)
      bus.publish(name, seq);
  };

  const recheckRights = async (subscriber: Subscriber): Promise<void> => {
    for (const subscription of [...subscriber.subscriptions.values()]) {
      const { source, param } = subscription.found;
      const mayRead = await database.read((knex) => source.mayRead(subscriber.session, param, knex));
      if (!mayRead && !subscription.isOver) runner.withdraw(subscription);
    }
  };

  bus.onHint((topic, seq) => {
    if (topic === RIGHTS_TOPIC)
      compareRights().catch((error: unknown) => log.error({ err: error }, 'checking changed rights failed'));
    else channels.get(topic)?.hint(seq);
  });
  bus.onReconnect(() => {
    compareHeads().catch((error: unknown) => log.error({ err: error }, 'comparing heads failed'));
  });

  return {
    subscribe,
    unsubscribe(subscriber, topic) {
      const subscription = subscriber.subscriptions.get(topic);
      if (subscription !== undefined) end(subscription);
    },
    take,
    leave(subscriber) {
      for (const subscription of [...subscriber.subscriptions.values()]) end(subscription);
    },
    recheckRights,
    onRightsChanged: (recheck) => void rechecks.push(recheck),
    withdrawAll(subscriber) {
      for (const subscription of [...subscriber.subscriptions.values()]) runner.withdraw(subscription);
    },
    compareHeads,
  };
};
