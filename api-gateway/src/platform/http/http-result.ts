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

/** Gives every request a generated id, which users can quote in reports of errors. */
export const giveRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(REQUEST_ID_HEADER, randomUUID());
  next();
};

/** Returns the id of the request of this response. */
export const requestIdOf = (response: Response): string => String(response.getHeader(REQUEST_ID_HEADER) ?? '');

/** An answer before it is sent, which a repeat gets again. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; empty when the status says everything, or for a file. */
  readonly body: string;
  /** File of a route that doesn't answer JSON. */
  readonly file?: FileAnswer & { readonly type: string };
  /** A repeat may get another answer, so this one isn't stored. */
  readonly mayChange?: true;
}

/** Builds the answer of a success. */
export const successResult = (answer: unknown): HttpResult => ({
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
});

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Builds the answer of a file route. Throws when its handler returned no file. */
export const fileResult = ({ name, answersFile, isImmutable }: Route, answer: unknown): HttpResult => {
  const file = FileAnswer.safeParse(answer);
  if (!file.success || answersFile === undefined) throw new Error(`Route ${name}: the handler returned no file`);
  const headers: Record<string, string> = isImmutable === true ? { 'Cache-Control': IMMUTABLE } : {};
  return { status: 200, headers, body: '', file: { ...file.data, type: answersFile } };
};

/** Returns the header that says after how many whole seconds a retry makes sense; none without such a time. */
export const retryAfterHeader = ({ retryAfterMs }: Pick<RouteError, 'retryAfterMs'>): Record<string, string> =>
  retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };

const headersOf = (error: RouteError, status: number): Record<string, string> => ({
  ...retryAfterHeader(error),
  ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
});

const detailsOf = (error: RouteError): Pick<ErrorBody, 'details'> => {
  if (error.code === 'ErrorTooManyAttempts')
    return { details: { retryAfterMs: error.retryAfterMs ?? 0, ...error.details } };
  return error.details === undefined ? {} : { details: { ...error.details } };
};

/** Builds the answer of an expected error. `statuses` are the route's own. */
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

// Express and its body parser throw errors with the status of a client error.
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

/** Builds the answer of a thrown error and logs it. No other code logs thrown errors. */
export const thrownErrorResult = (
  error: unknown,
  context: { readonly requestId: string; readonly log: Logger },
): HttpResult => {
  const result = errorResult(routeErrorOf(error), context.requestId);
  // A rush causes many refusals, and they are no defect.
  if (isRefusal(error)) context.log.warn({ requestId: context.requestId }, 'no room for a request');
  else if (result.status >= 500) context.log.error({ err: error, requestId: context.requestId }, 'request failed');
  return result;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A body with its content encoding. */
interface CompressedBody {
  readonly encoding: 'br' | 'gzip' | null;
  readonly body: Buffer;
}

// Compressed for each answer: at level five brotli beats gzip and still takes about a millisecond.
const QUALITY = 5;

/** Compresses a text with the best accepted encoding. */
export const compressText = async (
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
  // A response cached for a year must not contain the time.
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
  // A file is displayed and never executed.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(bytes);
};

/** Sends an answer. API answers are not cached unless their route says so. */
export const sendResult = (response: Response, result: HttpResult): void => {
  sendHead(response, result);
  if (result.file !== undefined) sendFile(response, result.file);
  else if (result.body === '') response.end();
  else sendBody(response, Buffer.from(result.body));
};

// An answer within the first packets of a connection gains nothing by compression.
const WORTH_COMPRESSING = 4_096;

/**
 * Sends the answer of a route, compressed when it is long and the client accepts it: a list of places shrinks to a
 * tenth.
 */
export const sendAnswer = async (response: Response, result: HttpResult): Promise<void> => {
  if (result.body.length < WORTH_COMPRESSING) return sendResult(response, result);
  const { encoding, body } = await compressText(result.body, (name) => response.req.acceptsEncodings(name) === name);
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
    .map((etag) => etag.trim().replace(/^W\//, ''))
    .some((etag) => etag === tag || etag === '*');

// no-cache: stored but always revalidated, because opening hours and menus follow the clock.
const REVALIDATED = { 'Cache-Control': 'private, no-cache' } as const;

/**
 * Adds an ETag to an answer, private to its client by default. Returns 304 without a body when the client has it
 * already.
 */
export const withETag = (result: HttpResult, ifNoneMatch: string | undefined): HttpResult => {
  const tag = tagOf(result.file?.bytes ?? result.body);
  // Weak when the same answer is sent compressed and plain.
  const headers = { ...REVALIDATED, ...result.headers, ETag: result.file === undefined ? `W/${tag}` : tag };
  return ifNoneMatch !== undefined && names(ifNoneMatch, tag)
    ? { status: 304, headers, body: '' }
    : { ...result, headers };
};
