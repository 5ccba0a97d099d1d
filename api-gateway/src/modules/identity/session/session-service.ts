import { err, ok } from '@mahlzeit/contract';
import type { ReleaseChannel, Result, Session } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import type { Clock, LivePort } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredSession, StoredUser } from '../store';
import { accountChannelOf, presentAccount, presentUser } from '../user';
import type { IdTokens } from './id-token';
import type { IdentitySecrets } from './identity-secrets';
import {
  secretFingerprintOf,
  createFirstSecret,
  formatRefreshToken,
  parseRefreshToken,
  SESSION_IDLE_MS,
  tradeRefreshToken,
} from './refresh-token';
import type { IssuedSession, RefreshToken } from './refresh-token';

/** A new session for the browser: the response body, and facts for cookies only. */
export interface OpenedSession {
  readonly answer: Session;
  readonly refreshToken: string;
  /** Channel of releases that the browser gets; null if it keeps its channel. */
  readonly releaseChannel: ReleaseChannel | null;
}

export interface SessionServiceDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly secrets: IdentitySecrets;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  /** Returns the current version of the privacy policy. */
  readonly policyVersion: () => Promise<number>;
  /**
   * Runs after a traded token was presented again and its session was ended, because somebody else holds a copy of the
   * token.
   */
  readonly onReuse: (endedSession: StoredSession) => void;
}

/** Opens, prolongs and ends sessions. */
export interface SessionService {
  /** Opens a session inside the transaction that created or found its user. */
  open(identityRows: IdentityTransaction, user: StoredUser): Promise<IssuedSession>;
  presentOpened(issuedSession: IssuedSession): Promise<OpenedSession>;
  /**
   * Stores that the user has just proved their identity. The next id tokens of the session carry the new time; the
   * refresh cookie stays the same.
   */
  renewProof(user: StoredUser, sessionId: string): Promise<Result<Session, 'unauthenticated'>>;
  refresh(refreshCookie: string): Promise<Result<OpenedSession, 'unauthenticated'>>;
  /** Ends the session of a refresh cookie; the session is shared by all tabs of a browser. */
  end(refreshCookie: string): Promise<void>;
}

const createSession = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  now: number,
): Promise<IssuedSession> => {
  const newSession = { id: randomKey(), uid: user.uid, authTime: now, expiresAt: now + SESSION_IDLE_MS, endedAt: null };
  const token = { sessionId: newSession.id, secret: createFirstSecret() };
  await identityRows.sessions.insert(newSession);
  await identityRows.sessions.insertToken({
    secretHash: secretFingerprintOf(token.secret),
    sessionId: newSession.id,
    rotatedAt: null,
  });
  return { user, session: newSession, token };
};

const renewSessionProof = async (
  identityRows: IdentityTransaction,
  { uid, sessionId, now }: { readonly uid: string; readonly sessionId: string; readonly now: number },
): Promise<StoredSession | null> => {
  const storedSession = await identityRows.sessions.find(sessionId);
  // The session may have ended while the password was checked.
  if (storedSession === null || storedSession.uid !== uid || storedSession.endedAt !== null) return null;
  await identityRows.sessions.updateAuthTime(sessionId, now);
  return { ...storedSession, authTime: now };
};

/** Returns the uid of the ended session; null for an unknown cookie. */
const endSessionOfCookie = async (
  identityRows: IdentityTransaction,
  refreshCookie: string,
  now: number,
): Promise<string | null> => {
  const token = parseRefreshToken(refreshCookie);
  const storedSession = token === null ? null : await identityRows.sessions.find(token.sessionId);
  if (token === null || storedSession === null) return null;
  const storedToken = await identityRows.sessions.findToken(secretFingerprintOf(token.secret));
  // The secret must match, too: the id of a session is not enough to end the session.
  if (storedToken?.sessionId !== storedSession.id) return null;
  await identityRows.sessions.end(storedSession.id, now);
  return storedSession.uid;
};

/** Creates the service that opens, prolongs and ends sessions. */
export const createSessionService = ({
  store,
  idTokens,
  secrets,
  clock,
  publicUrl,
  live,
  policyVersion,
  onReuse,
}: SessionServiceDeps): SessionService => {
  const presentSession = async (user: StoredUser, { id, authTime }: StoredSession): Promise<Session> => {
    const { idToken, expiresAt } = await idTokens.issue({ uid: user.uid, sessionId: id, authTime });
    return {
      idToken,
      expiresAt,
      expiresInMs: expiresAt - clock.realNow(),
      account: presentAccount(user, publicUrl),
      ...(user.isAnonymous ? {} : { user: presentUser(user) }),
      policyVersion: await policyVersion(),
    };
  };

  const presentOpenedSession = async ({ user, session, token }: IssuedSession): Promise<OpenedSession> => ({
    answer: await presentSession(user, session),
    refreshToken: formatRefreshToken(token),
    releaseChannel: accountChannelOf(user),
  });

  const tradeAndNotify = async (identityRows: IdentityTransaction, token: RefreshToken, tokenChainKey: Uint8Array) => {
    const tradedToken = await tradeRefreshToken(identityRows, token, { chainKey: tokenChainKey, now: clock.realNow() });
    const reusedSession = tradedToken === 'reused' ? await identityRows.sessions.find(token.sessionId) : null;
    if (reusedSession !== null) live.rightsChanged(identityRows, reusedSession.uid);
    return { traded: tradedToken, reused: reusedSession };
  };

  return {
    presentOpened: presentOpenedSession,
    open: (identityRows, user) => createSession(identityRows, user, clock.realNow()),
    end: (refreshCookie) =>
      store.write(async (identityRows) => {
        const endedSessionUid = await endSessionOfCookie(identityRows, refreshCookie, clock.realNow());
        if (endedSessionUid !== null) live.rightsChanged(identityRows, endedSessionUid);
      }),

    async renewProof(user, sessionId) {
      const provedSession = await store.write((identityRows) =>
        renewSessionProof(identityRows, { uid: user.uid, sessionId, now: clock.realNow() }),
      );
      return provedSession === null ? err('unauthenticated') : ok(await presentSession(user, provedSession));
    },

    async refresh(refreshCookie) {
      const token = parseRefreshToken(refreshCookie);
      if (token === null) return err('unauthenticated');
      const tokenChainKey = await secrets.chainKey();
      const { traded: tradedToken, reused } = await store.write((identityRows) =>
        tradeAndNotify(identityRows, token, tokenChainKey),
      );
      if (reused !== null) onReuse(reused);
      return typeof tradedToken === 'string' ? err('unauthenticated') : ok(await presentOpenedSession(tradedToken));
    },
  };
};
