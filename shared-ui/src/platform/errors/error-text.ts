import { isApiError } from '../gateway/gateway-failure';
import { has, text } from '../texts/platform-texts';

const notReached = new Set(['offline', 'timeout']);

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
