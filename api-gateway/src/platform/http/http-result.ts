import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { FileAnswer, httpStatusOf } from '@mahlzeit/contract';
import type { ErrorBody, ErrorCode, Route } from '@mahlzeit/contract';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError, isReportedError } from '../errors';
import type { RouteError } from '../errors';
import type { RequestContext } from '../request-context';
import { mapInTurns } from '../time-slices';
import { CLOSED_POLICY } from './security-headers';

const REQUEST_ID_HEADER = 'X-Request-Id';

/**
 * Creates the handler that gives every response a generated request id, which users can quote when they report an
 * error. All further work belongs to this request.
 */
export const createRequestIdHandler =
  (requestContext: Pick<RequestContext, 'run'>): RequestHandler =>
  (_request, response, next) => {
    const requestId = randomUUID();
    response.setHeader(REQUEST_ID_HEADER, requestId);
    requestContext.run(requestId, next);
  };

/** Returns the id of the request to which this response belongs. */
export const requestIdOf = (response: Response): string => String(response.getHeader(REQUEST_ID_HEADER) ?? '');

/** Type of the function that sends the events of a stream after its headers, and ends the response. */
export type SendStream = (response: Response) => void;

/** A response before it is sent. The response to a repeated request has the same content. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as JSON text; empty when the status is enough, or when the response is a file. */
  readonly body: string;
  /** File that a route returns instead of JSON, with its media type. */
  readonly file?: FileAnswer & { readonly type: string };
  /** Function that sends the events of a route that responds with a stream. */
  readonly stream?: SendStream;
  /** True if a repeated request may get another response, so that this one isn't stored. */
  readonly mayChange?: true;
  /** Error code of the response, for the log; absent in a stored response. */
  readonly code?: ErrorCode;
}

const refusalCodeByResponse = new WeakMap<Response, ErrorCode>();

/** Returns the error code of a sent error response; undefined for any other response. */
export const refusalCodeOf = (response: Response): ErrorCode | undefined => refusalCodeByResponse.get(response);

/** Builds the response of a successful request: status 200 with the handler's result as JSON. */
export const successResult = (answerBody: unknown): HttpResult => ({
  status: 200,
  headers: {},
  body: JSON.stringify(answerBody),
});

/** Serialises a response as JSON. Between the items of a long list, other work may run. */
const jsonInTurns = async (answerBody: unknown): Promise<string> => {
  if (!Array.isArray(answerBody)) return JSON.stringify(answerBody);
  const itemTexts = await mapInTurns(answerBody, (item: unknown) => JSON.stringify(item) ?? 'null');
  return `[${itemTexts.join(',')}]`;
};

/** Builds the same response as `successResult`, without blocking the event loop for a long response. */
export const successResultInTurns = async (answerBody: unknown): Promise<HttpResult> => ({
  status: 200,
  headers: {},
  body: await jsonInTurns(answerBody),
});

const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Builds the response of a file route. Throws when the route's handler returned no file. */
export const fileResult = ({ name, answersFile, isImmutable }: Route, answer: unknown): HttpResult => {
  const file = FileAnswer.safeParse(answer);
  if (!file.success || answersFile === undefined) throw new Error(`Route ${name}: the handler returned no file`);
  const headers: Record<string, string> = isImmutable === true ? { 'Cache-Control': IMMUTABLE_CACHE_CONTROL } : {};
  return { status: 200, headers, body: '', file: { ...file.data, type: answersFile } };
};

const isSendStream = (answer: unknown): answer is SendStream => typeof answer === 'function';

/**
 * Builds the response of a stream route. The headers forbid proxies to buffer the events: nginx and similar proxies
 * obey `X-Accel-Buffering`, others `no-transform`. Throws when the route's handler returned no stream.
 */
export const streamResult = ({ name }: Route, answer: unknown): HttpResult => {
  if (!isSendStream(answer)) throw new Error(`Route ${name}: the handler returned no stream`);
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    // Closes the connection after the stream: a stopping gateway waits for its connections, and this one would
    // otherwise stay open for the next request.
    Connection: 'close',
  };
  return { status: 200, headers, body: '', stream: answer };
};

/**
 * Returns the header Retry-After with the whole seconds after which the client may repeat the request; no header
 * without this time.
 */
export const retryAfterHeader = ({ retryAfterMs }: Pick<RouteError, 'retryAfterMs'>): Record<string, string> =>
  retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };

const errorHeadersOf = (error: RouteError, status: number): Record<string, string> => ({
  ...retryAfterHeader(error),
  ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
});

const errorDetailsOf = (error: RouteError): Pick<ErrorBody, 'details'> => {
  if (error.code === 'ErrorTooManyAttempts')
    return { details: { retryAfterMs: error.retryAfterMs ?? 0, ...error.details } };
  return error.details === undefined ? {} : { details: { ...error.details } };
};

/** Builds the response of an expected error. `statuses` are the statuses that the route itself defines for codes. */
export const errorResult = (
  errorOrCode: RouteError | ErrorCode,
  requestId: string,
  statuses: Route['statuses'] = {},
): HttpResult => {
  const error: RouteError = typeof errorOrCode === 'string' ? { code: errorOrCode } : errorOrCode;
  const body: ErrorBody = {
    code: error.code,
    message: error.message ?? error.code,
    requestId,
    ...errorDetailsOf(error),
  };
  const status = error.status ?? statuses[error.code] ?? httpStatusOf(error.code);
  return {
    status,
    headers: errorHeadersOf(error, status),
    body: JSON.stringify(body),
    code: error.code,
    ...(error.mayChange === undefined ? {} : { mayChange: error.mayChange }),
  };
};

const codeByHttpStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'notFound',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
};

// Returns the error code for an error that Express or its body parser has thrown, by the error's HTTP status. Returns
// null for an error without a 4xx status.
const codeOfHttpError = (error: unknown): ErrorCode | null => {
  if (typeof error !== 'object' || error === null || !('status' in error) || typeof error.status !== 'number')
    return null;
  return error.status >= 400 && error.status < 500 ? (codeByHttpStatus[error.status] ?? 'invalidRequest') : null;
};

const routeErrorOf = (error: unknown): RouteError => {
  if (error instanceof AppError) {
    return {
      code: error.code,
      ...(error.details === undefined ? {} : { details: error.details }),
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    };
  }
  const code = codeOfHttpError(error);
  if (code === 'invalidRequest') return { code, details: { issues: [{ path: '', rule: 'malformed' }] } };
  return { code: code ?? 'internal' };
};

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable' && error.cause === undefined;

/** Builds the response of a thrown error and logs the error. No other code logs thrown errors. */
export const thrownErrorResult = (
  error: unknown,
  errorContext: { readonly requestId: string; readonly log: Logger },
): HttpResult => {
  const result = errorResult(routeErrorOf(error), errorContext.requestId);
  // Logs a refusal only as a warning without its stack, because it is no defect, and many simultaneous requests cause
  // many refusals.
  if (isRefusal(error)) errorContext.log.warn({ requestId: errorContext.requestId }, 'no room for a request');
  else if (result.status >= 500 && !isReportedError(error))
    errorContext.log.error({ err: error, requestId: errorContext.requestId }, 'request failed');
  return result;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A response body and its content encoding. */
interface CompressedBody {
  readonly encoding: 'br' | 'gzip' | null;
  readonly body: Buffer;
}

// Compression level of brotli. Each response is compressed anew; at level five brotli compresses better than gzip and
// still takes about a millisecond.
const BROTLI_QUALITY = 5;

/** Compresses a text with brotli, else with gzip, else not at all, depending on what the client accepts. */
export const compressText = async (
  bodyText: string,
  acceptsEncoding: (encoding: 'br' | 'gzip') => boolean,
): Promise<CompressedBody> => {
  const plainBody = Buffer.from(bodyText);
  if (acceptsEncoding('br'))
    return {
      encoding: 'br',
      body: await compressBrotli(plainBody, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    };
  if (acceptsEncoding('gzip')) return { encoding: 'gzip', body: await compressGzip(plainBody) };
  return { encoding: null, body: plainBody };
};

const sendStatusAndHeaders = (response: Response, { status, headers, code }: HttpResult): void => {
  response.status(status);
  if (code !== undefined) refusalCodeByResponse.set(response, code);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [headerName, headerValue] of Object.entries(headers)) response.setHeader(headerName, headerValue);
  // Removes the header with the current time from a response that is cached for a year.
  if (headers['Cache-Control'] === IMMUTABLE_CACHE_CONTROL) response.removeHeader('X-Mahlzeit-Now');
};

const sendBody = (response: Response, body: Buffer): void => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.byteLength);
  response.end(body);
};

const sendFile = (response: Response, { bytes, name, type }: NonNullable<HttpResult['file']>): void => {
  if (name === null) response.setHeader('Content-Disposition', 'inline');
  else response.attachment(name);
  response.setHeader('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
  // Forbids the browser to execute a file that it may display.
  response.setHeader('Content-Security-Policy', `${CLOSED_POLICY}; sandbox`);
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(bytes);
};

/** Sends a response. Responses of the API are not cached unless their route allows it. */
export const sendResult = (response: Response, result: HttpResult): void => {
  sendStatusAndHeaders(response, result);
  if (result.stream !== undefined) {
    response.flushHeaders();
    result.stream(response);
  } else if (result.file !== undefined) sendFile(response, result.file);
  else if (result.body === '') response.end();
  else sendBody(response, Buffer.from(result.body));
};

// Minimum length of a response that is compressed. A shorter one fits into the first packets of a connection, so
// compression wouldn't make it faster.
const MIN_COMPRESSED_LENGTH = 4_096;

/**
 * Sends the response of a route. Compresses it when it is long and the client accepts compression: a list of places
 * shrinks to a tenth.
 */
export const sendAnswer = async (response: Response, result: HttpResult): Promise<void> => {
  if (result.body.length < MIN_COMPRESSED_LENGTH) return sendResult(response, result);
  const { encoding, body } = await compressText(result.body, (name) => response.req.acceptsEncodings(name) === name);
  sendStatusAndHeaders(response, result);
  response.vary('Accept-Encoding');
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  sendBody(response, body);
};

const etagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const matchesETag = (ifNoneMatch: string, currentETag: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((etag) => etag.trim().replace(/^W\//, ''))
    .some((etag) => etag === currentETag || etag === '*');

// Headers with which the browser stores the response but always revalidates it, because opening hours and menus change
// with the time.
const REVALIDATE_HEADERS = { 'Cache-Control': 'private, no-cache' } as const;

/**
 * Adds an ETag to a response, which by default only the client itself may cache. Returns 304 without a body when the
 * client already has the same content.
 */
export const withETag = (result: HttpResult, ifNoneMatch: string | undefined): HttpResult => {
  const tag = etagOf(result.file?.bytes ?? result.body);
  // Uses a weak ETag for JSON, because the same content is sent both compressed and uncompressed.
  const headers = { ...REVALIDATE_HEADERS, ...result.headers, ETag: result.file === undefined ? `W/${tag}` : tag };
  return ifNoneMatch !== undefined && matchesETag(ifNoneMatch, tag)
    ? { status: 304, headers, body: '' }
    : { ...result, headers };
};
