import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SecretKey } from '../../../platform';

/** Signature algorithm of id tokens: EdDSA with a key on the curve Ed25519. */
export const ID_TOKEN_ALGORITHM = 'EdDSA';

// First bytes of a private Ed25519 key in the format PKCS #8; the 32 secret bytes follow (RFC 8410 §7).
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Key pair that signs id tokens and verifies their signatures. */
export interface SigningKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Creates the function that derives the key pair for id tokens from a secret key. Each pair is derived once. */
export const createSigningKeys = (): ((secretKey: SecretKey) => SigningKeys) => {
  const pairById = new Map<string, SigningKeys>();
  return ({ id, bytes }) => {
    const knownPair = pairById.get(id);
    if (knownPair !== undefined) return knownPair;
    const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_START, bytes]), format: 'der', type: 'pkcs8' });
    const newPair = { privateKey, publicKey: createPublicKey(privateKey) };
    pairById.set(id, newPair);
    return newPair;
  };
};
