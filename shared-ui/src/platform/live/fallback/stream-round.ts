import { ErrorBody, liveCloseCodes, ServerFrame, STREAM_HEARTBEAT_MS, streamLive } from '@mahlzeit/contract';
import type { SendRequest } from '../../api/transport';
import type { Timers } from '../../browser/clock';
import { createEventReader } from './event-stream';
import type { StreamEvent } from './event-stream';
import { ABNORMAL_CLOSE_CODE } from './live-round';
import type { RoundEnd, RoundEvents, RoundRequest, StartRound } from './live-round';

interface StreamRoundDeps {
  /** Origin of the gateway. */
  readonly origin: string;
  readonly sendRequest: SendRequest;
  readonly timers: Timers;
}

/**
 * Time in ms within which the first event must arrive. A proxy that holds events back forwards the request, but nothing
 * of its response.
 */
const FIRST_EVENT_MS = 4_000;

/** Time in ms without any byte after which a stream counts as broken. */
const SILENCE_MS = 2 * STREAM_HEARTBEAT_MS + 5_000;

/**
 * Time in ms after which a stream has proven to work. If a proxy with a time limit ends it later, this is no failure.
 */
const STEADY_MS = 5_000;

const requestOf = ({ origin }: StreamRoundDeps, { token, topics }: RoundRequest, signal: AbortSignal): Request =>
  new Request(new URL(streamLive.path, origin), {
    method: streamLive.method,
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ topics }),
    cache: 'no-store',
    credentials: 'same-origin',
    signal,
  });

const endOfRefusal = async (response: Response): Promise<RoundEnd> => {
  // Some proxies answer with a page of their own in place of the gateway's stream.
  const body = ErrorBody.safeParse(await response.json().catch(() => null));
  if (!body.success) return { type: 'blocked' };
  if (response.status === 401) return { type: 'closed', code: liveCloseCodes.unauthenticated };
  const retryAfterSeconds = Number(response.headers.get('Retry-After'));
  return {
    type: 'closed',
    code: response.status === 429 ? liveCloseCodes.tooManyConnections : ABNORMAL_CLOSE_CODE,
    retryMs: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds * 1_000 : null,
  };
};

const isStream = (response: Response): boolean =>
  response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;

/**
 * Creates the function that handles the events of a stream. It returns the end of the stream that an event causes; null
 * if the stream continues.
 */
const createEventHandler =
  (events: RoundEvents) =>
  ({ type, data }: StreamEvent): RoundEnd | null => {
    if (type === 'close') return { type: 'closed', code: Number(data) };
    if (type === 'comment') events.heartbeat();
    if (type !== 'message') return null;
    const frame = ServerFrame.safeParse(parseJson(data));
    if (!frame.success) events.unreadable(data);
    else if (frame.data.op === 'welcome') events.began(frame.data.now);
    else events.frame(frame.data);
    return null;
  };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Reads the texts of a response until it ends, or until `onText` returns an end. */
const readTexts = async (
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => RoundEnd | null,
): Promise<RoundEnd | null> => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return null;
    const end = onText(decoder.decode(value, { stream: true }));
    if (end !== null) return end;
  }
};

/** Returns a function that reads live data by a stream of server-sent events. */
export const createStreamRound =
  (deps: StreamRoundDeps): StartRound =>
  (request, events) => {
    const stopController = new AbortController();
    const { signal } = stopController;
    let hasBegun = false;
    let isSteady = false;
    let isOver = false;
    let cancelTimer = (): void => undefined;

    const stop = (): void => {
      isOver = true;
      cancelTimer();
      cancelSteadyTimer();
      stopController.abort();
    };
    const end = (roundEnd: RoundEnd): void => {
      if (isOver) return;
      stop();
      events.ended(roundEnd);
    };
    const endRoundAfter = (ms: number, roundEnd: RoundEnd): void => {
      cancelTimer();
      cancelTimer = deps.timers.after(ms, () => end(roundEnd));
    };
    const cancelSteadyTimer = deps.timers.after(STEADY_MS, () => {
      isSteady = hasBegun;
    });
    const lostEnd = (): RoundEnd => {
      if (!hasBegun) return { type: 'closed', code: ABNORMAL_CLOSE_CODE };
      return isSteady ? { type: 'done' } : { type: 'closed', code: ABNORMAL_CLOSE_CODE };
    };

    const handleEvent = createEventHandler(events);
    const onEvent = (event: StreamEvent): RoundEnd | null => {
      if (isOver) return null;
      hasBegun = true;
      endRoundAfter(SILENCE_MS, { type: 'closed', code: ABNORMAL_CLOSE_CODE });
      return handleEvent(event);
    };
    const readStream = async (): Promise<RoundEnd> => {
      const response = await deps.sendRequest(requestOf(deps, request, signal));
      if (!isStream(response) || response.body === null) return endOfRefusal(response);
      const readEvents = createEventReader();
      const streamEnd = await readTexts(response.body, (text) => {
        for (const event of readEvents(text)) {
          const eventEnd = onEvent(event);
          if (eventEnd !== null) return eventEnd;
        }
        return null;
      });
      return streamEnd ?? lostEnd();
    };

    endRoundAfter(FIRST_EVENT_MS, { type: 'blocked' });
    // If the promise is rejected, no response arrived, or the response broke off.
    readStream().then(end, () => end(lostEnd()));
    return stop;
  };
