import { createHash } from 'node:crypto';
import { placeOf, readInChunks } from '../../../platform';
import type { Connection, SealedColumn, TextSealing } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A user who wants e-mails about meetups and has a verified e-mail address. */
export interface StoredMailReader {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string | null;
  /** Token of the link that unsubscribes the user from e-mails about meetups; null until the first e-mail is sent. */
  readonly token: string | null;
}

/**
 * Column with the encrypted tokens of unsubscribe links. They are not hashed only, because each e-mail contains the
 * same link.
 */
export const MAIL_TOKEN_COLUMN: SealedColumn = { table: 'user', key: 'uid', column: 'mail_token_sealed' };

const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const tokenColumnsOf = (token: string, sealing: TextSealing) => ({
  mail_token: null,
  mail_token_hash: tokenHashOf(token),
  mail_token_sealed: sealing.seal(placeOf(MAIL_TOKEN_COLUMN), token),
});

/**
 * Repository of the users who receive e-mails about meetups, with the tokens of their unsubscribe links, one for each
 * user.
 */
export interface MailReaderRepository {
  /**
   * Returns those of these users who may receive e-mails about meetups: the user wants them, the e-mail address is
   * verified, and the account is active.
   */
  find(uids: readonly string[], sealing: TextSealing): Promise<StoredMailReader[]>;
  putToken(uid: string, token: string, sealing: TextSealing): Promise<void>;
  /**
   * Removes the token of a user's unsubscribe link, which invalidates the links of earlier e-mails; the next e-mail
   * gets a new token.
   */
  forgetToken(uid: string): Promise<void>;
  findUidByToken(token: string): Promise<string | null>;
  /**
   * Hashes and encrypts up to `maxTokens` tokens of unsubscribe links that an earlier release has stored in plain text.
   */
  hashPlainTokens(maxTokens: number, sealing: TextSealing): Promise<void>;
}

interface MailReaderRow {
  readonly uid: string;
  readonly email: string | null;
  readonly display_name: string | null;
  readonly is_anonymous: boolean | number;
  readonly is_email_verified: boolean | number;
  readonly is_deleted: boolean | number;
  readonly disabled_at: number | string | null;
  readonly meetup_mails: boolean | number;
  /** Token of the unsubscribe link in plain text, as an earlier release has stored it. */
  readonly mail_token: string | null;
  readonly mail_token_hash: string | null;
  readonly mail_token_sealed: string | null;
}

const REACHABLE_CONDITIONS = {
  is_anonymous: false,
  is_email_verified: true,
  is_deleted: false,
  disabled_at: null,
  meetup_mails: true,
};

/**
 * Creates the repository of users who receive e-mails about meetups. With the connection of a transaction, all its
 * queries run in that transaction.
 */
export const createMailReaderRepository = (databaseConnection: Connection): MailReaderRepository => {
  const knex = knexOf(databaseConnection);
  const queryUsers = () => knex<MailReaderRow>('user');
  return {
    async find(uids, sealing) {
      const readerRows = await readInChunks<MailReaderRow>(uids, (uidChunk) =>
        queryUsers().where(REACHABLE_CONDITIONS).whereIn('uid', uidChunk),
      );
      return readerRows.flatMap(({ uid, email, display_name, mail_token, mail_token_sealed }) => {
        if (email === null) return [];
        const sealedToken =
          mail_token_sealed === null ? null : sealing.open(placeOf(MAIL_TOKEN_COLUMN), mail_token_sealed);
        return [{ uid, email, displayName: display_name, token: sealedToken ?? mail_token }];
      });
    },
    async putToken(uid, token, sealing) {
      await queryUsers().where({ uid }).update(tokenColumnsOf(token, sealing));
    },
    async forgetToken(uid) {
      await queryUsers().where({ uid }).update({ mail_token: null, mail_token_hash: null, mail_token_sealed: null });
    },
    async findUidByToken(token) {
      const readerRow = await queryUsers()
        .where({ mail_token_hash: tokenHashOf(token) })
        .orWhere({ mail_token: token })
        .first('uid');
      return readerRow?.uid ?? null;
    },
    async hashPlainTokens(maxTokens, sealing) {
      const plainRows = await queryUsers().whereNotNull('mail_token').limit(maxTokens).select('uid', 'mail_token');
      for (const { uid, mail_token } of plainRows)
        if (mail_token !== null) await queryUsers().where({ uid }).update(tokenColumnsOf(mail_token, sealing));
    },
  };
};
