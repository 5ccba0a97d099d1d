import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** The latest verification code of a user. */
export interface StoredCode {
  readonly uid: string;
  /** E-mail address that the code verifies. */
  readonly email: string;
  readonly codeHash: string;
  /** Domain time in epoch milliseconds. */
  readonly expiresAt: number;
  readonly wrongTries: number;
}

/** Verification codes, at most one for each user. */
export interface VerificationRepository {
  find(uid: string): Promise<StoredCode | null>;
  /** Stores a code and replaces the user's previous code. */
  put(code: StoredCode): Promise<void>;
  countWrongTry(uid: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

interface CodeRow {
  readonly uid: string;
  readonly email: string;
  readonly code_hash: string;
  readonly expires_at: number | string;
  readonly wrong_tries: number;
}

/** Creates the repository of verification codes. */
export const createVerificationRepository = (connection: Connection): VerificationRepository => {
  const knex = knexOf(connection);
  const codes = () => knex<CodeRow>('verification_code');
  return {
    async find(uid) {
      const row = await codes().where({ uid }).first();
      return row === undefined
        ? null
        : {
            uid: row.uid,
            email: row.email,
            codeHash: row.code_hash,
            expiresAt: Number(row.expires_at),
            wrongTries: row.wrong_tries,
          };
    },
    async put({ uid, email, codeHash, expiresAt, wrongTries }) {
      const row: CodeRow = { uid, email, code_hash: codeHash, expires_at: expiresAt, wrong_tries: wrongTries };
      await codes().insert(row).onConflict('uid').merge();
    },
    async countWrongTry(uid) {
      await codes().where({ uid }).increment('wrong_tries', 1);
    },
    async removeExpired(now) {
      await codes().where('expires_at', '<=', now).delete();
    },
  };
};

/** A link to reset a password. The database holds only a hash of its token. */
export interface StoredReset {
  readonly tokenHash: string;
  readonly uid: string;
  /** Domain time in epoch milliseconds. */
  readonly expiresAt: number;
}

/** Links to reset a password. */
export interface PasswordResetRepository {
  find(tokenHash: string): Promise<StoredReset | null>;
  insert(reset: StoredReset): Promise<void>;
  /** Removes all reset links of a user, after the user has used one or has changed their e-mail address. */
  removeAllOf(uid: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

interface ResetRow {
  readonly token_hash: string;
  readonly uid: string;
  readonly expires_at: number | string;
}

/** Creates the repository of reset links. */
export const createPasswordResetRepository = (connection: Connection): PasswordResetRepository => {
  const knex = knexOf(connection);
  const resets = () => knex<ResetRow>('password_reset');
  return {
    async find(tokenHash) {
      const row = await resets().where({ token_hash: tokenHash }).first();
      return row === undefined ? null : { tokenHash: row.token_hash, uid: row.uid, expiresAt: Number(row.expires_at) };
    },
    async insert({ tokenHash, uid, expiresAt }) {
      await resets().insert({ token_hash: tokenHash, uid, expires_at: expiresAt });
    },
    async removeAllOf(uid) {
      await resets().where({ uid }).delete();
    },
    async removeExpired(now) {
      await resets().where('expires_at', '<=', now).delete();
    },
  };
};
