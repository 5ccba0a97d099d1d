import { placeOf } from '../../../platform';
import type { TextSealing } from '../../../platform';
import { SECOND_STEP_SECRET_COLUMN } from '../store';

/**
 * Encrypts and decrypts the secrets of authenticator apps, so that somebody who reads only the database learns none.
 */
export interface SecretSealer {
  seal(uid: string, secret: string): string;
  /** Decrypts a secret; null for one that was sealed for another user, or whose key is lost. */
  open(uid: string, sealedSecret: string): string | null;
}

const PLACE = placeOf(SECOND_STEP_SECRET_COLUMN);

/**
 * Creates the functions that encrypt secrets. An encrypted secret contains its user's uid, so that it is useless in the
 * row of another user.
 */
export const createSecretSealer = (sealing: TextSealing): SecretSealer => {
  const userPrefixOf = (uid: string): string => `${uid} `;
  return {
    seal: (uid, secret) => sealing.seal(PLACE, `${userPrefixOf(uid)}${secret}`),
    open(uid, sealedSecret) {
      const text = sealing.open(PLACE, sealedSecret);
      return text?.startsWith(userPrefixOf(uid)) === true ? text.slice(userPrefixOf(uid).length) : null;
    },
  };
};
