import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '../../../platform';
import { formatAuthCookie, readAuthCookie } from './auth-cookie';
import type { AuthCookie, CookieOrigin } from './auth-cookie';

/** Browsers keep a cookie for 400 days at most. */
const DEVICE_COOKIE: AuthCookie = { baseName: 'mahlzeit_device', maxAgeSeconds: 400 * 86_400 };

const DEVICE_TOKEN_PATTERN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens by which browsers prove that they have signed in to an account before. Failed logins of such a browser are
 * counted apart from those of strangers, so that a stranger can't lock the owner out (OWASP, „device cookies“). A token
 * opens nothing by itself: the password is still needed.
 */
export interface KnownDevices {
  /** Creates the token of a browser that has just signed in to the account of an e-mail address. */
  issue(email: string): string;
  /** Returns the id of the browser; null for a token that wasn't issued to this account. */
  deviceIdOf(token: string | null, email: string): string | null;
}

const proofOf = (key: Uint8Array, deviceId: string, email: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([deviceId, email]))
    .digest();

/** Creates the tokens. They contain neither the e-mail address nor the account, and end with a changed address. */
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

/** Reads the token of the browser that sends a request. */
export const readDeviceCookie = (cookieOrigin: CookieOrigin, cookieHeader: string | undefined): string | null =>
  readAuthCookie(cookieOrigin, DEVICE_COOKIE, cookieHeader);

/** Formats the Set-Cookie header that stores the token in the browser. */
export const formatDeviceCookie = (cookieOrigin: CookieOrigin, token: string): string =>
  formatAuthCookie(cookieOrigin, DEVICE_COOKIE, token);
