import { has, text } from '../texts/texts';

/** Failed call to the gateway. */
export interface ApiError {
  /** HTTP status; 0 when the gateway was not reached. */
  readonly status: number;
  /** Error code of the contract, or `offline`, `timeout`, `aborted`, `invalidAnswer`, `httpError`. */
  readonly code: string;
  /**
   * Message of the gateway for programs, which names the payment provider's error (contract §0); never shown. Null
   * without a response.
   */
  readonly message: string | null;
  /** Id of the request in the gateway's log. */
  readonly requestId: string | null;
  /** Delay before the next try, in ms; null when the gateway named none. */
  readonly retryAfterMs: number | null;
  /** Details of the contract for the code. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** Creates an error without a response of the gateway. */
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

/** Returns the code of a failed call; `ErrorUnknown` for any other error. */
export const errorCode = (error: unknown): string => (isApiError(error) ? error.code : 'ErrorUnknown');

/** Returns the German text of an error for a user; never a key or the gateway's message. */
export const errorText = (error: unknown): string => {
  const code = errorCode(error);
  if (notReached.has(code)) return text('ErrorInternetConnection');
  if (has(code)) return text(code);
  const byStatus = `ErrorHttp_${isApiError(error) ? error.status : 0}`;
  return has(byStatus) ? text(byStatus) : text('ErrorUnknown');
};
