import { ClientFrame, liveCloseCodes, liveLimits } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import type { Timers } from '../../browser/clock';
import type { LiveSocket, OpenSocket, SocketEvents } from '../live-client';
import type { RoundEnd, RoundEvents, StartRound } from './live-round';

/** Whether the network lets streamed responses through. */
export interface StreamState {
  isBlocked(): boolean;
  /** Called if the network holds streamed responses back although the gateway answers polls. */
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
 * Minimum pause in ms between two polls, and between two requests that start because the topics have changed: a list
 * subscribes to one topic after the other, and a busy chat changes all the time.
 */
const ROUND_PAUSE_MS = 250;

/** Pause in ms between two polls of a page whose network cuts requests that wait long. */
const POLL_PAUSE_MS = 3_000;

/**
 * Pause in ms between two polls of a hidden page. Hidden pages don't use streams, because a browser opens at most six
 * connections to a server without HTTP/2, for all tabs together.
 */
const HIDDEN_POLL_PAUSE_MS = 30_000;

/**
 * Topic that the live client follows, with the position up to which the client has read it. Each subscription has an
 * object of its own.
 */
interface FollowedTopic {
  cursor: string | undefined;
  isLive: boolean;
}

type TopicFrame = ServerFrame & { readonly id: string };
const isTopicFrame = (frame: ServerFrame): frame is TopicFrame => 'id' in frame && frame.id !== undefined;

/** Topics of the live client by name. */
type FollowedTopics = Map<string, FollowedTopic>;

/**
 * Creates the function that receives the messages (frames) of one request. Frames of a topic are dropped if the client
 * has left the topic, or followed it again, since the request began. A snapshot is passed on only as a whole, because
 * the next request can't continue in the middle of it.
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

/**
 * Creates an object like a WebSocket that reads topics by HTTP requests, one after the other. Each request continues
 * from the cursors of the previous one.
 */
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
  /**
   * Starts a request soon, because of changed topics, a new token or a ping. Changes in quick succession share one
   * request.
   */
  const runRoundSoon = (): void => {
    isChangePending = true;
    if (cancelChangePause === null) scheduleRound(0);
  };
  const beginChangePause = (): void => {
    isChangePending = false;
    cancelChangePause?.();
    cancelChangePause = null;
    // Without topics no request is needed; the client subscribes to the first topics right after the welcome.
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
    // If a request for changed topics is already planned, no further one is needed.
    if (!isChangePending) scheduleRound(end.type === 'done' && !isStream ? pauseAfterPoll() : 0);
  };

  const createRoundEvents = (isStream: boolean): RoundEvents => {
    const receiveFrame = createFrameReceiver(topics, deliver);
    const pingCount = pendingPings;
    return {
      began(now) {
        if (!isWelcomed) deliver({ op: 'welcome', now, limits: { ...liveLimits } });
        isWelcomed = true;
        // The gateway answers polls, so the network must be holding streamed responses back.
        if (!isStream && isStreamSuspect) streams.block();
        isStreamSuspect = false;
        pendingPings -= pingCount;
        for (let count = 0; count < pingCount; count += 1) deliver({ op: 'pong' });
      },
      heartbeat() {
        // The client asks for a pong after a time without messages. A heartbeat of the stream serves as this pong.
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
        // Frames of the topic that the client has left are dropped until the next request begins.
        hasLeftTopics = true;
        return;
      }
      runRoundSoon();
    },
  };
};

/** Returns a function that opens objects like WebSockets. Each reads the topics of the live client over HTTP. */
export const httpSocket =
  (deps: HttpSocketDeps): OpenSocket =>
  (events) =>
    createHttpSocket(deps, events);
