import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT, type JWK } from 'jose';
import { createPublicKey } from 'node:crypto';
import type { Secrets } from '../secrets';
import type { Grant } from './provider';

/** Whom an id token is from and for. */
export interface TokenParties {
  readonly issuer: string;
  readonly clientId: string;
}

/** Signs id tokens the way Google and Apple do. */
export interface IdTokenSigner {
  /** The public half, for whoever checks them. */
  jwks(): Promise<{ readonly keys: readonly JWK[] }>;
  sign(grant: Grant, parties: TokenParties): Promise<string>;
}

const LIFE_S = 3600;
const KEY_ID = 'sandbox-1';

const newKey = async (): Promise<string> => exportPKCS8((await generateKeyPair('RS256', { extractable: true })).privateKey);

const claimsOf = ({ person, nonce }: Grant, issuer: string): Record<string, unknown> => {
  const { provider, email, isPrivateEmail, name, subject } = person;
  const shared = { ...(email === null ? {} : { email, email_verified: true }), ...(nonce === null ? {} : { nonce }) };
  if (provider === 'apple') return { ...shared, ...(isPrivateEmail ? { is_private_email: true } : {}), nonce_supported: true };
  return { ...shared, name, picture: `${issuer}/pictures/${subject}` };
};

/** Signs with a key that is made at the first sign-in and kept. */
export const createIdTokenSigner = (secrets: Secrets, realNow: () => number): IdTokenSigner => {
  const key = (): Promise<string> => secrets.getOrCreate('idTokenKey', newKey);
  return {
    async jwks() {
      const jwk = await exportJWK(createPublicKey(await key()));
      return { keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
    },
    async sign(grant, { issuer, clientId }) {
      const issuedAt = Math.floor(realNow() / 1000);
      return new SignJWT(claimsOf(grant, issuer))
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(grant.person.subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFE_S)
        .sign(await importPKCS8(await key(), 'RS256'));
    },
  };
};
