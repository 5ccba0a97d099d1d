import { readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A user who wants e-mails about meetups and has a verified e-mail address. */
export interface StoredMailReader {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string | null;
  /** Token of the link that unsubscribes the user from e-mails about meetups; null until the first e-mail is sent. */
  readonly token: string | null;
}

/** Recipients of e-mails about meetups, and the tokens of their unsubscribe links, one for each user. */
export interface MailReaderRepository {
  /**
   * Returns those of these users who may receive e-mails about meetups: the user wants them, the e-mail address is
   * verified, and the account is active.
   */
  find(uids: readonly string[]): Promise<StoredMailReader[]>;
  putToken(uid: string, token: string): Promise<void>;
  /** Removes the user's token, which invalidates the links of earlier e-mails; the next e-mail gets a new token. */
  forgetToken(uid: string): Promise<void>;
  findUidByToken(token: string): Promise<string | null>;
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
  readonly mail_token: string | null;
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
    async find(uids) {
      const readerRows = await readInChunks<MailReaderRow>(uids, (uidChunk) =>
        queryUsers().where(REACHABLE_CONDITIONS).whereIn('uid', uidChunk),
      );
      return readerRows.flatMap(({ uid, email, display_name, mail_token }) =>
        email === null ? [] : [{ uid, email, displayName: display_name, token: mail_token }],
      );
    },
    async putToken(uid, token) {
      await queryUsers().where({ uid }).update({ mail_token: token });
    },
    async forgetToken(uid) {
      await queryUsers().where({ uid }).update({ mail_token: null });
    },
    findUidByToken: async (token) => (await queryUsers().where({ mail_token: token }).first('uid'))?.uid ?? null,
  };
};
