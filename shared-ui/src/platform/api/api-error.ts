import { has, text } from '../texts/texts';

/** Error of a failed call to the gateway. */
export interface ApiError {
  /** HTTP status; 0 when the gateway was not reached. */
  readonly status: number;
  /**
   * Error code of the contract. When the gateway sent none, a code of this client: `offline`, `timeout`, `aborted`,
   * `invalidAnswer`, `httpError`.
   */
  readonly code: string;
  /**
   * Message of the gateway for developers, with the error of the payment provider if there is one (contract §0). It is
   * never shown to users. Null without a response.
   */
  readonly message: string | null;
  /** Id of the request in the gateway's log; null without a response. */
  readonly requestId: string | null;
  /** Delay before the next attempt, in ms; null when the gateway gave none. */
  readonly retryAfterMs: number | null;
  /** Additional data for the code, as the contract defines it. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** Creates the error of a call to which the gateway sent no response, or none that can be used. */
export const apiErrorOf = (code: string, status = 0): ApiError => ({
  status,
  code,
  message: null,
  requestId: null,
  retryAfterMs: null,
  details: null,
});

/** Whether an error is an `ApiError`, for example an error of RTK Query or in a catch clause. */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  'code' in error &&
  typeof error.code === 'string' &&
  'requestId' in error;

const UNREACHED_ERROR_CODES = new Set(['offline', 'timeout', 'requestTimeout']);

/** Whether a call failed because the gateway wasn't reached, or because a proxy before it said so. */
export const isUnreachedError = ({ status, code }: ApiError): boolean =>
  (status === 0 && code !== 'aborted') || (status >= 502 && status <= 504);

/** Returns the code of a failed call; `ErrorUnknown` for any other error. */
export const errorCode = (error: unknown): string => (isApiError(error) ? error.code : 'ErrorUnknown');

/** Returns the German text of an error for a user. The text is never a text key or the gateway's message. */
export const errorText = (error: unknown): string => {
  const code = errorCode(error);
  if (UNREACHED_ERROR_CODES.has(code)) return text('ErrorInternetConnection');
  if (has(code)) return text(code);
  const statusTextKey = `ErrorHttp_${isApiError(error) ? error.status : 0}`;
  return has(statusTextKey) ? text(statusTextKey) : text('ErrorUnknown');
};

/** Returns the text of a missing connection for an error that comes from one; `otherText` for every other error. */
export const unreachedTextOr = (error: ApiError, otherText: string): string =>
  isUnreachedError(error) ? text('ErrorInternetConnection') : otherText;
