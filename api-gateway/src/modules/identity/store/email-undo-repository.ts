import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A link that gives an account back to its former e-mail address. The database holds only a hash of its token. */
export interface StoredEmailUndo {
  readonly tokenHash: string;
  readonly uid: string;
  /** Former address of the account. */
  readonly email: string;
  /** Time of the address's change, by the gateway's clock, which tests can move. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Repository of links that give an account back to its former e-mail address, one for each change of the address. */
export interface EmailUndoRepository {
  find(tokenHash: string): Promise<StoredEmailUndo | null>;
  insert(storedUndo: StoredEmailUndo): Promise<void>;
  /** Finds the uid of the account that a valid link can give back to this e-mail address; null without a link. */
  findReservedFor(email: string, now: number): Promise<string | null>;
  /** Removes the links for the change of an account's address at `createdAt` and for its later changes. */
  removeSince(uid: string, createdAt: number): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

interface EmailUndoRow {
  readonly token_hash: string;
  readonly uid: string;
  readonly email: string;
  readonly created_at: number | string;
  readonly expires_at: number | string;
}

/**
 * Creates the repository of links that undo a change of the e-mail address. With the connection of a transaction, all
 * its queries run in that transaction.
 */
export const createEmailUndoRepository = (databaseConnection: Connection): EmailUndoRepository => {
  const knex = knexOf(databaseConnection);
  const queryUndos = () => knex<EmailUndoRow>('email_undo');
  return {
    async find(tokenHash) {
      const undoRow = await queryUndos().where({ token_hash: tokenHash }).first();
      return undoRow === undefined
        ? null
        : {
            tokenHash,
            uid: undoRow.uid,
            email: undoRow.email,
            createdAt: Number(undoRow.created_at),
            expiresAt: Number(undoRow.expires_at),
          };
    },
    async insert({ tokenHash, uid, email, createdAt, expiresAt }) {
      const undoRow = { token_hash: tokenHash, uid, email, created_at: createdAt, expires_at: expiresAt };
      await queryUndos().insert(undoRow);
    },
    findReservedFor: async (email, now) =>
      (await queryUndos().where({ email }).where('expires_at', '>', now).first('uid'))?.uid ?? null,
    async removeSince(uid, createdAt) {
      await queryUndos().where({ uid }).where('created_at', '>=', createdAt).delete();
    },
    async removeExpired(now) {
      await queryUndos().where('expires_at', '<=', now).delete();
    },
  };
};
