import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** The latest verification code of a user. */
export interface StoredCode {
  readonly uid: string;
  /** E-mail address that the code verifies. */
  readonly email: string;
  readonly codeHash: string;
  /** Time at which the code expires in epoch milliseconds, by the gateway's clock, which tests can move. */
  readonly expiresAt: number;
  readonly wrongTries: number;
}

/** Repository of verification codes, at most one for each user. */
export interface VerificationRepository {
  find(uid: string): Promise<StoredCode | null>;
  /** Stores a code and replaces the user's previous code. */
  put(storedCode: StoredCode): Promise<void>;
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

/**
 * Creates the repository of verification codes. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createVerificationRepository = (databaseConnection: Connection): VerificationRepository => {
  const knex = knexOf(databaseConnection);
  const queryCodes = () => knex<CodeRow>('verification_code');
  return {
    async find(uid) {
      const codeRow = await queryCodes().where({ uid }).first();
      return codeRow === undefined
        ? null
        : {
            uid: codeRow.uid,
            email: codeRow.email,
            codeHash: codeRow.code_hash,
            expiresAt: Number(codeRow.expires_at),
            wrongTries: codeRow.wrong_tries,
          };
    },
    async put({ uid, email, codeHash, expiresAt, wrongTries }) {
      const codeRow: CodeRow = { uid, email, code_hash: codeHash, expires_at: expiresAt, wrong_tries: wrongTries };
      await queryCodes().insert(codeRow).onConflict('uid').merge();
    },
    async countWrongTry(uid) {
      await queryCodes().where({ uid }).increment('wrong_tries', 1);
    },
    async removeExpired(now) {
      await queryCodes().where('expires_at', '<=', now).delete();
    },
  };
};

/** A link to reset a password. The database holds only a hash of its token. */
export interface StoredReset {
  readonly tokenHash: string;
  readonly uid: string;
  /** Time at which the link expires in epoch milliseconds, by the gateway's clock, which tests can move. */
  readonly expiresAt: number;
}

/** Repository of links to reset a password, stored by the hash of their token. */
export interface PasswordResetRepository {
  find(tokenHash: string): Promise<StoredReset | null>;
  insert(storedReset: StoredReset): Promise<void>;
  /** Removes all reset links of a user, after the user has used one or has changed their e-mail address. */
  removeAllOf(uid: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

interface ResetRow {
  readonly token_hash: string;
  readonly uid: string;
  readonly expires_at: number | string;
}

/**
 * Creates the repository of reset links. With the connection of a transaction, all its queries run in that transaction.
 */
export const createPasswordResetRepository = (databaseConnection: Connection): PasswordResetRepository => {
  const knex = knexOf(databaseConnection);
  const queryResets = () => knex<ResetRow>('password_reset');
  return {
    async find(tokenHash) {
      const resetRow = await queryResets().where({ token_hash: tokenHash }).first();
      return resetRow === undefined
        ? null
        : { tokenHash: resetRow.token_hash, uid: resetRow.uid, expiresAt: Number(resetRow.expires_at) };
    },
    async insert({ tokenHash, uid, expiresAt }) {
      await queryResets().insert({ token_hash: tokenHash, uid, expires_at: expiresAt });
    },
    async removeAllOf(uid) {
      await queryResets().where({ uid }).delete();
    },
    async removeExpired(now) {
      await queryResets().where('expires_at', '<=', now).delete();
    },
  };
};
