import type { ErrorCode } from '@mahlzeit/contract';

/**
 * Returns the code of an error that the system or a driver has thrown; null without one. It checks the shape and not
 * the class, because such an error may come from another realm, where `instanceof` fails.
 */
export const errorCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** An expected error of a request. The response has the status that belongs to the code. */
export interface RouteError {
  readonly code: ErrorCode;
  /**
   * HTTP status of the error, for a route that answers one error code with two statuses; absent for the usual status of
   * the code.
   */
  readonly status?: number;
  /** Text of the error for logs and developers; absent for the code itself. */
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds after which the client may repeat the request. */
  readonly retryAfterMs?: number;
  /**
   * Set if a repeated request may get another response, because an external system can change the state. The response
   * is therefore not stored for repeated requests.
   */
  readonly mayChange?: true;
}

/** Builds the error of a request in which a field breaks a rule that the schema can't check. */
export const invalidField = (path: string, violatedRule: string): RouteError => ({
  code: 'invalidRequest',
  details: { issues: [{ path, rule: violatedRule }] },
});

/** Options of an error in addition to its code. */
interface AppErrorOptions {
  readonly cause?: unknown;
  /** Details that the client gets unchanged, in the shape that the contract defines for the code. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds after which the client may repeat the request; becomes the header Retry-After. */
  readonly retryAfterMs?: number;
  /** Whether the state that causes the error is in the log already, so that the error itself needn't be. */
  readonly isReported?: boolean;
}

/**
 * An unexpected error with a code. Code throws an `AppError`; one error handler turns it into a response and logs it.
 * Expected errors are returned as Results instead.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isReported: boolean;

  constructor(code: ErrorCode, errorOptions: AppErrorOptions = {}) {
    super(code, { cause: errorOptions.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = errorOptions.details;
    this.retryAfterMs = errorOptions.retryAfterMs;
    this.isReported = errorOptions.isReported ?? false;
  }
}

/**
 * Error of a job that wants to write after another worker has taken its lease over. The other worker does the job, so
 * nobody has to act.
 */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Error with which the gateway refuses to start. The message is one line that names the wrong setting. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}

/** Checks whether the log already has the state that causes an error. */
export const isReportedError = (error: unknown): boolean => error instanceof AppError && error.isReported;
