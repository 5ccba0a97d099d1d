import type { IdentityRows } from './identity-store';
import { checkRefreshToken, SESSION_IDLE_MS } from './refresh-rules';
import { fingerprintOf, nextSecret } from './refresh-token';
import type { RefreshToken } from './refresh-token';
import type { StoredSession } from './session-repository';
import type { StoredUser } from './stored-user';

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

const rotate = async (rows: IdentityRows, token: RefreshToken, { chainKey, now }: TradeTerms): Promise<RefreshToken> => {
  const next = { sessionId: token.sessionId, secret: nextSecret(chainKey, token.secret) };
  await rows.sessions.markRotated(fingerprintOf(token.secret), now);
  await rows.sessions.insertToken({ secretHash: fingerprintOf(next.secret), sessionId: next.sessionId, rotatedAt: null });
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

/** Trades a refresh token inside a write. One that is shown again after its time ends its session: somebody holds a copy. */
export const tradeToken = async (rows: IdentityRows, token: RefreshToken, terms: TradeTerms): Promise<HeldSession | 'reused' | 'over'> => {
  const session = await rows.sessions.find(token.sessionId);
  const verdict = checkRefreshToken(session, await rows.sessions.findToken(fingerprintOf(token.secret)), terms.now);
  if (verdict === 'reused') {
    await rows.sessions.end(token.sessionId, terms.now);
    return 'reused';
  }
  const user = session === null ? null : await rows.users.find(session.uid);
  if (verdict === 'over' || session === null || user === null) return 'over';
  return { user, session, token: verdict === 'rotate' ? await rotate(rows, token, terms) : await headOf(rows, token, terms) };
};
