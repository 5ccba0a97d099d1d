/** Why a call to the gateway failed. */
export interface ApiError {
  /** HTTP status; 0 where the gateway was not reached. */
  readonly status: number;
  /** The contract's error code, or `offline`, `timeout`, `aborted`, `invalidAnswer`, `httpError`. */
  readonly code: string;
  /** Finds the request in the gateway's log. */
  readonly requestId: string | null;
  /** How long to wait before the next try, where the gateway said so. */
  readonly retryAfterMs: number | null;
  /** What the contract gives with the code. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** An error without an answer of the gateway. */
export const apiErrorOf = (code: string, status = 0): ApiError => ({ status, code, requestId: null, retryAfterMs: null, details: null });

/** Whether an error (of RTK Query, of a catch) is a failed call. */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null
  && 'status' in error && typeof error.status === 'number'
  && 'code' in error && typeof error.code === 'string'
  && 'requestId' in error;
