import { randomKey, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Somebody who is told of meetups by e-mail. */
export interface MailReader {
  readonly uid: string;
  readonly email: string;
  /** Empty where they have none. */
  readonly displayName: string;
  /** What the link ends with by which they end such messages. */
  readonly token: string;
}

/**
 * Who is told of meetups by e-mail. The one way in which other modules get addresses: nobody's is ever shown to anybody
 * else.
 */
export interface MailReaders {
  /** Those of these people who want such messages and can get them: their address is verified, and they are there. */
  find(uids: readonly string[]): Promise<MailReader[]>;
  /** Lets the links of somebody's messages lead to nobody: the next ones are others. */
  forgetToken(uid: string): Promise<void>;
  /** Whose link ends with it. */
  findUidByToken(token: string): Promise<string | null>;
}

interface ReaderRow {
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

const FINDABLE = {
  is_anonymous: false,
  is_email_verified: true,
  is_deleted: false,
  disabled_at: null,
  meetup_mails: true,
};

/** Readers in the database; `find` needs a write, because it draws the links' ends. */
export const createMailReaders = (connection: Connection): MailReaders => {
  const knex = knexOf(connection);
  const users = () => knex<ReaderRow>('user');

  const drawToken = async (uid: string): Promise<string> => {
    const token = randomKey();
    await users().where({ uid }).update({ mail_token: token });
    return token;
  };

  return {
    async find(uids) {
      const rows = await readInChunks<ReaderRow>(uids, (chunk) => users().where(FINDABLE).whereIn('uid', chunk));
      const readers: MailReader[] = [];
      for (const { uid, email, display_name, mail_token } of rows) {
        if (email !== null)
          readers.push({ uid, email, displayName: display_name ?? '', token: mail_token ?? (await drawToken(uid)) });
      }
      return readers;
    },
    async forgetToken(uid) {
      await users().where({ uid }).update({ mail_token: null });
    },
    findUidByToken: async (token) => (await users().where({ mail_token: token }).first('uid'))?.uid ?? null,
  };
};
