import type { Knex } from 'knex';

/** A link that was mailed: its token is stored as a fingerprint alone. */
export interface StoredReset {
  readonly tokenHash: string;
  readonly uid: string;
  /** Domain time. */
  readonly expiresAt: number;
}

/** Stores reset links. */
export interface PasswordResetRepository {
  find(tokenHash: string): Promise<StoredReset | null>;
  insert(reset: StoredReset): Promise<void>;
  /** Ends all links of a user: one was used, or their address is another one now. */
  removeAllOf(uid: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

interface ResetRow {
  readonly token_hash: string;
  readonly uid: string;
  readonly expires_at: number | string;
}

/** Reset links in the database. */
export const createPasswordResetRepository = (knex: Knex): PasswordResetRepository => {
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
