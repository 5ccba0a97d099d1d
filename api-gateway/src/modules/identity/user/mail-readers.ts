import { randomKey } from '../../../platform';
import type { Connection, TextSealing } from '../../../platform';
import { createMailReaderRepository } from '../store';

/** A user who gets e-mails about meetups. */
export interface MailReader {
  readonly uid: string;
  readonly email: string;
  /** Name that the user has chosen; empty without a name. */
  readonly displayName: string;
  /** Token of the link that unsubscribes the user from e-mails about meetups. */
  readonly token: string;
}

/**
 * Service that finds users who receive e-mails about meetups. Only this service gives e-mail addresses to other
 * modules; no user ever sees the e-mail address of another user.
 */
export interface MailReaders {
  /**
   * Finds the users among `uids` who receive e-mails about meetups. Needs a write transaction, because a user without
   * an unsubscribe token gets one.
   */
  find(uids: readonly string[]): Promise<MailReader[]>;
}

/**
 * Creates the service that finds users who receive e-mails about meetups. The connection must be that of a write
 * transaction. `sealing` encrypts the tokens of their unsubscribe links.
 */
export const createMailReaders = (databaseConnection: Connection, sealing: TextSealing): MailReaders => {
  const mailReaderRepository = createMailReaderRepository(databaseConnection);

  const createToken = async (uid: string): Promise<string> => {
    const token = randomKey();
    await mailReaderRepository.putToken(uid, token, sealing);
    return token;
  };

  return {
    async find(uids) {
      const mailReaders: MailReader[] = [];
      for (const { uid, email, displayName, token } of await mailReaderRepository.find(uids, sealing))
        mailReaders.push({ uid, email, displayName: displayName ?? '', token: token ?? (await createToken(uid)) });
      return mailReaders;
    },
  };
};
