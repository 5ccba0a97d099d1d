import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { IdentitySecrets } from '../session';

const ALGORITHM = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];

/** Encrypts and decrypts the secrets of authenticator apps, so that the database alone shows none. */
export interface SecretSealer {
  seal(uid: string, secret: string): string;
  /** Decrypts a secret. Throws for one that was sealed for another user or with another key. */
  open(uid: string, sealedSecret: string): string;
}

/** Creates the sealer. Its key is derived from that of codes. */
export const createSecretSealer = async ({ codeKey }: Pick<IdentitySecrets, 'codeKey'>): Promise<SecretSealer> => {
  const key = Buffer.from(hkdfSync('sha256', await codeKey(), '', 'second-step', KEY_BYTES));
  return {
    seal(uid, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(uid));
      const sealedBytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([sealedBytes, cipher.getAuthTag()]).toString('base64url');
    },
    open(uid, sealedSecret) {
      const bytes = Buffer.from(sealedSecret, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(uid))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
};
