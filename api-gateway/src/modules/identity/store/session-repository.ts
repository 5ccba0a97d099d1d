import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { query, sql } from '../../../platform/database/statement';

/** Session of one browser that has signed in. All times are real times. */
export interface StoredSession {
  /** Key of the session's row: the hash of the id that the cookie and the id token contain. */
  readonly id: string;
  readonly uid: string;
  readonly authTime: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

/** Stored hash of a refresh token; `rotatedAt` is null for the token that the browser holds now. */
export interface StoredRefreshToken {
  readonly secretHash: string;
  readonly sessionId: string;
  readonly rotatedAt: number | null;
}

/** A session with those fields of its user that decide which requests are allowed. */
export interface StoredCaller {
  readonly session: StoredSession;
  readonly isAnonymous: boolean;
  readonly isVerified: boolean;
  readonly isDeleted: boolean;
}

/** Returns the key of a session's row: the hash of the id that the cookie and the id token contain. */
export const sessionRowIdOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url');

const ROW_ID_LENGTH = 43;

// Returns the keys under which a session may be stored: its hashed id, or the plain id as gateways of an earlier
// release stored it. The key of a hashed row finds no session, so somebody who has read the database can't end a
// session with it.
const possibleRowIdsOf = (sessionId: string): string[] =>
  sessionId.length < ROW_ID_LENGTH ? [sessionRowIdOf(sessionId), sessionId] : [sessionRowIdOf(sessionId)];

/**
 * Repository of sessions, and of the hashes of their refresh tokens. `find` takes the id that the cookie and the id
 * token contain; the functions that change a session take that id or the key of the session's row.
 */
export interface SessionRepository {
  find(id: string): Promise<StoredSession | null>;
  listOf(uid: string): Promise<StoredSession[]>;
  insert(storedSession: StoredSession): Promise<void>;
  prolong(id: string, expiresAt: number): Promise<void>;
  /** Stores the real time at which the user last proved their identity. */
  updateAuthTime(id: string, authTime: number): Promise<void>;
  end(id: string, endedAt: number): Promise<void>;
  /** Ends all sessions of a user except the session `exceptId`. */
  endAllOf(uid: string, endedAt: number, exceptId?: string): Promise<void>;
  findToken(secretHash: string): Promise<StoredRefreshToken | null>;
  insertToken(token: StoredRefreshToken): Promise<void>;
  markRotated(secretHash: string, rotatedAt: number): Promise<void>;
  /**
   * Removes refresh tokens that this session replaced before `rotatedBefore`. A removed token still ends the session
   * when somebody sends it.
   */
  forgetTokens(sessionId: string, rotatedBefore: number): Promise<void>;
  /** Removes up to `maxSessions` ended or expired sessions with their tokens. */
  removeEnded(realNow: number, maxSessions: number): Promise<void>;
  /** Hashes up to `maxSessions` session ids that an earlier release has stored in plain text. */
  hashPlainIds(maxSessions: number): Promise<void>;
}

interface SessionRow {
  readonly id: string;
  readonly uid: string;
  readonly auth_time: number | string;
  readonly expires_at: number | string;
  readonly ended_at: number | string | null;
}

interface CallerRow extends SessionRow {
  readonly is_anonymous: boolean | number;
  readonly is_email_verified: boolean | number;
  readonly is_deleted: boolean | number;
}

interface TokenRow {
  readonly secret_hash: string;
  readonly session_id: string;
  readonly rotated_at: number | string | null;
}

const instantOf = (instantColumn: number | string | null): number | null =>
  instantColumn === null ? null : Number(instantColumn);

const sessionOf = (sessionRow: SessionRow): StoredSession => ({
  id: sessionRow.id,
  uid: sessionRow.uid,
  authTime: Number(sessionRow.auth_time),
  expiresAt: Number(sessionRow.expires_at),
  endedAt: instantOf(sessionRow.ended_at),
});

const callerOf = (callerRow: CallerRow): StoredCaller => ({
  session: sessionOf(callerRow),
  isAnonymous: Boolean(callerRow.is_anonymous),
  isVerified: Boolean(callerRow.is_email_verified),
  isDeleted: Boolean(callerRow.is_deleted),
});

const refreshTokenOf = (tokenRow: TokenRow): StoredRefreshToken => ({
  secretHash: tokenRow.secret_hash,
  sessionId: tokenRow.session_id,
  rotatedAt: instantOf(tokenRow.rotated_at),
});

const createRefreshTokenRepository = (
  knex: Knex,
): Pick<SessionRepository, 'findToken' | 'insertToken' | 'markRotated' | 'forgetTokens'> => {
  const queryTokens = () => knex<TokenRow>('refresh_token');
  return {
    async findToken(secretHash) {
      const tokenRow = await queryTokens().where({ secret_hash: secretHash }).first();
      return tokenRow === undefined ? null : refreshTokenOf(tokenRow);
    },
    async insertToken(token) {
      await queryTokens().insert({
        secret_hash: token.secretHash,
        session_id: token.sessionId,
        rotated_at: token.rotatedAt,
      });
    },
    async markRotated(secretHash, rotatedAt) {
      await queryTokens().where({ secret_hash: secretHash }).update({ rotated_at: rotatedAt });
    },
    async forgetTokens(sessionId, rotatedBefore) {
      await queryTokens().where({ session_id: sessionId }).where('rotated_at', '<', rotatedBefore).delete();
    },
  };
};

/** Finds a session with the rights of its user; null for an unknown session. Each request runs this query. */
export const findCaller = async (databaseConnection: Connection, id: string): Promise<StoredCaller | null> => {
  const [callerRow] = await query<CallerRow>(
    databaseConnection,
    sql`
    select session.*, "user".is_anonymous, "user".is_email_verified, "user".is_deleted
    from session join "user" on "user".uid = session.uid where session.id in ${possibleRowIdsOf(id)}`,
  );
  return callerRow === undefined ? null : callerOf(callerRow);
};

/** A member with open sessions, and their number. */
interface SessionOwner {
  readonly uid: string;
  readonly sessionCount: number;
}

/** Lists members with open sessions by uid: up to `limit` of those whose uid comes after `afterUid`. */
export const listSessionOwners = async (
  databaseConnection: Connection,
  { afterUid, realNow, limit }: { readonly afterUid: string; readonly realNow: number; readonly limit: number },
): Promise<SessionOwner[]> => {
  const ownerRows = await query<{ readonly uid: string; readonly session_count: number | string }>(
    databaseConnection,
    sql`
    select session.uid, count(*) as session_count from session join "user" on "user".uid = session.uid
    where session.uid > ${afterUid} and session.ended_at is null and session.expires_at > ${realNow}
    and not "user".is_anonymous group by session.uid order by session.uid limit ${limit}`,
  );
  return ownerRows.map(({ uid, session_count: sessionCount }) => ({ uid, sessionCount: Number(sessionCount) }));
};

/**
 * Creates the repository of sessions. With the connection of a transaction, all its queries run in that transaction.
 */
export const createSessionRepository = (databaseConnection: Connection): SessionRepository => {
  const knex = knexOf(databaseConnection);
  const querySessions = () => knex<SessionRow>('session');
  const sessionQuery = (id: string) => querySessions().whereIn('id', [sessionRowIdOf(id), id]);
  return {
    ...createRefreshTokenRepository(knex),
    async find(id) {
      const sessionRow = await querySessions().whereIn('id', possibleRowIdsOf(id)).first();
      return sessionRow === undefined ? null : sessionOf(sessionRow);
    },
    async listOf(uid) {
      return (await querySessions().where({ uid }).orderBy('auth_time')).map(sessionOf);
    },
    async insert(storedSession) {
      await querySessions().insert({
        id: storedSession.id,
        uid: storedSession.uid,
        auth_time: storedSession.authTime,
        expires_at: storedSession.expiresAt,
        ended_at: storedSession.endedAt,
      });
    },
    async prolong(id, expiresAt) {
      await sessionQuery(id).update({ expires_at: expiresAt });
    },
    async updateAuthTime(id, authTime) {
      await sessionQuery(id).update({ auth_time: authTime });
    },
    async end(id, endedAt) {
      await sessionQuery(id).where({ ended_at: null }).update({ ended_at: endedAt });
    },
    async endAllOf(uid, endedAt, exceptId = '') {
      await querySessions()
        .where({ uid, ended_at: null })
        .whereNotIn('id', [sessionRowIdOf(exceptId), exceptId])
        .update({ ended_at: endedAt });
    },
    async removeEnded(realNow, maxSessions) {
      const obsoleteSessions = await querySessions()
        .where('expires_at', '<=', realNow)
        .orWhereNotNull('ended_at')
        .limit(maxSessions)
        .select('id');
      await querySessions()
        .whereIn(
          'id',
          obsoleteSessions.map((endedRow) => endedRow.id),
        )
        .delete();
    },
    async hashPlainIds(maxSessions) {
      const plainSessions = await querySessions()
        .whereRaw('length(id) < ?', [ROW_ID_LENGTH])
        .limit(maxSessions)
        .select('id');
      for (const { id } of plainSessions) {
        const tokenRows = await knex<TokenRow>('refresh_token').where({ session_id: id });
        // Deletes the token and stores it again when the session has its new key, because the token references its
        // session.
        await knex<TokenRow>('refresh_token').where({ session_id: id }).delete();
        await querySessions()
          .where({ id })
          .update({ id: sessionRowIdOf(id) });
        for (const tokenRow of tokenRows)
          await knex<TokenRow>('refresh_token').insert({ ...tokenRow, session_id: sessionRowIdOf(id) });
      }
    },
  };
};
