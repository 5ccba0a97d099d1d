import { err, ok } from '@mahlzeit/contract';
import type { Result, Session } from '@mahlzeit/contract';
import { randomKey } from '../../platform';
import type { Clock } from '../../platform';
import type { IdTokens } from './id-token';
import type { IdentitySecrets } from './identity-secrets';
import type { IdentityRows, IdentityStore, IdentityWrite } from './identity-store';
import { judgeRefresh, SESSION_IDLE_MS } from './refresh-rules';
import { fingerprintOf, firstSecret, formatRefreshToken, nextSecret, parseRefreshToken } from './refresh-token';
import type { RefreshToken } from './refresh-token';
import type { StoredSession, StoredUser } from './stored-user';
import { presentAccount } from './user-presenter';

/** A session that was just opened or prolonged: who, and what his browser holds from now on. */
export interface HeldSession {
  readonly user: StoredUser;
  readonly session: StoredSession;
  readonly token: RefreshToken;
}

/** What goes out: the answer, and the cookie's value, which is in no answer. */
export interface OpenedSession {
  readonly answer: Session;
  readonly refreshToken: string;
}

/** What sessions are made of. */
export interface SessionServiceDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly secrets: IdentitySecrets;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Told when a traded token is shown again: somebody holds a copy. */
  readonly onReuse: (sessionId: string) => void;
}

/** Opens, prolongs and ends sessions. */
export interface SessionService {
  /** Opens a session inside the write that made or found its user. */
  open(rows: IdentityWrite, user: StoredUser): Promise<HeldSession>;
  answer(held: HeldSession): Promise<OpenedSession>;
  refresh(cookie: string): Promise<Result<OpenedSession, 'unauthenticated'>>;
  /** Ends the cookie's session wherever it is open; answers whose it was. */
  end(cookie: string): Promise<string | null>;
}

// Kept an hour, so that a late copy is still told apart from a guess; afterwards either ends the session.
const TOKEN_MEMORY_MS = 60 * 60 * 1000;

const rotate = async (rows: IdentityRows, token: RefreshToken, { chainKey, now }: { chainKey: Uint8Array; now: number }): Promise<RefreshToken> => {
  const next = { sessionId: token.sessionId, secret: nextSecret(chainKey, token.secret) };
  await rows.sessions.markRotated(fingerprintOf(token.secret), now);
  await rows.sessions.insertToken({ secretHash: fingerprintOf(next.secret), sessionId: next.sessionId, rotatedAt: null });
  await rows.sessions.forgetTokens(token.sessionId, now - TOKEN_MEMORY_MS);
  await rows.sessions.prolong(token.sessionId, now + SESSION_IDLE_MS);
  return next;
};

/** Walks from a traded secret to the one that the browser should hold. */
const headOf = async (rows: IdentityRows, token: RefreshToken, chainKey: Uint8Array): Promise<RefreshToken> => {
  let secret = token.secret;
  for (;;) {
    secret = nextSecret(chainKey, secret);
    const stored = await rows.sessions.findToken(fingerprintOf(secret));
    if (stored === null) throw new Error('a traded refresh token has no successor');
    if (stored.rotatedAt === null) return { sessionId: token.sessionId, secret };
  }
};

/** The sessions of this gateway. */
export const createSessionService = ({ store, idTokens, secrets, clock, publicUrl, onReuse }: SessionServiceDeps): SessionService => {
  const trade = async (rows: IdentityWrite, token: RefreshToken, chainKey: Uint8Array): Promise<HeldSession | 'reused' | 'over'> => {
    const now = clock.realNow();
    const session = await rows.sessions.find(token.sessionId);
    const verdict = judgeRefresh(session, await rows.sessions.findToken(fingerprintOf(token.secret)), now);
    if (verdict === 'reused') await rows.sessions.end(token.sessionId, now);
    const user = session === null ? null : await rows.users.find(session.uid);
    if (session === null || user === null || verdict === 'over') return 'over';
    if (verdict === 'reused') return 'reused';
    const next = verdict === 'rotate' ? await rotate(rows, token, { chainKey, now }) : await headOf(rows, token, chainKey);
    return { user, session, token: next };
  };

  const answer = async ({ user, session, token }: HeldSession): Promise<OpenedSession> => {
    const { idToken, expiresAt } = await idTokens.issue({ uid: user.uid, sessionId: session.id, authTime: session.authTime });
    return {
      answer: { idToken, expiresAt, expiresInMs: expiresAt - clock.realNow(), account: presentAccount(user, publicUrl) },
      refreshToken: formatRefreshToken(token),
    };
  };

  return {
    answer,

    async open(rows, user) {
      const now = clock.realNow();
      const session = { id: randomKey(), uid: user.uid, authTime: now, expiresAt: now + SESSION_IDLE_MS, endedAt: null };
      const token = { sessionId: session.id, secret: firstSecret() };
      await rows.sessions.insert(session);
      await rows.sessions.insertToken({ secretHash: fingerprintOf(token.secret), sessionId: session.id, rotatedAt: null });
      return { user, session, token };
    },

    async refresh(cookie) {
      const token = parseRefreshToken(cookie);
      if (token === null) return err('unauthenticated');
      const chainKey = await secrets.chainKey();
      const traded = await store.write((rows) => trade(rows, token, chainKey));
      if (traded === 'reused') onReuse(token.sessionId);
      return typeof traded === 'string' ? err('unauthenticated') : ok(await answer(traded));
    },

    async end(cookie) {
      const token = parseRefreshToken(cookie);
      if (token === null) return null;
      return store.write(async (rows) => {
        const session = await rows.sessions.find(token.sessionId);
        const isKnown = (await rows.sessions.findToken(fingerprintOf(token.secret)))?.sessionId === token.sessionId;
        if (session === null || !isKnown) return null;
        await rows.sessions.end(session.id, clock.realNow());
        return session.uid;
      });
    },
  };
};
