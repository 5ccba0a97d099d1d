import { statusOf, type ErrorBody, type ErrorCode, type Route } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import { AppError } from '../errors';
import type { Refusal } from '../types';

/** An answer before it is sent: what a repeated request gets again. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; empty where the status says everything. */
  readonly body: string;
}

/** The answer of a success. */
export const successOutcome = (answer: unknown): Outcome => ({ status: 200, headers: {}, body: JSON.stringify(answer) });

const headersOf = (refusal: Refusal, status: number): Record<string, string> => ({
  ...(refusal.retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(refusal.retryAfterMs / 1000))) }),
  ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
});

const detailsOf = (refusal: Refusal): Pick<ErrorBody, 'details'> => {
  if (refusal.code === 'ErrorTooManyAttempts') return { details: { retryAfterMs: refusal.retryAfterMs ?? 0, ...refusal.details } };
  return refusal.details === undefined ? {} : { details: { ...refusal.details } };
};

/** The answer of a refusal; `statuses` are the route's own. */
export const refusalOutcome = (reason: Refusal | ErrorCode, requestId: string, statuses: Route['statuses'] = {}): Outcome => {
  const refusal: Refusal = typeof reason === 'string' ? { code: reason } : reason;
  const body: ErrorBody = { code: refusal.code, message: refusal.message ?? refusal.code, requestId, ...detailsOf(refusal) };
  const status = statuses[refusal.code] ?? statusOf(refusal.code);
  return { status, headers: headersOf(refusal, status), body: JSON.stringify(body) };
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

const refusalOfError = (error: unknown): Refusal => {
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
export const errorOutcome = (error: unknown, context: { readonly requestId: string; readonly log: Logger }): Outcome => {
  const outcome = refusalOutcome(refusalOfError(error), context.requestId);
  if (outcome.status >= 500) context.log.error({ err: error, requestId: context.requestId }, 'request failed');
  return outcome;
};
