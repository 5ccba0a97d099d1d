import type { PasskeyRequestOptions } from '@mahlzeit/contract';
import type { StoredPasskey } from '../store';
import { CHALLENGE_LIFETIME_MS } from './passkey-challenges';

/** Builds WebAuthn's descriptor of a passkey, by which a browser finds it. */
export const descriptorOf = ({
  credentialId,
  transports,
}: StoredPasskey): PasskeyRequestOptions['allowCredentials'][number] => ({
  id: credentialId,
  type: 'public-key',
  transports: [...transports],
});

/**
 * Builds the WebAuthn options with which a browser uses one of these passkeys; without passkeys, any passkey of the
 * site.
 */
export const requestOptionsOf = (
  { challenge, rpId }: Pick<PasskeyRequestOptions, 'challenge' | 'rpId'>,
  passkeys: readonly StoredPasskey[],
): PasskeyRequestOptions => ({
  challenge,
  rpId,
  timeout: CHALLENGE_LIFETIME_MS,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
});
