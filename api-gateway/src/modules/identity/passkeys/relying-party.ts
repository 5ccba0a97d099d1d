import type { PasskeyAssertion, PasskeyAttestation } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GatewayAddress } from '../../../platform';
import type { StoredPasskey } from '../store';

// Loads the WebAuthn package when it is first needed: it brings parsers of all kinds of certificates, which most starts
// of a gateway don't need at once.
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Numbers of signature algorithms in the COSE registry, the preferred one first: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** A passkey that an authenticator has just created. */
export interface VerifiedCredential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/**
 * The site to which passkeys belong. Verifies what authenticators have signed: the challenge, the origin of the page,
 * the site, and that the authenticator has checked its owner. Returns null if one of these checks fails.
 */
export interface RelyingParty {
  /** Id of the site in WebAuthn: its host name. */
  readonly id: string;
  /** Returns the challenge that an authenticator has signed; null for data that no browser can have written. */
  challengeIn(credential: PasskeyAttestation | PasskeyAssertion): string | null;
  verifyCreation(credential: PasskeyAttestation, challenge: string): Promise<VerifiedCredential | null>;
  /** Verifies the use of a passkey. Returns the authenticator's new counter. */
  verifyUse(credential: PasskeyAssertion, challenge: string, passkey: StoredPasskey): Promise<number | null>;
}

/** Part of the JSON that a browser signs, from which the gateway finds the challenge before it verifies anything. */
const ClientData = z.object({ challenge: z.string() });

/** Creates the relying party of WebAuthn for the gateway's pages, whose only origin is that of the public URL. */
export const createRelyingParty = (
  { publicUrl }: Pick<GatewayAddress, 'publicUrl'>,
  log: Pick<Logger, 'info'>,
): RelyingParty => {
  const { origin, hostname: siteId } = new URL(publicUrl);
  const expectations = { expectedOrigin: origin, expectedRPID: siteId, requireUserVerification: true };
  // Returns null where the WebAuthn package throws, which it does for each answer that it refuses.
  const nullIfRefused = async <T>(verify: () => Promise<T>): Promise<T | null> => {
    try {
      return await verify();
    } catch (error) {
      log.info({ err: error }, 'a passkey was refused');
      return null;
    }
  };

  return {
    id: siteId,
    challengeIn({ response }) {
      try {
        const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
        return ClientData.safeParse(JSON.parse(text)).data?.challenge ?? null;
      } catch {
        // The signed text isn't JSON, so no browser has written it.
        return null;
      }
    },
    verifyCreation: (credential, challenge) =>
      nullIfRefused(async () => {
        const { verifyRegistrationResponse } = await loadWebAuthn();
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expectations,
          response: { ...credential, clientExtensionResults: {} },
          expectedChallenge: challenge,
          supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
        });
        if (!verified) return null;
        const { id, publicKey, counter } = registrationInfo.credential;
        return { credentialId: id, publicKey, counter };
      }),
    verifyUse: (credential, challenge, { credentialId, publicKey, counter }) =>
      nullIfRefused(async () => {
        const { verifyAuthenticationResponse } = await loadWebAuthn();
        const { response, ...identity } = credential;
        const { userHandle, ...answer } = response;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expectations,
          response: {
            ...identity,
            response: { ...answer, ...(userHandle === undefined ? {} : { userHandle }) },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
        });
        return verified ? authenticationInfo.newCounter : null;
      }),
  };
};
