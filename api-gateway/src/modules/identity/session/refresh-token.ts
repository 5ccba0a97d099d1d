import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { formatAuthCookie, readAuthCookie } from './auth-cookie';
import type { AuthCookie, CookieOrigin } from './auth-cookie';
import type { IdentityRows, StoredRefreshToken, StoredSession, StoredUser } from '../store';

/** Refresh token in the browser's cookie: the id of the session, and the secret that proves it. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly secret: string;
}

const REFRESH_TOKEN_PATTERN = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/**
 * Parses the refresh token in a cookie's value. Returns null if the value has another format. Doesn't check whether the
 * session exists.
 */
export const parseRefreshToken = (text: string): RefreshToken | null => {
  const [, sessionId, tokenSecret] = REFRESH_TOKEN_PATTERN.exec(text) ?? [];
  return sessionId === undefined || tokenSecret === undefined ? null : { sessionId, secret: tokenSecret };
};

/** Formats a refresh token as the cookie's value. */
export const formatRefreshToken = (token: RefreshToken): string => `${token.sessionId}.${token.secret}`;

/** Creates the first refresh secret of a session: 256 random bits. */
export const createFirstSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Derives the refresh secret that replaces `tokenSecret`. Two tabs that trade the same secret at the same moment get
 * the same successor. A random secret couldn't be returned twice, because only fingerprints are stored.
 */
export const deriveNextSecret = (chainKey: Uint8Array, tokenSecret: string): string =>
  createHmac('sha256', chainKey).update(tokenSecret).digest('base64url');

/**
 * Hashes a refresh secret for storage, so that somebody who reads the database can't use the stored value as a token.
 */
export const secretFingerprintOf = (tokenSecret: string): string =>
  createHash('sha256').update(tokenSecret).digest('base64url');

/** Time for which a browser stays signed in without a visit, in milliseconds: 30 days of real time. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Time in milliseconds after which a registered user must prove their identity again, even if they come every day: 365
 * days of real time since the last proof.
 */
const MAX_PROOF_AGE_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Time in milliseconds of real time for which a refresh token stays valid after its successor was used. Two tabs that
 * start at the same time send the same token.
 */
export const ROTATION_GRACE_MS = 10_000;

/**
 * Decision about a refresh token that a browser sends: `rotate` replaces it by its successor, `follow` returns the
 * successor again, `reused` ends the session, and `over` refuses the request because the session has ended.
 */
export type RefreshVerdict = 'rotate' | 'follow' | 'reused' | 'over';

/** Stored rows of a refresh token that a browser has sent, and of its successor; null for a missing row. */
export interface PresentedToken {
  readonly token: StoredRefreshToken | null;
  readonly successor: StoredRefreshToken | null;
}

/** Decides what to do with a refresh token that a browser sends. `token` is null if no such secret is stored. */
export const checkRefreshToken = (
  storedSession: StoredSession | null,
  { token, successor }: PresentedToken,
  realNow: number,
): RefreshVerdict => {
  if (storedSession === null || storedSession.endedAt !== null || storedSession.expiresAt <= realNow) return 'over';
  // The secret was replaced long ago and is no longer stored, or it is a guess: somebody else holds a copy of the
  // token.
  if (token === null || token.sessionId !== storedSession.id) return 'reused';
  if (token.rotatedAt === null) return 'rotate';
  // Checks whether the successor was never used: the response that carried it to the browser may have been lost.
  const isSuccessorUnused = successor !== null && successor.rotatedAt === null;
  return isSuccessorUnused || realNow - token.rotatedAt <= ROTATION_GRACE_MS ? 'follow' : 'reused';
};

/** An open session with the refresh token that its browser gets. */
export interface IssuedSession {
  readonly user: StoredUser;
  readonly session: StoredSession;
  readonly token: RefreshToken;
}

/**
 * Values that the replacement of a refresh token needs: the keys from which the next secret is derived, and the real
 * time.
 */
export interface TokenTradeTerms {
  /**
   * Keys from which refresh secrets are derived. The first key derives new secrets; another one may have derived a
   * secret that a browser holds.
   */
  readonly chainKeys: readonly Uint8Array[];
  readonly now: number;
}

// Time for which a replaced refresh token stays stored: an hour, so that the gateway can tell a late copy of the token
// from a guess. After an hour, a late copy ends the session like a guess.
const TRADED_TOKEN_RETENTION_MS = 60 * 60 * 1000;

const rotateRefreshToken = async (
  identityRows: IdentityRows,
  { token, storedSession }: { readonly token: RefreshToken; readonly storedSession: StoredSession },
  { chainKeys: [chainKey], now }: TokenTradeTerms,
): Promise<RefreshToken> => {
  if (chainKey === undefined) throw new Error('No key derives refresh tokens');
  const rotatedToken = { sessionId: token.sessionId, secret: deriveNextSecret(chainKey, token.secret) };
  await identityRows.sessions.markRotated(secretFingerprintOf(token.secret), now);
  await identityRows.sessions.insertToken({
    secretHash: secretFingerprintOf(rotatedToken.secret),
    sessionId: storedSession.id,
    rotatedAt: null,
  });
  await identityRows.sessions.forgetTokens(storedSession.id, now - TRADED_TOKEN_RETENTION_MS);
  await identityRows.sessions.prolong(storedSession.id, now + SESSION_IDLE_MS);
  return rotatedToken;
};

interface Successor {
  readonly secret: string;
  readonly stored: StoredRefreshToken;
}

/**
 * Finds the successor of a refresh secret, whichever key has derived it; null for a secret that wasn't replaced yet.
 */
const findSuccessor = async (
  identityRows: IdentityRows,
  tokenSecret: string,
  { chainKeys }: TokenTradeTerms,
): Promise<Successor | null> => {
  for (const chainKey of chainKeys) {
    const secret = deriveNextSecret(chainKey, tokenSecret);
    const stored = await identityRows.sessions.findToken(secretFingerprintOf(secret));
    if (stored !== null) return { secret, stored };
  }
  return null;
};

/** Follows the chain of successors from a replaced secret to the secret that the browser should hold. */
const currentTokenOf = async (
  identityRows: IdentityRows,
  token: RefreshToken,
  tradeTerms: TokenTradeTerms,
): Promise<RefreshToken> => {
  let tokenSecret = token.secret;
  for (;;) {
    const successor = await findSuccessor(identityRows, tokenSecret, tradeTerms);
    if (successor === null) throw new Error('A traded refresh token has no successor');
    if (successor.stored.rotatedAt === null) return { sessionId: token.sessionId, secret: successor.secret };
    tokenSecret = successor.secret;
  }
};

/**
 * Replaces a refresh token by its successor inside a transaction. A replaced token that is sent again after the grace
 * time ends its session, because somebody else holds a copy.
 */
export const tradeRefreshToken = async (
  identityRows: IdentityRows,
  token: RefreshToken,
  tradeTerms: TokenTradeTerms,
): Promise<IssuedSession | 'reused' | 'over'> => {
  const storedSession = await identityRows.sessions.find(token.sessionId);
  const presentedToken = {
    token: await identityRows.sessions.findToken(secretFingerprintOf(token.secret)),
    successor: (await findSuccessor(identityRows, token.secret, tradeTerms))?.stored ?? null,
  };
  const refreshVerdict = checkRefreshToken(storedSession, presentedToken, tradeTerms.now);
  if (refreshVerdict === 'reused') {
    await identityRows.sessions.end(token.sessionId, tradeTerms.now);
    return 'reused';
  }
  const user = storedSession === null ? null : await identityRows.users.find(storedSession.uid);
  if (refreshVerdict === 'over' || storedSession === null || user === null) return 'over';
  // Skips visitors without an account: they have never proved their identity, and have nothing that a proof would
  // protect.
  if (!user.isAnonymous && storedSession.authTime + MAX_PROOF_AGE_MS <= tradeTerms.now) {
    await identityRows.sessions.end(storedSession.id, tradeTerms.now);
    return 'over';
  }
  return {
    user,
    session: storedSession,
    token:
      refreshVerdict === 'rotate'
        ? await rotateRefreshToken(identityRows, { token, storedSession }, tradeTerms)
        : await currentTokenOf(identityRows, token, tradeTerms),
  };
};

const REFRESH_COOKIE: AuthCookie = { baseName: 'mahlzeit_rt', maxAgeSeconds: SESSION_IDLE_MS / 1000 };

/** Reads the refresh token of a request. */
export const readRefreshCookie = (cookieOrigin: CookieOrigin, cookieHeader: string | undefined): string | null =>
  readAuthCookie(cookieOrigin, REFRESH_COOKIE, cookieHeader);

/** Formats the Set-Cookie header that stores a refresh token in the browser. */
export const formatRefreshCookie = (cookieOrigin: CookieOrigin, token: string): string =>
  formatAuthCookie(cookieOrigin, REFRESH_COOKIE, token);

/** Formats the Set-Cookie header that removes the refresh token from the browser. */
export const removedRefreshCookie = (cookieOrigin: CookieOrigin): string =>
  formatAuthCookie(cookieOrigin, { ...REFRESH_COOKIE, maxAgeSeconds: 0 }, '');

/** Request headers that tell from which page a request comes. */
type CsrfRequestHeaders = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'sec-fetch-site'>;

/**
 * Checks whether a page of another site sent a request: a form on another site must not replace a user's session.
 * Programs other than browsers send neither `Origin` nor `Sec-Fetch-Site` and pass the check. Pages of the requested
 * host pass as well, also on another port, because cookies ignore ports.
 */
export const isFromOtherSite = (
  { publicUrl }: CookieOrigin,
  { host, origin, 'sec-fetch-site': fetchSite }: CsrfRequestHeaders,
): boolean => {
  // Prefers `Sec-Fetch-Site`, the most reliable header: behind a proxy, the product's own page may have another host
  // name.
  if (fetchSite !== undefined) return fetchSite === 'cross-site';
  if (origin === undefined || origin === publicUrl) return false;
  if (!URL.canParse(origin)) return true;
  const callerUrl = new URL(origin);
  return callerUrl.host !== host && callerUrl.hostname !== new URL(publicUrl).hostname;
};
