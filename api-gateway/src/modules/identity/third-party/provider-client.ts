import type { Result, SignInIntent } from '@mahlzeit/contract';
import type { ForeignPerson } from '../store';

/** What a provider is asked with. */
export interface SignInQuestion {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** base64url(sha256(verifier)). */
  readonly challenge: string;
  readonly intent: SignInIntent;
}

/** What it has answered: the parameters of the callback, and what was kept since the question. */
export interface SignInAnswer {
  readonly fields: ReadonlyMap<string, string>;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Why nobody is known: what came can't be trusted, or the provider did not answer. */
export interface ProviderError {
  readonly code: 'notAllowed' | 'unavailable';
  readonly cause: unknown;
}

/** One provider, as this gateway is registered there. */
export interface ProviderClient {
  /** Address of its sign-in page. */
  pageFor(question: SignInQuestion): Promise<Result<string, ProviderError>>;
  /** Who has signed in there; every signature, address and secret has been checked. */
  identify(answer: SignInAnswer): Promise<Result<ForeignPerson, ProviderError>>;
}

/** How long a provider may take to answer. */
export const PROVIDER_TIMEOUT_MS = 8_000;

/** What the status of an answer that isn't one says: a refusal, or that the provider is not able to answer. */
export const errorCodeOfStatus = (status: number): ProviderError['code'] =>
  status >= 400 && status < 500 && status !== 429 ? 'notAllowed' : 'unavailable';
