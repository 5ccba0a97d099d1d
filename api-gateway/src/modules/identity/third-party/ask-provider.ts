import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type * as z from 'zod/mini';
import type { ProviderError } from './provider-client';

const TIMEOUT_MS = 8_000;

/** A call to a provider: a form is posted, anything else fetched. */
export interface ProviderCall {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

const providerError = (code: ProviderError['code'], cause: unknown): Result<never, ProviderError> => err({ code, cause });

const send = ({ url, form }: ProviderCall): Promise<Response> =>
  fetch(url, {
    // Credentials are in it: nobody may send us on with them.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: 'application/json' },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });

/** Asks a provider for JSON of a known shape. */
export const askProvider = async <S extends z.ZodMiniType>(call: ProviderCall, shape: S): Promise<Result<z.output<S>, ProviderError>> => {
  try {
    const response = await send(call);
    const told = await response.text();
    if (!response.ok) return providerError(response.status >= 500 || response.status === 429 ? 'unavailable' : 'notAllowed', new Error(`status ${response.status}: ${told.slice(0, 300)}`));
    const answer = shape.safeParse(JSON.parse(told));
    return answer.success ? ok(answer.data) : providerError('unavailable', answer.error);
  } catch (cause) {
    return providerError('unavailable', cause);
  }
};
