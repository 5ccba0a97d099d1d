import type { ResetReason } from '@mahlzeit/contract';
import type { TopicHead } from '../database/topic-head';
import type { CursorPoint } from './cursor';
import type { DeltaFrame } from './frames';
import type { LogPart } from './log-reader';
import type { Subscription } from './subscription';

export interface ChannelDeps {
  /** Reads the log behind a point. */
  readOn(point: CursorPoint): Promise<LogPart>;
  /** Encodes what was read, once for all. */
  encode(epoch: string, part: LogPart & { readonly kind: 'changes' }): readonly DeltaFrame[];
  /** This follower can't take a frame now and reads on from the log. */
  onBehind(subscription: Subscription): void;
  /** The log can't be continued for this follower. */
  onReset(subscription: Subscription, reason: ResetReason): void;
  /** The log couldn't be read; the next comparison of heads tries again. */
  onFailure(error: unknown): void;
}

/** One topic of the log with those who follow it on this gateway. */
export interface Channel {
  readonly logName: string;
  /** All who take interest, following or not yet. */
  readonly subscriptions: Set<Subscription>;
  /** Tells that the topic has come as far as `seq`. */
  hint(seq: number): void;
  /** Compares what was sent with the head as it stands in the log. */
  compare(head: TopicHead): void;
  /** Lets a subscription that stood at the log's head follow from there; false where the others have come further since. */
  follow(subscription: Subscription): boolean;
  leave(subscription: Subscription): void;
}

/** Makes a channel: whatever is new in the log is read once, encoded once and given to all followers. */
export const createChannel = (logName: string, deps: ChannelDeps): Channel => {
  const followers = new Set<Subscription>();
  const subscriptions = new Set<Subscription>();
  // All followers have been given, or have had before, everything up to here.
  let sent: CursorPoint = { epoch: '', seq: 0 };
  let hinted = 0;
  let isPumping = false;

  const deliver = (subscription: Subscription, frame: DeltaFrame): void => {
    if (subscription.position.seq >= frame.seq) return;
    if (subscription.subscriber.sendBuffer.isFull()) {
      followers.delete(subscription);
      deps.onBehind(subscription);
      return;
    }
    subscription.position = { epoch: sent.epoch, seq: frame.seq };
    subscription.subscriber.sendBuffer.send(frame.bytes);
  };

  const broadcast = (frames: readonly DeltaFrame[], epoch: string): void => {
    for (const frame of frames) {
      // Meanwhile everybody may have left, and others come who follow another history or are further on.
      if (sent.epoch !== epoch) return;
      sent = { epoch, seq: Math.max(sent.seq, frame.seq) };
      for (const subscription of [...followers]) deliver(subscription, frame);
    }
  };

  const reset = (reason: ResetReason): void => {
    hinted = 0;
    for (const subscription of [...followers]) {
      followers.delete(subscription);
      deps.onReset(subscription, reason);
    }
  };

  const readAndBroadcast = async (): Promise<void> => {
    while (hinted > sent.seq && followers.size > 0) {
      const from = sent;
      const target = hinted;
      const part = await deps.readOn(from);
      if (part.kind === 'reset') return reset(part.reason);
      if (part.changes.length > 0) broadcast(deps.encode(from.epoch, part), from.epoch);
      // A hint for what isn't there was wrong.
      else if (hinted === target) hinted = from.seq;
    }
  };

  // One at a time, so that frames keep the order of the log.
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    try {
      await readAndBroadcast();
    } catch (error) {
      deps.onFailure(error);
    } finally {
      isPumping = false;
    }
  };

  const hint = (seq: number): void => {
    hinted = Math.max(hinted, seq);
    void pump(); // It reports its own failures.
  };

  return {
    logName,
    subscriptions,
    hint,
    compare(head) {
      if (followers.size > 0 && head.epoch !== sent.epoch) reset('foreign');
      else hint(head.seq);
    },
    follow(subscription) {
      const { position } = subscription;
      if (followers.size === 0) sent = position;
      if (position.epoch !== sent.epoch || position.seq < sent.seq) return false;
      followers.add(subscription);
      void pump(); // It reports its own failures.
      return true;
    },
    leave(subscription) {
      subscriptions.delete(subscription);
      followers.delete(subscription);
    },
  };
};
