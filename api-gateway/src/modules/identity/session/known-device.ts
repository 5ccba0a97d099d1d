import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '../../../platform';
import { formatAuthCookie, readAuthCookie } from './auth-cookie';
import type { AuthCookie, CookieOrigin } from './auth-cookie';

/** Cookie by which a browser is recognised. Browsers keep a cookie for 400 days at most. */
const DEVICE_COOKIE: AuthCookie = { baseName: 'mahlzeit_device', maxAgeSeconds: 400 * 86_400 };

const DEVICE_TOKEN_PATTERN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens by which browsers prove that they have signed in to an account before. Failed logins of such a browser are
 * counted apart from those of strangers, so that a stranger can't lock the owner out (OWASP, „device cookies“). The
 * token alone gives no access: the password is still needed.
 */
export interface KnownDevices {
  /** Creates the token by which a browser is recognised that has just signed in to the account of an e-mail address. */
  issue(email: string): string;
  /** Returns the id of the browser that a token belongs to; null for a token that wasn't issued for this account. */
  deviceIdOf(token: string | null, email: string): string | null;
}

const proofOf = (key: Uint8Array, deviceId: string, email: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([deviceId, email]))
    .digest();

/**
 * Creates the functions for tokens of known browsers. A token contains neither the e-mail address nor the account, and
 * becomes invalid when the address changes.
 */
export const createKnownDevices = (secrets: SecretKeys): KnownDevices => ({
  issue(email) {
    const deviceId = randomBytes(16).toString('base64url');
    return `${deviceId}.${proofOf(secrets.current('knownDevice').bytes, deviceId, email).toString('base64url')}`;
  },
  deviceIdOf(token, email) {
    const [, deviceId, proof] = DEVICE_TOKEN_PATTERN.exec(token ?? '') ?? [];
    if (deviceId === undefined || proof === undefined) return null;
    const presentedProof = Buffer.from(proof, 'base64url');
    return secrets
      .accepted('knownDevice')
      .some(({ bytes }) => timingSafeEqual(presentedProof, proofOf(bytes, deviceId, email)))
      ? deviceId
      : null;
  },
});

/** Reads from a request the token by which its browser is recognised. */
export const readDeviceCookie = (cookieOrigin: CookieOrigin, cookieHeader: string | undefined): string | null =>
  readAuthCookie(cookieOrigin, DEVICE_COOKIE, cookieHeader);

/** Formats the Set-Cookie header that stores the token by which the browser is recognised. */
export const formatDeviceCookie = (cookieOrigin: CookieOrigin, token: string): string =>
  formatAuthCookie(cookieOrigin, DEVICE_COOKIE, token);
