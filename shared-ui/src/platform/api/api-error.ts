import { has, text } from '../texts/texts';

/** Why a call to the gateway failed. */
export interface ApiError {
  /** HTTP status; 0 where the gateway was not reached. */
  readonly status: number;
  /** The contract's error code, or `offline`, `timeout`, `aborted`, `invalidAnswer`, `httpError`. */
  readonly code: string;
  /**
   * The gateway's own words for programs, which name what a payment provider said (contract §0); never shown. Null
   * without an answer.
   */
  readonly message: string | null;
  /** Finds the request in the gateway's log. */
  readonly requestId: string | null;
  /** How long to wait before the next try, where the gateway said so. */
  readonly retryAfterMs: number | null;
  /** What the contract gives with the code. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** An error without an answer of the gateway. */
export const apiErrorOf = (code: string, status = 0): ApiError => ({
  status,
  code,
  message: null,
  requestId: null,
  retryAfterMs: null,
  details: null,
});

/** Whether an error (of RTK Query, of a catch) is a failed call. */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  'code' in error &&
  typeof error.code === 'string' &&
  'requestId' in error;

const notReached = new Set(['offline', 'timeout', 'requestTimeout']);

/** The code of a failed call; `ErrorUnknown` for whatever else was thrown. */
export const errorCode = (error: unknown): string => (isApiError(error) ? error.code : 'ErrorUnknown');

/** What to tell a person about an error: German, never a key, never the server's own words. */
export const errorText = (error: unknown): string => {
  const code = errorCode(error);
  if (notReached.has(code)) return text('ErrorInternetConnection');
  if (has(code)) return text(code);
  const byStatus = `ErrorHttp_${isApiError(error) ? error.status : 0}`;
  return has(byStatus) ? text(byStatus) : text('ErrorUnknown');
};
