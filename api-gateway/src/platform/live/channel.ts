import type { ResetReason } from '@mahlzeit/contract';
import type { WebSocket } from 'ws';
import type { LiveReader } from '../callers';
import type { AppendedChanges, Change, TopicHead } from '../database/change-log';
import type { LiveLimits } from './live-limits';
import type { CursorPoint, DeltaFrame, ResolvedTopic, LogPart } from './topic-reader';

/** The part of a socket that sending uses. */
export type SendingSocket = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'OPEN' | 'send'>;

/** Bounded buffer of frames for one client. Waiting code resumes when there is space again. */
export interface SendBuffer {
  send(frame: Buffer): void;
  /** Whether too much is buffered. Readers that can continue later should do so. */
  isFull(): boolean;
  /** Resolves when the buffer isn't full, or when the socket is closed. */
  whenRoomy(): Promise<void>;
  /** Whether the client has been too slow for too long. */
  isHopeless(): boolean;
  /** Accepts no more topic frames, as if full, until released. */
  hold(): void;
  release(): void;
  /** Resolves all waiting code. */
  close(): void;
}

/** Creates the send buffer of a socket. */
export const createSendBuffer = (
  socket: SendingSocket,
  deps: { readonly limits: LiveLimits; readonly realNow: () => number; readonly onHopeless: () => void },
): SendBuffer => {
  const { limits, realNow, onHopeless } = deps;
  const resolvers: (() => void)[] = [];
  let slowSince: number | null = null;
  let isHeld = false;

  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  const isFull = (): boolean => isOpen() && (isHeld || socket.bufferedAmount > limits.pauseBytes);

  const watchBuffer = (): void => {
    slowSince = socket.bufferedAmount > limits.slowBytes ? (slowSince ?? realNow()) : null;
  };

  const isHopeless = (): boolean => {
    watchBuffer();
    return (
      socket.bufferedAmount > limits.giveUpBytes || (slowSince !== null && realNow() - slowSince >= limits.slowForMs)
    );
  };

  const resumeAll = (): void => {
    for (const resume of resolvers.splice(0)) resume();
  };

  const afterWrite = (): void => {
    watchBuffer();
    if (!isFull()) resumeAll();
  };

  return {
    send(frame) {
      if (!isOpen()) return;
      socket.send(frame, { binary: false }, afterWrite);
      if (isHopeless()) onHopeless();
    },
    isFull,
    whenRoomy: () => (isFull() ? new Promise<void>((resolve) => resolvers.push(resolve)) : Promise.resolve()),
    isHopeless,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      if (!isFull()) resumeAll();
    },
    close: resumeAll,
  };
};

/** A client of the hub. */
export interface Subscriber {
  /** Changes when the client presents a new token. */
  readonly session: LiveReader;
  readonly sendBuffer: SendBuffer;
  /** Subscriptions by topic name, which is also their id on the wire. */
  readonly subscriptions: Map<string, Subscription>;
}

/** Subscription of one client to one topic. */
export interface Subscription {
  readonly id: string;
  readonly resolved: ResolvedTopic;
  readonly subscriber: Subscriber;
  readonly channel: Channel;
  /** Last change that was sent to this client. */
  position: CursorPoint;
  /** True when nothing more is sent. */
  isOver: boolean;
}

interface ChannelDeps {
  /** Reads the log after a position. */
  readOn(point: CursorPoint): Promise<LogPart>;
  /** Encodes changes once for all followers. */
  encode(epoch: string, changes: readonly Change[]): readonly DeltaFrame[];
  /** Called for a follower with a full buffer, which continues later from the log. */
  onBehind(subscription: Subscription): void;
  /** Called for a follower for which the log can't be continued. */
  onReset(subscription: Subscription, reason: ResetReason): void;
  /** Called when the log can't be read. The next comparison of heads retries. */
  onFailure(error: unknown): void;
}

/** One topic of the log with its followers on this gateway. */
export interface Channel {
  readonly logName: string;
  /** All subscriptions, whether they follow already or not. */
  readonly subscriptions: Set<Subscription>;
  /** Notifies that the topic has reached `seq`. */
  hint(seq: number): void;
  /**
   * Sends changes that were just committed. When they don't continue the sent ones, or are many, they are read from the
   * log as after a hint.
   */
  take(changes: AppendedChanges): void;
  /** Compares the sent position with the head of the log. */
  compare(head: TopicHead): void;
  /** Lets a subscription at the log's head follow from there; false when the others are further already. */
  follow(subscription: Subscription): boolean;
  leave(subscription: Subscription): void;
}

/** Longer changes are read from the log in parts, so that other work runs in between. */
const TAKEN_AT_ONCE = 64;

/**
 * Creates a channel. New changes are taken from the commit or read from the log once, encoded once and sent to all
 * followers.
 */
export const createChannel = (logName: string, deps: ChannelDeps): Channel => {
  const followers = new Set<Subscription>();
  const subscriptions = new Set<Subscription>();
  // All followers have received everything up to this position.
  let sentPoint: CursorPoint = { epoch: '', seq: 0 };
  let hintedSeq = 0;
  let isPumping = false;

  const deliver = (subscription: Subscription, frame: DeltaFrame): void => {
    if (subscription.position.seq >= frame.seq) return;
    if (subscription.subscriber.sendBuffer.isFull()) {
      followers.delete(subscription);
      deps.onBehind(subscription);
      return;
    }
    subscription.position = { epoch: sentPoint.epoch, seq: frame.seq };
    subscription.subscriber.sendBuffer.send(frame.bytes);
  };

  const broadcast = (frames: readonly DeltaFrame[], epoch: string): void => {
    for (const frame of frames) {
      // Meanwhile all followers may have left, and new ones may follow another history or a later position.
      if (sentPoint.epoch !== epoch) return;
      sentPoint = { epoch, seq: Math.max(sentPoint.seq, frame.seq) };
      for (const subscription of [...followers]) deliver(subscription, frame);
    }
  };

  const resetSubscription = (reason: ResetReason): void => {
    hintedSeq = 0;
    for (const subscription of [...followers]) {
      followers.delete(subscription);
      deps.onReset(subscription, reason);
    }
  };

  const readAndBroadcast = async (): Promise<void> => {
    while (hintedSeq > sentPoint.seq && followers.size > 0) {
      const startPoint = sentPoint;
      const target = hintedSeq;
      const part = await deps.readOn(startPoint);
      // Meanwhile all followers may have left, and a new one may be at an earlier position, which the changes just read
      // don't continue.
      if (sentPoint.epoch !== startPoint.epoch || sentPoint.seq < startPoint.seq) continue;
      if (part.kind === 'reset') return resetSubscription(part.reason);
      if (part.changes.length > 0) broadcast(deps.encode(startPoint.epoch, part.changes), startPoint.epoch);
      // A hint without a change in the log was wrong.
      else if (hintedSeq === target) hintedSeq = startPoint.seq;
    }
  };

  // One pump at a time, so that frames keep the order of the log.
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
    hintedSeq = Math.max(hintedSeq, seq);
    void pump(); // It reports its own errors.
  };

  const isNext = ({ head, changes }: AppendedChanges): boolean =>
    followers.size > 0 &&
    !isPumping &&
    head.epoch === sentPoint.epoch &&
    changes[0]?.seq === sentPoint.seq + 1 &&
    changes.length <= TAKEN_AT_ONCE;

  return {
    logName,
    subscriptions,
    hint,
    take(appendedChanges) {
      const { head, changes } = appendedChanges;
      if (isNext(appendedChanges)) broadcast(deps.encode(head.epoch, changes), head.epoch);
      else hint(head.seq);
    },
    compare(head) {
      if (followers.size > 0 && head.epoch !== sentPoint.epoch) resetSubscription('foreign');
      else hint(head.seq);
    },
    follow(subscription) {
      const { position } = subscription;
      if (followers.size === 0) sentPoint = position;
      if (position.epoch !== sentPoint.epoch || position.seq < sentPoint.seq) return false;
      followers.add(subscription);
      void pump(); // It reports its own errors.
      return true;
    },
    leave(subscription) {
      subscriptions.delete(subscription);
      followers.delete(subscription);
    },
  };
};
