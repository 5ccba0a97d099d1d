import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ProviderError } from './payment-provider';

/** Function that sends HTTP requests: the global `fetch`, or a fake in tests. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** HTTP request to a payment provider; `signal` aborts the request at the caller's timeout. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the request: an object or a string of JSON, or the fields of a form. */
  readonly body?: object | string | URLSearchParams;
  readonly signal: AbortSignal;
}

/**
 * HTTP statuses after which it is unknown whether the provider has acted: 401 and 403 for a refused token, 408 for a
 * timeout, 409 for a parallel request, 429 for too many requests.
 */
const UNDECIDED_STATUSES: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

/** Checks whether it is unknown after a response with this status what the provider has done. */
export const isOutcomeUnknown = (status: number): boolean => status >= 500 || UNDECIDED_STATUSES.has(status);

/** Response of a payment provider, with a status below 500. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the error result for a provider that gave no usable response. */
export const unreachableResult = (unreachableReason: string): Result<never, ProviderError> =>
  err({ kind: 'unreachable', reason: unreachableReason });

const requestContentOf = (
  body: object | string | URLSearchParams | undefined,
): Pick<RequestInit, 'body' | 'headers'> => {
  if (body === undefined) return {};
  if (body instanceof URLSearchParams)
    return { body: body.toString(), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  };
};

/**
 * Sends an HTTP request to a payment provider. Returns `unreachableResult` for a broken connection, a timeout, 5xx and
 * 429; the caller decides about all other statuses.
 */
export const callProvider = async (
  fetch: FetchFunction,
  { method, url, headers, body, signal }: ProviderRequest,
): Promise<Result<ProviderResponse, ProviderError>> => {
  const requestContent = requestContentOf(body);
  try {
    const response = await fetch(url, {
      method,
      ...requestContent,
      headers: { Accept: 'application/json', ...requestContent.headers, ...headers },
      signal,
      redirect: 'error',
    });
    if (response.status >= 500 || response.status === 429) return unreachableResult(`status ${response.status}`);
    const text = await response.text();
    return ok({ status: response.status, body: text === '' ? null : JSON.parse(text) });
  } catch (error) {
    return unreachableResult(error instanceof Error ? error.name : 'unknown');
  }
};

/** Parses the body of a provider's response. Returns `unreachableResult` if the body doesn't match the schema. */
export const parseAnswer = <T>(
  answerSchema: z.ZodMiniType<T>,
  { body }: ProviderResponse,
): Result<T, ProviderError> => {
  const parsedBody = answerSchema.safeParse(body);
  return parsedBody.success ? ok(parsedBody.data) : unreachableResult('malformed answer');
};

/** Request to a path below the provider's base URL. The caller adds the access token. */
export type ProviderCall = Pick<ProviderRequest, 'method' | 'signal' | 'body'> & {
  readonly path: string;
  /** Idempotency key of the call: the provider acts only once for a key. */
  readonly key?: string;
};

interface ProviderCallerDeps {
  readonly fetch: FetchFunction;
  readonly realNow: () => number;
  /** URL and credentials with which the provider's access tokens are fetched. */
  readonly token: { readonly url: string; readonly user: string; readonly password: string };
  /** Base URL of the provider's API, which is put before each path. */
  readonly base: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of the header that carries the idempotency key. */
  readonly keyHeader: string;
}

const AccessTokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

/** Time in milliseconds before its expiry from which an access token is no longer used. */
const TOKEN_EXPIRY_MARGIN_MS = 60_000;

/**
 * Creates the function that calls a provider with an access token. The token is fetched once, and again after it has
 * expired or was refused.
 */
export const createProviderCaller = ({
  fetch,
  realNow,
  token: { url, user, password },
  base,
  headers = {},
  keyHeader,
}: ProviderCallerDeps) => {
  let accessToken: { readonly value: string; readonly expiresAt: number } | null = null;

  const fetchToken = async (signal: AbortSignal): Promise<Result<string, ProviderError>> => {
    const authorizationHeaders = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    const response = await callProvider(fetch, {
      method: 'POST',
      url,
      headers: authorizationHeaders,
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal,
    });
    if (!response.ok) return response;
    const parsedToken = AccessTokenAnswer.safeParse(response.value.body);
    // Returns no refusal for invalid credentials, because they say nothing about earlier calls with the same key.
    if (!parsedToken.success) return unreachableResult(`no token: status ${response.value.status}`);
    accessToken = {
      value: parsedToken.data.access_token,
      expiresAt: realNow() + parsedToken.data.expires_in * 1000 - TOKEN_EXPIRY_MARGIN_MS,
    };
    return ok(accessToken.value);
  };

  const callProviderOnce = async ({
    path,
    key,
    ...requestFields
  }: ProviderCall): Promise<Result<ProviderResponse, ProviderError>> => {
    const tokenResult =
      accessToken !== null && realNow() < accessToken.expiresAt
        ? ok(accessToken.value)
        : await fetchToken(requestFields.signal);
    if (!tokenResult.ok) return tokenResult;
    return callProvider(fetch, {
      ...requestFields,
      url: `${base}${path}`,
      headers: {
        ...headers,
        Authorization: `Bearer ${tokenResult.value}`,
        ...(key === undefined ? {} : { [keyHeader]: key }),
      },
    });
  };

  return async (providerCall: ProviderCall): Promise<Result<ProviderResponse, ProviderError>> => {
    const firstCallResult = await callProviderOnce(providerCall);
    if (!firstCallResult.ok || firstCallResult.value.status !== 401) return firstCallResult;
    accessToken = null;
    const secondCallResult = await callProviderOnce(providerCall);
    // Returns no refusal for a refused token, because it is unknown whether an earlier call with the same key has
    // acted.
    return secondCallResult.ok && secondCallResult.value.status === 401
      ? unreachableResult('status 401')
      : secondCallResult;
  };
};
