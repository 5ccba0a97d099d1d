import { setTimeout as startTimeout } from 'node:timers';
import type { ApiClient, Timers } from '@mahlzeit/shared-ui/platform';
import { createPollRound, createStreamRound, httpSocket } from '@mahlzeit/shared-ui/platform/live-fallback';
import { createEventLog, createTransport } from '@mahlzeit/shared-ui/platform/standalone';
import type { OpenConnection } from './ws-socket';

/** Factor by which a page's pauses are shortened, so that a test doesn't wait long. Time limits aren't shortened. */
const PAUSE_DIVISOR = 50;
const LONGEST_PAUSE_MS = 1_000;

const quickTimers: Timers = {
  after(ms, run) {
    const timeout = startTimeout(run, ms <= LONGEST_PAUSE_MS ? ms / PAUSE_DIVISOR : ms);
    return () => clearTimeout(timeout);
  },
};

const isTokenHolder = (frame: unknown): frame is { readonly token: string } =>
  typeof frame === 'object' && frame !== null && 'token' in frame && typeof frame.token === 'string';

/** Opens live connections that read topics over HTTP instead of a WebSocket, by streams or by polling. */
export const openHttpConnection =
  (kind: 'streams' | 'polls'): OpenConnection =>
  (url, events) => {
    let network = new AbortController();
    let token = '';
    const sendRequest = (request: Request): Promise<Response> =>
      fetch(new Request(request, { signal: AbortSignal.any([request.signal, network.signal]) }));
    const transport = createTransport({
      sendRequest,
      origin: url,
      timers: quickTimers,
      eventLog: createEventLog(),
      observeTime: () => undefined,
    });
    const apiClient: Pick<ApiClient, 'call'> = {
      call: (route, input, signal) =>
        transport.send(route, input, { token, ...(signal === undefined ? {} : { signal }) }),
    };
    const socket = httpSocket({
      startStream: createStreamRound({ origin: url, sendRequest, timers: quickTimers }),
      startPoll: createPollRound(apiClient),
      streams: { isBlocked: () => kind === 'polls', block: () => undefined },
      timers: quickTimers,
      page: { visibilityState: 'visible' },
    })(events);
    return {
      send(text) {
        const frame: unknown = JSON.parse(text);
        if (isTokenHolder(frame)) token = frame.token;
        socket.send(text);
      },
      close: () => socket.close(),
      cut() {
        network.abort();
        network = new AbortController();
      },
    };
  };
