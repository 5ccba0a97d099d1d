import { beginPasskeySignIn, signInWithPasskey } from '@mahlzeit/contract';
import type { Account, PasskeyAssertion } from '@mahlzeit/contract';
import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { tooManyAttemptsText, useTexts } from '../account-texts';
import { canOfferPasskeys, canUsePasskeys, cancelPasskeyRequest, requestPasskey } from './webauthn';

/** Returns a function that logs the user in with the response of a passkey, and shows an error if the login fails. */
const useSignInBy = (onSignedIn: (account: Account) => void) => {
  const t = useTexts();
  const { session, snackbar, track } = useShell();
  const signInErrorText = (apiError: ApiError): string => {
    const { code, retryAfterMs } = apiError;
    if (code === 'passkeyUnknown') return t('PasskeyUnknown');
    if (code === 'passkeyInvalid') return t('PasskeyFailed');
    return code === 'ErrorTooManyAttempts' ? tooManyAttemptsText(retryAfterMs) : errorText(apiError);
  };
  return async (credential: PasskeyAssertion): Promise<void> => {
    const account = await track(session.signInBy({ route: signInWithPasskey, body: credential }));
    if (account.ok) return onSignedIn(account.value);
    snackbar({ tone: 'error', text: signInErrorText(account.error) });
  };
};

// Pause in ms after which the offered passkeys get a new challenge. A challenge lasts five minutes, but the list below
// the field waits as long as the screen is open.
const OFFER_RENEWAL_MS = 4 * 60_000;

/**
 * Offers the passkeys of this device in the list below the e-mail field, as long as the screen is open. `isOffered`
 * says whether the field belongs to a login.
 */
export const usePasskeyOffer = (
  isOffered: boolean,
  onSignedIn: (account: Account) => void,
): { readonly renewOffer: () => void } => {
  const { apiClient } = useShell();
  const signInBy = useSignInBy(onSignedIn);
  const [offerNumber, setOfferNumber] = useState(0);
  const renewOffer = useCallback(() => setOfferNumber((number) => number + 1), []);
  const acceptOffer = useEffectEvent(async (offer: { isOpen: boolean; isWaiting: boolean }): Promise<void> => {
    if (!(await canOfferPasskeys())) return;
    const options = await apiClient.call(beginPasskeySignIn, {});
    // A failure shows no error, because the user hasn't asked for the offered passkeys, and the form and the button
    // still work.
    if (!options.ok || !offer.isOpen) return;
    offer.isWaiting = true;
    const credential = await requestPasskey(options.value, { isOffer: true });
    offer.isWaiting = false;
    // Once the gateway has refused a passkey it would refuse it again, so passkeys are offered only when the screen
    // opens the next time.
    if (credential.ok && offer.isOpen) await signInBy(credential.value);
  });
  useEffect(() => {
    if (!isOffered || !canUsePasskeys()) return;
    const offer = { isOpen: true, isWaiting: false };
    void acceptOffer(offer);
    const renewalTimer = setTimeout(renewOffer, OFFER_RENEWAL_MS);
    return () => {
      offer.isOpen = false;
      clearTimeout(renewalTimer);
      // Only a request that still waits for the offer is cancelled. The button may have replaced it by its own request,
      // which continues.
      if (offer.isWaiting) void cancelPasskeyRequest();
    };
  }, [isOffered, offerNumber, renewOffer]);
  return { renewOffer };
};

interface PasskeyLoginProps {
  readonly onSignedIn: (account: Account) => void;
  /**
   * Runs after a request of this button ended without a login. The request has replaced the offer of passkeys below the
   * e-mail field.
   */
  readonly onEnded: () => void;
}

/** Button that logs in by a passkey. Renders nothing in a browser without passkeys. */
export const PasskeyLogin = ({ onSignedIn, onEnded }: PasskeyLoginProps) => {
  const t = useTexts();
  const { apiClient, snackbar } = useShell();
  const signInBy = useSignInBy(onSignedIn);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    return () => void cancelPasskeyRequest();
  }, [isBusy]);
  const logIn = async (): Promise<void> => {
    const options = await apiClient.call(beginPasskeySignIn, {});
    if (!options.ok) return snackbar({ tone: 'error', text: errorText(options.error) });
    const credential = await requestPasskey(options.value);
    if (credential.ok) return signInBy(credential.value);
    if (credential.error !== 'cancelled') snackbar({ tone: 'error', text: t('PasskeyFailed') });
  };
  const runLogin = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    await logIn().finally(() => setIsBusy(false));
    onEnded();
  };
  if (!canUsePasskeys()) return null;
  return (
    <Button variant="second" isBlock icon={KeyRound} isBusy={isBusy} onClick={() => void runLogin()}>
      {t('LogInWithPasskey')}
    </Button>
  );
};
