import { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { createObservable, createStoredText, isObject, parseStored } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';

/** Sign-in at a third party for which this window leaves the app. It is finished when the window comes back. */
export interface PendingSignIn {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** Secret that proves that this browser has begun the sign-in (PKCE). It never leaves the browser before the end. */
  readonly verifier: string;
  /**
   * Screen on which the user was asked to sign in and to which they return; null for the page without an open screen.
   */
  readonly origin: ScreenAddress | null;
}

// The sign-in is kept in the storage of the tab and not of the browser, because another tab must not finish or replace
// it.
const storedSignIn = createStoredText(() => window.sessionStorage, 'mahlzeit.signIn');

const isScreenAddress = (value: unknown): value is ScreenAddress =>
  isObject(value) &&
  typeof value['key'] === 'string' &&
  Array.isArray(value['params']) &&
  value['params'].every((param) => typeof param === 'string');

/**
 * Stores a sign-in at a third party before the window leaves the app. Returns false when the browser blocks its
 * storage.
 */
export const storePendingSignIn = (pendingSignIn: PendingSignIn): boolean =>
  storedSignIn.write(JSON.stringify(pendingSignIn));

/** Returns the stored sign-in and removes it from the storage. Null if none is stored. */
export const takePendingSignIn = (): PendingSignIn | null => {
  const storedRecord = parseStored(storedSignIn.read());
  storedSignIn.remove();
  if (!isObject(storedRecord)) return null;
  const { verifier, origin } = storedRecord;
  const [provider, intent] = [
    ThirdParty.safeParse(storedRecord['provider']),
    SignInIntent.safeParse(storedRecord['intent']),
  ];
  if (!provider.success || !intent.success || typeof verifier !== 'string') return null;
  return { provider: provider.data, intent: intent.data, verifier, origin: isScreenAddress(origin) ? origin : null };
};

/**
 * Screen from which the call to action has asked a visitor to register. A sign-in inside the app returns to it by the
 * history; a sign-in that leaves the app needs this address.
 */
export const signInOrigin = createObservable<ScreenAddress | null>(null);

/**
 * Third party at which the user has just proved their identity in this window. The screen that needed the proof reads
 * it and continues.
 */
export const identityProvedBy = createObservable<ThirdParty | null>(null);
