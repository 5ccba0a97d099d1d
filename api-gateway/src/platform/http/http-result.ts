import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { FileAnswer, statusOf } from '@mahlzeit/contract';
import type { ErrorBody, ErrorCode, Route } from '@mahlzeit/contract';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../errors';
import type { RouteError } from '../errors';

const REQUEST_ID_HEADER = 'X-Request-Id';

/** Gives every request an id of our own making; whoever reports a failure can name it. */
export const giveRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(REQUEST_ID_HEADER, randomUUID());
  next();
};

/** The id given to the request that this response answers. */
export const requestIdOf = (response: Response): string => String(response.getHeader(REQUEST_ID_HEADER) ?? '');

/** An answer before it is sent: what a repeated request gets again. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; empty where the status says everything, or where it is a file. */
  readonly body: string;
  /** The answer of a route that answers no JSON. */
  readonly file?: FileAnswer & { readonly type: string };
  /** A repeat may be answered otherwise: it isn't kept. */
  readonly mayChange?: true;
}

/** The answer of a success. */
export const successResult = (answer: unknown): HttpResult => ({
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
});

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The answer of a route that answers a file. Throws where its handler answered none. */
export const fileResult = ({ name, answersFile, isImmutable }: Route, answer: unknown): HttpResult => {
  const file = FileAnswer.safeParse(answer);
  if (!file.success || answersFile === undefined) throw new Error(`${name} answers a file, and its handler gave none`);
  const headers: Record<string, string> = isImmutable === true ? { 'Cache-Control': IMMUTABLE } : {};
  return { status: 200, headers, body: '', file: { ...file.data, type: answersFile } };
};

const headersOf = (error: RouteError, status: number): Record<string, string> => ({
  ...(error.retryAfterMs === undefined
    ? {}
    : { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))) }),
  ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
});

const detailsOf = (error: RouteError): Pick<ErrorBody, 'details'> => {
  if (error.code === 'ErrorTooManyAttempts')
    return { details: { retryAfterMs: error.retryAfterMs ?? 0, ...error.details } };
  return error.details === undefined ? {} : { details: { ...error.details } };
};

/** The answer of an expected error; `statuses` are the route's own. */
export const errorResult = (
  reason: RouteError | ErrorCode,
  requestId: string,
  statuses: Route['statuses'] = {},
): HttpResult => {
  const error: RouteError = typeof reason === 'string' ? { code: reason } : reason;
  const body: ErrorBody = { code: error.code, message: error.message ?? error.code, requestId, ...detailsOf(error) };
  const status = error.status ?? statuses[error.code] ?? statusOf(error.code);
  return {
    status,
    headers: headersOf(error, status),
    body: JSON.stringify(body),
    ...(error.mayChange === undefined ? {} : { mayChange: error.mayChange }),
  };
};

const codeByHttpStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'notFound',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
};

// Express and its body parser throw errors that carry the status of what the client did wrong.
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

/** The answer of whatever was thrown; the one place that logs it. */
export const thrownErrorResult = (
  error: unknown,
  context: { readonly requestId: string; readonly log: Logger },
): HttpResult => {
  const result = errorResult(routeErrorOf(error), context.requestId);
  // Of whoever is sent away in a rush there are many, and nothing is wrong.
  if (isRefusal(error)) context.log.warn({ requestId: context.requestId }, 'no room for a request');
  else if (result.status >= 500) context.log.error({ err: error, requestId: context.requestId }, 'request failed');
  return result;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A body in the encoding that it is sent in. */
interface CompressedBody {
  readonly encoding: 'br' | 'gzip' | null;
  readonly body: Buffer;
}

// Made anew for each answer: five is where brotli beats gzip and still takes about a millisecond.
const QUALITY = 5;

/** Compresses a text in the best of the accepted encodings. */
export const compress = async (
  text: string,
  accepts: (encoding: 'br' | 'gzip') => boolean,
): Promise<CompressedBody> => {
  const plain = Buffer.from(text);
  if (accepts('br'))
    return { encoding: 'br', body: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }) };
  if (accepts('gzip')) return { encoding: 'gzip', body: await zip(plain) };
  return { encoding: null, body: plain };
};

const sendHead = (response: Response, { status, headers }: HttpResult): void => {
  response.status(status);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Whoever keeps it for a year must not be told the time by it.
  if (headers['Cache-Control'] === IMMUTABLE) response.removeHeader('X-Mahlzeit-Now');
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
  // Whatever it holds, it is shown and never run.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(bytes);
};

/** Sends an answer. Nothing of the API is ever cached by anybody unless its route says so. */
export const sendResult = (response: Response, result: HttpResult): void => {
  sendHead(response, result);
  if (result.file !== undefined) sendFile(response, result.file);
  else if (result.body === '') response.end();
  else sendBody(response, Buffer.from(result.body));
};

// What fits into the first packets of a connection gains nothing by compression.
const WORTH_COMPRESSING = 4_096;

/**
 * Sends the answer of a route; compresses a long one where the client accepts it: a list of places shrinks to a tenth.
 */
export const sendAnswer = async (response: Response, result: HttpResult): Promise<void> => {
  if (result.body.length < WORTH_COMPRESSING) return sendResult(response, result);
  const { encoding, body } = await compress(result.body, (wanted) => response.req.acceptsEncodings(wanted) === wanted);
  sendHead(response, result);
  response.vary('Accept-Encoding');
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  sendBody(response, body);
};

const tagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const names = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === tag || one === '*');

// no-cache: kept, but never shown without asking, because opening hours and menus follow the clock.
const REVALIDATED = { 'Cache-Control': 'private, no-cache' } as const;

/**
 * An answer with an ETag, private to its client unless it says otherwise; 304 without a body where the client has it
 * already.
 */
export const withETag = (result: HttpResult, ifNoneMatch: string | undefined): HttpResult => {
  const tag = tagOf(result.file?.bytes ?? result.body);
  // Weak where the same answer travels compressed and plain.
  const headers = { ...REVALIDATED, ...result.headers, ETag: result.file === undefined ? `W/${tag}` : tag };
  return ifNoneMatch !== undefined && names(ifNoneMatch, tag)
    ? { status: 304, headers, body: '' }
    : { ...result, headers };
};
