import type { Result, SignInIntent } from '@mahlzeit/contract';
import type { ForeignPerson } from '../store';

/** Parameters of a sign-in request to a provider. */
export interface SignInRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE challenge: base64url(sha256(verifier)). */
  readonly challenge: string;
  readonly intent: SignInIntent;
}

/** Parameters of the provider's callback, with the values that were stored when the sign-in began. */
export interface ProviderCallback {
  readonly fields: ReadonlyMap<string, string>;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly verifier: string;
  /** For `reauthenticate` the provider must show that the person has signed in again. */
  readonly intent: SignInIntent;
}

/**
 * Error of a sign-in: `notAllowed` if the provider's response can't be trusted, `unavailable` if the provider didn't
 * respond.
 */
export interface ProviderError {
  readonly code: 'notAllowed' | 'unavailable';
  readonly cause: unknown;
}

/** Client of a sign-in provider at which this gateway is registered. */
export interface ProviderClient {
  /** Returns the URL of the provider's sign-in page. */
  signInPageUrl(request: SignInRequest): Promise<Result<string, ProviderError>>;
  /** Identifies the person who has signed in, after checking every signature, URL and secret. */
  identify(callback: ProviderCallback): Promise<Result<ForeignPerson, ProviderError>>;
}

/** Timeout of a request to a provider, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 8_000;

/** Maps the HTTP status of a provider's error to `notAllowed` (4xx, except 429) or `unavailable`. */
export const errorCodeOfStatus = (responseStatus: number): ProviderError['code'] =>
  responseStatus >= 400 && responseStatus < 500 && responseStatus !== 429 ? 'notAllowed' : 'unavailable';
