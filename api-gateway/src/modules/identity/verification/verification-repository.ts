import type { Knex } from 'knex';

/** The code that a user has been mailed last. */
export interface StoredCode {
  readonly uid: string;
  /** The address that it verifies. */
  readonly email: string;
  readonly codeHash: string;
  /** Domain time. */
  readonly expiresAt: number;
  readonly wrongTries: number;
}

/** Stores verification codes, one a user. */
export interface VerificationRepository {
  find(uid: string): Promise<StoredCode | null>;
  /** Takes the place of the code before. */
  put(code: StoredCode): Promise<void>;
  countWrong(uid: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

interface CodeRow {
  readonly uid: string;
  readonly email: string;
  readonly code_hash: string;
  readonly expires_at: number | string;
  readonly wrong_tries: number;
}

/** Verification codes in the database. */
export const createVerificationRepository = (knex: Knex): VerificationRepository => {
  const codes = () => knex<CodeRow>('verification_code');
  return {
    async find(uid) {
      const row = await codes().where({ uid }).first();
      return row === undefined ? null : { uid: row.uid, email: row.email, codeHash: row.code_hash, expiresAt: Number(row.expires_at), wrongTries: row.wrong_tries };
    },
    async put({ uid, email, codeHash, expiresAt, wrongTries }) {
      const row: CodeRow = { uid, email, code_hash: codeHash, expires_at: expiresAt, wrong_tries: wrongTries };
      await codes().insert(row).onConflict('uid').merge();
    },
    async countWrong(uid) {
      await codes().where({ uid }).increment('wrong_tries', 1);
    },
    async removeExpired(now) {
      await codes().where('expires_at', '<=', now).delete();
    },
  };
};
