import { err, ok } from '@mahlzeit/contract';
import type { ReleaseChannel, Result, Session } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import type { Clock, LivePort, SecretKeys } from '../../../platform';
import { sessionRowIdOf } from '../store';
import type { IdentityStore, IdentityTransaction, SessionDevice, StoredSession, StoredUser } from '../store';
import { accountChannelOf, presentAccount, presentUser } from '../user';
import type { IdTokens } from './id-token';
import {
  secretFingerprintOf,
  createFirstSecret,
  formatRefreshToken,
  parseRefreshToken,
  SESSION_IDLE_MS,
  tradeRefreshToken,
} from './refresh-token';
import type { IssuedSession, RefreshToken } from './refresh-token';

/** A new session for the browser: the response body, and values that only cookies contain. */
export interface OpenedSession {
  readonly answer: Session;
  readonly refreshToken: string;
  /** Release channel that the browser gets; null if it keeps its channel. */
  readonly releaseChannel: ReleaseChannel | null;
}

export interface SessionServiceDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly secrets: Pick<SecretKeys, 'accepted'>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  /** Returns the current version of the privacy policy. */
  readonly policyVersion: () => Promise<number>;
  /**
   * Called when a replaced refresh token was sent again and its session was ended, because somebody else holds a copy
   * of the token.
   */
  readonly onReuse: (endedSession: StoredSession) => void;
}

/** Service that opens, prolongs and ends sessions. */
export interface SessionService {
  /**
   * Opens a session for a user, inside the caller's transaction. `device` is the browser that signs in; the session of
   * a visitor has none.
   */
  open(identityRows: IdentityTransaction, user: StoredUser, device?: SessionDevice): Promise<IssuedSession>;
  presentOpened(issuedSession: IssuedSession): Promise<OpenedSession>;
  /**
   * Stores that the user has just proved their identity. The next id tokens of the session contain the new time; the
   * refresh cookie stays the same.
   */
  renewProof(user: StoredUser, sessionId: string): Promise<Result<Session, 'unauthenticated'>>;
  /** Returns the caller's present session, after a change of the user, in the form of a login's response. */
  presentCurrent(user: StoredUser, sessionId: string): Promise<Result<Session, 'unauthenticated'>>;
  /** Replaces a refresh cookie by the next one. `device` is the browser that sends it. */
  refresh(refreshCookie: string, device?: SessionDevice): Promise<Result<OpenedSession, 'unauthenticated'>>;
  /** Ends the session of a refresh cookie. All tabs of a browser share the session. */
  end(refreshCookie: string): Promise<void>;
}

const createSession = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  now: number,
): Promise<IssuedSession> => {
  const token = { sessionId: randomKey(), secret: createFirstSecret() };
  const newSession = {
    // Stores the plain id while gateways of the previous release run, which find a session only by it. A job hashes the
    // id after the upgrade.
    id: (await identityRows.mayEarlierReleaseRun(now)) ? token.sessionId : sessionRowIdOf(token.sessionId),
    uid: user.uid,
    authTime: now,
    expiresAt: now + SESSION_IDLE_MS,
    endedAt: null,
  };
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
  // Refuses when the session has ended while the password was checked.
  if (storedSession === null || storedSession.uid !== uid || storedSession.endedAt !== null) return null;
  await identityRows.sessions.updateAuthTime(sessionId, now);
  return { ...storedSession, authTime: now };
};

/** Ends the session of a refresh cookie. Returns the uid of its user; null for an unknown cookie. */
const endSessionOfCookie = async (
  identityRows: IdentityTransaction,
  refreshCookie: string,
  now: number,
): Promise<string | null> => {
  const token = parseRefreshToken(refreshCookie);
  const storedSession = token === null ? null : await identityRows.sessions.find(token.sessionId);
  if (token === null || storedSession === null) return null;
  const storedToken = await identityRows.sessions.findToken(secretFingerprintOf(token.secret));
  // Compares the secret as well, because the id of a session alone must not be enough to end it.
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
  const presentSession = async (
    user: StoredUser,
    { sessionId, authTime }: { readonly sessionId: string; readonly authTime: number },
  ): Promise<Session> => {
    const { idToken, expiresAt } = await idTokens.issue({ uid: user.uid, sessionId, authTime });
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
    answer: await presentSession(user, { sessionId: token.sessionId, authTime: session.authTime }),
    refreshToken: formatRefreshToken(token),
    releaseChannel: accountChannelOf(user),
  });

  // Stores when the session's device was seen. Visitors have no list of devices, so nothing about their browsers is
  // stored.
  const markDeviceSeen = async (
    identityRows: IdentityTransaction,
    { user, session }: IssuedSession,
    device: SessionDevice | undefined,
  ): Promise<void> => {
    if (device !== undefined && !user.isAnonymous)
      await identityRows.devices.markSeen(session.id, { device, now: clock.now() });
  };

  const tradeAndNotify = async (
    identityRows: IdentityTransaction,
    token: RefreshToken,
    device: SessionDevice | undefined,
  ) => {
    const chainKeys = secrets.accepted('refreshChain').map(({ bytes }) => bytes);
    const tradedToken = await tradeRefreshToken(identityRows, token, { chainKeys, now: clock.realNow() });
    const reusedSession = tradedToken === 'reused' ? await identityRows.sessions.find(token.sessionId) : null;
    if (reusedSession !== null) live.rightsChanged(identityRows, reusedSession.uid);
    if (typeof tradedToken !== 'string') await markDeviceSeen(identityRows, tradedToken, device);
    return { traded: tradedToken, reused: reusedSession };
  };

  return {
    presentOpened: presentOpenedSession,
    async open(identityRows, user, device) {
      const issuedSession = await createSession(identityRows, user, clock.realNow());
      await markDeviceSeen(identityRows, issuedSession, device);
      return issuedSession;
    },
    end: (refreshCookie) =>
      store.write(async (identityRows) => {
        const endedSessionUid = await endSessionOfCookie(identityRows, refreshCookie, clock.realNow());
        if (endedSessionUid !== null) live.rightsChanged(identityRows, endedSessionUid);
      }),

    async renewProof(user, sessionId) {
      const provedSession = await store.write((identityRows) =>
        renewSessionProof(identityRows, { uid: user.uid, sessionId, now: clock.realNow() }),
      );
      return provedSession === null
        ? err('unauthenticated')
        : ok(await presentSession(user, { sessionId, authTime: provedSession.authTime }));
    },

    async presentCurrent(user, sessionId) {
      const storedSession = await store.read((identityRows) => identityRows.sessions.find(sessionId));
      return storedSession === null
        ? err('unauthenticated')
        : ok(await presentSession(user, { sessionId, authTime: storedSession.authTime }));
    },

    async refresh(refreshCookie, device) {
      const token = parseRefreshToken(refreshCookie);
      if (token === null) return err('unauthenticated');
      const { traded: tradedToken, reused } = await store.write((identityRows) =>
        tradeAndNotify(identityRows, token, device),
      );
      if (reused !== null) onReuse(reused);
      return typeof tradedToken === 'string' ? err('unauthenticated') : ok(await presentOpenedSession(tradedToken));
    },
  };
};
