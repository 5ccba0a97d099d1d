import { ClientFrame, liveCloseCodes, liveLimits, pollLive } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import type { ApiClient, LiveClient, LiveTransport, OpenSocket, Timers } from '@mahlzeit/shared-ui/platform';

interface PollingDeps {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
  readonly page: Pick<Document, 'visibilityState'>;
}

/** Pause in milliseconds between two polls of a visible page, and of a hidden one. */
const POLL_MS = 3_000;
const HIDDEN_POLL_MS = 30_000;

/** Code of a socket that was closed without a close frame. */
const ABNORMAL_CLOSE_CODE = 1006;

/** Topic that the live client follows, with the position up to which it has read. */
interface PolledTopic {
  cursor: string | undefined;
}

const isTokenError = (code: string): boolean => code === 'unauthenticated' || code === 'tokenExpired';

/**
 * Returns a function that opens sockets without a WebSocket: each reads the topics of the live client over HTTP, again
 * and again. The session of the API client takes the place of the socket's token.
 */
export const createPollingSocket =
  ({ apiClient, timers, page }: PollingDeps): OpenSocket =>
  (events) => {
    const topics = new Map<string, PolledTopic>();
    let isOpen = true;
    let isWelcomed = false;
    let isPolling = false;
    let isPollDue = false;
    let pendingPings = 0;
    let stopTimer = (): void => undefined;

    const schedule = (ms: number): void => {
      stopTimer();
      stopTimer = timers.after(ms, () => void poll());
    };
    const pollSoon = (): void => {
      isPollDue = true;
      if (!isPolling) schedule(0);
    };
    const close = (): void => {
      isOpen = false;
      stopTimer();
    };
    const deliver = (frame: ServerFrame): void => {
      if (isOpen) events.message(JSON.stringify(frame));
    };

    /** Delivers a frame of a topic and notes its position, unless the topic was left or followed anew meanwhile. */
    const deliverTopicFrame = (frame: ServerFrame, polledTopics: ReadonlyMap<string, PolledTopic>): void => {
      if (!('id' in frame) || frame.id === undefined) return;
      const topic = topics.get(frame.id);
      if (topic === undefined || topic !== polledTopics.get(frame.id)) return;
      if (frame.op === 'err') topics.delete(frame.id);
      else topic.cursor = 'cursor' in frame ? frame.cursor : undefined;
      deliver(frame);
    };

    const poll = async (): Promise<void> => {
      isPolling = true;
      isPollDue = false;
      const polledTopics = new Map(topics);
      const pingCount = pendingPings;
      const pollResult = await apiClient.call(pollLive, {
        body: { topics: [...polledTopics].map(([topic, { cursor }]) => ({ topic, cursor })) },
      });
      if (!isOpen) return;
      if (!pollResult.ok) {
        close();
        return events.closed(
          isTokenError(pollResult.error.code) ? liveCloseCodes.unauthenticated : ABNORMAL_CLOSE_CODE,
        );
      }
      const { now, frames } = pollResult.value;
      if (!isWelcomed) deliver({ op: 'welcome', now, limits: { ...liveLimits } });
      isWelcomed = true;
      pendingPings -= pingCount;
      for (let count = 0; count < pingCount; count += 1) deliver({ op: 'pong' });
      for (const frame of frames) deliverTopicFrame(frame, polledTopics);
      isPolling = false;
      if (!isOpen) return;
      if (isPollDue) schedule(0);
      else schedule(page.visibilityState === 'visible' ? POLL_MS : HIDDEN_POLL_MS);
    };

    timers.after(0, () => {
      if (isOpen) events.opened();
    });
    return {
      close,
      send(text) {
        const frame = ClientFrame.parse(JSON.parse(text));
        if (frame.op === 'sub') topics.set(frame.topic, { cursor: frame.cursor });
        else if (frame.op === 'unsub') topics.delete(frame.id);
        else if (frame.op === 'ping') pendingPings += 1;
        // The API client renews the token by itself.
        if (frame.op !== 'auth' && frame.op !== 'unsub') pollSoon();
      },
    };
  };

/**
 * Number of WebSockets in a row without a message after which a page whose WebSockets have worked asks over HTTP
 * whether only WebSockets fail. At its start a page asks after the first one.
 */
const FAILURES_BEFORE_QUESTION = 2;

/** Pause in milliseconds between two attempts to open a WebSocket while the page polls. */
const PROBE_MS = 60_000;

interface FallbackDeps extends PollingDeps {
  readonly transport: LiveTransport;
  readonly live: Pick<LiveClient, 'status'>;
}

/**
 * Lets the page poll where the network lets no WebSocket through, and return to the WebSocket as soon as one answers.
 */
export const pollWithoutWebSocket = ({ transport, live, ...deps }: FallbackDeps): (() => void) => {
  const openWebSocket = transport.open;
  const openPolling = createPollingSocket(deps);
  let hasWorked = live.status() === 'online';
  let failureCount = 0;
  let hasHttpWorked = false;
  let isPollingNeeded = false;

  const noteFailure = async (): Promise<void> => {
    failureCount += 1;
    if (hasWorked && failureCount < FAILURES_BEFORE_QUESTION) return;
    const wasHttpWorking = hasHttpWorked;
    hasHttpWorked = (await deps.apiClient.call(pollLive, { body: { topics: [] } })).ok;
    // The network may have returned after the failure. A page whose WebSockets have worked therefore polls only when
    // another one fails although HTTP works.
    isPollingNeeded = hasHttpWorked && (wasHttpWorking || !hasWorked);
  };
  const noteMessage = (): void => {
    failureCount = 0;
    hasHttpWorked = false;
    hasWorked = true;
    isPollingNeeded = false;
  };

  const openCountedSocket: OpenSocket = (events) => {
    let isSettled = false;
    const settle = (hasMessage: boolean): void => {
      if (isSettled) return;
      isSettled = true;
      if (hasMessage) noteMessage();
      else void noteFailure();
    };
    const socket = openWebSocket({
      opened: events.opened,
      message(text) {
        settle(true);
        events.message(text);
      },
      closed(code) {
        settle(false);
        events.closed(code);
      },
    });
    return {
      send: (text) => socket.send(text),
      close() {
        settle(false);
        socket.close();
      },
    };
  };

  const openProbedPolling: OpenSocket = (events) => {
    const polling = openPolling({
      ...events,
      closed(code) {
        // HTTP fails as well, so WebSockets may not be to blame.
        isPollingNeeded = false;
        hasHttpWorked = false;
        events.closed(code);
      },
    });
    let stopProbe = (): void => undefined;
    const probeLater = (): void => {
      stopProbe = deps.timers.after(PROBE_MS, () => {
        // The gateway answers a ping before anything else, so an answer proves that messages come through.
        const probe = openWebSocket({
          opened: () => probe.send(JSON.stringify({ op: 'ping' })),
          message() {
            close();
            noteMessage();
            events.closed(ABNORMAL_CLOSE_CODE);
          },
          closed: probeLater,
        });
        stopProbe = () => probe.close();
      });
    };
    const close = (): void => {
      stopProbe();
      polling.close();
    };
    probeLater();
    return { send: (text) => polling.send(text), close };
  };

  transport.open = (events) => (isPollingNeeded ? openProbedPolling : openCountedSocket)(events);
  if (live.status() === 'offline') void noteFailure();
  return () => {
    transport.open = openWebSocket;
  };
};
