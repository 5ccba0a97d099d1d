import type { UserDataHolder } from '../../platform';
import { createMailRepository } from './mail-repository';

/** What this module holds of a user: letters that nobody has taken yet, which go by the address alone. */
export const waitingMailData: UserDataHolder = {
  name: 'letters',
  // Their words may hold a code or a link.
  export: async (knex, { email }) => (email === null ? [] : (await createMailRepository(knex).findTo(email)).map(({ subject, writtenAt }) => ({ subject, writtenAt }))),
  async erase(tx, { email }) {
    if (email !== null) await createMailRepository(tx.knex).removeTo(email);
  },
};
