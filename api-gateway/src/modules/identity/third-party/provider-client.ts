import type { Result, SignInIntent } from '@mahlzeit/contract';
import type { ForeignPerson } from '../store';

/** Parameters of a request to sign in at a third party. */
export interface SignInRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE challenge: base64url(sha256(verifier)). */
  readonly challenge: string;
  readonly intent: SignInIntent;
}

/**
 * Parameters of the request with which a third party sends the browser back, and values that were stored when the
 * sign-in began.
 */
export interface ProviderCallback {
  readonly fields: ReadonlyMap<string, string>;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Purpose of the sign-in. For `reauthenticate`, the third party must show that the person has signed in again. */
  readonly intent: SignInIntent;
}

/**
 * Error of a sign-in at a third party: `notAllowed` if its response can't be trusted, `unavailable` if the provider
 * didn't respond.
 */
export interface ProviderError {
  readonly code: 'notAllowed' | 'unavailable';
  readonly cause: unknown;
}

/** Client for one third party at which users sign in and this gateway is registered. */
export interface ProviderClient {
  /** Returns the URL of the third party's sign-in page. */
  signInPageUrl(request: SignInRequest): Promise<Result<string, ProviderError>>;
  /** Identifies the person who has signed in, after checking every signature, URL and secret. */
  identify(callback: ProviderCallback): Promise<Result<ForeignPerson, ProviderError>>;
}

/** Timeout of a request to a third party, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 8_000;

/** Maps the HTTP status of a third party's error to `notAllowed` (4xx, except 429) or `unavailable`. */
export const errorCodeOfStatus = (responseStatus: number): ProviderError['code'] =>
  responseStatus >= 400 && responseStatus < 500 && responseStatus !== 429 ? 'notAllowed' : 'unavailable';
