import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import type { IdentityStore } from '../store';

/** Signature algorithm of id tokens: EdDSA with a key on the curve Ed25519. */
export const ID_TOKEN_ALGORITHM = 'EdDSA';

const SigningKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() });

const SymmetricKey = z.object({ key: z.string() });

/** The key pair of id tokens, as JSON Web Keys. */
export interface IdTokenKeys {
  readonly privateKey: z.infer<typeof SigningKey>;
  readonly publicKey: Omit<z.infer<typeof SigningKey>, 'd'>;
}

/** Secrets from which tokens are made: created once for a database and shared by all of its gateways. */
export interface IdentitySecrets {
  idTokenKeys(): Promise<IdTokenKeys>;
  /** Key from which the successors of refresh tokens are derived. */
  chainKey(): Promise<Uint8Array>;
  /**
   * Key with which verification codes are hashed. Without a key, somebody who reads the database could find a code by
   * trying all possible codes, because there are few.
   */
  codeKey(): Promise<Uint8Array>;
  /** Key that signs the cookie by which a browser proves that it has signed in to an account before. */
  deviceKey(): Promise<Uint8Array>;
  /** Key that signs the cookie with a browser's overrides of releases. */
  overridesKey(): Promise<Uint8Array>;
}

/**
 * Returns a function that calls `createValue` once and returns the same result to all later callers. After a failure
 * the next caller calls `createValue` again.
 */
const memoizePromise = <T>(createValue: () => Promise<T>): (() => Promise<T>) => {
  let valuePromise: Promise<T> | null = null;
  return () => {
    valuePromise ??= createValue().catch((creationError: unknown) => {
      valuePromise = null;
      throw creationError;
    });
    return valuePromise;
  };
};

const createSigningKey = async (): Promise<object> =>
  exportJWK((await generateKeyPair(ID_TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true })).privateKey);

const createSymmetricKey = async (): Promise<object> => ({ key: randomBytes(32).toString('base64url') });

/** Creates the reader of this database's secrets. A secret that doesn't exist yet is generated at its first use. */
export const createIdentitySecrets = (store: IdentityStore): IdentitySecrets => {
  const findOrCreateSecret = async (secretName: string, createSecret: () => Promise<object>): Promise<unknown> => {
    const storedSecret = await store.read((identityRows) => identityRows.secrets.find(secretName));
    if (storedSecret !== undefined) return storedSecret;
    const value = await createSecret();
    return store.write((identityRows) => identityRows.secrets.insertIfMissing(secretName, value));
  };

  const loadSymmetricKey = async (secretName: string): Promise<Uint8Array> =>
    new Uint8Array(
      Buffer.from(SymmetricKey.parse(await findOrCreateSecret(secretName, createSymmetricKey)).key, 'base64url'),
    );

  return {
    idTokenKeys: memoizePromise(async () => {
      const privateKey = SigningKey.parse(await findOrCreateSecret('idToken', createSigningKey));
      return { privateKey, publicKey: { kty: privateKey.kty, crv: privateKey.crv, x: privateKey.x } };
    }),
    chainKey: memoizePromise(() => loadSymmetricKey('refreshChain')),
    codeKey: memoizePromise(() => loadSymmetricKey('verificationCode')),
    deviceKey: memoizePromise(() => loadSymmetricKey('knownDevice')),
    overridesKey: memoizePromise(() => loadSymmetricKey('releaseOverrides')),
  };
};
