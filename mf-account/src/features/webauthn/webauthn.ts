import { err, ok } from '@mahlzeit/contract';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  Result,
} from '@mahlzeit/contract';

// Loads the WebAuthn package only when it is needed: it is small, but most visits need no passkey.
const loadWebAuthn = () => import('@simplewebauthn/browser');

// Matches host names that are IP addresses. WebAuthn refuses pages at such an address.
const IP_ADDRESS = /^\[|^[\d.]+$/;

/** Returns whether this page can create and use passkeys. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && window.isSecureContext && !IP_ADDRESS.test(window.location.hostname);

/** Returns whether this browser can offer passkeys in the list of suggestions below a form field. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/**
 * Reason why no passkey was created or used. `cancelled`: the user or this page has ended the request. `alreadyHere`:
 * the device has a passkey of this account.
 */
export type PasskeyFailure = 'cancelled' | 'alreadyHere' | 'failed';

const FAILURE_BY_ERROR_NAME: ReadonlyMap<string, PasskeyFailure> = new Map([
  // Browsers report the same error for a dialog that the user closed and for one that expired.
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'alreadyHere'],
]);

const failureOf = (error: unknown): PasskeyFailure =>
  (error instanceof Error ? FAILURE_BY_ERROR_NAME.get(error.name) : undefined) ?? 'failed';

/** A passkey that this browser has created, and whether it is on this device or on another one. */
interface CreatedPasskey {
  readonly credential: PasskeyAttestation;
  readonly isOnThisDevice: boolean;
}

/** Creates a passkey: the browser asks for a finger, a face or a PIN. */
export const createPasskey = async (
  optionsJSON: PasskeyCreationOptions,
): Promise<Result<CreatedPasskey, PasskeyFailure>> => {
  try {
    const { startRegistration } = await loadWebAuthn();
    const { id, rawId, type, response, authenticatorAttachment } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return ok({
      credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
      isOnThisDevice: authenticatorAttachment !== 'cross-platform',
    });
  } catch (error) {
    return err(failureOf(error));
  }
};

/**
 * Asks the browser for a passkey: it asks which one, and for a finger, a face or a PIN. With `isOffer`, the browser
 * shows nothing until the user chooses a passkey in the list below the e-mail field.
 */
export const requestPasskey = async (
  optionsJSON: PasskeyRequestOptions,
  { isOffer = false }: { readonly isOffer?: boolean } = {},
): Promise<Result<PasskeyAssertion, PasskeyFailure>> => {
  try {
    const { startAuthentication } = await loadWebAuthn();
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer });
    return ok({ id, rawId, type, response });
  } catch (error) {
    return err(failureOf(error));
  }
};

/** Cancels the request for a passkey that waits for the user; does nothing if none waits. */
export const cancelPasskeyRequest = async (): Promise<void> => {
  const { WebAuthnAbortService } = await loadWebAuthn();
  WebAuthnAbortService.cancelCeremony();
};
