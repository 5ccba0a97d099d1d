import type { ResetReason } from '@mahlzeit/contract';
import type { LiveReader } from '../callers';
import { monotonicNow } from '../clock';
import type { AppendedChanges, TopicChange, TopicHead } from '../database/change-log';
import type { TurnClient } from '../fair-queue';
import type { LiveLimits } from './live-limits';
import type { CursorPoint, DeltaFrame, ResolvedTopic, LogPart } from './topic-reader';

/** Connection that sends frames: a WebSocket, or the response of a stream. */
export interface SendingSocket {
  /** Number of bytes in the socket's buffer that wait to be sent. */
  readonly bufferedAmount: number;
  isOpen(): boolean;
  /**
   * Sends a frame. After frames that had to wait, `onWritten` is called once they have left the process. A frame that
   * leaves at once may call nothing.
   */
  send(frame: Buffer, onWritten: () => void): void;
}

/** Limited buffer of frames for one client. Code that waits for space continues when there is space again. */
export interface SendBuffer {
  send(frame: Buffer): void;
  /**
   * Returns whether too much is buffered. A reader that can continue from the change log later should stop sending
   * while this is true.
   */
  isFull(): boolean;
  /** Resolves when the buffer isn't full, or when the socket is closed. */
  whenNotFull(): Promise<void>;
  /** Returns whether so much was buffered for so long that the socket should be closed. */
  isTooSlow(): boolean;
  /** Makes the buffer count as full until `release` is called, so that no further topic frames are sent. */
  hold(): void;
  release(): void;
  /** Number of bytes that wait to be sent. */
  bufferedBytes(): number;
  /** Lets all code continue that waits for space. */
  close(): void;
}

/** Creates the send buffer of a socket. */
export const createSendBuffer = (
  socket: SendingSocket,
  deps: { readonly limits: LiveLimits; readonly realNow: () => number; readonly onHopeless: () => void },
): SendBuffer => {
  const { limits, realNow, onHopeless } = deps;
  const spaceResolvers: (() => void)[] = [];
  let slowSinceMs: number | null = null;
  let areFramesHeld = false;

  const isFull = (): boolean => socket.isOpen() && (areFramesHeld || socket.bufferedAmount > limits.pauseBytes);

  const isTooSlow = (): boolean => {
    const { bufferedAmount } = socket;
    if (bufferedAmount <= limits.slowBytes) {
      slowSinceMs = null;
      return false;
    }
    slowSinceMs ??= realNow();
    return bufferedAmount > limits.giveUpBytes || realNow() - slowSinceMs >= limits.slowForMs;
  };

  const resumeWaiters = (): void => {
    for (const resumeWaiter of spaceResolvers.splice(0)) resumeWaiter();
  };

  const handleWritten = (): void => {
    if (socket.bufferedAmount <= limits.slowBytes) slowSinceMs = null;
    if (!isFull()) resumeWaiters();
  };

  return {
    send(frame) {
      if (!socket.isOpen()) return;
      socket.send(frame, handleWritten);
      if (isTooSlow()) onHopeless();
    },
    isFull,
    whenNotFull: () => (isFull() ? new Promise<void>((resolve) => spaceResolvers.push(resolve)) : Promise.resolve()),
    isTooSlow,
    hold() {
      areFramesHeld = true;
    },
    release() {
      areFramesHeld = false;
      if (!isFull()) resumeWaiters();
    },
    bufferedBytes: () => (socket.isOpen() ? socket.bufferedAmount : 0),
    close: resumeWaiters,
  };
};

/** A client of the hub (the distributor of live changes), with its subscriptions. */
export interface Subscriber {
  /** Session of the client; replaced when the client sends a new token. */
  readonly session: LiveReader;
  /** Client whose reads of the database take turns with those of other clients. */
  readonly client: TurnClient;
  readonly sendBuffer: SendBuffer;
  /** Subscriptions by the name of their topic. The frames on the socket use this name as the subscription's id. */
  readonly subscriptions: Map<string, Subscription>;
}

/** Subscription of one client to one topic, with the position of the last change that was sent to the client. */
export interface Subscription {
  readonly id: string;
  readonly resolvedTopic: ResolvedTopic;
  readonly subscriber: Subscriber;
  readonly channel: Channel;
  /** Position of the last change that was sent to this client. */
  position: CursorPoint;
  /** Whether the subscription has ended; nothing more is sent for it then. */
  hasEnded: boolean;
}

interface ChannelDeps {
  /** Reads the changes of the change log after a position. */
  readLogPart(point: CursorPoint): Promise<LogPart>;
  /** Encodes changes as frames, once for all followers. */
  encode(epoch: string, changes: readonly TopicChange[]): readonly DeltaFrame[];
  /**
   * Called for a follower whose buffer is full. The follower leaves the channel and later continues from the change
   * log.
   */
  onBehind(subscription: Subscription): void;
  /** Called for a follower that needs a new snapshot, because changes are missing in the change log. */
  onReset(subscription: Subscription, reason: ResetReason): void;
  /** Called when the change log can't be read. It is read again at the next comparison of positions. */
  onFailure(error: unknown): void;
  readonly measure: ChannelMeasurement;
}

/** Receives what metrics count. All times are real milliseconds. */
export interface ChannelMeasurement {
  /** Called when changes were handed to all followers, which took this time. */
  onSent(durationMs: number): void;
  /** Called when changes were read from the log; `writtenAt` is the time of the latest one. */
  onRead(writtenAt: number): void;
  /** Called when a comparison of heads finds a change of which no hint has told yet. */
  onGap(): void;
}

/** Channel: one live topic with the clients that follow it on this gateway. */
export interface Channel {
  readonly logName: string;
  /** All subscriptions to the topic, including those that still wait for their snapshot and get no changes yet. */
  readonly subscriptions: Set<Subscription>;
  /** Tells the channel that the topic's position in the change log has reached `seq`. */
  hint(seq: number): void;
  /**
   * Sends changes that were just committed. When they don't continue the changes already sent, or are too many, they
   * are read from the change log instead.
   */
  onCommitted(changes: AppendedChanges): void;
  /**
   * Compares the position up to which changes were sent with the latest position in the change log, and sends the
   * missing changes.
   */
  compare(logHead: TopicHead): void;
  /**
   * Adds a subscription that has received all changes of the log to the followers. Returns false when the other
   * followers have already received later changes.
   */
  follow(subscription: Subscription): boolean;
  leave(subscription: Subscription): void;
}

/**
 * Maximum number of changes that are sent directly after a commit. More changes are read from the change log in parts,
 * so that other work runs in between.
 */
const MAX_DIRECT_CHANGES = 64;

/**
 * Creates the channel of a live topic. It gets each new change from the commit or reads it from the change log once,
 * encodes it once and sends it to all followers.
 */
export const createChannel = (logName: string, deps: ChannelDeps): Channel => {
  const followers = new Set<Subscription>();
  const subscriptions = new Set<Subscription>();
  // Position up to which all followers have received everything.
  let sentPoint: CursorPoint = { epoch: '', seq: 0 };
  let hintedSeq = 0;
  let isSending = false;

  const deliverFrame = (subscription: Subscription, frame: DeltaFrame): void => {
    if (subscription.position.seq >= frame.seq) return;
    if (subscription.subscriber.sendBuffer.isFull()) {
      followers.delete(subscription);
      deps.onBehind(subscription);
      return;
    }
    subscription.position = { epoch: sentPoint.epoch, seq: frame.seq };
    subscription.subscriber.sendBuffer.send(frame.bytes);
  };

  const sendToFollowers = (frames: readonly DeltaFrame[], epoch: string): void => {
    for (const frame of frames) {
      // Stops sending the remaining frames if the history has changed: while frames were sent, all followers may have
      // left, and new ones may follow another history.
      if (sentPoint.epoch !== epoch) return;
      sentPoint = { epoch, seq: Math.max(sentPoint.seq, frame.seq) };
      for (const subscription of [...followers]) deliverFrame(subscription, frame);
    }
  };

  const broadcast = (frames: readonly DeltaFrame[], epoch: string): void => {
    const startedAt = monotonicNow();
    sendToFollowers(frames, epoch);
    deps.measure.onSent(monotonicNow() - startedAt);
  };

  const resetFollowers = (reason: ResetReason): void => {
    hintedSeq = 0;
    for (const subscription of [...followers]) {
      followers.delete(subscription);
      deps.onReset(subscription, reason);
    }
  };

  const isBehind = (): boolean => hintedSeq > sentPoint.seq && followers.size > 0;

  const readAndBroadcast = async (): Promise<void> => {
    while (isBehind()) {
      const readFromPoint = sentPoint;
      const targetSeq = hintedSeq;
      const logPart = await deps.readLogPart(readFromPoint);
      // Reads the log again if a new follower is at an earlier position: during the reading, all earlier followers may
      // have left.
      if (sentPoint.epoch !== readFromPoint.epoch || sentPoint.seq < readFromPoint.seq) continue;
      if (logPart.kind === 'reset') return resetFollowers(logPart.reason);
      if (logPart.writtenAt !== null) deps.measure.onRead(logPart.writtenAt);
      if (logPart.changes.length > 0) broadcast(deps.encode(readFromPoint.epoch, logPart.changes), readFromPoint.epoch);
      // Drops the hint if it was wrong: the log contains no change after the sent position.
      else if (hintedSeq === targetSeq) hintedSeq = readFromPoint.seq;
    }
  };

  // Sends changes. The function runs only once at a time, so that the frames keep the sequence of the log.
  const sendChanges = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      // Reads once more if a hint has come after the last reading and before this promise resolves.
      do await readAndBroadcast();
      while (isBehind());
    } catch (error) {
      deps.onFailure(error);
    } finally {
      isSending = false;
    }
  };

  const hint = (seq: number): void => {
    hintedSeq = Math.max(hintedSeq, seq);
    void sendChanges(); // No error handling is needed here, because `sendChanges` reports its own errors.
  };

  const isContiguous = ({ head, changes }: AppendedChanges): boolean =>
    followers.size > 0 &&
    !isSending &&
    head.epoch === sentPoint.epoch &&
    changes[0]?.seq === sentPoint.seq + 1 &&
    changes.length <= MAX_DIRECT_CHANGES;

  return {
    logName,
    subscriptions,
    hint,
    onCommitted(appendedChanges) {
      const { head, changes } = appendedChanges;
      if (isContiguous(appendedChanges)) broadcast(deps.encode(head.epoch, changes), head.epoch);
      else hint(head.seq);
    },
    compare(head) {
      if (followers.size > 0 && head.epoch !== sentPoint.epoch) resetFollowers('foreign');
      else {
        if (followers.size > 0 && head.seq > Math.max(hintedSeq, sentPoint.seq)) deps.measure.onGap();
        hint(head.seq);
      }
    },
    follow(subscription) {
      const { position } = subscription;
      if (followers.size === 0) sentPoint = position;
      if (position.epoch !== sentPoint.epoch || position.seq < sentPoint.seq) return false;
      followers.add(subscription);
      void sendChanges(); // No error handling is needed here, because `sendChanges` reports its own errors.
      return true;
    },
    leave(subscription) {
      subscriptions.delete(subscription);
      followers.delete(subscription);
    },
  };
};
