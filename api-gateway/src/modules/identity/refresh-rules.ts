import type { StoredRefreshToken, StoredSession } from './session-repository';

/** How long a browser stays signed in without a visit: 30 days of real time. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a token that was just traded is still taken: two tabs that wake together send the same one. */
export const ROTATION_GRACE_MS = 10_000;

/** What to do with a refresh token: trade it, hand out its successor, end the session, or refuse. */
export type RefreshVerdict = 'rotate' | 'follow' | 'reused' | 'over';

/** Checks a refresh token; `token` is null where the session does not know its secret. */
export const checkRefreshToken = (session: StoredSession | null, token: StoredRefreshToken | null, realNow: number): RefreshVerdict => {
  if (session === null || session.endedAt !== null || session.expiresAt <= realNow) return 'over';
  // A secret this session once had and forgot, or a guess: somebody else holds a copy.
  if (token === null || token.sessionId !== session.id) return 'reused';
  if (token.rotatedAt === null) return 'rotate';
  return realNow - token.rotatedAt <= ROTATION_GRACE_MS ? 'follow' : 'reused';
};
