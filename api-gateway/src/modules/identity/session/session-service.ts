import { err, ok } from '@mahlzeit/contract';
import type { Result, Session } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import type { Clock, LivePort } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredSession, StoredUser } from '../store';
import { presentAccount } from '../user';
import type { IdTokens } from './id-token';
import type { IdentitySecrets } from './identity-secrets';
import {
  fingerprintOf,
  firstSecret,
  formatRefreshToken,
  parseRefreshToken,
  SESSION_IDLE_MS,
  tradeToken,
} from './refresh-token';
import type { IssuedSession, RefreshToken } from './refresh-token';

/** A new session for the browser: the response body, and the refresh token, which goes into the cookie only. */
export interface OpenedSession {
  readonly answer: Session;
  readonly refreshToken: string;
}

export interface SessionServiceDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly secrets: IdentitySecrets;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  /**
   * Runs after a traded token was presented again and its session was ended, because somebody else holds a copy of the
   * token.
   */
  readonly onReuse: (endedSession: StoredSession) => void;
}

/** Opens, prolongs and ends sessions. */
export interface SessionService {
  /** Opens a session inside the transaction that created or found its user. */
  open(rows: IdentityTransaction, user: StoredUser): Promise<IssuedSession>;
  presentOpened(session: IssuedSession): Promise<OpenedSession>;
  /**
   * Stores that the user has just proved their identity. The next id tokens of the session carry the new time; the
   * refresh cookie stays the same.
   */
  renewProof(user: StoredUser, sessionId: string): Promise<Result<Session, 'unauthenticated'>>;
  refresh(cookie: string): Promise<Result<OpenedSession, 'unauthenticated'>>;
  /** Ends the session of a refresh cookie; the session is shared by all tabs of a browser. */
  end(cookie: string): Promise<void>;
}

const openSession = async (rows: IdentityTransaction, user: StoredUser, now: number): Promise<IssuedSession> => {
  const session = { id: randomKey(), uid: user.uid, authTime: now, expiresAt: now + SESSION_IDLE_MS, endedAt: null };
  const token = { sessionId: session.id, secret: firstSecret() };
  await rows.sessions.insert(session);
  await rows.sessions.insertToken({ secretHash: fingerprintOf(token.secret), sessionId: session.id, rotatedAt: null });
  return { user, session, token };
};

const proveSession = async (
  rows: IdentityTransaction,
  { uid, sessionId, now }: { readonly uid: string; readonly sessionId: string; readonly now: number },
): Promise<StoredSession | null> => {
  const session = await rows.sessions.find(sessionId);
  // The session may have ended while the password was checked.
  if (session === null || session.uid !== uid || session.endedAt !== null) return null;
  await rows.sessions.updateAuthTime(sessionId, now);
  return { ...session, authTime: now };
};

/** Returns the uid of the ended session; null for an unknown cookie. */
const endSession = async (rows: IdentityTransaction, cookie: string, now: number): Promise<string | null> => {
  const token = parseRefreshToken(cookie);
  const session = token === null ? null : await rows.sessions.find(token.sessionId);
  if (token === null || session === null) return null;
  const storedToken = await rows.sessions.findToken(fingerprintOf(token.secret));
  // The secret must match, too: the id of a session is not enough to end the session.
  if (storedToken?.sessionId !== session.id) return null;
  await rows.sessions.end(session.id, now);
  return session.uid;
};

/** Creates the service that opens, prolongs and ends sessions. */
export const createSessionService = ({
  store,
  idTokens,
  secrets,
  clock,
  publicUrl,
  live,
  onReuse,
}: SessionServiceDeps): SessionService => {
  const presentSession = async (user: StoredUser, { id, authTime }: StoredSession): Promise<Session> => {
    const { idToken, expiresAt } = await idTokens.issue({ uid: user.uid, sessionId: id, authTime });
    return { idToken, expiresAt, expiresInMs: expiresAt - clock.realNow(), account: presentAccount(user, publicUrl) };
  };

  const presentOpenedSession = async ({ user, session, token }: IssuedSession): Promise<OpenedSession> => ({
    answer: await presentSession(user, session),
    refreshToken: formatRefreshToken(token),
  });

  const tradeAndNotify = async (rows: IdentityTransaction, token: RefreshToken, chainKey: Uint8Array) => {
    const tradedToken = await tradeToken(rows, token, { chainKey, now: clock.realNow() });
    const reusedSession = tradedToken === 'reused' ? await rows.sessions.find(token.sessionId) : null;
    if (reusedSession !== null) live.rightsChanged(rows, reusedSession.uid);
    return { traded: tradedToken, reused: reusedSession };
  };

  return {
    presentOpened: presentOpenedSession,
    open: (rows, user) => openSession(rows, user, clock.realNow()),
    end: (cookie) =>
      store.write(async (rows) => {
        const uid = await endSession(rows, cookie, clock.realNow());
        if (uid !== null) live.rightsChanged(rows, uid);
      }),

    async renewProof(user, sessionId) {
      const provedSession = await store.write((rows) =>
        proveSession(rows, { uid: user.uid, sessionId, now: clock.realNow() }),
      );
      return provedSession === null ? err('unauthenticated') : ok(await presentSession(user, provedSession));
    },

    async refresh(cookie) {
      const token = parseRefreshToken(cookie);
      if (token === null) return err('unauthenticated');
      const chainKey = await secrets.chainKey();
      const { traded: tradedToken, reused } = await store.write((rows) => tradeAndNotify(rows, token, chainKey));
      if (reused !== null) onReuse(reused);
      return typeof tradedToken === 'string' ? err('unauthenticated') : ok(await presentOpenedSession(tradedToken));
    },
  };
};
