import { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { createObservable, createStoredText, isObject, parseStored } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';

/** Sign-in for which this window leaves the app. It is finished when the window comes back. */
export interface PendingSignIn {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** Secret that proves that this browser has begun the sign-in (PKCE). It never leaves the browser before the end. */
  readonly verifier: string;
  /** Screen from which the user was asked to sign in, and to which they return; null for the page itself. */
  readonly origin: ScreenAddress | null;
}

// The storage of the tab, not of the browser: another tab must not finish or replace this sign-in.
const storedSignIn = createStoredText(() => window.sessionStorage, 'mahlzeit.signIn');

const isScreenAddress = (value: unknown): value is ScreenAddress =>
  isObject(value) &&
  typeof value['key'] === 'string' &&
  Array.isArray(value['params']) &&
  value['params'].every((param) => typeof param === 'string');

/** Stores a sign-in before the window leaves the app. Returns false when the browser blocks its storage. */
export const storePendingSignIn = (pendingSignIn: PendingSignIn): boolean =>
  storedSignIn.write(JSON.stringify(pendingSignIn));

/** Returns the stored sign-in and forgets it. Null without one. */
export const takePendingSignIn = (): PendingSignIn | null => {
  const stored = parseStored(storedSignIn.read());
  storedSignIn.remove();
  if (!isObject(stored)) return null;
  const { verifier, origin } = stored;
  const [provider, intent] = [ThirdParty.safeParse(stored['provider']), SignInIntent.safeParse(stored['intent'])];
  if (!provider.success || !intent.success || typeof verifier !== 'string') return null;
  return { provider: provider.data, intent: intent.data, verifier, origin: isScreenAddress(origin) ? origin : null };
};

/**
 * Screen from which the call to action has asked a visitor to register. In this window the history leads back there; a
 * sign-in that leaves the app needs the address.
 */
export const signInOrigin = createObservable<ScreenAddress | null>(null);

/** Third party that has just proved the user's identity in this window; the screen that needed the proof goes on. */
export const provedBy = createObservable<ThirdParty | null>(null);
