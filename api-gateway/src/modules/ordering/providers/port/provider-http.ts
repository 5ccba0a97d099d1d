import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ProviderError } from './payment-provider';

/** HTTP client: the global `fetch`, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** HTTP request to a provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON (written already where it is a string), or the fields of a form. */
  readonly body?: object | string | URLSearchParams;
  readonly signal: AbortSignal;
}

/** Statuses that leave the outcome open: not admitted, too often, too late, or another request is under way. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

/** Whether an answer of this status leaves the outcome open. */
export const leavesOpen = (status: number): boolean => status >= 500 || OPEN_STATUSES.has(status);

/** Answer with a status below 500. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the error of a provider without a proper answer. */
export const unreachable = (reason: string): Result<never, ProviderError> => err({ kind: 'unreachable', reason });

const bodyOf = (body: object | string | URLSearchParams | undefined): Pick<RequestInit, 'body' | 'headers'> => {
  if (body === undefined) return {};
  if (body instanceof URLSearchParams)
    return { body: body.toString(), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  };
};

/**
 * Sends a request. Returns `unreachable` for a broken connection, a timeout, 5xx and 429; the client judges other
 * answers.
 */
export const callProvider = async (
  fetch: Fetch,
  { method, url, headers, body, signal }: ProviderRequest,
): Promise<Result<ProviderResponse, ProviderError>> => {
  const content = bodyOf(body);
  try {
    const response = await fetch(url, {
      method,
      ...content,
      headers: { Accept: 'application/json', ...content.headers, ...headers },
      signal,
      redirect: 'error',
    });
    if (response.status >= 500 || response.status === 429) return unreachable(`status ${response.status}`);
    const text = await response.text();
    return ok({ status: response.status, body: text === '' ? null : JSON.parse(text) });
  } catch (error) {
    return unreachable(error instanceof Error ? error.name : 'unknown');
  }
};

/** Parses an answer; an answer of another shape is `unreachable`. */
export const parseAnswer = <T>(schema: z.ZodMiniType<T>, { body }: ProviderResponse): Result<T, ProviderError> => {
  const parsed = schema.safeParse(body);
  return parsed.success ? ok(parsed.data) : unreachable('malformed answer');
};

/** Call below a provider's base address, with its token. */
export type ProviderCall = Pick<ProviderRequest, 'method' | 'signal' | 'body'> & {
  readonly path: string;
  /** Key under which the provider does it once. */
  readonly key?: string;
};

interface CallerDeps {
  readonly fetch: Fetch;
  readonly realNow: () => number;
  /** Address and credentials by which tokens are fetched. */
  readonly token: { readonly url: string; readonly user: string; readonly password: string };
  /** Prefix of each path. */
  readonly base: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of the header for keys. */
  readonly keyHeader: string;
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

/** Time before its end at which a token counts as expired. */
const EXPIRES_EARLY_MS = 60_000;

/** Creates a caller with a token that is fetched once, and again after it was refused. */
export const createProviderCaller = ({
  fetch,
  realNow,
  token: { url, user, password },
  base,
  headers = {},
  keyHeader,
}: CallerDeps) => {
  let token: { readonly value: string; readonly expiresAt: number } | null = null;

  const fetchToken = async (signal: AbortSignal): Promise<Result<string, ProviderError>> => {
    const authorization = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    const response = await callProvider(fetch, {
      method: 'POST',
      url,
      headers: authorization,
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal,
    });
    if (!response.ok) return response;
    const grant = Token.safeParse(response.value.body);
    // Invalid credentials leave the outcome of earlier calls open.
    if (!grant.success) return unreachable(`no token: status ${response.value.status}`);
    token = { value: grant.data.access_token, expiresAt: realNow() + grant.data.expires_in * 1000 - EXPIRES_EARLY_MS };
    return ok(token.value);
  };

  const callOnce = async ({
    path,
    key,
    ...requestFields
  }: ProviderCall): Promise<Result<ProviderResponse, ProviderError>> => {
    const tokenResult =
      token !== null && realNow() < token.expiresAt ? ok(token.value) : await fetchToken(requestFields.signal);
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

  return async (call: ProviderCall): Promise<Result<ProviderResponse, ProviderError>> => {
    const firstResult = await callOnce(call);
    if (!firstResult.ok || firstResult.value.status !== 401) return firstResult;
    token = null;
    const secondResult = await callOnce(call);
    // A call that isn't admitted leaves the outcome open.
    return secondResult.ok && secondResult.value.status === 401 ? unreachable('status 401') : secondResult;
  };
};
