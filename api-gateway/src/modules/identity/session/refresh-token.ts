import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { formatAuthCookie, readAuthCookie } from './auth-cookie';
import type { AuthCookie, CookieOrigin } from './auth-cookie';
import type { IdentityRows, StoredRefreshToken, StoredSession, StoredUser } from '../store';

/** Refresh token in the browser's cookie: the key of the session, and the secret that proves it. */
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

/** Creates the first secret of a session: 256 random bits. */
export const createFirstSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Derives the secret that replaces `tokenSecret`. Two tabs that trade the same secret at the same moment get the same
 * successor. A random secret couldn't be returned twice, because only fingerprints are stored.
 */
export const deriveNextSecret = (chainKey: Uint8Array, tokenSecret: string): string =>
  createHmac('sha256', chainKey).update(tokenSecret).digest('base64url');

/** Hashes a secret for storage, so that somebody who reads the database can't use the stored value as a token. */
export const secretFingerprintOf = (tokenSecret: string): string =>
  createHash('sha256').update(tokenSecret).digest('base64url');

/** Time for which a browser stays signed in without a visit: 30 days of real time. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Time after which a member proves their identity again, however often they come: 365 days of real time. It runs from
 * the last proof, so a session in use for longer began with another one.
 */
const MAX_PROOF_AGE_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Time for which a token stays valid after its successor was used, in milliseconds of real time. Two tabs that resume
 * at the same time send the same token.
 */
export const ROTATION_GRACE_MS = 10_000;

/**
 * Decision about a refresh token: `rotate` trades it for its successor, `follow` returns the successor again, `reused`
 * ends the session, and `over` refuses the request because the session has ended.
 */
export type RefreshVerdict = 'rotate' | 'follow' | 'reused' | 'over';

/** Stored rows of a presented refresh token and of its successor; null for a missing row. */
export interface PresentedToken {
  readonly token: StoredRefreshToken | null;
  readonly successor: StoredRefreshToken | null;
}

/** Decides what to do with a refresh token. `token` is null if no such secret is stored. */
export const checkRefreshToken = (
  storedSession: StoredSession | null,
  { token, successor }: PresentedToken,
  realNow: number,
): RefreshVerdict => {
  if (storedSession === null || storedSession.endedAt !== null || storedSession.expiresAt <= realNow) return 'over';
  // The secret was traded long ago and is no longer stored, or it is a guess: somebody else holds a copy of the token.
  if (token === null || token.sessionId !== storedSession.id) return 'reused';
  if (token.rotatedAt === null) return 'rotate';
  // The successor is unused, so the response that carried it to the browser may have been lost.
  const isSuccessorUnused = successor !== null && successor.rotatedAt === null;
  return isSuccessorUnused || realNow - token.rotatedAt <= ROTATION_GRACE_MS ? 'follow' : 'reused';
};

/** A session with the refresh token that its browser holds from now on. */
export interface IssuedSession {
  readonly user: StoredUser;
  readonly session: StoredSession;
  readonly token: RefreshToken;
}

/** Keys from which the next secret is derived, and real time of the trade. */
export interface TokenTradeTerms {
  /** The first key derives new secrets; another one may have derived a secret that a browser holds. */
  readonly chainKeys: readonly Uint8Array[];
  readonly now: number;
}

// A traded token stays stored for an hour, so that the gateway can tell a late copy of the token from a guess. After an
// hour, a late copy ends the session like a guess.
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

/** Finds the successor of a secret, whichever key has derived it; null for a secret that wasn't traded. */
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

/** Follows the chain from a traded secret to the secret that the browser should hold. */
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
 * Trades a refresh token for its successor inside a transaction. A traded token that is presented again after the grace
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
  // A visitor has never proved anything, and has nothing that a proof would protect.
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

/** Headers that tell where a request comes from. */
type CsrfRequestHeaders = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'sec-fetch-site'>;

/**
 * Checks whether a page of another site sent a request: a form on another site must not replace a user's session.
 * Programs other than browsers send neither `Origin` nor `Sec-Fetch-Site` and pass the check. Two ports of one host are
 * the same site, because cookies ignore ports. A page of the requested host passes the check, too.
 */
export const isFromOtherSite = (
  { publicUrl }: CookieOrigin,
  { host, origin, 'sec-fetch-site': fetchSite }: CsrfRequestHeaders,
): boolean => {
  // `Sec-Fetch-Site` is the most reliable header: behind a proxy, our own page may have another host name.
  if (fetchSite !== undefined) return fetchSite === 'cross-site';
  if (origin === undefined || origin === publicUrl) return false;
  if (!URL.canParse(origin)) return true;
  const callerUrl = new URL(origin);
  return callerUrl.host !== host && callerUrl.hostname !== new URL(publicUrl).hostname;
};
