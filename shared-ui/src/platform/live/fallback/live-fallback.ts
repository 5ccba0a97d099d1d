import { pollLive } from '@mahlzeit/contract';
import type { Timers } from '../../browser/clock';
import type { BrowserStorage } from '../../browser/storage';
import type { SendRequest } from '../../api/transport';
import type { ApiClient } from '../../session/api-client';
import type { LiveClient, LiveTransport, OpenSocket } from '../live-client';
import { httpSocket } from './http-socket';
import type { StreamState } from './http-socket';
import { ABNORMAL_CLOSE_CODE } from './live-round';
import { createPollRound } from './poll-round';
import { createStreamRound } from './stream-round';
import { createTransportMemory } from './transport-memory';
import type { TransportMemory } from './transport-memory';

/**
 * Number of WebSockets in a row that fail without a message before the page checks over HTTP whether only WebSockets
 * fail. At its start a page checks after the first one.
 */
const FAILURES_BEFORE_QUESTION = 2;

/** Pause in ms between two attempts to open a WebSocket while the page reads live data over HTTP. */
const PROBE_MS = 60_000;

/** Time in ms for which the page polls before it tries a streamed response again. */
const STREAMS_BLOCKED_MS = 10 * 60_000;

/**
 * Events of the browser after which the page tries a WebSocket at once. Each function returns an unsubscribe function.
 */
interface FallbackSignals {
  onVisible(listener: () => void): () => void;
  onOnline(listener: () => void): () => void;
}

interface FallbackDeps {
  readonly transport: LiveTransport;
  readonly live: Pick<LiveClient, 'status' | 'onStatus'>;
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly sendRequest: SendRequest;
  /** Origin of the gateway. */
  readonly origin: string;
  readonly timers: Timers;
  readonly page: Pick<Document, 'visibilityState'>;
  readonly signals: FallbackSignals;
  readonly storage: BrowserStorage;
  /** Returns the time of the gateway's clock. */
  now(): number;
}

const createStreamState = (timers: Timers, memory: TransportMemory): StreamState => {
  let isBlocked = memory.recall() === 'poll';
  const unblockLater = (): void =>
    void timers.after(STREAMS_BLOCKED_MS, () => {
      isBlocked = false;
    });
  if (isBlocked) unblockLater();
  return {
    isBlocked: () => isBlocked,
    block() {
      isBlocked = true;
      memory.note('poll');
      unblockLater();
    },
  };
};

/** Tries to open a WebSocket from time to time, and at once when the page is visible again or the network is back. */
const createProbe = (openWebSocket: OpenSocket, { timers, signals }: FallbackDeps, onAnswer: () => void) => {
  let stopAttempt = (): void => undefined;
  const attempt = (): void => {
    stopAttempt();
    // The gateway answers a ping before anything else, so an answer proves that messages come through.
    const socket = openWebSocket({
      opened: () => socket.send(JSON.stringify({ op: 'ping' })),
      message() {
        stop();
        onAnswer();
      },
      closed: attemptLater,
    });
    // The attempt needs a time limit, because a proxy may neither forward the WebSocket nor refuse it.
    const cancelNext = timers.after(PROBE_MS, attempt);
    stopAttempt = () => {
      cancelNext();
      socket.close();
    };
  };
  const attemptLater = (): void => {
    stopAttempt();
    stopAttempt = timers.after(PROBE_MS, attempt);
  };
  const stopSignals = [signals.onVisible(attempt), signals.onOnline(attempt)];
  const stop = (): void => {
    stopAttempt();
    for (const stopSignal of stopSignals) stopSignal();
  };
  attemptLater();
  return stop;
};

/**
 * Lets the page read its live data over HTTP if the network blocks WebSockets, and return to a WebSocket as soon as one
 * works. Returns a function that switches this off for later connections.
 */
export const readWithoutWebSocket = (deps: FallbackDeps): (() => void) => {
  const { transport, live, apiClient, timers } = deps;
  const openWebSocket = transport.open;
  const memory = createTransportMemory(deps.storage, deps.now);
  const streams = createStreamState(timers, memory);
  const openHttp = httpSocket({
    ...deps,
    streams,
    startStream: createStreamRound(deps),
    startPoll: createPollRound(apiClient),
  });
  let hasWorked = false;
  let failureCount = 0;
  let hasHttpWorked = false;
  let isHttpNeeded = live.status() !== 'online' && memory.recall() !== null;
  // The page may have opened its first WebSocket before this function ran, so its messages arrive elsewhere.
  const noteOnline = (): void => {
    if (live.status() === 'online' && !isHttpNeeded) hasWorked = true;
  };
  noteOnline();
  const stopNoting = live.onStatus(noteOnline);

  /** `wasHttpWorking` tells whether HTTP had already worked when the page opened the WebSocket that has failed. */
  const noteFailure = async (wasHttpWorking: boolean): Promise<void> => {
    failureCount += 1;
    if (hasWorked && failureCount < FAILURES_BEFORE_QUESTION) return;
    hasHttpWorked = (await apiClient.call(pollLive, { body: { topics: [] } })).ok;
    // The network may have returned after the page opened the WebSocket. A page whose WebSockets have worked before
    // therefore reads over HTTP only if another WebSocket, opened after HTTP has worked, fails as well.
    isHttpNeeded = hasHttpWorked && (wasHttpWorking || !hasWorked);
    if (isHttpNeeded && live.status() !== 'online') transport.reconnectSoon();
  };
  const noteMessage = (): void => {
    failureCount = 0;
    hasHttpWorked = false;
    hasWorked = true;
    isHttpNeeded = false;
    memory.note('socket');
  };

  const openCountedSocket: OpenSocket = (events) => {
    const wasHttpWorking = hasHttpWorked;
    let isSettled = false;
    const settle = (hasMessage: boolean): void => {
      if (isSettled) return;
      isSettled = true;
      if (hasMessage) noteMessage();
      else void noteFailure(wasHttpWorking);
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

  const openProbedHttp: OpenSocket = (events) => {
    let hasMessage = false;
    const socket = openHttp({
      opened: events.opened,
      message(text) {
        if (!hasMessage) memory.note(streams.isBlocked() ? 'poll' : 'stream');
        hasMessage = true;
        events.message(text);
      },
      closed(code) {
        stopProbe();
        if (code === ABNORMAL_CLOSE_CODE) {
          // HTTP fails as well, so the failure may have another reason than blocked WebSockets.
          isHttpNeeded = false;
          hasHttpWorked = false;
        }
        events.closed(code);
      },
    });
    const stopProbe = createProbe(openWebSocket, deps, () => {
      socket.close();
      noteMessage();
      events.closed(ABNORMAL_CLOSE_CODE);
    });
    return {
      send: (text) => socket.send(text),
      close() {
        stopProbe();
        socket.close();
      },
    };
  };

  transport.open = (events) => (isHttpNeeded ? openProbedHttp : openCountedSocket)(events);
  if (live.status() === 'offline') void noteFailure(false);
  if (isHttpNeeded) transport.reconnectSoon();
  return () => {
    stopNoting();
    transport.open = openWebSocket;
  };
};
