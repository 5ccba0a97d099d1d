import type { ErrorCode } from '@mahlzeit/contract';

/**
 * The code of a system's or driver's error. Structural, because such errors may come from another realm where
 * `instanceof` fails.
 */
export const errorCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Why a request fails: an expected error, answered with the status of its code. */
export interface RouteError {
  readonly code: ErrorCode;
  /** Where a route answers one code in two ways. */
  readonly status?: number;
  /** For logs and developers; the code itself where absent. */
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds until another try makes sense. */
  readonly retryAfterMs?: number;
  /**
   * The same request may be answered otherwise a moment later, by what somebody does outside: it isn't kept for
   * repeats.
   */
  readonly mayChange?: true;
}

/** The error of a request whose field breaks a rule that the schema can't check. */
export const invalidField = (path: string, rule: string): RouteError => ({
  code: 'invalidRequest',
  details: { issues: [{ path, rule }] },
});

/** What an error may carry beside its code. */
interface AppErrorOptions {
  readonly cause?: unknown;
  /** Goes to the client as it stands, as the code's row in the contract says. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds until another try makes sense; becomes the header Retry-After. */
  readonly retryAfterMs?: number;
}

/** A surprise that has a code: thrown, mapped to an answer and logged in one place. Expected outcomes are Results. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The gateway must not start like this; the message is one line that names the setting. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
