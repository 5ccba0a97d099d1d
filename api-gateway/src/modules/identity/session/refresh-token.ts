import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cookieNameAt } from '@mahlzeit/contract/rules';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { GatewayAddress } from '../../../platform';
import type { IdentityRows, StoredRefreshToken, StoredSession, StoredUser } from '../store';

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
export const nextSecret = (chainKey: Uint8Array, secret: string): string =>
  createHmac('sha256', chainKey).update(secret).digest('base64url');

/** What is stored in place of a secret. */
export const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** How long a browser stays signed in without a visit: 30 days of real time. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a token is still taken although its successor was used: two tabs that wake together send the same one. */
export const ROTATION_GRACE_MS = 10_000;

/** What to do with a refresh token: trade it, hand out its successor, end the session, or refuse. */
export type RefreshVerdict = 'rotate' | 'follow' | 'reused' | 'over';

/** What is stored of a refresh token that is shown, and of the one that it was traded for; null where there is none. */
export interface ShownToken {
  readonly token: StoredRefreshToken | null;
  readonly successor: StoredRefreshToken | null;
}

/** Checks a refresh token; `token` is null where the session does not know its secret. */
export const checkRefreshToken = (
  session: StoredSession | null,
  { token, successor }: ShownToken,
  realNow: number,
): RefreshVerdict => {
  if (session === null || session.endedAt !== null || session.expiresAt <= realNow) return 'over';
  // A secret this session once had and forgot, or a guess: somebody else holds a copy.
  if (token === null || token.sessionId !== session.id) return 'reused';
  if (token.rotatedAt === null) return 'rotate';
  // As long as nobody has used the successor, the answer that brought it may have been lost on its way.
  const isSuccessorUnused = successor !== null && successor.rotatedAt === null;
  return isSuccessorUnused || realNow - token.rotatedAt <= ROTATION_GRACE_MS ? 'follow' : 'reused';
};

/** A session with the token that its browser holds from now on. */
export interface HeldSession {
  readonly user: StoredUser;
  readonly session: StoredSession;
  readonly token: RefreshToken;
}

/** What a trade goes by; `now` is real time. */
export interface TradeTerms {
  readonly chainKey: Uint8Array;
  readonly now: number;
}

// Kept an hour, so that a late copy is still told apart from a guess; afterwards either ends the session.
const TOKEN_MEMORY_MS = 60 * 60 * 1000;

const rotate = async (
  rows: IdentityRows,
  token: RefreshToken,
  { chainKey, now }: TradeTerms,
): Promise<RefreshToken> => {
  const next = { sessionId: token.sessionId, secret: nextSecret(chainKey, token.secret) };
  await rows.sessions.markRotated(fingerprintOf(token.secret), now);
  await rows.sessions.insertToken({
    secretHash: fingerprintOf(next.secret),
    sessionId: next.sessionId,
    rotatedAt: null,
  });
  await rows.sessions.forgetTokens(token.sessionId, now - TOKEN_MEMORY_MS);
  await rows.sessions.prolong(token.sessionId, now + SESSION_IDLE_MS);
  return next;
};

/** Walks from a traded secret to the one that the browser should hold. */
const headOf = async (rows: IdentityRows, token: RefreshToken, { chainKey }: TradeTerms): Promise<RefreshToken> => {
  let secret = token.secret;
  for (;;) {
    secret = nextSecret(chainKey, secret);
    const stored = await rows.sessions.findToken(fingerprintOf(secret));
    if (stored === null) throw new Error('a traded refresh token has no successor');
    if (stored.rotatedAt === null) return { sessionId: token.sessionId, secret };
  }
};

/**
 * Trades a refresh token inside a write. One that is shown again after its time ends its session: somebody holds a
 * copy.
 */
export const tradeToken = async (
  rows: IdentityRows,
  token: RefreshToken,
  terms: TradeTerms,
): Promise<HeldSession | 'reused' | 'over'> => {
  const session = await rows.sessions.find(token.sessionId);
  const shown = {
    token: await rows.sessions.findToken(fingerprintOf(token.secret)),
    successor: await rows.sessions.findToken(fingerprintOf(nextSecret(terms.chainKey, token.secret))),
  };
  const verdict = checkRefreshToken(session, shown, terms.now);
  if (verdict === 'reused') {
    await rows.sessions.end(token.sessionId, terms.now);
    return 'reused';
  }
  const user = session === null ? null : await rows.users.find(session.uid);
  if (verdict === 'over' || session === null || user === null) return 'over';
  return {
    user,
    session,
    token: verdict === 'rotate' ? await rotate(rows, token, terms) : await headOf(rows, token, terms),
  };
};

/** The site that the refresh cookie belongs to, as browsers see it. */
export type CookieOrigin = Pick<GatewayAddress, 'publicUrl'>;

const nameOf = ({ publicUrl }: CookieOrigin): string => cookieNameAt(publicUrl, 'mahlzeit_rt');

const setCookie = (origin: CookieOrigin, value: string, maxAge: number): string =>
  stringifySetCookie({
    name: nameOf(origin),
    value,
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: origin.publicUrl.startsWith('https:'),
    // Max-Age alone: Expires would be read by the browser's clock (contract §0).
    maxAge,
  });

/** The refresh token that a request carries. */
export const readRefreshCookie = (origin: CookieOrigin, header: string | undefined): string | null =>
  (header === undefined ? undefined : parseCookie(header)[nameOf(origin)]) ?? null;

/** The header that hands the browser its refresh token. */
export const refreshCookie = (origin: CookieOrigin, token: string): string =>
  setCookie(origin, token, SESSION_IDLE_MS / 1000);

/** The header that takes it away. */
export const clearedCookie = (origin: CookieOrigin): string => setCookie(origin, '', 0);

/** What a browser says of where a request came from. */
type RequestHeaders = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'sec-fetch-site'>;

/**
 * Whether a page of another site sent a request: an empty form of theirs must replace nobody's session. Programs send
 * neither header. Ports make no other site, cookies ignore them; the host that was asked is ours as well.
 */
export const isFromOtherSite = (
  { publicUrl }: CookieOrigin,
  { host, origin, 'sec-fetch-site': site }: RequestHeaders,
): boolean => {
  // Whoever says it knows it best: our own page may stand behind a proxy that has another name.
  if (site !== undefined) return site === 'cross-site';
  if (origin === undefined || origin === publicUrl) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  return from.host !== host && from.hostname !== new URL(publicUrl).hostname;
};
