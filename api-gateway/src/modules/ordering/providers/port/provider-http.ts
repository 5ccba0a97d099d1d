import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ProviderError } from './payment-provider';

/** Asks over HTTP; the global one, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One call of a provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, written already where it is a text, or a form's fields. */
  readonly body?: object | string | URLSearchParams;
  readonly signal: AbortSignal;
}

/**
 * Statuses that say nothing of what was asked: whoever asks is not let in, comes too often or too late, or somebody is
 * just at it.
 */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

/** Whether an answer of this status leaves open what became of what was asked. */
export const saysNothing = (status: number): boolean => status >= 500 || SAYS_NOTHING.has(status);

/** An answer whose status is below 500. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The error of nobody having answered. */
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
 * Sends a call. Whatever leaves open whether it was done (a cut line, a late answer, 5xx, 429) is `unreachable`; what
 * else says nothing is for whoever knows the provider's words.
 */
export const askProvider = async (
  fetch: Fetch,
  { method, url, headers, body, signal }: ProviderRequest,
): Promise<Result<ProviderResponse, ProviderError>> => {
  const sent = bodyOf(body);
  try {
    const response = await fetch(url, {
      method,
      ...sent,
      headers: { Accept: 'application/json', ...sent.headers, ...headers },
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

/** Reads an answer by its schema; one of another shape tells nothing. */
export const parseAnswer = <T>(schema: z.ZodMiniType<T>, { body }: ProviderResponse): Result<T, ProviderError> => {
  const parsed = schema.safeParse(body);
  return parsed.success ? ok(parsed.data) : unreachable('malformed answer');
};

/** A call under a provider's own address and with its token. */
export type ProviderCall = Pick<ProviderRequest, 'method' | 'signal' | 'body'> & {
  readonly path: string;
  /** Under the same key a provider does a thing once. */
  readonly key?: string;
};

interface CallerDeps {
  readonly fetch: Fetch;
  readonly realNow: () => number;
  /** Where tokens are had, and for whom. */
  readonly token: { readonly url: string; readonly user: string; readonly password: string };
  /** In front of each path. */
  readonly base: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What this provider calls the header of a key. */
  readonly keyHeader: string;
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

/** A token that is about to end isn't sent any more. */
const EARLY_MS = 60_000;

/** Calls a provider with its token, which is asked for once and again where it is no longer known. */
export const createProviderCaller = ({
  fetch,
  realNow,
  token: { url, user, password },
  base,
  headers = {},
  keyHeader,
}: CallerDeps) => {
  let held: { readonly token: string; readonly until: number } | null = null;

  const askForToken = async (signal: AbortSignal): Promise<Result<string, ProviderError>> => {
    const authorization = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    const answered = await askProvider(fetch, {
      method: 'POST',
      url,
      headers: authorization,
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal,
    });
    if (!answered.ok) return answered;
    const given = Token.safeParse(answered.value.body);
    // Credentials that no longer hold tell nothing of what was asked with them before.
    if (!given.success) return unreachable(`no token: status ${answered.value.status}`);
    held = { token: given.data.access_token, until: realNow() + given.data.expires_in * 1000 - EARLY_MS };
    return ok(held.token);
  };

  const callOnce = async ({ path, key, ...rest }: ProviderCall): Promise<Result<ProviderResponse, ProviderError>> => {
    const token = held !== null && realNow() < held.until ? ok(held.token) : await askForToken(rest.signal);
    if (!token.ok) return token;
    return askProvider(fetch, {
      ...rest,
      url: `${base}${path}`,
      headers: {
        ...headers,
        Authorization: `Bearer ${token.value}`,
        ...(key === undefined ? {} : { [keyHeader]: key }),
      },
    });
  };

  return async (call: ProviderCall): Promise<Result<ProviderResponse, ProviderError>> => {
    const first = await callOnce(call);
    if (!first.ok || first.value.status !== 401) return first;
    held = null;
    const second = await callOnce(call);
    // Who isn't let in is told nothing of what they ask about.
    return second.ok && second.value.status === 401 ? unreachable('status 401') : second;
  };
};
