import { ClientFrame, liveCloseCodes, liveLimits } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import type { Timers } from '../../browser/clock';
import type { LiveSocket, OpenSocket, SocketEvents } from '../live-client';
import type { RoundEnd, RoundEvents, StartRound } from './live-round';

/** Whether the network lets streams through. */
export interface StreamState {
  isBlocked(): boolean;
  /** Called when streams are held back although the gateway answers polls. */
  block(): void;
}

export interface HttpSocketDeps {
  readonly startStream: StartRound;
  readonly startPoll: StartRound;
  readonly streams: StreamState;
  readonly timers: Timers;
  readonly page: Pick<Document, 'visibilityState'>;
}

/**
 * Least time between two rounds that begin because the topics have changed, and between two polls: a list subscribes
 * row after row, and a busy chat has news all the time.
 */
const ROUND_PAUSE_MS = 250;

/** Pause between two polls of a page whose network cuts requests that wait. */
const POLL_PAUSE_MS = 3_000;

/**
 * Pause between two polls of a hidden page. Hidden pages don't stream, because a browser opens no more than six
 * connections to a server without HTTP/2, for all tabs together.
 */
const HIDDEN_POLL_PAUSE_MS = 30_000;

/** Topic that the live client follows, with the position up to which it has read. Each subscription has its own. */
interface FollowedTopic {
  cursor: string | undefined;
  isLive: boolean;
}

type TopicFrame = ServerFrame & { readonly id: string };
const isTopicFrame = (frame: ServerFrame): frame is TopicFrame => 'id' in frame && frame.id !== undefined;

/** Topics of the live client by name. */
type FollowedTopics = Map<string, FollowedTopic>;

/**
 * Creates the receiver of one round's frames. Frames of a topic that was left or followed anew since the round's begin
 * are dropped. A snapshot is passed on as a whole, because the next round can't continue within it.
 */
const createFrameReceiver = (topics: FollowedTopics, deliver: (frame: ServerFrame) => void) => {
  const roundTopics = new Map(topics);
  const snapshotParts = new Map<string, TopicFrame[]>();

  const deliverOfTopic = (followed: FollowedTopic, frame: TopicFrame): void => {
    if (frame.op === 'err') topics.delete(frame.id);
    else if (frame.op === 'reset') followed.cursor = undefined;
    else if ('cursor' in frame) followed.cursor = frame.cursor;
    followed.isLive = frame.op === 'live' || (followed.isLive && frame.op === 'delta');
    deliver(frame);
  };

  return (frame: ServerFrame): void => {
    if (!isTopicFrame(frame)) return deliver(frame);
    const followed = topics.get(frame.id);
    if (followed === undefined || followed !== roundTopics.get(frame.id)) return;
    if (frame.op !== 'snap') return deliverOfTopic(followed, frame);
    const parts = [...(snapshotParts.get(frame.id) ?? []), frame];
    if (frame.more) return void snapshotParts.set(frame.id, parts);
    snapshotParts.delete(frame.id);
    for (const part of parts) deliverOfTopic(followed, part);
  };
};

/** Creates a socket that reads topics by one HTTP request after the other, each from the cursors of the last one. */
const createHttpSocket = (deps: HttpSocketDeps, events: SocketEvents): LiveSocket => {
  const { timers, page, streams } = deps;
  const topics: FollowedTopics = new Map();
  let token = '';
  let isOpen = true;
  let isWelcomed = false;
  let hasLeftTopics = false;
  let canWait = true;
  let isStreamSuspect = false;
  let pendingPings = 0;
  let stopRound = (): void => undefined;
  let cancelNextRound = (): void => undefined;
  let cancelChangePause: (() => void) | null = null;
  let isChangePending = false;

  const isVisible = (): boolean => page.visibilityState === 'visible';
  const deliver = (frame: ServerFrame): void => {
    if (isOpen) events.message(JSON.stringify(frame));
  };
  const close = (): void => {
    isOpen = false;
    stopRound();
    cancelNextRound();
    cancelChangePause?.();
  };

  const scheduleRound = (ms: number): void => {
    cancelNextRound();
    cancelNextRound = timers.after(ms, runRound);
  };
  /** Starts a round for changed topics, a new token or a ping. Changes in quick succession share one round. */
  const runRoundSoon = (): void => {
    isChangePending = true;
    if (cancelChangePause === null) scheduleRound(0);
  };
  const beginChangePause = (): void => {
    isChangePending = false;
    cancelChangePause?.();
    cancelChangePause = null;
    // The first topics follow the welcome at once.
    if (topics.size === 0) return;
    cancelChangePause = timers.after(ROUND_PAUSE_MS, () => {
      cancelChangePause = null;
      if (isChangePending) scheduleRound(0);
    });
  };

  const pauseAfterPoll = (): number => {
    if (!isVisible()) return HIDDEN_POLL_PAUSE_MS;
    return canWait ? ROUND_PAUSE_MS : POLL_PAUSE_MS;
  };
  const onRoundEnd = (end: RoundEnd, isStream: boolean): void => {
    if (end.type === 'closed') {
      if (end.retryMs) deliver({ op: 'bye', retryMs: end.retryMs });
      close();
      return events.closed(end.code);
    }
    if (end.type === 'blocked' && isStream) isStreamSuspect = true;
    else if (end.type === 'blocked') canWait = false;
    // The round for changed topics is planned already.
    if (!isChangePending) scheduleRound(end.type === 'done' && !isStream ? pauseAfterPoll() : 0);
  };

  const createRoundEvents = (isStream: boolean): RoundEvents => {
    const receiveFrame = createFrameReceiver(topics, deliver);
    const pingCount = pendingPings;
    return {
      began(now) {
        if (!isWelcomed) deliver({ op: 'welcome', now, limits: { ...liveLimits } });
        isWelcomed = true;
        // The gateway answers polls, so it is the network that holds streams back.
        if (!isStream && isStreamSuspect) streams.block();
        isStreamSuspect = false;
        pendingPings -= pingCount;
        for (let count = 0; count < pingCount; count += 1) deliver({ op: 'pong' });
      },
      heartbeat() {
        // The client asks for a pong after a silence. A heartbeat is one.
        deliver({ op: 'pong' });
        if (isStream && (hasLeftTopics || !isVisible())) scheduleRound(0);
      },
      frame(frame) {
        receiveFrame(frame);
        if (frame.op === 'bye') onRoundEnd({ type: 'closed', code: liveCloseCodes.bye }, isStream);
      },
      unreadable: (text) => events.message(text),
      ended: (end) => onRoundEnd(end, isStream),
    };
  };

  const runRound = (): void => {
    stopRound();
    cancelNextRound();
    beginChangePause();
    hasLeftTopics = false;
    const isStream = isVisible() && !isStreamSuspect && !streams.isBlocked();
    const isEverythingRead = isWelcomed && pendingPings === 0 && [...topics.values()].every(({ isLive }) => isLive);
    const request = {
      token,
      topics: [...topics].map(([topic, { cursor }]) => ({ topic, cursor })),
      mayWait: canWait && isVisible() && isEverythingRead,
    };
    stopRound = (isStream ? deps.startStream : deps.startPoll)(request, createRoundEvents(isStream));
  };

  timers.after(0, () => {
    if (isOpen) events.opened();
  });
  return {
    close,
    send(text) {
      const frame = ClientFrame.parse(JSON.parse(text));
      if (frame.op === 'hello' || frame.op === 'auth') token = frame.token;
      else if (frame.op === 'sub') topics.set(frame.topic, { cursor: frame.cursor, isLive: false });
      else if (frame.op === 'ping') pendingPings += 1;
      else {
        topics.delete(frame.id);
        // The frames of a left topic are dropped until another round begins.
        hasLeftTopics = true;
        return;
      }
      runRoundSoon();
    },
  };
};

/** Returns a function that opens sockets without a WebSocket: each reads the topics of the live client over HTTP. */
export const httpSocket =
  (deps: HttpSocketDeps): OpenSocket =>
  (events) =>
    createHttpSocket(deps, events);
