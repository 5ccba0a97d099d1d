import { acceptedKeysOf, deriveSecret } from './key-ring';
import type { KeyRing, KeyUse } from './key-ring';
import { openText, sealText } from './sealed-text';

/** A secret key with the id by which tokens name it. */
export interface SecretKey {
  readonly id: string;
  /** 32 secret bytes. */
  readonly bytes: Uint8Array;
}

/** Keys from which tokens and cookies are made. They change while the gateway runs, so nobody keeps them. */
export interface SecretKeys {
  /** Returns the key with which new things are made. */
  current(use: KeyUse): SecretKey;
  /** Returns all keys that may have made something that is still valid; the current key comes first. */
  accepted(use: KeyUse): readonly SecretKey[];
}

/** Encrypts texts that are stored. `place` names the column, like `report.text`, and keeps columns apart. */
export interface TextSealing {
  seal(place: string, text: string): string;
  /** Decrypts a stored text; null for a text whose key is lost or that was changed. */
  open(place: string, sealedText: string): string | null;
}

/** The secrets of a database, which its gateways share and the database doesn't hold. */
export interface Secrets extends SecretKeys, TextSealing {
  /** Returns a secret that never changes, as base64url. */
  derive(purpose: string): string;
}

/** Secrets whose ring can be replaced while they are used. */
export interface LiveSecrets extends Secrets {
  ring(): KeyRing;
  replaceRing(ring: KeyRing): void;
}

/** Creates the secrets of a ring. `realNow` is the machine's time: keys follow each other by real time. */
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
