import type { Result } from '@mahlzeit/contract';
import { err } from '@mahlzeit/contract';
import { apiErrorOf } from './gateway-failure';
import type { ApiError } from './gateway-failure';

/** Where id tokens come from. */
export interface TokenSource {
  /** The current token, once the session is known; null when no session can be had. */
  token(): Promise<string | null>;
  /** A fresh token of the same user in place of a refused one; null when there is none. */
  renew(refused: string): Promise<string | null>;
}

const isTokenRefusal = ({ status, code }: ApiError): boolean =>
  status === 401 && (code === 'tokenExpired' || code === 'unauthenticated');

/** Sends with the session's token; where it is refused, once more with a fresh one. */
export const callAsSession = async <Value>(
  tokens: TokenSource,
  send: (token: string) => Promise<Result<Value, ApiError>>,
): Promise<Result<Value, ApiError>> => {
  const token = await tokens.token();
  if (token === null) return err(apiErrorOf('offline'));
  const first = await send(token);
  if (first.ok || !isTokenRefusal(first.error)) return first;
  const renewed = await tokens.renew(token);
  return renewed === null ? first : send(renewed);
};
