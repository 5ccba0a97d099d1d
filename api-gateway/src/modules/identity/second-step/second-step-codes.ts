import { randomBytes } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@mahlzeit/contract';
import { Secret, TOTP } from 'otpauth';
import { sha256Base64Url } from '../store';

const ISSUER = 'Mahlzeit';

/** Number of random bytes in the secret of an authenticator app, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Number of half minutes before and after the present one whose codes are accepted, because clocks differ. */
const ACCEPTED_WINDOW = 1;

/** Creates a secret for an authenticator app, in base32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

// Creates the generator of codes. The defaults of the package are those of all authenticator apps: SHA-1, six digits,
// half a minute.
const totpOf = (secret: string, accountName: string): TOTP =>
  new TOTP({ issuer: ISSUER, label: accountName, secret: Secret.fromBase32(secret) });

/** Builds the URL that authenticator apps read from a QR code. */
export const secretUrlOf = (secret: string, accountName: string): string => totpOf(secret, accountName).toString();

/** Removes the spaces and hyphens that people type between the characters of a code. */
const compactCode = (typedCode: string): string => typedCode.replace(/[\s-]/g, '').toUpperCase();

/**
 * Returns the number of the half minute to which a code of the app belongs; null for a wrong code, and for every code
 * where the secret is null because it can't be decrypted any more. Codes up to `lastCounter` are used up.
 */
export const counterOfCode = (
  { secret, lastCounter }: { readonly secret: string | null; readonly lastCounter: number },
  typedCode: string,
  realNow: number,
): number | null => {
  if (secret === null) return null;
  const totp = totpOf(secret, ISSUER);
  const delta = totp.validate({ token: compactCode(typedCode), timestamp: realNow, window: ACCEPTED_WINDOW });
  if (delta === null) return null;
  const counter = totp.counter({ timestamp: realNow }) + delta;
  return counter > lastCounter ? counter : null;
};

// Characters of recovery codes: no I, L, O and U, which look like other characters (Crockford's base 32).
const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Characters of a new code: 120 random bits, of which ASVS asks for 112 where the hash is a fast one. */
const RECOVERY_CODE_LENGTH = 24;

const createRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_CODE_LENGTH), (randomByte) =>
    RECOVERY_ALPHABET.charAt(randomByte % RECOVERY_ALPHABET.length),
  )
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** Creates the recovery codes of an account, each of 120 random bits. */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);

/**
 * Hashes a recovery code in any spelling for storage. It needs no slow hash, because nobody can try so many random
 * bits, and has no key of the gateways' ring, because after the loss of that ring these codes alone are left.
 */
export const recoveryCodeHash = (typedCode: string): string =>
  sha256Base64Url(compactCode(typedCode).replaceAll('O', '0').replace(/[IL]/g, '1'));
