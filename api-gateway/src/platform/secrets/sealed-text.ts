import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Prefix of each encrypted text, which names the format. */
const SEAL_PREFIX = 'sealed1.';

const SEALED_PATTERN = /^sealed1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/** A key of 256 bits for encryption, with its id. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Returns the prefix of all texts that were encrypted with a key. */
export const sealPrefixOf = (keyId: string): string => `${SEAL_PREFIX}${keyId}.`;

/** Checks whether a text is encrypted. Nobody types such a text by chance. */
export const isSealed = (text: string): boolean => SEALED_PATTERN.test(text);

/**
 * Encrypts a text with AES-256-GCM. `place` names the column: a text that was moved to another column can't be
 * decrypted.
 */
export const sealText = ({ id, bytes }: SealKey, place: string, text: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const content = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealPrefixOf(id) + content.toString('base64url');
};

/** Decrypts a text; null for a text of another key or column, and for a changed text. */
export const openText = ({ id, bytes }: SealKey, place: string, sealedText: string): string | null => {
  const [, keyId, encodedContent = ''] = SEALED_PATTERN.exec(sealedText) ?? [];
  const content = Buffer.from(encodedContent, 'base64url');
  if (keyId !== id || content.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, bytes, content.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(content.subarray(-TAG_BYTES));
  const textStart = decipher.update(content.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([textStart, decipher.final()]).toString('utf8');
  } catch {
    // Returns null, because Node throws an error without a code for a text that was changed or belongs elsewhere.
    return null;
  }
};
