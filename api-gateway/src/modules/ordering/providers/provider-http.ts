import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type * as z from 'zod/mini';
import type { ProviderError } from './payment-provider';

/** Asks over HTTP; the global one, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One call of a provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or a form's fields. */
  readonly body?: object | URLSearchParams;
  readonly signal: AbortSignal;
}

/** An answer whose status is below 500. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The error of nobody having answered. */
export const unreachable = (reason: string): Result<never, ProviderError> => err({ kind: 'unreachable', reason });

const bodyOf = (body: object | URLSearchParams | undefined): Pick<RequestInit, 'body' | 'headers'> => {
  if (body === undefined) return {};
  if (body instanceof URLSearchParams) return { body: body.toString(), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
};

/** Sends a call. Whatever leaves open whether it was done (a cut line, a late answer, 5xx, 429) is `unreachable`. */
export const askProvider = async (fetch: Fetch, { method, url, headers, body, signal }: ProviderRequest): Promise<Result<ProviderResponse, ProviderError>> => {
  const sent = bodyOf(body);
  try {
    const response = await fetch(url, { method, ...sent, headers: { Accept: 'application/json', ...sent.headers, ...headers }, signal, redirect: 'error' });
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

/** A token of the provider, asked for once and used until shortly before it ends. */
export const createTokenHolder = (ask: (signal: AbortSignal) => Promise<Result<{ readonly token: string; readonly lifeMs: number }, ProviderError>>, realNow: () => number) => {
  const EARLY_MS = 60_000;
  let held: { readonly token: string; readonly until: number } | null = null;
  return {
    async get(signal: AbortSignal): Promise<Result<string, ProviderError>> {
      if (held !== null && realNow() < held.until) return ok(held.token);
      const asked = await ask(signal);
      if (!asked.ok) return asked;
      held = { token: asked.value.token, until: realNow() + asked.value.lifeMs - EARLY_MS };
      return ok(held.token);
    },
    /** The provider knows it no more. */
    drop(): void {
      held = null;
    },
  };
};
