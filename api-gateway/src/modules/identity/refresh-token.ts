import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What the browser's cookie holds: which session, and the proof. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly secret: string;
}

const TOKEN_PATTERN = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** Reads a cookie's value; null where it cannot be one of ours. */
export const parseRefreshToken = (text: string): RefreshToken | null => {
  const [, sessionId, secret] = TOKEN_PATTERN.exec(text) ?? [];
  return sessionId === undefined || secret === undefined ? null : { sessionId, secret };
};

/** The cookie's value. */
export const formatRefreshToken = (token: RefreshToken): string => `${token.sessionId}.${token.secret}`;

/** The secret that a session begins with. */
export const firstSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The secret that follows. Derived instead of drawn, so that two tabs that trade one secret at the
 * same moment arrive at the same successor although only fingerprints are stored.
 */
export const nextSecret = (chainKey: Uint8Array, secret: string): string => createHmac('sha256', chainKey).update(secret).digest('base64url');

/** What is stored in place of a secret. */
export const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
