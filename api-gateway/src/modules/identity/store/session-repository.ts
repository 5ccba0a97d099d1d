import type { Knex } from 'knex';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { query, sql } from '../../../platform/database/statement';

/** One sign-in of one browser. All times are real times. */
export interface StoredSession {
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

/** Sessions, and the hashes of their refresh tokens. */
export interface SessionRepository {
  find(id: string): Promise<StoredSession | null>;
  listOf(uid: string): Promise<StoredSession[]>;
  insert(session: StoredSession): Promise<void>;
  prolong(id: string, expiresAt: number): Promise<void>;
  /** Stores the real time at which the user last proved their identity. */
  updateAuthTime(id: string, authTime: number): Promise<void>;
  end(id: string, endedAt: number): Promise<void>;
  endAllOf(uid: string, endedAt: number): Promise<void>;
  findToken(secretHash: string): Promise<StoredRefreshToken | null>;
  insertToken(token: StoredRefreshToken): Promise<void>;
  markRotated(secretHash: string, rotatedAt: number): Promise<void>;
  /**
   * Removes the tokens that this session traded before `rotatedBefore`. A removed token still ends the session when
   * somebody presents it.
   */
  forgetTokens(sessionId: string, rotatedBefore: number): Promise<void>;
  /** Removes up to `limit` ended or expired sessions with their tokens. */
  removeEnded(realNow: number, limit: number): Promise<void>;
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

const instantOf = (column: number | string | null): number | null => (column === null ? null : Number(column));

const sessionOf = (row: SessionRow): StoredSession => ({
  id: row.id,
  uid: row.uid,
  authTime: Number(row.auth_time),
  expiresAt: Number(row.expires_at),
  endedAt: instantOf(row.ended_at),
});

const callerOf = (row: CallerRow): StoredCaller => ({
  session: sessionOf(row),
  isAnonymous: Boolean(row.is_anonymous),
  isVerified: Boolean(row.is_email_verified),
  isDeleted: Boolean(row.is_deleted),
});

const tokenOf = (row: TokenRow): StoredRefreshToken => ({
  secretHash: row.secret_hash,
  sessionId: row.session_id,
  rotatedAt: instantOf(row.rotated_at),
});

const createTokenRows = (
  knex: Knex,
): Pick<SessionRepository, 'findToken' | 'insertToken' | 'markRotated' | 'forgetTokens'> => {
  const tokens = () => knex<TokenRow>('refresh_token');
  return {
    async findToken(secretHash) {
      const row = await tokens().where({ secret_hash: secretHash }).first();
      return row === undefined ? null : tokenOf(row);
    },
    async insertToken(token) {
      await tokens().insert({
        secret_hash: token.secretHash,
        session_id: token.sessionId,
        rotated_at: token.rotatedAt,
      });
    },
    async markRotated(secretHash, rotatedAt) {
      await tokens().where({ secret_hash: secretHash }).update({ rotated_at: rotatedAt });
    },
    async forgetTokens(sessionId, rotatedBefore) {
      await tokens().where({ session_id: sessionId }).where('rotated_at', '<', rotatedBefore).delete();
    },
  };
};

/** Finds a session with the rights of its user; null for an unknown session. Each request runs this query. */
export const findCaller = async (connection: Connection, id: string): Promise<StoredCaller | null> => {
  const [row] = await query<CallerRow>(
    connection,
    sql`
    select session.*, "user".is_anonymous, "user".is_email_verified, "user".is_deleted
    from session join "user" on "user".uid = session.uid where session.id = ${id}`,
  );
  return row === undefined ? null : callerOf(row);
};

/** Creates the repository of sessions. */
export const createSessionRepository = (connection: Connection): SessionRepository => {
  const knex = knexOf(connection);
  const sessions = () => knex<SessionRow>('session');
  return {
    ...createTokenRows(knex),
    async find(id) {
      const row = await sessions().where({ id }).first();
      return row === undefined ? null : sessionOf(row);
    },
    async listOf(uid) {
      return (await sessions().where({ uid }).orderBy('auth_time')).map(sessionOf);
    },
    async insert(session) {
      await sessions().insert({
        id: session.id,
        uid: session.uid,
        auth_time: session.authTime,
        expires_at: session.expiresAt,
        ended_at: session.endedAt,
      });
    },
    async prolong(id, expiresAt) {
      await sessions().where({ id }).update({ expires_at: expiresAt });
    },
    async updateAuthTime(id, authTime) {
      await sessions().where({ id }).update({ auth_time: authTime });
    },
    async end(id, endedAt) {
      await sessions().where({ id, ended_at: null }).update({ ended_at: endedAt });
    },
    async endAllOf(uid, endedAt) {
      await sessions().where({ uid, ended_at: null }).update({ ended_at: endedAt });
    },
    async removeEnded(realNow, limit) {
      const endedSessions = await sessions()
        .where('expires_at', '<=', realNow)
        .orWhereNotNull('ended_at')
        .limit(limit)
        .select('id');
      await sessions()
        .whereIn(
          'id',
          endedSessions.map((row) => row.id),
        )
        .delete();
    },
  };
};

/** Secrets from which tokens are made; values are JSON. */
export interface SecretRepository {
  find(name: string): Promise<unknown>;
  /** Stores `value` unless the secret exists, because another gateway may store it first. Returns the stored value. */
  insertIfMissing(name: string, value: object): Promise<unknown>;
}

interface SecretRow {
  readonly name: string;
  readonly value: unknown;
}

/** Creates the repository of secrets. */
export const createSecretRepository = (connection: Connection): SecretRepository => {
  const knex = knexOf(connection);
  const secrets = () => knex<SecretRow>('identity_secret');
  const findSecret = async (name: string): Promise<unknown> => {
    const row = await secrets().where({ name }).first();
    return typeof row?.value === 'string' ? JSON.parse(row.value) : row?.value;
  };
  return {
    find: findSecret,
    async insertIfMissing(name, value) {
      await secrets()
        .insert({ name, value: JSON.stringify(value) })
        .onConflict('name')
        .ignore();
      return findSecret(name);
    },
  };
};
