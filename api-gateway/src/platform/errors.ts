import type { ErrorCode } from '@mahlzeit/contract';

/**
 * Returns the code of a system's or driver's error. Structural, because such errors may come from another realm, where
 * `instanceof` fails.
 */
export const errorCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** An expected error of a request, answered with the status of its code. */
export interface RouteError {
  readonly code: ErrorCode;
  /** Status for a route that answers one code in two ways. */
  readonly status?: number;
  /** Text for logs and developers; the code itself when absent. */
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds after which a retry makes sense. */
  readonly retryAfterMs?: number;
  /**
   * A repeat may get another answer, because an external system can change the state. The answer is not stored for
   * repeats.
   */
  readonly mayChange?: true;
}

/** Builds the error of a request whose field breaks a rule that the schema can't check. */
export const invalidField = (path: string, rule: string): RouteError => ({
  code: 'invalidRequest',
  details: { issues: [{ path, rule }] },
});

/** Optional data of an error beside its code. */
interface AppErrorOptions {
  readonly cause?: unknown;
  /** Sent to the client unchanged, in the shape that the contract defines for the code. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds after which a retry makes sense; becomes the header Retry-After. */
  readonly retryAfterMs?: number;
}

/**
 * An unexpected error with a code: thrown, then mapped to an answer and logged in one place. Expected outcomes are
 * Results.
 */
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

/** The gateway refuses to start. The message is one line that names the setting. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
