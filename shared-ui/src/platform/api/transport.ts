import { err, ErrorBody, ok, pathOf } from '@mahlzeit/contract';
import type { Result, Route, RouteAnswer, RouteBodyInput, RouteParams, RouteQuery } from '@mahlzeit/contract';
import { toWellFormedText } from '@mahlzeit/contract/rules';
import { safeParse } from '@mahlzeit/contract/zod';
import { apiErrorOf } from './api-error';
import type { ApiError } from './api-error';
import type { Timers } from '../browser/clock';
import type { EventLog } from '../events/event-log';

// Keys of all members of a union. `keyof` alone returns only the keys that all members have in common.
type FieldNameOf<Fields> = Fields extends unknown ? keyof Fields : never;
// Whether an object schema has fields. For a schema without fields, TypeScript infers Record<string, never>.
type HasFields<Fields> =
  string extends FieldNameOf<Fields> ? false : [FieldNameOf<Fields>] extends [never] ? false : true;
type ParamsInput<R extends Route> =
  HasFields<RouteParams<R>> extends true ? { readonly params: RouteParams<R> } : { readonly params?: undefined };
type BodyInput<R extends Route> =
  HasFields<RouteBodyInput<R>> extends true ? { readonly body: RouteBodyInput<R> } : { readonly body?: undefined };

/** Parameters, query and body of a call to one route. */
export type CallInput<R extends Route> = ParamsInput<R> &
  BodyInput<R> & {
    readonly query?: RouteQuery<R>;
    /**
     * Idempotency key of an earlier attempt, if this call repeats the same write. Without it, each call gets a new key.
     */
    readonly idempotencyKey?: string;
    /**
     * Whether the request is sent even when the page is closed. Only for small requests whose response isn't needed.
     */
    readonly keepalive?: boolean;
  };

/** Parameters, query and body of a call to any route. */
export interface AnyCallInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly keepalive?: boolean;
}

/** Sends one request. Rejects only when no response arrived. */
export type SendRequest = (request: Request) => Promise<Response>;

interface TransportDependencies {
  readonly sendRequest: SendRequest;
  /** Origin of the gateway, for example `http://127.0.0.1:4000`. */
  readonly origin: string;
  readonly timers: Timers;
  readonly eventLog: EventLog;
  /** Called with the server's time of each response. */
  observeTime(now: number): void;
}

/** Token, headers and abort signal of one request. */
interface SendRequestOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends one request and returns its parsed response, or an error. Doesn't know the session: the caller passes the
 * token.
 */
export interface Transport {
  send<R extends Route>(
    route: R,
    input: AnyCallInput,
    options?: SendRequestOptions,
  ): Promise<Result<RouteAnswer<R>, ApiError>>;
}

/** Time within which a response must begin. */
const REQUEST_TIMEOUT_MS = 15_000;

// Time for the rest of a response that has begun, and for the upload of a file: long enough for a picture of 8 MB over
// a slow phone connection.
const TRANSFER_TIMEOUT_MS = 120_000;

type RequestBody = string | Uint8Array<ArrayBuffer>;

// Copies the bytes into a new buffer: the body of a request needs a buffer that isn't shared.
const bytesOfBody = (body: unknown): Uint8Array<ArrayBuffer> => {
  if (!(body instanceof Uint8Array)) throw new TypeError('The body of a route that takes a file is no Uint8Array');
  return new Uint8Array(body);
};

// Replaces invalid halves of characters in texts, because the gateway refuses them. A user who has deleted half of an
// emoji sees the replacement character.
const withWellFormedTexts = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? toWellFormedText(value) : value;

const serializedBodyOf = (route: Route, input: AnyCallInput): RequestBody | null => {
  if (route.takesFile !== undefined) return bytesOfBody(input.body);
  return route.body === undefined ? null : JSON.stringify(input.body ?? {}, withWellFormedTexts);
};

const requestHeadersOf = (input: AnyCallInput, body: RequestBody | null, sendOptions: SendRequestOptions): Headers => {
  const headers = new Headers({ Accept: 'application/json', ...sendOptions.headers });
  if (body !== null)
    headers.set('Content-Type', typeof body === 'string' ? 'application/json' : 'application/octet-stream');
  if (sendOptions.token) headers.set('Authorization', `Bearer ${sendOptions.token}`);
  if (input.idempotencyKey !== undefined) headers.set('Idempotency-Key', input.idempotencyKey);
  return headers;
};

const retryAfterMsOf = (response: Response, details: Readonly<Record<string, unknown>> | undefined): number | null => {
  if (typeof details?.retryAfterMs === 'number') return details.retryAfterMs;
  const retryAfterSeconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(retryAfterSeconds) ? retryAfterSeconds * 1000 : null;
};

const errorOfResponse = (response: Response, responseJson: unknown): ApiError => {
  const body = ErrorBody.safeParse(responseJson);
  if (!body.success)
    return { ...apiErrorOf('httpError', response.status), retryAfterMs: retryAfterMsOf(response, undefined) };
  const { code, message, requestId, details } = body.data;
  return {
    status: response.status,
    code,
    message,
    requestId,
    retryAfterMs: retryAfterMsOf(response, details),
    details: details ?? null,
  };
};

const errorCodeOfNoResponse = (
  callerSignal: AbortSignal | undefined,
  deadlineSignal: AbortSignal,
): 'aborted' | 'timeout' | 'offline' => {
  if (callerSignal?.aborted) return 'aborted';
  return deadlineSignal.aborted ? 'timeout' : 'offline';
};

const readJson = async (response: Response): Promise<unknown> => {
  const bodyText = await response.text();
  try {
    return JSON.parse(bodyText);
  } catch {
    // A proxy may respond with HTML instead of JSON. The result is undefined, and the schema then rejects it.
    return undefined;
  }
};

// Parses the content of a response. Error responses are JSON, even for routes that return a file. The name of a file is
// null, because the caller chooses it.
const readResponseContent = async (response: Response, { answersFile }: Route): Promise<unknown> =>
  answersFile === undefined || !response.ok
    ? readJson(response)
    : { bytes: new Uint8Array(await response.arrayBuffer()), name: null };

/**
 * Creates a transport that calls the gateway by the contract's routes. It encodes requests, applies timeouts, parses
 * responses and passes on the server's time.
 */
export const createTransport = ({
  sendRequest,
  origin,
  timers,
  eventLog,
  observeTime,
}: TransportDependencies): Transport => {
  const createRequest = (
    route: Route,
    input: AnyCallInput,
    sendOptions: SendRequestOptions,
    signal: AbortSignal,
  ): Request => {
    const body = serializedBodyOf(route, input);
    return new Request(new URL(pathOf<Route>(route, input), origin), {
      method: route.method,
      headers: requestHeadersOf(input, body, sendOptions),
      body,
      // `no-cache` makes the browser validate a cached response before it is used, so that no response has an outdated
      // server time.
      cache: 'no-cache',
      credentials: 'same-origin',
      keepalive: input.keepalive === true,
      signal,
    });
  };

  const sendAndRead = async (
    request: Request,
    route: Route,
    onBegun: () => void,
  ): Promise<Result<{ response: Response; json: unknown }, null>> => {
    try {
      const response = await sendRequest(request);
      onBegun();
      const serverNow = Number(response.headers.get('X-Mahlzeit-Now') ?? Number.NaN);
      if (Number.isFinite(serverNow)) observeTime(serverNow);
      return ok({ response, json: await readResponseContent(response, route) });
    } catch {
      // The promise of `fetch` was rejected, so no response arrived; `fetch` doesn't tell the reason.
      return err(null);
    }
  };

  return {
    async send<R extends Route>(
      route: R,
      input: AnyCallInput,
      sendOptions: SendRequestOptions = {},
    ): Promise<Result<RouteAnswer<R>, ApiError>> {
      const deadlineController = new AbortController();
      const { signal: callerSignal } = sendOptions;
      const request = createRequest(
        route,
        input,
        sendOptions,
        callerSignal === undefined
          ? deadlineController.signal
          : AbortSignal.any([deadlineController.signal, callerSignal]),
      );
      const abortAfter = (ms: number): (() => void) => timers.after(ms, () => deadlineController.abort());
      let stopDeadlineTimer = abortAfter(route.takesFile === undefined ? REQUEST_TIMEOUT_MS : TRANSFER_TIMEOUT_MS);
      const sendOutcome = await sendAndRead(request, route, () => {
        stopDeadlineTimer();
        stopDeadlineTimer = abortAfter(TRANSFER_TIMEOUT_MS);
      });
      stopDeadlineTimer();
      if (!sendOutcome.ok) return err(apiErrorOf(errorCodeOfNoResponse(callerSignal, deadlineController.signal)));
      const { response, json } = sendOutcome.value;
      if (!response.ok) return err(errorOfResponse(response, json));
      const parsedAnswer = safeParse<R['answer']>(route.answer, json);
      if (parsedAnswer.success) return ok(parsedAnswer.data);
      eventLog.log('invalid_answer', { route: route.name });
      return err(apiErrorOf('invalidAnswer', response.status));
    },
  };
};

/** Provides the id tokens with which requests are authorized. */
export interface TokenSource {
  /** Resolves with the current token as soon as the session is known; with null when there is no session. */
  token(): Promise<string | null>;
  /** Returns a new token of the same user after the gateway has refused `refusedToken`; null if there is none. */
  renew(refusedToken: string): Promise<string | null>;
}

const isTokenRefusal = ({ status, code }: ApiError): boolean =>
  status === 401 && (code === 'tokenExpired' || code === 'unauthenticated');

/**
 * Sends a request with the session's token. When the gateway refuses the token, sends the request once more with a new
 * token.
 */
export const callAsSession = async <Value>(
  tokenSource: TokenSource,
  send: (token: string) => Promise<Result<Value, ApiError>>,
): Promise<Result<Value, ApiError>> => {
  const token = await tokenSource.token();
  if (token === null) return err(apiErrorOf('offline'));
  const firstAnswer = await send(token);
  if (firstAnswer.ok || !isTokenRefusal(firstAnswer.error)) return firstAnswer;
  const renewedToken = await tokenSource.renew(token);
  return renewedToken === null ? firstAnswer : send(renewedToken);
};
