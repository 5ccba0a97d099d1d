import type { Result, SignInIntent } from '@mahlzeit/contract';
import type { ForeignPerson } from '../store';

/** Parameters of a sign-in request to a provider. */
export interface SignInQuestion {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** base64url(sha256(verifier)). */
  readonly challenge: string;
  readonly intent: SignInIntent;
}

/** Parameters of the callback, with the values that were stored at the request. */
export interface SignInAnswer {
  readonly fields: ReadonlyMap<string, string>;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Error of a sign-in: the answer can't be trusted, or the provider didn't answer. */
export interface ProviderError {
  readonly code: 'notAllowed' | 'unavailable';
  readonly cause: unknown;
}

/** A provider at which this gateway is registered. */
export interface ProviderClient {
  /** Returns the address of the provider's sign-in page. */
  signInPageUrl(question: SignInQuestion): Promise<Result<string, ProviderError>>;
  /** Identifies the person who has signed in, after checking every signature, address and secret. */
  identify(answer: SignInAnswer): Promise<Result<ForeignPerson, ProviderError>>;
}

/** Timeout of a provider's answer. */
export const PROVIDER_TIMEOUT_MS = 8_000;

/** Maps an error status to a refusal, or to a provider that is unavailable. */
export const errorCodeOfStatus = (status: number): ProviderError['code'] =>
  status >= 400 && status < 500 && status !== 429 ? 'notAllowed' : 'unavailable';
