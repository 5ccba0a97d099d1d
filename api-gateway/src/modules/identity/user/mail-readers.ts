import { randomKey } from '../../../platform';
import type { Connection } from '../../../platform';
import { createMailReaderRepository } from '../store';

/** A user who gets e-mails about meetups. */
export interface MailReader {
  readonly uid: string;
  readonly email: string;
  /** Empty for a user without a name. */
  readonly displayName: string;
  /** Last part of the link that ends these e-mails. */
  readonly token: string;
}

/**
 * Users who get e-mails about meetups. Only this service hands addresses to other modules; no user ever sees the
 * address of another one.
 */
export interface MailReaders {
  /** The readers among these users. Needs a transaction: a reader of their first e-mail gets a token. */
  find(uids: readonly string[]): Promise<MailReader[]>;
}

/** Finds mail readers inside a transaction. */
export const createMailReaders = (connection: Connection): MailReaders => {
  const repository = createMailReaderRepository(connection);

  const drawToken = async (uid: string): Promise<string> => {
    const token = randomKey();
    await repository.putToken(uid, token);
    return token;
  };

  return {
    async find(uids) {
      const readers: MailReader[] = [];
      for (const { uid, email, displayName, token } of await repository.find(uids))
        readers.push({ uid, email, displayName: displayName ?? '', token: token ?? (await drawToken(uid)) });
      return readers;
    },
  };
};
