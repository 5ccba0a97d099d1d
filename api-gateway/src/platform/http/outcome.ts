import { statusOf, type ErrorBody, type ErrorCode, type Route } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import { AppError } from '../errors';
import type { RouteError } from '../types';

/** An answer before it is sent: what a repeated request gets again. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; empty where the status says everything. */
  readonly body: string;
}

/** The answer of a success. */
export const successResult = (answer: unknown): HttpResult => ({ status: 200, headers: {}, body: JSON.stringify(answer) });

const headersOf = (error: RouteError, status: number): Record<string, string> => ({
  ...(error.retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))) }),
  ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
});

const detailsOf = (error: RouteError): Pick<ErrorBody, 'details'> => {
  if (error.code === 'ErrorTooManyAttempts') return { details: { retryAfterMs: error.retryAfterMs ?? 0, ...error.details } };
  return error.details === undefined ? {} : { details: { ...error.details } };
};

/** The answer of an expected error; `statuses` are the route's own. */
export const errorResult = (reason: RouteError | ErrorCode, requestId: string, statuses: Route['statuses'] = {}): HttpResult => {
  const error: RouteError = typeof reason === 'string' ? { code: reason } : reason;
  const body: ErrorBody = { code: error.code, message: error.message ?? error.code, requestId, ...detailsOf(error) };
  const status = statuses[error.code] ?? statusOf(error.code);
  return { status, headers: headersOf(error, status), body: JSON.stringify(body) };
};

const codeByHttpStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'notFound',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
};

// Express and its body parser throw errors that carry the status of what the client did wrong.
const codeOfHttpError = (error: unknown): ErrorCode | null => {
  if (typeof error !== 'object' || error === null || !('status' in error) || typeof error.status !== 'number') return null;
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

/** The answer of whatever was thrown; the one place that logs it. */
export const thrownErrorResult = (error: unknown, context: { readonly requestId: string; readonly log: Logger }): HttpResult => {
  const result = errorResult(routeErrorOf(error), context.requestId);
  if (result.status >= 500) context.log.error({ err: error, requestId: context.requestId }, 'request failed');
  return result;
};
