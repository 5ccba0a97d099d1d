import type { ResetReason, ServerFrame } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics';
import type { Database } from '../types';
import type { Semaphore } from '../work-slots';
import { formatCursor } from './cursor';
import { encodeDeltas, encodeFrame, encodeSnapshot } from './frames';
import { readSubscriptionStart, type SubscriptionStart } from './join';
import type { LiveLimits } from './live-limits';
import { readOn } from './log-reader';
import type { Subscription } from './subscription';

export interface RunnerDeps {
  readonly database: Database;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Bounds the reads of many clients that come back at once. */
  readonly semaphore: Semaphore;
  /** Ends the subscription on the hub's side. */
  end(subscription: Subscription): void;
}

const internalRetryMs = 2000;

/** Makes what brings a subscription from nothing, or from where it left off, to following its channel. */
export const createSubscriptionRunner = ({ database, limits, metrics, log, semaphore, end }: RunnerDeps) => {
  const emit = (subscription: Subscription, frame: ServerFrame): void => {
    if (!subscription.isOver) subscription.subscriber.sendBuffer.send(encodeFrame(frame));
  };

  const refuse = (subscription: Subscription, code: 'notFound' | 'internal'): void => {
    emit(subscription, { op: 'err', id: subscription.id, code, ...(code === 'internal' ? { retryMs: internalRetryMs } : {}) });
    end(subscription);
  };

  const sendAll = async (subscription: Subscription, frames: readonly Buffer[], afterEach: (index: number) => void = () => {}): Promise<void> => {
    for (const [index, frame] of frames.entries()) {
      await subscription.subscriber.sendBuffer.whenRoomy();
      if (subscription.isOver) return;
      subscription.subscriber.sendBuffer.send(frame);
      afterEach(index);
    }
  };

  const sendSnapshot = async (subscription: Subscription, start: SubscriptionStart & { readonly kind: 'snapshot' }): Promise<void> => {
    if (start.reason !== null) announceReset(subscription, start.reason);
    await sendAll(subscription, encodeSnapshot(subscription.id, formatCursor(start.point), { items: start.items, frameBytes: limits.frameBytes }));
  };

  const announceReset = (subscription: Subscription, reason: ResetReason): void => {
    metrics.resets.inc({ reason });
    emit(subscription, { op: 'reset', id: subscription.id, reason });
  };

  // Reads on until the subscription stands where the others stand, and follows from there.
  const catchUp = async (subscription: Subscription, { isAtHead, onFollow }: { isAtHead: boolean; onFollow: () => void }): Promise<void> => {
    for (let isThere = isAtHead; !subscription.isOver; ) {
      await subscription.subscriber.sendBuffer.whenRoomy();
      if (isThere && !subscription.isOver && subscription.channel.follow(subscription)) return onFollow();
      const { epoch } = subscription.position;
      if (subscription.isOver) return;
      const part = await semaphore.run(() => database.read((knex) => readOn(knex, subscription.channel.logName, subscription.position)));
      if (part.kind === 'reset') return startAfresh(subscription, part.reason);
      const deltas = encodeDeltas({ id: subscription.id, epoch, frameBytes: limits.frameBytes }, part.changes);
      await sendAll(subscription, deltas.map((delta) => delta.bytes), (index) => {
        subscription.position = { epoch, seq: deltas[index]?.seq ?? subscription.position.seq };
      });
      isThere = part.isAtHead;
    }
  };

  const begin = async (subscription: Subscription, cursor: string | undefined): Promise<void> => {
    const { found, channel, subscriber } = subscription;
    const start = await semaphore.run(() => database.read((knex) => readSubscriptionStart(knex, { found, session: subscriber.session, logName: channel.logName, cursor })));
    if (subscription.isOver) return;
    if (start.kind === 'forbidden') return refuse(subscription, 'notFound');
    subscription.position = start.point;
    if (start.kind === 'snapshot') await sendSnapshot(subscription, start);
    await catchUp(subscription, {
      isAtHead: start.kind === 'snapshot' || start.isAtHead,
      onFollow: () => emit(subscription, { op: 'live', id: subscription.id, cursor: formatCursor(subscription.position) }),
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
    begin: (subscription: Subscription, cursor: string | undefined) => guarded(subscription, () => begin(subscription, cursor)),
    /** Takes it up again after its client had no room. */
    resume: (subscription: Subscription) => guarded(subscription, () => catchUp(subscription, { isAtHead: false, onFollow: () => {} })),
    /** Tells why nothing can be continued and begins with a snapshot. */
    startAfresh: (subscription: Subscription, reason: ResetReason) => guarded(subscription, () => startAfresh(subscription, reason)),
    /** The right to read is gone. */
    withdraw(subscription: Subscription): void {
      announceReset(subscription, 'rights');
      refuse(subscription, 'notFound');
    },
  };
};
