import type { PersonalDataProvider } from '../../platform';
import { createMailRepository } from './mail-repository';

/** What this module stores of a user: messages that are not sent yet, found by the address alone. */
export const mailPersonalData: PersonalDataProvider = {
  name: 'letters',
  // Their words may hold a code or a link.
  export: async (knex, { email }) => (email === null ? [] : (await createMailRepository(knex).findTo(email)).map(({ subject, writtenAt }) => ({ subject, writtenAt }))),
  async erase(tx, { email }) {
    if (email !== null) await createMailRepository(tx.knex).removeTo(email);
  },
};
