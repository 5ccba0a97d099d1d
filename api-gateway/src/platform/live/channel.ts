import type { ResetReason } from '@mahlzeit/contract';
import type { WebSocket } from 'ws';
import type { LiveReader } from '../callers';
import type { AppendedChanges, Change, TopicHead } from '../database/change-log';
import type { LiveLimits } from './live-limits';
import type { CursorPoint, DeltaFrame, FoundTopic, LogPart } from './topic-reader';

/** The part of a socket that sending uses. */
export type SendingSocket = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'OPEN' | 'send'>;

/** Frames on their way to one client: bounded; waiters resume when there is room again. */
export interface SendBuffer {
  send(frame: Buffer): void;
  /** Too much waits already: whoever can read on later does so. */
  isFull(): boolean;
  /** Resolves once it isn't full, or nothing goes out any more. */
  whenRoomy(): Promise<void>;
  /** Whether the client has been too slow for too long. */
  isHopeless(): boolean;
  /** Takes no more of topics, as if it were full, until it is released. */
  hold(): void;
  release(): void;
  /** Lets go whoever waits. */
  close(): void;
}

/** Creates the send buffer of a socket. */
export const createSendBuffer = (
  socket: SendingSocket,
  deps: { readonly limits: LiveLimits; readonly realNow: () => number; readonly onHopeless: () => void },
): SendBuffer => {
  const { limits, realNow, onHopeless } = deps;
  const waiting: (() => void)[] = [];
  let slowSince: number | null = null;
  let isHeld = false;

  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  const isFull = (): boolean => isOpen() && (isHeld || socket.bufferedAmount > limits.pauseBytes);

  const watch = (): void => {
    slowSince = socket.bufferedAmount > limits.slowBytes ? (slowSince ?? realNow()) : null;
  };

  const isHopeless = (): boolean => {
    watch();
    return (
      socket.bufferedAmount > limits.giveUpBytes || (slowSince !== null && realNow() - slowSince >= limits.slowForMs)
    );
  };

  const resumeAll = (): void => {
    for (const resume of waiting.splice(0)) resume();
  };

  const afterWrite = (): void => {
    watch();
    if (!isFull()) resumeAll();
  };

  return {
    send(frame) {
      if (!isOpen()) return;
      socket.send(frame, { binary: false }, afterWrite);
      if (isHopeless()) onHopeless();
    },
    isFull,
    whenRoomy: () => (isFull() ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve()),
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

/** A client as the hub sees it. */
export interface Subscriber {
  /** Changes when the client shows a new token. */
  readonly session: LiveReader;
  readonly sendBuffer: SendBuffer;
  /** By topic name, which is also the id on the wire. */
  readonly subscriptions: Map<string, Subscription>;
}

/** One client's interest in one topic. */
export interface Subscription {
  readonly id: string;
  readonly found: FoundTopic;
  readonly subscriber: Subscriber;
  readonly channel: Channel;
  /** The last change that this client has been sent. */
  position: CursorPoint;
  /** Nothing is sent any more. */
  isOver: boolean;
}

interface ChannelDeps {
  /** Reads the log behind a point. */
  readOn(point: CursorPoint): Promise<LogPart>;
  /** Encodes changes, once for all. */
  encode(epoch: string, changes: readonly Change[]): readonly DeltaFrame[];
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
  /**
   * Takes what was just committed; where it doesn't follow what was sent, or is long, the log is read as after a hint.
   */
  take(appended: AppendedChanges): void;
  /** Compares what was sent with the head as it stands in the log. */
  compare(head: TopicHead): void;
  /**
   * Lets a subscription that stood at the log's head follow from there; false where the others have come further since.
   */
  follow(subscription: Subscription): boolean;
  leave(subscription: Subscription): void;
}

/** What is longer is read from the log part by part, so that others have their turns in between. */
const TAKEN_AT_ONCE = 64;

/**
 * Makes a channel: whatever is new is taken as it was committed or read from the log once, encoded once and given to
 * all followers.
 */
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
      // Meanwhile everybody may have left, and somebody have come who is not as far on: what was read doesn't follow
      // what they have.
      if (sent.epoch !== from.epoch || sent.seq < from.seq) continue;
      if (part.kind === 'reset') return reset(part.reason);
      if (part.changes.length > 0) broadcast(deps.encode(from.epoch, part.changes), from.epoch);
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

  const isNext = ({ head, changes }: AppendedChanges): boolean =>
    followers.size > 0 &&
    !isPumping &&
    head.epoch === sent.epoch &&
    changes[0]?.seq === sent.seq + 1 &&
    changes.length <= TAKEN_AT_ONCE;

  return {
    logName,
    subscriptions,
    hint,
    take(appended) {
      const { head, changes } = appended;
      if (isNext(appended)) broadcast(deps.encode(head.epoch, changes), head.epoch);
      else hint(head.seq);
    },
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
