import { acceptedKeysOf, deriveSecret } from './key-ring';
import type { KeyRing, KeyUse } from './key-ring';
import { openText, sealText } from './sealed-text';

/** A secret key, with the id by which tokens name it. */
export interface SecretKey {
  readonly id: string;
  /** 32 secret bytes. */
  readonly bytes: Uint8Array;
}

/** Secret keys for tokens and cookies. They change while the gateway runs, so callers must not store them. */
export interface SecretKeys {
  /** Returns the key of a purpose that is used for new tokens and cookies. */
  current(use: KeyUse): SecretKey;
  /**
   * Returns all keys of a purpose with which something was made that may still be valid; the current key comes first.
   */
  accepted(use: KeyUse): readonly SecretKey[];
}

/**
 * Encrypts and decrypts texts in the database. `place` names the column, for example `report.text`: a text of one
 * column can't be used in another.
 */
export interface TextSealing {
  seal(place: string, text: string): string;
  /** Decrypts a stored text; null for a text whose key is lost or that was changed. */
  open(place: string, sealedText: string): string | null;
}

/** The secrets of a database. Its gateways share them; they are not in the database itself. */
export interface Secrets extends SecretKeys, TextSealing {
  /** Returns a secret that never changes, as base64url. */
  derive(purpose: string): string;
}

/** Secrets whose key ring can be replaced while they are used. */
export interface LiveSecrets extends Secrets {
  ring(): KeyRing;
  replaceRing(ring: KeyRing): void;
}

/** Creates the secrets of a key ring. `realNow` is the machine's time, by which keys replace each other. */
export const createSecrets = (initialRing: KeyRing, realNow: () => number): LiveSecrets => {
  let presentRing = initialRing;

  const accepted = (use: KeyUse): readonly SecretKey[] =>
    acceptedKeysOf(presentRing, use, realNow()).map(({ id, secret }) => ({
      id,
      bytes: Buffer.from(secret, 'base64url'),
    }));

  const current = (use: KeyUse): SecretKey => {
    const [currentKey] = accepted(use);
    if (currentKey === undefined) throw new Error(`The ring has no key for ${use}`);
    return currentKey;
  };

  return {
    current,
    accepted,
    derive: (purpose) => deriveSecret(presentRing, purpose),
    seal: (place, text) => sealText(current('storedText'), place, text),
    open(place, sealedText) {
      for (const key of accepted('storedText')) {
        const text = openText(key, place, sealedText);
        if (text !== null) return text;
      }
      return null;
    },
    ring: () => presentRing,
    replaceRing(ring) {
      presentRing = ring;
    },
  };
};
